// SPDX-License-Identifier: MIT
// Shows that the metrics of one ranking equal GT's sums, exactly, and where they are greatest.
#include "metrics/gain.hpp"

#include "base/error.hpp"
#include "tests/metrics/gt_support.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

const std::vector<Metric>& all() {
    static const std::vector<Metric> metrics = gain_metrics();
    return metrics;
}

Parameters with_relevant(std::vector<Rank> elements) {
    Parameters parameters;
    parameters.relevant = std::move(elements);
    return parameters;
}

Value at_example(std::string_view name, const Parameters& parameters = {}) {
    return value_of(named(all(), name), order_bca(), Permutation::identity(3), parameters);
}

/// No parameters, or every k; then every set of relevant elements.
std::vector<Parameters> all_parameters(const Metric& metric, std::size_t n) {
    if (!metric.takes.k) return {{}};
    std::vector<Parameters> parameters;
    for (std::size_t k = 1; k < n; ++k)
        parameters.push_back(with_k(k));
    for (std::size_t subset = 1; subset < std::size_t{1} << n; ++subset) {
        std::vector<Rank> elements;
        for (Rank i = 0; i < n; ++i) {
            if ((subset >> i & 1) != 0) elements.push_back(i);
        }
        parameters.push_back(with_relevant(std::move(elements)));
    }
    return parameters;
}

}  // namespace

TEST_CASE("The gain metrics stand in the order of GT Table 2", "[metrics]") {
    CHECK(names_of(all()) == std::vector<std::string>{"dcg", "ndcg", "mrr", "gmr", "mean-rank"});
}

TEST_CASE("The gain metrics of KV's example, by hand", "[metrics]") {
    // Ranks 3, 1, 2: 3/log₂2 + 1/log₂3 + 2/log₂4; at the reversal 3/log₂2 + 2/log₂3 + 1/log₂4.
    const Value inverse = Value::inverse_log2(3);
    CHECK(same(at_example("dcg"), 4 + inverse));
    CHECK(same(at_example("ndcg"), (4 + inverse) / (fraction(7, 2) + 2 * inverse)));
    CHECK(at_example("dcg").to_string() == "4 + 1/log2(3)");
    // R = {1,2}: ranks 3 and 1.
    CHECK(same(at_example("mrr", with_k(2)), fraction(2, 3)));
    CHECK(same(at_example("gmr", with_k(2)), Value::root(3, 2)));
    CHECK(same(at_example("mean-rank", with_k(2)), 2));
    // R = {2,3}: ranks 1 and 2. It is taken rather than k.
    Parameters parameters = with_relevant({1, 2});
    parameters.k = 1;
    CHECK(same(at_example("mrr", parameters), fraction(3, 4)));
    CHECK(same(at_example("gmr", parameters), Value::root(2, 2)));
    CHECK(same(at_example("mean-rank", parameters), fraction(3, 2)));
}

TEST_CASE("GT's optimal ranking, the identity, has the least dcg", "[metrics]") {
    const Metric& dcg = named(all(), "dcg");
    const auto id = Permutation::identity(5);
    const Value least = value_of(dcg, id, id);
    for (const Permutation& sigma : all_permutations(5)) {
        if (sigma.is_identity()) continue;
        if (compare(value_of(dcg, sigma, id), least) != Order::greater) {
            FAIL_CHECK(sigma.to_string());
        }
    }
    SUCCEED();
}

TEST_CASE("Fast equals naive for every gain metric on S_1 to S_5", "[metrics]") {
    for (std::size_t n = 1; n <= 5; ++n) {
        for (const Metric& metric : all()) {
            for (const Parameters& parameters : all_parameters(metric, n)) {
                for (const Permutation& sigma : all_permutations(n))
                    require_as_naive(metric, sigma, Permutation::identity(n), parameters);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("Fast equals naive for every gain metric on random rankings of 50", "[metrics]") {
    for (const Metric& metric : all()) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            const Parameters parameters = with_k(1 + 9 * seed);
            require_as_naive(metric, shuffled(50, seed), shuffled(50, 1000 + seed), parameters);
        }
    }
    SUCCEED();
}

TEST_CASE("The gain metrics ignore the reference, and in the literal frame measure one ranking",
          "[metrics]") {
    for (const Metric& metric : all()) {
        CHECK(metric.ignores_reference);
        const Parameters parameters = with_k(2);
        for (const auto& [sigma, tau] : all_pairs(3)) {
            const auto id = Permutation::identity(3);
            const Value alone = value_of(metric, sigma, id, parameters);
            const Value composed = value_of(metric, compose(sigma, tau.inverse()), id, parameters);
            if (!same(value_of(metric, sigma, tau, parameters), alone) ||
                !same(value_of(metric, sigma, tau, parameters, Frame::literal), composed)) {
                FAIL_CHECK(described(metric, sigma, tau, parameters));
            }
            require_as_naive(metric, sigma, tau, parameters, Frame::literal);
        }
    }
}

TEST_CASE("The means by k are those of each k", "[metrics]") {
    for (const Metric& metric : all()) {
        CHECK(static_cast<bool>(metric.values_by_k) == metric.takes.k);
        if (!metric.takes.k) continue;
        for (const Permutation& sigma : all_permutations(5))
            require_values_by_k(metric, sigma, sigma, with_relevant({2}));
        require_values_by_k(metric, shuffled(50, 1), shuffled(50, 2));
        require_values_by_k(metric, Permutation::identity(1), Permutation::identity(1));
    }
}

TEST_CASE("The greatest gain metric is the greatest over all rankings", "[metrics]") {
    for (const Metric& metric : all()) {
        for (std::size_t n = 1; n <= 5; ++n) {
            for (const Parameters& parameters : all_parameters(metric, n))
                require_greatest(metric, n, parameters);
        }
    }
    CHECK(same(named(all(), "ndcg").greatest(9, {}), 1));
    CHECK(same(named(all(), "mrr").greatest(9, with_k(3)), fraction(11, 18)));  // (1+1/2+1/3)/3
    CHECK(same(named(all(), "mean-rank").greatest(9, with_k(3)), 8));           // 7, 8, 9
}

TEST_CASE("A dcg of 1000 ranks is one exact sum", "[metrics]") {
    const auto id = Permutation::identity(1000);
    const Metric& dcg = named(all(), "dcg");
    const Value greatest = value_of(dcg, Permutation::reversal(1000), id);
    CHECK(greatest.kind() == "logarithmic");
    CHECK(compare(value_of(dcg, shuffled(1000, 1), id), greatest) == Order::less);
}

TEST_CASE("The gain metrics refuse rankings of different sizes", "[metrics]") {
    for (const Metric& metric : all()) {
        CHECK_THROWS_AS(
            value_of(metric, Permutation::identity(3), Permutation::identity(4), with_k(1)),
            UsageError);
    }
}

}  // namespace disarray::test
