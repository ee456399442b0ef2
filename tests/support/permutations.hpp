// SPDX-License-Identifier: MIT
//
// Permutations for tests, made without the code under test: all of S_n, and one of S_n from a seed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::test {

/// S_n in lexicographic order of rank vectors; n! entries, so n ≤ 8.
inline std::vector<Permutation> all_permutations(std::size_t n) {
    std::vector<Rank> ranks(n);
    std::iota(ranks.begin(), ranks.end(), Rank{0});
    std::vector<Permutation> all;
    do {
        all.push_back(Permutation::from_ranks_unchecked(ranks));
    } while (std::next_permutation(ranks.begin(), ranks.end()));
    return all;
}

/// Every function from n elements to ranks 0, …, n−1: all rankings with ties, with gaps or without.
inline std::vector<std::vector<Rank>> rankings_with_ties(std::size_t n) {
    std::vector<std::vector<Rank>> all{{}};
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<std::vector<Rank>> longer;
        for (const auto& ranking : all) {
            for (Rank rank = 0; rank < n; ++rank) {
                longer.push_back(ranking);
                longer.back().push_back(rank);
            }
        }
        all = std::move(longer);
    }
    return all;
}

/// Fisher and Yates by hand: std::shuffle differs between standard libraries. (The remainder
/// favours small ranks by less than n/2^64.)
inline Permutation shuffled(std::size_t n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<Rank> ranks(n);
    std::iota(ranks.begin(), ranks.end(), Rank{0});
    for (std::size_t i = n; i > 1; --i)
        std::swap(ranks[i - 1], ranks[random() % i]);
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

/// From a rank vector counted from 1.
inline Permutation ranks(std::vector<std::int64_t> values) {
    return Permutation::from_ranks(values, "test");
}

/// KV's example: the order b c a, so a is on rank 3, b on 1, c on 2.
inline Permutation order_bca() {
    return ranks({3, 1, 2});
}

}  // namespace disarray::test
