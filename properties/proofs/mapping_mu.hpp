// SPDX-License-Identifier: MIT
//
// KV Definition 11 and Lemma 12: the mapping μ that sends every inversion of type II to an element
// between, on which K_D ≤ 3F_D (Lemma 13) rests; and the counting of charges in Lemma 13.
//
// Slips of the printed text, kept apart as readings or noted here:
// - G_i is printed as {k : σ(k) ≥ i} (ranks), the proof says "for all k ∈ G_i, k > i" (elements).
// - Property (d) prints [j, σ(j)] although σ(j) < i < j for every j in B_i: as an ordered interval
//   it is empty. Lemma 13 then uses open intervals and μ_i(j) itself in place of its rank.
// - "σ_i(j) ≤ j" in the proof of (c), (d) must be σ(μ_i(j)) ≤ j.
// - The last line of the proof has "at most i′ − i − 1" for i − i′ − 1 (i > i′).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "properties/proofs/mapping.hpp"
#include "properties/proofs/span.hpp"
#include "properties/proofs/step.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::proofs {

/// The set G_i.
enum class GoodSet {
    rank_from_i,     ///< {k : σ(k) ≥ i}, as printed
    rank_after_i,    ///< {k : σ(k) > i}: the proof's "k > i", said of ranks
    element_from_i,  ///< {k : k ≥ i}: the definition, said of elements
    element_after_i  ///< {k : k > i}: the proof's "for all k ∈ G_i, k > i" letter by letter
};

/// What "precede" means in γ_i(k) = |{k′ ∈ G_i that precede k}|.
enum class GoodOrder {
    by_rank,    ///< σ(k′) < σ(k), as printed
    by_element  ///< k′ < k, as "precede" is used for β_i
};

/// A reading of the definition of μ; the default is the printed one.
struct MuReading {
    GoodSet good = GoodSet::rank_from_i;
    GoodOrder order = GoodOrder::by_rank;
};

/// What is tested for lying in an interval in (c) and (d).
enum class Tested {
    rank_of_image,  ///< σ(μ_i(j)), Definition 11
    image           ///< μ_i(j) itself, as Lemma 13 prints
};

/// B_i = {j : σ(j) < i < j < σ(i)}, increasing. O(n).
std::vector<std::size_t> bad_elements(const Permutation& sigma, std::size_t i);
/// G_i, increasing. O(n).
std::vector<std::size_t> good_elements(const Permutation& sigma, std::size_t i, GoodSet good);

/// μ: for j in B_i the k in G_i with γ_i(k) = β_i(j), β_i(j) = |{j′ ∈ B_i : j′ < j}| (KV Lemma 12).
/// O(n³).
Mapping mapping_mu(const Permutation& sigma, MuReading reading = {});

/// Definition 11 (c): for all i and j in B_i, σ(μ_i(j)) is between i and σ(i).
Fault first_violation_of_mu_c(const Permutation& sigma, MuReading reading, Ends ends,
                              Tested tested);
/// Definition 11 (d): for all i and j in B_i, σ(μ_i(j)) is between j and σ(j).
Fault first_violation_of_mu_d(const Permutation& sigma, MuReading reading, Ends ends,
                              Tested tested);

/// Proof of Lemma 12: "for all k ∈ G_i, k > i > σ(j)", for every j in B_i; of the element k
/// (`image`) or of its rank (`rank_of_image`), G_i as printed.
Fault first_violation_of_mu_good_after_i(const Permutation& sigma, Tested tested);
/// Proof of Lemma 12: σ(μ_i(j)) ≤ j < σ(i) (printed "σ_i(j) ≤ j < σ(i)").
Fault first_violation_of_mu_rank_at_most_j(const Permutation& sigma);
/// Proof of Lemma 12 (b): γ_{i′}(k) − γ_i(k) = i − i′ for i > i′ and k in both good sets.
Fault first_violation_of_mu_gamma_difference(const Permutation& sigma, MuReading reading);
/// Proof of Lemma 12 (b): β_{i′}(j) − β_i(j) < i − i′ for i > i′ and j in B_i and B_{i′}.
Fault first_violation_of_mu_beta_difference(const Permutation& sigma);

/// What "term" means in "no term in F_D can be charged more than three times" (Lemma 13).
enum class ChargedTerm {
    ordered,  ///< the occurrence (x,y): D_xy in the sum of x, σ(y) ∈ I(x, σ(x))
    pair      ///< D_xy as one term, however often it occurs
};

/// How often Lemma 13 charges each occurrence: entry x·n + y is for D_xy in the sum of x (row x is
/// element x, counted from 0). A type I inversion charges its own term once (the first of (i,j),
/// (j,i), i < j, that occurs); j in B_i charges (i,k) and (j,k), k = μ_i(j) as printed. O(n³).
std::vector<std::uint32_t> charges_of_lemma_13(const Permutation& sigma);

/// Lemma 13: no term of F_D is charged more than `most` times (KV: 3), and none that does not occur
/// in F[interval]. `i`, `j` are the charged term.
Fault first_violation_of_lemma_13_charges(const Permutation& sigma, ChargedTerm term,
                                          std::uint32_t most = 3);

}  // namespace disarray::properties::proofs
