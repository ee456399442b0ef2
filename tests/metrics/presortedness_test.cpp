// SPDX-License-Identifier: MIT
// The measures of presortedness against their definitions on all pairs of small permutations, and
// against numbers and inequalities that the literature has.
#include "metrics/presortedness.hpp"

#include <algorithm>
#include <map>

#include "metrics/classical.hpp"
#include "ranking/inversions.hpp"
#include "tests/metrics/gt_support.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

using SequenceCounts = std::map<std::uint64_t, int>;

SequenceCounts counts_of(std::size_t n, std::uint64_t (*measure)(std::span<const Rank>)) {
    SequenceCounts counts;
    for (const Permutation& sigma : all_permutations(n))
        ++counts[measure(sigma.ranks())];
    return counts;
}

}  // namespace

TEST_CASE("Measures of presortedness equal their definitions on all pairs",
          "[metrics][presortedness]") {
    for (const Metric& metric : presortedness_metrics()) {
        CAPTURE(metric.name);
        for (std::size_t n = 0; n <= 4; ++n) {
            for (const Permutation& sigma : all_permutations(n)) {
                for (const Permutation& tau : all_permutations(n)) {
                    const Comparison c{sigma, tau, Weighting{}};
                    REQUIRE(same(metric.value(c), metric.naive_value(c)));
                }
            }
        }
        const Permutation identity = Permutation::identity(7);
        for (const Permutation& sigma : all_permutations(7)) {
            const Comparison c{sigma, identity, Weighting{}};
            CAPTURE(sigma.to_string());
            REQUIRE(same(metric.value(c), metric.naive_value(c)));
        }
    }
}

TEST_CASE("Measures of presortedness are greatest where their entries say",
          "[metrics][presortedness]") {
    for (const Metric& metric : presortedness_metrics()) {
        CAPTURE(metric.name);
        for (std::size_t n = 1; n <= 7; ++n) {
            const Permutation identity = Permutation::identity(n);
            Value most(-1);
            for (const Permutation& sigma : all_permutations(n)) {
                const Value value = metric.value({sigma, identity, Weighting{}});
                if (compare(value, most) == Order::greater) most = value;
            }
            REQUIRE(same(metric.greatest(n, {}), most));
        }
    }
}

TEST_CASE("Measures of presortedness have the distributions that are known",
          "[metrics][presortedness]") {
    // Eulerian numbers, OEIS A008292.
    CHECK(counts_of(5, runs) == SequenceCounts{{0, 1}, {1, 26}, {2, 66}, {3, 26}, {4, 1}});
    // By the longest subsequence, A047874; the reversal makes descending ones of ascending ones.
    CHECK(counts_of(5, sus) == SequenceCounts{{0, 1}, {1, 41}, {2, 61}, {3, 16}, {4, 1}});
    // By the i with x_{i+1} = x_i + 1, of which a block less than all has; A010027 row 5.
    CHECK(counts_of(5, block) == SequenceCounts{{0, 1}, {1, 4}, {2, 18}, {3, 44}, {4, 53}});
    // Two ascending or descending pieces fewer make one: those of one piece are two, above n = 1.
    CHECK(counts_of(6, mono).at(0) == 2);
}

TEST_CASE("Measures of presortedness stand to each other as Estivill-Castro and Wood say",
          "[metrics][presortedness]") {
    for (std::size_t n = 1; n <= 7; ++n) {
        const Permutation identity = Permutation::identity(n);
        for (const Permutation& sigma : all_permutations(n)) {
            const std::uint64_t inversions = inversion_count(sigma), d = dis(sigma.ranks());
            const std::uint64_t most = chebyshev(sigma, identity);
            CAPTURE(sigma.to_string());
            REQUIRE((most <= d && d <= 2 * most));
            REQUIRE((d <= inversions && 2 * inversions <= n * d));
            REQUIRE(runs(sigma.ranks()) <= ulam(sigma, identity));
            REQUIRE(enc(sigma.ranks()) <= sus(sigma.ranks()));
        }
    }
}

TEST_CASE("Skiena's encroaching lists of his example are three", "[metrics][presortedness]") {
    // 4 6 5 2 9 1 3 8 0 7: [0 1 2 4 6 9], [3 5 8], [7].
    CHECK(enc(std::vector<Rank>{4, 6, 5, 2, 9, 1, 3, 8, 0, 7}) == 2);
}

}  // namespace disarray::test
