// SPDX-License-Identifier: MIT
// Shows that the correlation coefficients and ndpm equal their definitions, ndpm also with ties.
#include "metrics/correlation.hpp"

#include <random>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/naive_gt.hpp"
#include "tests/metrics/gt_support.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

const std::vector<Metric>& all() {
    static const std::vector<Metric> metrics = correlation_metrics();
    return metrics;
}

Value at_example(std::string_view name, bool as_printed = false) {
    return value_of(named(all(), name), order_bca(), Permutation::identity(3), formula(as_printed));
}

using Ties = std::vector<Rank>;

Value ndpm_with_ties(const Ties& sigma, const Ties& tau, bool as_printed = false) {
    return named(all(), "ndpm").value_with_ties(sigma, tau, formula(as_printed));
}

/// All vectors of `n` numbers below `bound`.
std::vector<Ties> all_vectors(std::size_t n, Rank bound) {
    std::vector<Ties> vectors{{}};
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<Ties> longer;
        for (const Ties& shorter : vectors) {
            for (Rank r = 0; r < bound; ++r) {
                longer.push_back(shorter);
                longer.back().push_back(r);
            }
        }
        vectors = std::move(longer);
    }
    return vectors;
}

}  // namespace

TEST_CASE("The correlations stand in the order of GT Table 2", "[metrics]") {
    CHECK(names_of(all()) == std::vector<std::string>{"kendall-tau", "spearman-rho", "ndpm"});
}

TEST_CASE("The correlations of KV's example, by hand", "[metrics]") {
    // Ranks 3, 1, 2: 2 of 3 pairs are discordant; Σd² = 4 + 1 + 1.
    CHECK(same(at_example("kendall-tau"), fraction(-1, 3)));
    CHECK(same(at_example("spearman-rho"), fraction(-1, 2)));  // 1 − 6·6/(3·8)
    CHECK(same(at_example("ndpm"), fraction(2, 3)));
    CHECK(same(at_example("ndpm", true), fraction(5, 6)));  // ½ + 1/3
}

TEST_CASE("GT Lemma 6.3: kendall-tau of a swap depends on its width only", "[metrics]") {
    const std::size_t n = 8;
    const std::int64_t pairs = 28;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            std::vector<Rank> swapped(n);
            for (std::size_t r = 0; r < n; ++r)
                swapped[r] = static_cast<Rank>(r);
            std::swap(swapped[i], swapped[j]);
            const Value value =
                value_of(named(all(), "kendall-tau"), Permutation::from_ranks_unchecked(swapped),
                         Permutation::identity(n));
            const auto width = static_cast<std::int64_t>(j - i);
            CHECK(same(value, fraction(pairs - 4 * width + 2, pairs)));
        }
    }
}

TEST_CASE("Ndpm is half of 1 less kendall-tau, as printed it is 1/2 less kendall-tau",
          "[metrics]") {
    const auto id = Permutation::identity(5);
    const Metric& ndpm = named(all(), "ndpm");
    for (const Permutation& sigma : all_permutations(5)) {
        const Value tau = value_of(named(all(), "kendall-tau"), sigma, id);
        CHECK(same(value_of(ndpm, sigma, id), (1 - tau) / 2));
        CHECK(same(value_of(ndpm, sigma, id, formula(true)), fraction(1, 2) - tau));
    }
}

TEST_CASE("Fast equals naive for every correlation on all pairs up to S_5", "[metrics]") {
    require_as_naive_on_all_pairs(all());
}

TEST_CASE("Fast equals naive for every correlation on random rankings of 50", "[metrics]") {
    require_as_naive_at_random(all());
}

TEST_CASE("The greatest correlation is the greatest over all pairs", "[metrics]") {
    for (const Metric& metric : all()) {
        for (std::size_t n = 1; n <= 5; ++n) {
            for (const bool as_printed : {false, true})
                require_greatest(metric, n, formula(as_printed));
        }
    }
    CHECK(same(named(all(), "ndpm").greatest(5, formula(false)), 1));
    CHECK(same(named(all(), "ndpm").greatest(5, formula(true)), fraction(3, 2)));
}

TEST_CASE("Ndpm of rankings with ties, by hand", "[metrics]") {
    // Of the 5 pairs that 1 1 2 3 orders, 2 1 2 1 contradicts {1,4} and {3,4}, ties {1,3} and {2,4}
    // and agrees on {2,3}. Signs: C₊ = 2·(1 − 2), C_u = 10.
    const Ties sigma{1, 0, 1, 0};
    const Ties tau{0, 0, 1, 2};
    CHECK(same(ndpm_with_ties(sigma, tau), fraction(3, 5)));
    CHECK(same(ndpm_with_ties(sigma, tau, true), fraction(7, 10)));
    // The other way round 2 1 2 1 is the reference; it orders 4 pairs.
    CHECK(same(ndpm_with_ties(tau, sigma), fraction(5, 8)));
    // Nothing is known about the ranking: half.
    CHECK(same(ndpm_with_ties({0, 0, 0, 0}, tau), fraction(1, 2)));
    CHECK(ndpm_with_ties(sigma, {0, 0, 0, 0}).why_undefined() ==
          "0/0: the reference orders no pair");
}

TEST_CASE("Ndpm with ties equals its definition on all vectors of 4 numbers", "[metrics]") {
    const auto vectors = all_vectors(4, 3);
    for (const Ties& sigma : vectors) {
        for (const Ties& tau : vectors) {
            for (const bool as_printed : {false, true}) {
                const Value fast = ndpm_with_ties(sigma, tau, as_printed);
                if (same(fast, naive::ndpm(sigma, tau, as_printed))) continue;
                FAIL_CHECK(fmt::format("{} against {}: {}", fmt::join(sigma, " "),
                                       fmt::join(tau, " "), fast.to_string()));
            }
        }
    }
    SUCCEED();
}

TEST_CASE("Ndpm with ties equals its definition on random vectors, and ndpm without ties",
          "[metrics]") {
    std::mt19937_64 random(7);
    for (int i = 0; i < 50; ++i) {
        Ties sigma(40);
        Ties tau(40);
        for (Rank& rank : sigma)
            rank = static_cast<Rank>(random() % 12);
        for (Rank& rank : tau)
            rank = static_cast<Rank>(random() % 25);
        for (const bool as_printed : {false, true}) {
            CHECK(
                same(ndpm_with_ties(sigma, tau, as_printed), naive::ndpm(sigma, tau, as_printed)));
        }
    }
    for (const Permutation& sigma : all_permutations(4)) {
        for (const Permutation& tau : all_permutations(4)) {
            const Metric& ndpm = named(all(), "ndpm");
            CHECK(same(ndpm.value_with_ties(sigma.ranks(), tau.ranks(), {}),
                       value_of(ndpm, sigma, tau)));
        }
    }
}

TEST_CASE("Coefficients with ties equal their definitions on all vectors of 4 numbers",
          "[metrics]") {
    const auto sign = [](Rank a, Rank b) { return a < b ? -1 : a > b ? 1 : 0; };
    const auto vectors = all_vectors(4, 3);
    for (const Ties& sigma : vectors) {
        for (const Ties& tau : vectors) {
            int balance = 0, by_sigma = 0, by_tau = 0, by_both = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                for (std::size_t j = 0; j < i; ++j) {
                    const int s = sign(sigma[i], sigma[j]), t = sign(tau[i], tau[j]);
                    balance += s * t;
                    by_sigma += s * s;
                    by_tau += t * t;
                    by_both += s * s * t * t;
                }
            }
            const auto different = [](const Ties& ranks) {
                return static_cast<int>(std::set<Rank>(ranks.begin(), ranks.end()).size());
            };
            const int m = std::min(different(sigma), different(tau));
            CAPTURE(sigma, tau);
            REQUIRE(same(kendall_tau_a(sigma, tau), fraction(balance, 6)));
            REQUIRE(kendall_tau_b(sigma, tau).is_defined() == (by_sigma * by_tau > 0));
            REQUIRE(kendall_tau_c(sigma, tau).is_defined() == (m > 1));
            REQUIRE(goodman_kruskal_gamma(sigma, tau).is_defined() == (by_both > 0));
            if (m > 1) {
                REQUIRE(same(kendall_tau_c(sigma, tau), fraction(2 * m * balance, 16 * (m - 1))));
                REQUIRE(same(kendall_tau_b(sigma, tau) * kendall_tau_b(sigma, tau),
                             fraction(balance * balance, by_sigma * by_tau)));
            }
            if (by_both > 0)
                REQUIRE(same(goodman_kruskal_gamma(sigma, tau), fraction(balance, by_both)));
        }
    }
}

TEST_CASE("Coefficients of ties are kendall-tau without ties, and found by name only",
          "[metrics]") {
    for (const Metric& metric : coefficients_of_ties()) {
        CAPTURE(metric.name);
        CHECK(metrics_named(metric.name, {}, "m") == std::vector<const Metric*>{&metric});
        for (const Metric* other : metrics_named("all", {}, "m"))
            CHECK(other->name != metric.name);
        for (const Permutation& sigma : all_permutations(4)) {
            const Permutation id = Permutation::identity(4);
            CHECK(same(value_of(metric, sigma, id),
                       value_of(named(all(), "kendall-tau"), sigma, id)));
            CHECK(same(metric.value_with_ties(sigma.ranks(), id.ranks(), {}),
                       value_of(metric, sigma, id)));
        }
    }
}

TEST_CASE("One element makes no correlation", "[metrics]") {
    const auto one = Permutation::identity(1);
    const auto why = [&](std::string_view name) {
        return value_of(named(all(), name), one, one).why_undefined();
    };
    CHECK(why("kendall-tau") == "0/0: fewer than 2 elements make no pair");
    CHECK(why("spearman-rho") == "0/0: the ranks of fewer than 2 elements have no variance");
    CHECK(why("ndpm") == "0/0: the reference orders no pair");
    for (const Metric& metric : all())
        CHECK_FALSE(metric.greatest(1, {}).is_defined());
}

TEST_CASE("The correlations refuse rankings of different sizes", "[metrics]") {
    for (const Metric& metric : all()) {
        CHECK_THROWS_AS(value_of(metric, Permutation::identity(3), Permutation::identity(4)),
                        UsageError);
    }
    CHECK_THROWS_AS(ndpm_with_ties({0, 1}, {0, 1, 2}), UsageError);
    CHECK_THROWS_AS(naive::ndpm(Ties{0, 1}, Ties{0, 1, 2}, false), UsageError);
}

}  // namespace disarray::test
