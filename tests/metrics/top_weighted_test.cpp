// SPDX-License-Identifier: MIT
// Metrics that weigh the top, against their definitions: the entries of the catalogue on all pairs
// of permutations, rankings with ties against the mean over all orders of the tied elements or
// against the sum over pairs.
#include "metrics/top_weighted.hpp"

#include <algorithm>
#include <tuple>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/correlation.hpp"
#include "tests/metrics/gt_support.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

/// All permutations that order what `ranks` orders.
std::vector<Permutation> orders_of(const std::vector<Rank>& ranks) {
    std::vector<Permutation> all;
    for (const Permutation& order : all_permutations(ranks.size())) {
        bool keeps = true;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            for (std::size_t j = 0; j < ranks.size(); ++j)
                keeps = keeps && (ranks[i] >= ranks[j] || order[i] < order[j]);
        }
        if (keeps) all.push_back(order);
    }
    return all;
}

int sign(Rank a, Rank b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

/// b(σ,τ) of τ_AP,b: every element below the top block, and those above its block.
Value one_side(const std::vector<Rank>& s, const std::vector<Rank>& t) {
    const Rank top = *std::ranges::min_element(s);
    Rational sum = 0;
    std::int64_t below = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == top) continue;
        ++below;
        std::int64_t above = 0, concordant = 0;
        for (std::size_t j = 0; j < s.size(); ++j) {
            if (s[j] >= s[i]) continue;
            ++above;
            concordant += t[j] < t[i];
        }
        sum += Rational(Integer(concordant), Integer(above));
    }
    if (below == 0) return Value::undefined("");
    return 2 * sum / Rational(below) - 1;
}

/// Vigna's definition along one order ρ, ranks from 1.
Value weighted_along(const std::vector<Rank>& first, const std::vector<Rank>& second) {
    const std::size_t n = first.size();
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i)
        order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::tuple(first[i], second[i], i); });
    std::vector<Rational> weight(n);
    for (std::size_t r = 0; r < n; ++r)
        weight[order[r]] = Rational(1, Integer(r + 1));
    Rational product = 0, one = 0, other = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Rational w = weight[i] + weight[j];
            const int a = sign(first[i], first[j]), b = sign(second[i], second[j]);
            product += w * Rational(a * b);
            one += w * Rational(a * a);
            other += w * Rational(b * b);
        }
    }
    if (one == 0 || other == 0) return Value::undefined("");
    return Value(product) / Value::root(one * other, 2);
}

bool same_or_undefined(const Value& a, const Value& b) {
    return a.is_defined() ? b.is_defined() && compare(a, b) == Order::equal : !b.is_defined();
}

}  // namespace

TEST_CASE("Top-weighted metrics equal their definitions on all pairs", "[metrics]") {
    for (const Metric& metric : top_weighted_metrics()) {
        CAPTURE(metric.name);
        for (std::size_t n = 2; n <= 4; ++n) {
            for (const Permutation& sigma : all_permutations(n)) {
                for (const Permutation& tau : all_permutations(n)) {
                    for (std::size_t k = 1; k < n; ++k) {
                        Parameters parameters;
                        parameters.k = k;
                        parameters.penalty = Rational(1, 3);
                        const Comparison c{sigma, tau, Weighting{}, Frame::element, parameters};
                        REQUIRE(same_or_undefined(metric.value(c), metric.naive_value(c)));
                        if (metric.takes.k)
                            REQUIRE(same(metric.values_by_k(c)[k - 1], metric.value(c)));
                    }
                }
            }
        }
    }
}

TEST_CASE("Top-weighted metrics are greatest where their entries say", "[metrics]") {
    for (const Metric& metric : top_weighted_metrics()) {
        CAPTURE(metric.name);
        for (std::size_t n = 2; n <= 5; ++n) {
            for (std::size_t k = 1; k < n; ++k) {
                for (const Rational& penalty : {Rational(0), Rational(1, 2), Rational(1)}) {
                    Parameters parameters;
                    parameters.k = k;
                    parameters.penalty = penalty;
                    const Permutation identity = Permutation::identity(n);
                    Value most(-1);
                    for (const Permutation& sigma : all_permutations(n)) {
                        const Value value = metric.value(
                            {sigma, identity, Weighting{}, Frame::element, parameters});
                        if (compare(value, most) == Order::greater) most = value;
                    }
                    REQUIRE(same(metric.greatest(n, parameters), most));
                }
            }
        }
    }
}

TEST_CASE("AP correlation takes ties of the evaluated ranking by their mean", "[metrics]") {
    for (std::size_t n = 2; n <= 4; ++n) {
        for (const auto& sigma : rankings_with_ties(n)) {
            const std::vector<Permutation> orders = orders_of(sigma);
            for (const Permutation& tau : all_permutations(n)) {
                Value sum = 0;
                for (const Permutation& order : orders)
                    sum += tau_ap(order.ranks(), tau.ranks());
                REQUIRE(same(tau_ap(sigma, tau.ranks()), sum / Value(Rational(orders.size()))));
            }
        }
    }
    const std::vector<Rank> tied{0, 0, 1}, one{0};
    CHECK_FALSE(tau_ap(tied, tied).is_defined());
    CHECK_FALSE(tau_ap(one, one).is_defined());
    CHECK_THROWS_AS(tau_ap(tied, one), UsageError);
}

TEST_CASE("AP correlation b and weighted tau take ties of both rankings", "[metrics]") {
    for (std::size_t n = 1; n <= 4; ++n) {
        for (const auto& sigma : rankings_with_ties(n)) {
            for (const auto& tau : rankings_with_ties(n)) {
                const Value b = (one_side(sigma, tau) + one_side(tau, sigma)) / Value(2);
                REQUIRE(same_or_undefined(tau_ap_b(sigma, tau), b));
                const Value weighted =
                    (weighted_along(sigma, tau) + weighted_along(tau, sigma)) / Value(2);
                REQUIRE(same_or_undefined(weighted_tau(sigma, tau), weighted));
            }
        }
    }
}

TEST_CASE("Top-weighted metrics have the values of their authors", "[metrics]") {
    // Fagin et al.: disjoint lists of k are k² + p·k(k−1) apart.
    const Permutation identity = Permutation::identity(6);
    const Permutation apart =
        Permutation::from_ranks(std::vector<std::int64_t>{4, 5, 6, 1, 2, 3}, "ranks");
    CHECK(kendall_top_k(apart, identity, 3, Rational(1, 2)) == 12);
    CHECK(kendall_top_k(apart, identity, 3, 0) == 9);
    // The example of SciPy's weightedtau: scores 12 2 1 12 2 and 1 4 7 1 0, −0.56694968….
    const std::vector<Rank> x{0, 1, 2, 0, 1}, y{2, 1, 0, 2, 3};
    CHECK(weighted_tau(x, y).to_decimal(10) == "-0.5669496815");
    // Somers: the concordant less the discordant of the pairs that the reference orders.
    const std::vector<Rank> first{0, 0, 1}, second{0, 1, 1};
    CHECK(same(somers_d(first, second), Value(Rational(1, 2))));
    CHECK(same(somers_d(second, first), Value(Rational(1, 2))));
    const std::vector<Rank> third{0, 1, 2};
    CHECK(same(somers_d(third, first), Value(1)));
    CHECK(same(somers_d(first, third), Value(Rational(2, 3))));
}

TEST_CASE("A penalty is a number from 0 to 1", "[metrics]") {
    const Metric& metric = *metrics_named("kendall-top-k", std::nullopt, "m").front();
    Parameters parameters;
    parameters.k = 1;
    parameters.penalty = Rational(3, 2);
    const Permutation identity = Permutation::identity(3);
    CHECK(contains(
        message_of<InputError>([&] {
            (void)metric.value({identity, identity, Weighting{}, Frame::element, parameters});
        }),
        "--penalty: found 3/2, expected a number from 0 to 1"));
}

}  // namespace disarray::test
