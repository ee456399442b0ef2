// SPDX-License-Identifier: MIT
// Shows that 1 − m and max m − m are metrics made once, with the maximum over all pairs.
#include <array>
#include <thread>

#include "base/error.hpp"
#include "metrics/confusion.hpp"
#include "metrics/correlation.hpp"
#include "metrics/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/gain.hpp"
#include "metrics/kendall.hpp"
#include "tests/metrics/gt_support.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

const std::vector<Metric>& all() {
    static const std::vector<Metric> metrics = [] {
        std::vector<Metric> every;
        for (const auto& family : {kendall_metrics(), confusion_metrics(), error_metrics(),
                                   correlation_metrics(), gain_metrics()}) {
            every.insert(every.end(), family.begin(), family.end());
        }
        return every;
    }();
    return metrics;
}

/// m + m' for a transform m' of m: the constant, where m has a value.
void require_sum(const Metric& metric, const Metric& transform, const Value& constant,
                 std::size_t n, const Parameters& parameters) {
    for (const Permutation& sigma : all_permutations(n)) {
        for (const Permutation& tau : {Permutation::identity(n), Permutation::reversal(n)}) {
            const Comparison c{sigma, tau, unit_weights(), Frame::element, parameters};
            const Value m = metric.value(c);
            const Value fast = transform.value(c);
            const Value naive = transform.naive_value(c);
            if (!same(fast, constant - m) || !same(fast, naive)) {
                FAIL_CHECK(described(transform, sigma, tau, parameters)
                           << ": fast " << fast.to_string() << ", naive " << naive.to_string()
                           << ", m " << m.to_string());
            }
        }
    }
}

}  // namespace

TEST_CASE("A transform is made once and describes itself", "[metrics]") {
    const Metric& recall = named(all(), "recall");
    const Metric& made = one_minus(recall);
    CHECK(&made == &one_minus(recall));
    CHECK(&made == &one_minus(Metric(recall)));
    CHECK(&made != &greatest_minus(recall));
    CHECK(made.full_name() == "1-recall");
    CHECK(made.formula == "1 − recall");
    CHECK(made.kind == Kind::distance);
    CHECK(made.takes.k);
    CHECK(made.source == "GT C.1; GT Def 12");

    const Metric& greatest = greatest_minus(named(all(), "mse"));
    CHECK(greatest.full_name() == "max-mse");
    CHECK(greatest.formula == "max mse − mse");
    CHECK(greatest.kind == Kind::similarity);
    CHECK(greatest.source == "GT C.3.1; GT (7)");
    for (const Metric& metric : footrule_metrics())
        CHECK(one_minus(metric).full_name() == "1-" + metric.full_name());
    CHECK(one_minus(made).full_name() == "1-1-recall");
}

TEST_CASE("One minus a metric is that everywhere", "[metrics]") {
    for (const Metric& metric : all()) {
        Parameters parameters = with_k(2);
        require_sum(metric, one_minus(metric), 1, 4, parameters);
        parameters.as_printed = true;
        require_sum(metric, one_minus(metric), 1, 4, parameters);
    }
    SUCCEED();
}

TEST_CASE("The greatest value minus a metric is 0 somewhere and never below", "[metrics]") {
    for (const Metric& metric : all()) {
        for (const bool as_printed : {false, true}) {
            Parameters parameters = with_k(2);
            parameters.as_printed = as_printed;
            const Value greatest =
                greatest_by_trying(metric, 4, {Permutation::identity(4)}, parameters);
            require_sum(metric, greatest_minus(metric), greatest, 4, parameters);
        }
    }
    SUCCEED();
}

TEST_CASE("The greatest value follows every parameter", "[metrics]") {
    const Metric& f1 = named(all(), "f1");
    const auto id = Permutation::identity(4);
    for (const auto& [k, j] : {std::pair<std::size_t, std::size_t>{1, 3}, {1, 2}, {3, 1}, {1, 3}}) {
        for (const Rational& beta : {Rational(1), Rational(3)}) {
            for (const bool as_printed : {false, true}) {
                Parameters parameters = with_k(k, j);
                parameters.beta = beta;
                parameters.as_printed = as_printed;
                CHECK(same(value_of(greatest_minus(f1), id, id, parameters),
                           f1.greatest(4, parameters) - value_of(f1, id, id, parameters)));
            }
        }
    }
    const Metric& mean_rank = named(all(), "mean-rank");
    for (const std::vector<Rank>& relevant : {std::vector<Rank>{0}, {0, 1}, {3}}) {
        Parameters parameters;
        parameters.relevant = relevant;
        CHECK(same(value_of(greatest_minus(mean_rank), id, id, parameters),
                   mean_rank.greatest(4, parameters) - value_of(mean_rank, id, id, parameters)));
    }
}

TEST_CASE("Transforms by k and with ties are composed", "[metrics]") {
    for (const Metric& metric : all()) {
        for (const Metric* made : {&one_minus(metric), &greatest_minus(metric)}) {
            CHECK(static_cast<bool>(made->values_by_k) == static_cast<bool>(metric.values_by_k));
            CHECK(static_cast<bool>(made->value_with_ties) ==
                  static_cast<bool>(metric.value_with_ties));
            if (!made->values_by_k) continue;
            for (std::uint64_t seed = 0; seed < 3; ++seed) {
                require_values_by_k(*made, shuffled(12, seed), shuffled(12, 50 + seed),
                                    with_k(3, 4));
            }
        }
    }
    // By hand: ndpm 3/5, as printed 7/10 (correlation_test.cpp); greatest 1 and 3/2.
    const Metric& ndpm = named(all(), "ndpm");
    const std::vector<Rank> sigma{1, 0, 1, 0};
    const std::vector<Rank> tau{0, 0, 1, 2};
    Parameters printed;
    printed.as_printed = true;
    CHECK(same(one_minus(ndpm).value_with_ties(sigma, tau, {}), fraction(2, 5)));
    CHECK(same(one_minus(ndpm).value_with_ties(sigma, tau, printed), fraction(3, 10)));
    CHECK(same(greatest_minus(ndpm).value_with_ties(sigma, tau, {}), fraction(2, 5)));
    CHECK(same(greatest_minus(ndpm).value_with_ties(sigma, tau, printed), fraction(4, 5)));
}

TEST_CASE("Without a closed form the maximum is found by trying, up to n = 8", "[metrics]") {
    const Metric& mape = named(all(), "mape");
    const Metric& smape = named(all(), "smape");
    const auto reversed = [](const Metric& metric, std::size_t n) {
        return value_of(greatest_minus(metric), Permutation::reversal(n), Permutation::identity(n));
    };
    // S_2: mape 100/2·(1/1 + 1/2) at the reversal.
    CHECK(same(reversed(mape, 2), 0));
    CHECK(same(value_of(greatest_minus(mape), Permutation::identity(2), Permutation::identity(2)),
               75));
    CHECK(reversed(smape, 6).sign() >= 0);
    const auto nine = [](const Metric& metric) {
        return message_of<NotSupported>([&] {
            value_of(greatest_minus(metric), Permutation::identity(9), Permutation::identity(9));
        });
    };
    const std::string expected = ": found n = 9, expected n up to 8, where all rankings are tried";
    CHECK(nine(mape) == "max-mape" + expected);
    CHECK(nine(smape) == "max-smape" + expected);
}

TEST_CASE("Threads may share the maximum that is found by trying", "[metrics]") {
    const Metric& made = greatest_minus(named(all(), "mape"));
    const auto id = Permutation::identity(6);
    std::array<Value, 4> values;
    std::vector<std::thread> threads;
    for (Value& value : values)
        threads.emplace_back([&] { value = value_of(made, id, id); });
    for (std::thread& thread : threads)
        thread.join();
    for (const Value& value : values)
        CHECK(same(value, values.front()));
    CHECK(same(values.front(), greatest_by_trying(named(all(), "mape"), 6, {id}, {})));
}

TEST_CASE("A maximum is refused where weights would change it", "[metrics]") {
    const auto sigma = order_bca();
    const auto id = Permutation::identity(3);
    const Weighting weighting =
        weighting_of(ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "test"));
    const Metric& kendall = named(all(), "kendall");
    CHECK(same(value_of(greatest_minus(kendall), sigma, id), 1));  // 3 − 2
    CHECK(message_of<NotSupported>([&] {
              greatest_minus(kendall).value({sigma, id, weighting});
          }) == "max-kendall: found weights, expected unit weights");
    CHECK(same(one_minus(kendall).value({sigma, id, weighting}), -4));  // 1 − 5 (KV 3.1)
    CHECK(same(greatest_minus(named(all(), "mse")).value({sigma, id, weighting}),
               fraction(2, 3)));  // 8/3 − 2; mse takes no weights
}

TEST_CASE("A maximum is refused where no form is known and trying M(π, id) is not enough",
          "[metrics]") {
    const auto id = Permutation::identity(4);
    const Parameters k = with_k(2);
    const Metric& twice = greatest_minus(one_minus(named(all(), "recall")));
    CHECK_THROWS_AS(value_of(twice, id, id, k), NotSupported);
    CHECK_THROWS_AS(value_of(greatest_minus(one_minus(named(all(), "dcg"))), id, id), NotSupported);
    // 1 − kendall-tau is right-invariant: its maximum is 2.
    const Metric& tau = greatest_minus(one_minus(named(all(), "kendall-tau")));
    CHECK(same(value_of(tau, Permutation::reversal(4), id), 0));
    CHECK(same(value_of(tau, id, id), 2));
}

TEST_CASE("A transform of an undefined value is undefined", "[metrics]") {
    const auto one = Permutation::identity(1);
    const Metric& tau = named(all(), "kendall-tau");
    CHECK(value_of(one_minus(tau), one, one).why_undefined() ==
          "0/0: fewer than 2 elements make no pair");
    CHECK_FALSE(value_of(greatest_minus(tau), one, one).is_defined());
    CHECK_THROWS_AS(value_of(one_minus(named(all(), "recall")), one, one), InputError);
}

}  // namespace disarray::test
