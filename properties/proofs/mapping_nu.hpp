// SPDX-License-Identifier: MIT
//
// KV Definition 14 and Lemma 15: the mapping ν that sends every type II term of F_D to an element
// inverted with both of its ends, on which F_D ≤ 3K_D (Lemma 16) rests; and the counting of charges
// in Lemma 16.
//
// Slips of the printed text: the proof of Lemma 15 says "j, j′ ∈ Q_i" and "j ∈ Q_i ∩ Q_{i′}" where
// P belongs; it interchanges i and i′ in its intervals ("(i, i′)" with i > i′); and "from the
// definition of π, π_{i′}(j) − π_i(j) = i − i′" holds for a π that counts every element with a rank
// between, not for the printed one, which counts elements of P_i. Both π are readings here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "properties/proofs/mapping.hpp"
#include "properties/proofs/step.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::proofs {

/// A reading of the definition of ν; the default is the printed one.
struct NuReading {
    /// P_i = {j : j < i ≤ σ(j) < σ(i)}; true: i < σ(j), the interval without both ends.
    bool p_open = false;
    /// Q_i = {k : σ(k) ≤ i < k}; true: σ(k) < i.
    bool q_open = false;
    /// π_i(j) counts j′ in P_i with i ≤ σ(j′) < σ(j); true: every element j′, so π_i(j) = σ(j) − i.
    bool pi_counts_all = false;
    /// ξ_i(k) counts k′ in Q_i with k′ < k; true: with σ(k′) < σ(k).
    bool xi_by_rank = false;
};

/// P_i, increasing. O(n).
std::vector<std::size_t> type_two_partners(const Permutation& sigma, std::size_t i,
                                           NuReading reading = {});
/// Q_i, increasing. O(n).
std::vector<std::size_t> crossing_elements(const Permutation& sigma, std::size_t i,
                                           NuReading reading = {});

/// ν: for j in P_i the k in Q_i with ξ_i(k) = π_i(j) (KV Lemma 15). O(n³).
Mapping mapping_nu(const Permutation& sigma, NuReading reading = {});

/// Definition 14 (c): for all i and j in P_i, i and ν_i(j) form an inversion.
Fault first_violation_of_nu_c(const Permutation& sigma, NuReading reading);
/// Definition 14 (d): for all i and j in P_i, j and ν_i(j) form an inversion.
Fault first_violation_of_nu_d(const Permutation& sigma, NuReading reading);

/// Proof of Lemma 15 (b): π_{i′}(j) − π_i(j) = i − i′ for i > i′ and j in P_i and P_{i′}.
Fault first_violation_of_nu_pi_difference(const Permutation& sigma, NuReading reading);
/// Proof of Lemma 15 (b): ξ_{i′}(k) − ξ_i(k) ≤ i − i′ − 1 for i > i′ and k in Q_i and Q_{i′}.
/// Restricted to i, i′ that have a common j in P_i and P_{i′}, as in the proof.
Fault first_violation_of_nu_xi_difference(const Permutation& sigma, NuReading reading);

/// Which terms of F[interval] Lemma 16 charges.
enum class ChargingTerms {
    printed,    ///< its types I and II: σ(j) ∈ [i, σ(i)), so only i that move down, i < σ(i)
    both_sides  ///< also i > σ(i), charged by the same rule turned upside down (σ^rc)
};

/// How often Lemma 16 charges each inversion: entry x·n + y, x < y, elements from 0; other entries
/// are 0. A type I term charges its own inversion, a type II term (i,j) the inversions {i,k} and
/// {j,k}, k = ν_i(j) as printed (none if there is no k). O(n³).
std::vector<std::uint32_t> charges_of_lemma_16(const Permutation& sigma, ChargingTerms terms);

/// Lemma 16: no term D_ij of K_D is charged more than `most` times (KV: 3), and none that is not an
/// inversion. `i`, `j` are the charged pair.
Fault first_violation_of_lemma_16_charges(const Permutation& sigma, ChargingTerms terms,
                                          std::uint32_t most = 3);

/// Lemma 16: at most twice by terms of type II, counted alone (printed terms).
Fault first_violation_of_lemma_16_type_two_charges(const Permutation& sigma);

}  // namespace disarray::properties::proofs
