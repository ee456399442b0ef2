// SPDX-License-Identifier: MIT
//
// The classical distances of permutations beside Kendall's and the footrule (Diaconis 1988, chapter
// 6; Deza and Huang 1998), and Gini's coefficient. All of them are functions of στ⁻¹ or of the
// differences σ(i) − τ(i), without weights.
#pragma once

#include <cstddef>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::metrics {

// \throws UsageError if σ and τ differ in size.

/// Cayley's distance: the least number of transpositions that turn σ into τ, which is n less the
/// cycles of στ⁻¹ (Cayley 1849). O(n).
std::size_t cayley(const Permutation& sigma, const Permutation& tau);
/// Ulam's distance: the least number of elements to be taken out and put in elsewhere, which is n
/// less the longest sequence of elements that both order alike (Ulam 1972). O(n log n).
std::size_t ulam(const Permutation& sigma, const Permutation& tau);
/// Σ (σ(i) − τ(i))², Spearman's S (Spearman 1904): (1 − ρ)·n(n²−1)/6. O(n).
Integer spearman_distance(const Permutation& sigma, const Permutation& tau);
/// max |σ(i) − τ(i)|. O(n).
std::size_t chebyshev(const Permutation& sigma, const Permutation& tau);
/// Σ min(|σ(i) − τ(i)|, n − |σ(i) − τ(i)|), the steps around a circle of n ranks (Lee 1958; Deza
/// and Huang 1998). O(n).
Integer lee(const Permutation& sigma, const Permutation& tau);
/// Gini's γ: Σ (|σ(i) + τ(i) − n − 1| − |σ(i) − τ(i)|) / ⌊n²/2⌋, ranks from 1 (Gini 1914). 1 where
/// the rankings are equal, −1 where they are opposite; undefined for n < 2. O(n).
Value gini_gamma(const Permutation& sigma, const Permutation& tau);

/// This file's entries in the catalogue: cayley, ulam, spearman-distance, chebyshev, lee,
/// gini-gamma.
std::vector<Metric> classical_metrics();

}  // namespace disarray::metrics
