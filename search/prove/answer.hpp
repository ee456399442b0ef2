// SPDX-License-Identifier: MIT
//
// What `disarray search prove` answers: an inequality that is proved for every n, with its
// certificate, which disarray-verify has accepted; or how far it stands without a proof.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/prove/every_n.hpp"
#include "search/question.hpp"

namespace disarray::search {

inline constexpr std::size_t most_shown_n = 20;  // convention: D is a table to be read

struct EveryNAnswer {
    Question question;
    std::optional<EveryNProof> proof;  ///< of `stated`
    /// N ≤ c·M with the least c that is proved, where c was asked for; else the inequality as
    /// asked.
    Inequality stated;
    std::optional<Rational> least;  ///< the least c that is proved in N ≤ c·M as it was asked
    Attained attained;              ///< by what `stated` is sharp, or refuted
    std::string certificate;        ///< its lines; empty without a proof or a family
    std::string verification;       ///< the line of disarray-verify
    bool all_weights = false;       ///< was asked for; `attained` has w = δ = 1 all the same
    bool families_refute = false;   ///< those of `attained` have M < N for large n
    /// The first of their members with M < N, if it has at most most_shown_n elements.
    std::optional<Evidence> family_witness;

    /// N = M, or N/M as near to 1 as one likes, so that no smaller constant will do. Said of what
    /// holds: with all weights, of what is proved for them.
    bool is_sharp() const {
        return !is_refuted() && (proof || !all_weights) &&
               (attained.least || !attained.families.empty());
    }
    /// Some σ and D have M < N: of n ≤ 6, or far out in a family.
    bool is_refuted() const;
    /// "by its coefficients", "by the bubble step".
    std::string method() const;
};

/// \param all_weights  for all w, δ and every symmetric D ≥ 0 as well
/// \throws NotSupported, with the reason, for inequalities that these proofs cannot be about;
/// InternalError if the verifier rejects the certificate
EveryNAnswer answer_for_every_n(const Question& question, bool all_weights);

/// What the families say of c in N ≤ c·M, without a proof of an upper bound.
/// \throws NotSupported if N and M are not affine in the number of blocks on one of them
EveryNAnswer answer_by_families(const Question& question,
                                const std::vector<PeriodicFamily>& families);

}  // namespace disarray::search
