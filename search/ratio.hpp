// SPDX-License-Identifier: MIT
//
// The best constant for one σ: the minimum of F(σ)/K(σ) over all pseudometrics D, w = δ = 1,
// decided exactly by one linear program, with a witness that attains it and multipliers that prove
// it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "ranking/symmetry.hpp"
#include "search/functional.hpp"
#include "weighting/dissimilarity.hpp"

namespace disarray::search {

/// multiplier · (D_ik + D_jk − D_ij) with i < j, k other; elements counted from 0.
struct TriangleTerm {
    std::size_t i = 0, j = 0, k = 0;
    Rational multiplier;
};

/// A proof that F ≥ c·K for every pseudometric. With F = (linear + Σ_k |absolute_k|) / divisor,
/// linear + Σ_k signs_k·absolute_k − c·divisor·K = Σ triangles + Σ_ij slacks_ij·D_ij as an identity
/// of linear forms in D, −1 ≤ signs_k ≤ 1, all multipliers ≥ 0.
struct LowerBoundProof {
    Rational bound;                       ///< c
    std::vector<Rational> signs;          ///< φ: one for each absolute form of F
    std::vector<TriangleTerm> triangles;  ///< those with a positive multiplier
    std::vector<Rational> slacks;         ///< s: one for each pair
};

struct LeastRatio {
    Rational ratio;         ///< min F/K
    Dissimilarity witness;  ///< a pseudometric of coprime integers with F/K = ratio, K > 0
    LowerBoundProof proof;  ///< that no pseudometric does better
};

/// min F/K over all pseudometrics with K > 0. Both the witness and the proof have been checked, in
/// rationals, before this returns. Empty if σ is the identity (K = 0) or if the program could not
/// be solved exactly.
std::optional<LeastRatio> least_ratio(const Permutation& sigma, metrics::Reading reading);

/// Checks the identity and all signs of a proof. O(pairs · (forms + triangles)).
bool is_valid(const LowerBoundProof& proof, const Functional& kendall, const Functional& footrule);

/// The symmetries that min F/K over all pseudometrics (w = δ = 1) has in each reading.
Symmetries ratio_symmetries(metrics::Reading reading);

/// A metric near the pseudometric D that keeps F < K: the least N·D + 1 (off the diagonal), N = 1,
/// 2, 3, …, with F < K. Empty unless F(D) < K(D).
std::optional<Dissimilarity> strict_violation(const Dissimilarity& d, const Functional& kendall,
                                              const Functional& footrule);

}  // namespace disarray::search
