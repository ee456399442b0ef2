// SPDX-License-Identifier: MIT
//
// Measures of presortedness: how far a sequence is from ascending (Mannila 1985; Estivill-Castro
// and Wood 1992; Petersson and Moffat 1995). Inv, Ham, Exc, Rem and Max are the distances kendall,
// hamming, cayley, ulam and chebyshev from the identity; here are the others. All are 0 for the
// identity: those that count pieces count one less. As metrics they measure στ⁻¹, the ranks in σ of
// the elements in order of τ, and so are right-invariant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::metrics {

// \param x  a permutation of 0, …, n−1 as a sequence

/// Length of the longest ascending (or descending) subsequence. O(n log n).
std::size_t longest_subsequence(std::span<const Rank> x, bool descending = false);

/// Dis: the greatest j − i with i < j, x_i > x_j; also called Par and Radius (Estivill-Castro, Wood
/// 1989). O(n).
std::uint64_t dis(std::span<const Rank> x);
/// Runs: the descents x_i > x_{i+1}, one less than the ascending runs. O(n).
std::uint64_t runs(std::span<const Rank> x);
/// Osc: Σ_i |{j : x_i strictly between x_j and x_{j+1}}| (Levcopoulos, Petersson 1993). O(n).
std::uint64_t osc(std::span<const Rank> x);
/// Enc: the encroaching lists less 1; each element goes to the first list that it can be put before
/// or behind (Skiena 1988). O(n log n).
std::uint64_t enc(std::span<const Rank> x);
/// SUS: the ascending subsequences that x can be cut into, at least, less 1: the longest descending
/// subsequence less 1 (Levcopoulos, Petersson 1994). O(n log n).
std::uint64_t sus(std::span<const Rank> x);
/// Mono: the consecutive pieces, each ascending or descending, that x can be cut into, at least,
/// less 1 (Zhang, Meng, Liang 2016). O(n).
std::uint64_t mono(std::span<const Rank> x);
/// Block: neighbours x_i, x_{i+1} that are no neighbours in this order when sorted, one less than
/// the blocks (Carlsson, Levcopoulos, Petersson 1993). O(n).
std::uint64_t block(std::span<const Rank> x);

/// This file's entries in the catalogue: dis, runs, osc, enc, sus, mono, block.
std::vector<Metric> presortedness_metrics();

}  // namespace disarray::metrics
