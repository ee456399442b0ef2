// SPDX-License-Identifier: MIT
//
// How often D_ij occurs in F_D(σ,τ), and what KV says about it: the counts 0, 2, 3, 4 of the proof
// of Lemma 8, the steps that match occurrences on both sides of the triangle inequality, and the
// types I and II of section 4.3 that say whether D_ij appears in F_D and K_D.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "metrics/reading.hpp"
#include "properties/proofs/span.hpp"
#include "properties/proofs/step.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::proofs {

/// How often D_ij occurs in F_D(σ,τ) of the reading before halving: for box the multiplicity of j
/// in box(i) plus that of i in box(j); for interval [σ(j) ∈ I(σ(i),τ(i))] + [σ(i) ∈ I(σ(j),τ(j))];
/// for prefix the absolute coefficients of D_ij inside the absolute values of i and of j together;
/// for prefix-sym (τ = id only) the same for σ and σ⁻¹ together. Elements from 0, i ≠ j. O(1), O(n)
/// for prefix-sym. \throws UsageError if the sizes differ, or prefix-sym is asked for τ ≠ id.
std::uint32_t occurrences(const Permutation& sigma, const Permutation& tau, std::size_t i,
                          std::size_t j, metrics::Reading reading);

/// What "the boxes of i and j intersect" means.
enum class Meet {
    elements,  ///< as printed: box(i) and box(j), multisets of elements, have an element in common
    intervals  ///< the intervals of ranks I(σ(i),τ(i)) and I(σ(j),τ(j)) have a rank in common
};

/// box_{σ,τ}(i) ∩ box_{σ,τ}(j) ≠ ∅. O(n). \throws UsageError if the sizes differ.
bool boxes_meet(const Permutation& sigma, const Permutation& tau, std::size_t i, std::size_t j,
                Meet meet);

/// "D_ij can occur 0, 2, 3, or 4 times in F_D(σ,τ)" (KV proof of Lemma 8), before halving.
Fault first_violation_of_counts(const Permutation& sigma, const Permutation& tau,
                                metrics::Reading reading);

/// The four cases of that proof; A: σ(i)=τ(j), B: σ(j)=τ(i).
enum class CountCase {
    zero,   ///< the boxes do not meet
    two,    ///< neither A nor B, but the boxes meet
    three,  ///< exactly one of A and B
    four    ///< A and B
};
enum class Direction {
    implies,         ///< in the case, D_ij occurs that often: as printed
    if_and_only_if,  ///< and in no other case
};
/// One case of the proof of Lemma 8 in one direction. `meet` matters for zero and two only.
Fault first_violation_of_count_case(const Permutation& sigma, const Permutation& tau,
                                    metrics::Reading reading, CountCase count_case,
                                    Direction direction, Meet meet);

/// Proof of Lemma 8: if {i,j} is inverted between σ and τ, the boxes of i and j meet.
Fault first_violation_of_inverted_meet(const Permutation& sigma, const Permutation& tau, Meet meet);
/// Proof of Lemma 8: if D_ij occurs twice or more in F_D(σ,τ) (box) and box_σ(i), box_σ(j) do not
/// meet, then box_τ(i), box_τ(j) do.
Fault first_violation_of_other_boxes_meet(const Permutation& sigma, const Permutation& tau,
                                          Meet meet);
/// Proof of Lemma 8: if D_ij occurs twice or more in F_D(σ,τ), then at least twice in F_D(σ) and
/// F_D(τ) together. Readings interval and box; for prefix as well.
Fault first_violation_of_two_on_the_right(const Permutation& sigma, const Permutation& tau,
                                          metrics::Reading reading);
/// Proof of Lemma 8, all claims together (box): every D_ij that occurs claims two occurrences of
/// D_ij on the right; a third one with σ(i) = k = τ(j) claims one of D_ik and one of D_kj there
/// (D_kk = 0 needs none), a fourth likewise. "These terms cannot be claimed elsewhere": no D_xy is
/// claimed more often than it occurs in F_D(σ) and F_D(τ) together. `i`, `j` are that pair. O(n²).
Fault first_violation_of_claims_fit(const Permutation& sigma, const Permutation& tau);

/// Type I of section 4.3: {i,j} is an inversion with σ(j) ∈ [i, σ(i)] or σ(i) ∈ [j, σ(j)].
bool is_type_one_inversion(const Permutation& sigma, std::size_t i, std::size_t j, Ends ends);
/// Type II: σ(j) < i < j < σ(i), for i and j in either order.
bool is_type_two_inversion(const Permutation& sigma, std::size_t i, std::size_t j);

/// 4.3: every inversion is of exactly one of the two types.
Fault first_violation_of_types_split(const Permutation& sigma, Ends ends);
/// 4.3: for an inversion of type I, D_ij appears in K_D and in F_D.
Fault first_violation_of_type_one_appears(const Permutation& sigma, metrics::Reading reading,
                                          Ends ends);
/// 4.3: for an inversion of type II, D_ij appears in K_D but not in F_D.
Fault first_violation_of_type_two_absent(const Permutation& sigma, metrics::Reading reading);
/// 4.3: B_i = {j : σ(j) < i < j < σ(i)} is "the set of elements that form inversions of type II
/// with i".
Fault first_violation_of_bad_set_words(const Permutation& sigma);

/// How [i, σ(i)) is read in the types of terms before Definition 14.
enum class TermInterval {
    ordered,   ///< letter by letter: nothing if σ(i) ≤ i
    unordered  ///< between i and σ(i), without σ(i)
};
/// Before Definition 14: every term of F_D (σ(j) ∈ I(i, σ(i)), j ≠ i) is of type I or II.
Fault first_violation_of_terms_covered(const Permutation& sigma, TermInterval interval);
/// Before Definition 14: a type I term (j > i) is an inversion; so D_ij is in K_D.
Fault first_violation_of_type_one_term_inverted(const Permutation& sigma, TermInterval interval);
/// Before Definition 14: a type II term (j < i) is no inversion; so D_ij is not in K_D.
Fault first_violation_of_type_two_term_not_inverted(const Permutation& sigma,
                                                    TermInterval interval);

}  // namespace disarray::properties::proofs
