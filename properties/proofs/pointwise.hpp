// SPDX-License-Identifier: MIT
//
// "Point-wise" in KV 4.2: Lemma 7 is proved pair by pair, and of Lemma 8 KV says that for a fixed
// element i "the term in (12) fails to satisfy the triangle inequality".
//
// The term of i is a sum of absolute values of linear forms in d_j = D_ij. Every d ≥ 0 is the row i
// of a pseudometric (D_xy = d_x + d_y with d_i = 0), and of a metric after adding a small constant,
// which keeps a strict inequality; so it is enough to look at rows. Rows of 0 and 1 are tried. For
// interval and box that is complete: all coefficients are ≥ 0, so a row breaks the inequality
// exactly if one unit row does. For prefix in the element frame nothing can be found: the term is
// |P_τ − P_σ| with P_σ = Σ_{σ(j)<σ(i)} D_ij, and |P_τ − P_σ| ≤ |P_τ − P_id| + |P_id − P_σ|.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "metrics/reading.hpp"
#include "properties/proofs/step.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::proofs {

/// The term of element i in F_D(σ,τ) as linear forms f in d: the term is Σ_f |Σ_j f_j d_j|, before
/// halving for box and prefix-sym. One form with n entries, two for prefix-sym (σ and σ⁻¹, τ = id).
/// \throws UsageError if the sizes differ, or prefix-sym is asked for τ ≠ id.
std::vector<std::vector<int>> term_forms(const Permutation& sigma, const Permutation& tau,
                                         std::size_t i, metrics::Reading reading);

/// Lemma 8 term by term: term_i(σ,τ) ≤ term_i(σ) + term_i(τ) for every i and every row D_i· of 0
/// and 1. In the literal frame the left side is term_i(στ⁻¹). A violation is what KV says exists;
/// `j` is the first element with D_ij = 1. O(n²·2ⁿ). prefix-sym: literal frame only (UsageError).
Fault first_violation_of_pointwise_triangle(const Permutation& sigma, const Permutation& tau,
                                            metrics::Reading reading, metrics::Frame frame);

/// How the premise of the proof of Lemma 7 is read.
enum class Lemma7Premise {
    printed,   ///< "let σ(i) > σ(j) and τ(j) < τ(i)": no inversion between σ and τ at all
    corrected  ///< σ(i) > σ(j) and τ(i) < τ(j)
};
/// Proof of Lemma 7: under the premise, {i,j} is inverted in σ if i < j and in τ if i > j.
Fault first_violation_of_lemma_7_step(const Permutation& sigma, const Permutation& tau,
                                      Lemma7Premise premise);

}  // namespace disarray::properties::proofs
