// SPDX-License-Identifier: MIT
//
// N ≤ c·M for every n: the least c that a proof is found for, a σ and D that attain it where the
// exact search of small n knows one, a family that attains it or comes as near as one likes for
// every n of a residue class, and the certificate (verify/FORMAT.md, "Every n"), which
// disarray-verify has accepted before anything is said.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/evidence.hpp"
#include "search/prove/periodic_family.hpp"
#include "search/prove/step_prover.hpp"
#include "search/statement.hpp"

namespace disarray::search {

/// A proof of the terms in σ, or of those in σ⁻¹, which are terms in σ of another σ.
struct RankingProof {
    bool inverse = false;
    std::vector<StepProof> parts;  ///< none: no coefficient of c·M − N is < 0
};

struct EveryNProof {
    Rational constant;  ///< c
    std::vector<RankingProof> rankings;
    bool all_weights = false;  ///< for all w > 0, δ ≥ 0 and symmetric D ≥ 0; else w = δ = 1
};

/// The least c for which a proof of N ≤ c·M is found; with `all_weights` by coefficients alone.
/// Empty if there is none.
/// \throws NotSupported, with the reason, for inequalities that these proofs cannot be about
std::optional<EveryNProof> prove_for_every_n(const Inequality& inequality, bool all_weights);
/// The same proof for a larger constant. \throws UsageError for a smaller one
EveryNProof with_constant(EveryNProof proof, const Inequality& inequality,
                          const Rational& constant);

/// What is known of the constant from below.
struct Attained {
    std::optional<Evidence> least;  ///< of the least n with N = c·M, if n ≤ 6
    /// Families on which N = c·M, or N/M tends to c.
    std::vector<PeriodicFamily> families;
    /// min M/N over n ≤ 6 and a σ and D that have it: M < N there refutes N ≤ M.
    std::optional<Evidence> extreme;
    std::size_t searched = 0;  ///< largest n
};

/// Looks for rankings on which N ≤ M is sharp: in the certified search of n ≤ 6, then in families.
Attained attained(const Inequality& inequality);

/// The lines of the certificate of `inequality`, whose constant is 1.
/// \param proof  absent: what the families say of the constant is all
std::string every_n_certificate(const Inequality& inequality, const EveryNProof* proof,
                                const std::vector<PeriodicFamily>& families);

}  // namespace disarray::search
