// SPDX-License-Identifier: MIT
//
// The correlation coefficients of two rankings (GT C.2; Table 1, "correlation") and Yao's ndpm,
// which also compares rankings with ties; and the coefficients for such rankings.
#pragma once

#include <span>
#include <vector>

#include "metrics/metric.hpp"

namespace disarray::metrics {

/// This file's entries in the catalogue: kendall-tau, spearman-rho, ndpm. Their value is rational.
/// O(n log n), spearman-rho O(n).
std::vector<Metric> correlation_metrics();

/// kendall-tau-b, kendall-tau-c, gamma and somers-d, which only ties tell from kendall-tau: by
/// name, and not in the catalogue, where each would be a copy of it.
std::span<const Metric> coefficients_of_ties();

/// The pairs that the reference τ orders.
struct PairCounts {
    Integer ordered;       ///< all of them
    Integer contradicted;  ///< σ orders them the other way
    Integer tied;          ///< σ ties them

    Integer agreeing() const { return ordered - contradicted - tied; }
};

/// Of rank vectors with ties. O(n log n). \throws UsageError if the lengths differ
PairCounts pair_counts_with_ties(std::span<const Rank> sigma, std::span<const Rank> tau);
/// Twice the mid-rank of each element: 1 + the elements before it + those before or tied with it.
std::vector<std::int64_t> doubled_midranks(std::span<const Rank> ranks);

// Rank vectors with ties, of the same length: equal numbers, whose size does not matter beside
// their order. \throws UsageError if the lengths differ.

/// Kendall's τ_a: (concordant − discordant pairs)/(n choose 2), which is also the mean of τ over
/// all orders of the tied elements. Undefined for n < 2. O(n log n).
Value kendall_tau_a(std::span<const Rank> sigma, std::span<const Rank> tau);
/// Kendall's τ_b (Kendall 1945): (concordant − discordant)/√(pairs that σ orders · pairs that τ
/// orders). Algebraic; undefined if either orders none. O(n log n).
Value kendall_tau_b(std::span<const Rank> sigma, std::span<const Rank> tau);
/// Stuart's τ_c (Stuart 1953): (concordant − discordant)/(n²(m−1)/(2m)), m the number of different
/// ranks in the ranking that has fewer of them. Rational; undefined if it ties all. O(n log n).
Value kendall_tau_c(std::span<const Rank> sigma, std::span<const Rank> tau);
/// γ (Goodman and Kruskal 1954): (concordant − discordant)/(concordant + discordant). Rational;
/// undefined if no pair is either. O(n log n).
Value goodman_kruskal_gamma(std::span<const Rank> sigma, std::span<const Rank> tau);
/// Somers' D of σ by τ (Somers 1962): (concordant − discordant)/(pairs that τ orders). Rational;
/// undefined if τ orders none. O(n log n).
Value somers_d(std::span<const Rank> sigma, std::span<const Rank> tau);
/// Spearman's ρ: the correlation of mid-ranks (Kendall 1945). Algebraic; undefined if either ties
/// all. Without ties 1 − 6Σ(σ(i)−τ(i))²/(n(n²−1)). O(n log n).
Value spearman_rho_of_midranks(std::span<const Rank> sigma, std::span<const Rank> tau);

}  // namespace disarray::metrics
