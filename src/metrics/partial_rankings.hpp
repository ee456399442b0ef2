// SPDX-License-Identifier: MIT
//
// Distances of rankings with ties (Fagin, Kumar, Mahdian, Sivakumar and Vee 2006, "Comparing
// partial rankings"): Kendall's distance with a penalty for pairs that one of the two ties, the
// footrule of mean positions, and for both the Hausdorff distance of the sets of rankings without
// ties that each of the two may be refined to. Without ties they are kendall and footrule.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::metrics {

// Rank vectors with ties, of the same length n: equal numbers, whose size does not matter beside
// their order. \throws UsageError if the lengths differ.

/// K^(p): pairs ordered differently, and p for each pair that exactly one ranking ties; K_prof is
/// K^(1/2). O(n log n). \param p  0 to 1; not checked
Rational kendall_partial(std::span<const Rank> sigma, std::span<const Rank> tau, const Rational& p);
/// K_Haus: pairs ordered differently, and the greater of the numbers of pairs that only one ties
/// (Critchlow 1980). O(n log n).
Integer kendall_hausdorff(std::span<const Rank> sigma, std::span<const Rank> tau);
/// F_prof: Σ |difference of mean positions|. O(n log n).
Rational footrule_profile(std::span<const Rank> sigma, std::span<const Rank> tau);
/// F_Haus: the greater footrule of two pairs of refinements, in which ties of one are broken by the
/// other, once along and once against it (Critchlow 1980). O(n log n).
Integer footrule_hausdorff(std::span<const Rank> sigma, std::span<const Rank> tau);

/// K^(p) and F_prof by counting, pair by pair. O(n²).
Rational naive_kendall_partial(std::span<const Rank> sigma, std::span<const Rank> tau,
                               const Rational& p);
Rational naive_footrule_profile(std::span<const Rank> sigma, std::span<const Rank> tau);
/// Of all refinements ρ of one ranking the greatest distance to the nearest refinement of the
/// other, from either side: by trying all. For small n.
Integer naive_hausdorff(std::span<const Rank> sigma, std::span<const Rank> tau,
                        Integer (*distance)(const Permutation&, const Permutation&));

/// kendall-partial, kendall-profile, kendall-hausdorff, footrule-profile, footrule-hausdorff: found
/// by name, and not in the catalogue, since without ties they are other metrics.
std::span<const Metric> partial_ranking_metrics();

}  // namespace disarray::metrics
