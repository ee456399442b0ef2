// SPDX-License-Identifier: MIT
// The classical distances against their definitions on all pairs of small permutations, and against
// numbers that combinatorics knows: how many permutations have each distance from the identity.
#include "metrics/classical.hpp"

#include <map>
#include <queue>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "tests/metrics/gt_support.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

/// How many σ of S_n have each distance from the identity.
template <class Distance>
std::map<std::int64_t, int> distribution(std::size_t n, const Distance& distance) {
    std::map<std::int64_t, int> counts;
    for (const Permutation& sigma : all_permutations(n))
        ++counts[static_cast<std::int64_t>(distance(sigma, Permutation::identity(n)))];
    return counts;
}

using Counts = std::map<std::int64_t, int>;

/// Steps from the identity by any move of `moves`, breadth first.
template <class Moves>
std::map<Permutation, std::size_t> distances_by_moves(std::size_t n, const Moves& moves) {
    std::map<Permutation, std::size_t> steps{{Permutation::identity(n), 0}};
    std::queue<Permutation> open;
    open.push(Permutation::identity(n));
    while (!open.empty()) {
        const Permutation from = open.front();
        open.pop();
        for (const Permutation& to : moves(from)) {
            if (steps.emplace(to, steps.at(from) + 1).second) open.push(to);
        }
    }
    return steps;
}

Permutation of(std::vector<Rank> ranks) {
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

std::vector<Permutation> swapped(const Permutation& sigma) {
    std::vector<Permutation> all;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            std::vector<Rank> ranks(sigma.ranks().begin(), sigma.ranks().end());
            std::swap(ranks[i], ranks[j]);
            all.push_back(of(std::move(ranks)));
        }
    }
    return all;
}

std::vector<Permutation> with_one_moved(const Permutation& sigma) {
    std::vector<Permutation> all;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            std::vector<Rank> ranks(sigma.ranks().begin(), sigma.ranks().end());
            const Rank moved = ranks[i];
            ranks.erase(ranks.begin() + std::ptrdiff_t(i));
            ranks.insert(ranks.begin() + std::ptrdiff_t(j), moved);
            all.push_back(of(std::move(ranks)));
        }
    }
    return all;
}

}  // namespace

TEST_CASE("Classical metrics equal their definitions on all pairs", "[metrics]") {
    for (const Metric& metric : classical_metrics()) {
        CAPTURE(metric.name);
        for (std::size_t n = metric.least_n == 1 ? 0 : 1; n <= 4; ++n) {
            for (const Permutation& sigma : all_permutations(n)) {
                for (const Permutation& tau : all_permutations(n)) {
                    const Comparison c{sigma, tau, Weighting{}};
                    const Value value = metric.value(c), naive = metric.naive_value(c);
                    REQUIRE(value.is_defined() == naive.is_defined());
                    if (value.is_defined()) REQUIRE(same(value, naive));
                }
            }
        }
    }
    CHECK_THROWS_AS(ulam(order_bca(), Permutation::identity(4)), UsageError);
    CHECK_THROWS_AS(lee(order_bca(), Permutation::identity(4)), UsageError);
}

TEST_CASE("Cayley and Ulam count moves", "[metrics]") {
    for (std::size_t n = 1; n <= 5; ++n) {
        for (const auto& [sigma, steps] : distances_by_moves(n, swapped))
            REQUIRE(cayley(sigma, Permutation::identity(n)) == steps);
        for (const auto& [sigma, steps] : distances_by_moves(n, with_one_moved))
            REQUIRE(ulam(sigma, Permutation::identity(n)) == steps);
    }
}

TEST_CASE("Classical distances have the distributions that are known", "[metrics]") {
    // Unsigned Stirling numbers of the first kind, OEIS A008275.
    CHECK(distribution(5, cayley) == Counts{{0, 1}, {1, 10}, {2, 35}, {3, 50}, {4, 24}});
    // By the length of the longest increasing subsequence, A047874 row 5, from 5 down to 1.
    CHECK(distribution(5, ulam) == Counts{{0, 1}, {1, 16}, {2, 61}, {3, 41}, {4, 1}});
    // Permutations of displacement at most m: A000012, A000045 (Fibonacci), A002524.
    CHECK(distribution(4, chebyshev) == Counts{{0, 1}, {1, 4}, {2, 9}, {3, 10}});
    // Spearman's S, A175929 row 4: half of S from 0.
    CHECK(distribution(4,
                       [](const auto& a, const auto& b) {
                           return spearman_distance(a, b).template convert_to<std::int64_t>();
                       }) == Counts{{0, 1},
                                    {2, 3},
                                    {4, 1},
                                    {6, 4},
                                    {8, 2},
                                    {10, 2},
                                    {12, 2},
                                    {14, 4},
                                    {16, 1},
                                    {18, 3},
                                    {20, 1}});
}

TEST_CASE("Classical metrics are greatest where their entries say", "[metrics]") {
    for (const Metric& metric : classical_metrics()) {
        CAPTURE(metric.name);
        for (std::size_t n = metric.least_n; n <= 6; ++n) {
            Value most(-1);
            for (const Permutation& sigma : all_permutations(n)) {
                const Value value = metric.value({sigma, Permutation::identity(n), Weighting{}});
                if (compare(value, most) == Order::greater) most = value;
            }
            REQUIRE(same(metric.greatest(n, {}), most));
        }
    }
}

TEST_CASE("Gini's gamma is of both ends alike", "[metrics]") {
    for (std::size_t n = 2; n <= 5; ++n) {
        const Permutation identity = Permutation::identity(n);
        CHECK(same(gini_gamma(identity, identity), Value(1)));
        CHECK(same(gini_gamma(Permutation::reversal(n), identity), Value(-1)));
    }
}

}  // namespace disarray::test
