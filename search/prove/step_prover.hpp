// SPDX-License-Identifier: MIT
//
// Proofs of N ≤ c·M for every n by induction over steps that exchange two values. The proof is the
// solution of one linear program: a potential ψ on the 26 order types and, for each of the 47
// configurations of a step, triangles that pay for what the step changes. verify/FORMAT.md, "The
// bubble step", says why this proves the inequality.
#pragma once

#include <optional>
#include <vector>

#include "search/decision.hpp"
#include "search/prove/order_types.hpp"

namespace disarray::search {

/// The change of one configuration: Σ y·(D_ik + D_jk − D_ij) + Σ s·D_ij with y, s > 0. Points are
/// the numbers of the configuration, from 1.
struct StepIdentity {
    struct Triangle {
        int i = 0, j = 0, k = 0;
        Rational multiplier;
    };
    struct Slack {
        int i = 0, j = 0;
        Rational multiplier;
    };
    std::vector<Triangle> triangles;
    std::vector<Slack> slacks;
};

struct StepProof {
    TypeForm target;  ///< t: what is proved to be ≥ 0
    TypeForm potential;  ///< ψ ≥ 0; H = t − ψ falls in each step and with each fixed point removed
    std::vector<StepIdentity> steps;  ///< one for each configuration
    bool average = false;  ///< c·M − N is the mean of t and of t exchanged; else it is t itself
};

/// A constant with its proof.
struct StepBound {
    Rational constant;
    StepProof proof;
};

/// The least c for which this proves N ≤ c·M. If N and M keep their value when elements and ranks
/// are exchanged, that of t may differ: the proof is about a t whose mean with t exchanged they
/// are. Empty if there is none, or the program could not be solved exactly.
std::optional<StepBound> least_constant_by_steps(const TypeForm& small, const TypeForm& big);

/// The same proof for N ≤ constant·M, where it was for less: what is more goes to the potential.
void raise_constant(StepProof& proof, const TypeForm& small, const TypeForm& big,
                    const Rational& constant);

}  // namespace disarray::search
