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

/// A proof that Θ_t ≥ 0 for every σ and D.
struct StepProof {
    /// The part of c·M − N is t exchanged: t of the type with elements and ranks exchanged.
    bool exchanged = false;
    TypeForm target;  ///< t
    TypeForm potential;  ///< ψ ≥ 0; H = t − ψ falls in each step and with each fixed point removed
    std::vector<StepIdentity> steps;  ///< one for each configuration
};

/// A constant with its proof: c·M − N is the sum of the parts, of which the first is not exchanged.
struct StepBound {
    Rational constant;
    std::vector<StepProof> parts;
};

/// The least c for which this proves N ≤ c·M: by one part, or by two if they prove a smaller c.
/// Empty if there is none, or the program could not be solved exactly.
std::optional<StepBound> least_constant_by_steps(const TypeForm& small, const TypeForm& big);

}  // namespace disarray::search
