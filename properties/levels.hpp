// SPDX-License-Identifier: MIT
//
// What is decided by sorting instead of trying tuples: exact values as levels, of which the higher
// is the greater and the same is equal, and S_n in the order in which witnesses are preferred. Over
// all of S_n a question about triples then costs n!·log n! comparisons, not n!³.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact/value.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties {

struct Levels {
    /// For each value its level, from 0; the level of a greater value is greater, of an equal one
    /// the same. Empty: the value is undefined.
    std::vector<std::optional<std::size_t>> of;
    std::size_t count = 0;  ///< levels
    /// Pairs of values that the precision limit leaves open. If there are any, they have two levels
    /// whose order means nothing.
    std::uint64_t undecided = 0;
};

/// The levels of `values`. O(m log m) comparisons of intervals for m values, and exact ones only
/// within groups whose intervals overlap.
Levels levels(std::span<const Value> values);

/// S_n, the permutations with fewest inversions first, of these the lexicographically least rank
/// vectors; n ≤ 8 (UsageError above).
std::vector<Permutation> permutations_in_witness_order(std::size_t n);

}  // namespace disarray::properties
