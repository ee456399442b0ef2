// SPDX-License-Identifier: MIT
// Distances of rankings with ties against their definitions on all pairs of small rankings, and
// against the equivalences that Fagin et al. prove.
#include "metrics/partial_rankings.hpp"

#include <set>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "metrics/classical.hpp"
#include "ranking/inversions.hpp"
#include "tests/metrics/gt_support.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

/// Rank vectors of n elements whose ranks are 0, …, k−1, none left out.
std::vector<std::vector<Rank>> bucket_orders(std::size_t n) {
    std::vector<std::vector<Rank>> all;
    std::vector<Rank> ranks(n, 0);
    for (bool more = true; more;) {
        const std::set<Rank> used(ranks.begin(), ranks.end());
        if (*used.rbegin() + 1 == used.size()) all.push_back(ranks);
        std::size_t i = 0;
        while (i < n && ++ranks[i] == n)
            ranks[i++] = 0;
        more = i < n;
    }
    return all;
}

Integer inversions_between(const Permutation& a, const Permutation& b) {
    return inversion_count(compose(a, b.inverse()));
}

Integer displacements_between(const Permutation& a, const Permutation& b) {
    Integer sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += abs(Integer(a[i]) - Integer(b[i]));
    return sum;
}

}  // namespace

TEST_CASE("There are as many rankings with ties as Fubini numbers", "[metrics][ties]") {
    CHECK(bucket_orders(3).size() == 13);
    CHECK(bucket_orders(4).size() == 75);
}

TEST_CASE("Distances of rankings with ties equal their definitions", "[metrics][ties]") {
    for (std::size_t n = 1; n <= 4; ++n) {
        const auto all = bucket_orders(n);
        for (const auto& s : all) {
            for (const auto& t : all) {
                const Rational third = fraction(1, 3);
                REQUIRE(kendall_partial(s, t, third) == naive_kendall_partial(s, t, third));
                REQUIRE(footrule_profile(s, t) == naive_footrule_profile(s, t));
                REQUIRE(kendall_hausdorff(s, t) == naive_hausdorff(s, t, inversions_between));
                REQUIRE(footrule_hausdorff(s, t) == naive_hausdorff(s, t, displacements_between));
            }
        }
    }
    // Buckets {a, b}, {c} have the positions 3/2, 3/2, 3.
    const std::vector<Rank> tied{0, 0, 1}, order{2, 1, 0};
    CHECK(footrule_profile(tied, order) == fraction(3, 2) + fraction(1, 2) + 2);
    CHECK(kendall_partial(tied, order, 0) == 2);
    CHECK_THROWS_AS(footrule_profile(tied, std::vector<Rank>{0}), UsageError);
    CHECK_THROWS_AS(footrule_hausdorff(tied, std::vector<Rank>{0}), UsageError);
}

TEST_CASE("Distances of rankings with ties are equivalent as Fagin et al. prove",
          "[metrics][ties]") {
    // Kprof <= Fprof <= 2Kprof, KHaus <= FHaus <= 2KHaus, Kprof <= KHaus <=
    // 2Kprof.
    const auto all = bucket_orders(4);
    for (const auto& s : all) {
        for (const auto& t : all) {
            const Rational k = kendall_partial(s, t, fraction(1, 2)), f = footrule_profile(s, t);
            const Rational kh = kendall_hausdorff(s, t), fh = footrule_hausdorff(s, t);
            REQUIRE((k <= f && f <= 2 * k));
            REQUIRE((kh <= fh && fh <= 2 * kh));
            REQUIRE((k <= kh && kh <= 2 * k));
        }
    }
}

TEST_CASE("Metrics of rankings with ties are found by name, and are those of permutations",
          "[metrics][ties]") {
    for (const Metric& metric : partial_ranking_metrics()) {
        CAPTURE(metric.name);
        CHECK(metrics_named(metric.name, {}, "m") == std::vector<const Metric*>{&metric});
        for (const Permutation& sigma : all_permutations(4)) {
            for (const Permutation& tau : all_permutations(4)) {
                const Comparison c{sigma, tau, Weighting{}};
                REQUIRE(same(metric.value(c), metric.naive_value(c)));
            }
        }
    }
}

}  // namespace disarray::test
