// SPDX-License-Identifier: MIT
//
// Inversions: pairs of elements i < j with σ(i) > σ(j). They are counted between the lower and the
// upper half of the ranks, then within each, down to 64 ranks that fit the bits of a word. Sums of
// products of weights, which make K_w nearly as cheap as K, take a bottom-up merge sort that adds,
// for every element taken from the right half, what is still left of the left half (Knight 1966). A
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
/// The same of a permutation of 0, …, n−1 that is used up as working space.
std::uint64_t inversion_count_unchecked(std::vector<Rank> ranks);

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
