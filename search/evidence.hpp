// SPDX-License-Identifier: MIT
//
// What a decision is shown with: a σ and weights, and what N and M are worth there by the naive
// definitions of the metrics, which share nothing with the functionals that found them.
#pragma once

#include <optional>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/statement.hpp"
#include "weighting/dissimilarity.hpp"
#include "weighting/weighting.hpp"

namespace disarray::search {

/// A σ and weights with what N and M are worth there.
struct Evidence {
    Permutation sigma;
    Weighting weighting;
    Rational small, big;

    /// M/N. \throws UsageError if N = 0.
    Rational ratio() const { return big / small; }
};

/// The values of N and M at σ, the weighting's w, δ and policy, and D, by the naive definitions.
Evidence naive_evidence(const Inequality& inequality, const Permutation& sigma,
                        const Weighting& weighting, const Dissimilarity& d);

/// The same. \throws InternalError unless N > 0 and M/N = ratio there
Evidence confirmed_evidence(const Inequality& inequality, const Permutation& sigma,
                            const Weighting& weighting, const Dissimilarity& d,
                            const Rational& ratio);

/// A metric near the pseudometric D with M < N (strict_violation). Empty unless M < N at D.
/// \throws InternalError if the naive definitions do not confirm it
std::optional<Evidence> strict_evidence(const Inequality& inequality, const Permutation& sigma,
                                        const Weighting& weighting, const Dissimilarity& d);

/// id ⊕ σ in S_n, with D continued by its largest distance to and among the new elements: that
/// keeps a (pseudo)metric one, and neither M nor N sees it. \throws UsageError if σ is longer
Evidence padded(const Evidence& evidence, std::size_t n);

}  // namespace disarray::search
