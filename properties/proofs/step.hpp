// SPDX-License-Identifier: MIT
//
// The inner steps of KV's proofs (section 4), each as a statement about one ranking σ or a pair
// (σ,τ) that a machine can check for every σ of a small S_n. A lemma can be true although a step of
// its printed proof is false, and a step can be true in one reading only; so every step is held in
// every reading that the printed letters allow, under a name of its own. Here: what a step is and
// the list of them; the statements are in the other headers of this folder.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ranking/permutation.hpp"

namespace disarray::properties::proofs {

/// The numbers put into a statement where it fails, elements counted from 1; empty if it holds.
using Fault = std::optional<std::string>;

/// One statement of a proof in one reading.
struct ProofStep {
    std::string_view id;       ///< unique: "KV-L12-a[printed]"
    std::string_view reading;  ///< how the letters of the source are read
    std::string_view statement;
    std::string_view source;   ///< key and number
    std::size_t rankings = 1;  ///< 1: about σ (τ is not looked at); 2: about (σ,τ)
    /// The first place, in the order of its own loops, where the statement fails for (σ,τ).
    /// \throws UsageError if rankings = 2 and the sizes differ.
    std::function<Fault(const Permutation& sigma, const Permutation& tau)> check;
    /// The source claims that something fails somewhere: a violation found confirms the claim.
    bool is_existence = false;
    /// By which nothing of the kind exists for any n, of theorems.hpp; empty if there is none.
    std::string_view theorem = {};
};

/// Whether {a,b} is an inversion of σ; no element is one with itself.
inline bool inverted(const Permutation& sigma, std::size_t a, std::size_t b) {
    return a != b && (a < b) != (sigma[a] < sigma[b]);
}

/// All steps, in the order of the paper; ids are unique. Built once.
std::span<const ProofStep> proof_steps();

}  // namespace disarray::properties::proofs
