// SPDX-License-Identifier: MIT
//
// Inversions: pairs of elements i < j with σ(i) > σ(j). Counting is a bottom-up merge sort that
// adds, for every element taken from the right half, what is still left of the left half. The same
// pass sums products of weights, which makes K_w as cheap as K (Knight 1966 for the count). A
// Fenwick tree does the same in one pass but misses the cache at n = 10⁶.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"

namespace disarray {

/// Number of inversions of σ. O(n log n); at most n(n−1)/2 < 2^63 for every n that fits a Rank.
std::uint64_t inversion_count(const Permutation& sigma);

/// The inversions (i, j), i < j, counted from 0, in lexicographic order. O(n²).
std::vector<std::pair<Rank, Rank>> inversions(const Permutation& sigma);

/// Σ weight_i · weight_j over the inversions of the sequence `ranks`. O(n log n).
/// \param ranks    distinct; used up as working space
/// \param weights  as many as ranks, ≥ 0; used up as working space
/// Precondition (not checked): (Σ weights)² fits `Sum`, Σ weights fits `Weight`.
template <class Weight, class Sum>
Sum inversion_weight_unchecked(std::vector<Rank> ranks, std::vector<Weight> weights);

extern template Int128 inversion_weight_unchecked(std::vector<Rank>, std::vector<std::int64_t>);
extern template Integer inversion_weight_unchecked(std::vector<Rank>, std::vector<Integer>);

}  // namespace disarray
