// SPDX-License-Identifier: MIT
//
// Do K and F find the same bad queries? (KV 6.4, Figure 2.) The k queries that are worst by K and
// the k worst by F, and how many they share. Where several queries are equally bad at the boundary,
// any of them may be the k-th; all choices are looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/rational.hpp"

namespace disarray::properties::experiments {

/// Queries that are alike: the same place by K and by F.
struct Place {
    std::uint32_t by_kendall;   ///< 0 for the queries with the largest K, 1 for the next value, …
    std::uint32_t by_footrule;  ///< likewise by F
    std::uint64_t queries;      ///< how many, at least 1
};

/// |worst k by K ∩ worst k by F|.
struct Overlap {
    std::uint64_t k = 0;
    std::uint64_t least = 0;     ///< for the choice of ties that makes it least
    std::uint64_t greatest = 0;  ///< for the one that makes it greatest
    Rational expected;           ///< mean, where ties are broken at random, for K and F separately
};

/// For each k, from 1 to the number of queries. O(places) a k.
/// \throws UsageError for another k.
std::vector<Overlap> overlaps(std::span<const Place> places, std::span<const std::uint64_t> ks);

/// 1, 2, 3, 5, 7, 10, 15, 20, 30, … up to the number of queries, which is the last one.
std::vector<std::uint64_t> usual_overlap_sizes(std::uint64_t queries);

}  // namespace disarray::properties::experiments
