// SPDX-License-Identifier: MIT
//
// K* and F* where a_ij = a_i a_j D_ij has factors a_i that are no rationals: swap costs that are
// differences of logarithms (KV 6.1 DCG), weights under a square root. The same sums as in
// kendall.hpp and footrule.hpp, in Values, for a few hundred elements.
#pragma once

#include <vector>

#include "exact/value.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics {

/// a_i = w_i p̄_i(σ,τ) for every element i; swap costs of either kind.
std::vector<Value> irrational_factors(const Permutation& sigma, const Permutation& tau,
                                      const Weighting& weighting);

/// Σ a_i a_j D_ij over the pairs that σ and τ order differently. O(n²) operations.
/// \param factors        a_i, n of them
/// \param dissimilarity  null: D = unit
Value irrational_kendall(const Permutation& sigma, const Permutation& tau,
                         const std::vector<Value>& factors, const Dissimilarity* dissimilarity);
/// footrule[reading]; for prefix-sym τ = id and the factors are those of σ and of σ⁻¹.
/// \param inverse_factors  a_i(σ⁻¹, id); looked at by prefix-sym only
Value irrational_footrule(const Permutation& sigma, const Permutation& tau,
                          const std::vector<Value>& factors,
                          const std::vector<Value>& inverse_factors,
                          const Dissimilarity* dissimilarity, Reading reading);

/// K* and F* with Weighting::irrational_swap_costs, in either frame.
Value irrational_kendall(const Permutation& sigma, const Permutation& tau,
                         const Weighting& weighting, Frame frame);
Value irrational_footrule(const Permutation& sigma, const Permutation& tau,
                          const Weighting& weighting, Reading reading, Frame frame);

}  // namespace disarray::metrics
