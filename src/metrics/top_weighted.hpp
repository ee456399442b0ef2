// SPDX-License-Identifier: MIT
//
// Correlations and distances in which the top of a ranking counts more than its end, as information
// retrieval uses them to compare rankings of systems and of documents: τ_AP (Yilmaz, Aslam and
// Robertson 2008) and its forms for ties (Urbano and Marrero 2017), weighted τ (Vigna 2015), and
// Kendall's distance of two top-k lists (Fagin, Kumar and Sivakumar 2003).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exact/value.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::metrics {

/// This file's entries in the catalogue: tau-ap, tau-ap-b, weighted-tau, kendall-top-k.
std::vector<Metric> top_weighted_metrics();

// Rank vectors with ties, of the same length n: equal numbers, whose size does not matter beside
// their order; σ is evaluated, τ is the reference. O(n log n) and a sum of n fractions.
// \throws UsageError if the lengths differ.

/// τ_AP(σ,τ) = 2/(n−1) · Σ_{i=2..n} C(i)/(i−1) − 1, where C(i) counts the elements above rank i of
/// σ that τ, too, has above the element there (Yilmaz et al. equation 5). With ties in σ the mean
/// over all orders of the tied elements, τ_AP,a. Rational. Undefined for n < 2, and if τ has ties.
Value tau_ap(std::span<const Rank> sigma, std::span<const Rank> tau);

/// τ_AP,b: the mean of one side and the other, ½(b(σ,τ) + b(τ,σ)), with b(σ,τ) = 2/(n−t) · Σ
/// C(i)/p(i) − 1 over the n − t elements below σ's top block, p(i) those above the block of i, and
/// C(i) those of them that τ has above i. Without ties the symmetric τ_AP. Rational; undefined if
/// either ranking ties all.
Value tau_ap_b(std::span<const Rank> sigma, std::span<const Rank> tau);

/// Weighted τ with additive hyperbolic weights: the mean, over ρ = the order by (σ,τ) and by (τ,σ),
/// of ⟨σ,τ⟩/√(⟨σ,σ⟩⟨τ,τ⟩) with ⟨σ,τ⟩ = Σ_{i<j} sgn(σ(i)−σ(j)) sgn(τ(i)−τ(j)) (1/ρ(i) + 1/ρ(j)),
/// ranks ρ from 1 (Vigna equations 4 and 7). Algebraic, rational without ties; undefined if either
/// ties all.
Value weighted_tau(std::span<const Rank> sigma, std::span<const Rank> tau);

/// K^(p) of the lists of the elements with σ(i) ≤ k and τ(i) ≤ k (Fagin et al. section 3.1): over
/// the pairs of elements of the lists, 1 where the lists contradict each other, seen or by what is
/// not in one of them, p where both elements are in one list and none in the other. O(n + k log k).
/// \param k  1 to n; not checked  \param p  0 to 1; not checked
Rational kendall_top_k(const Permutation& sigma, const Permutation& tau, std::size_t k,
                       const Rational& p);

}  // namespace disarray::metrics
