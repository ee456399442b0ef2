// SPDX-License-Identifier: MIT
//
// A unit of a campaign: the σ of one length between two lexicographic ranks, each of them decided,
// with the text that the certificate has about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/permutation.hpp"
#include "ranking/symmetry.hpp"
#include "search/campaign.hpp"
#include "search/certificate.hpp"
#include "search/functional.hpp"

namespace disarray::search {

/// The plan under which a claim over S_n is cut into units.
CampaignPlan plan_of(const Claim& claim);

/// Calls `visit(σ)` for each σ that stands for its class, in lexicographic order: those that may
/// need a record. Stops, and returns false, where it returns false.
template <class Visit>
bool for_each_class(const Claim& claim, std::size_t length, RankRange range, const Visit& visit) {
    bool going = true;
    for_each_permutation_but(
        length, range,
        [&](const std::vector<Rank>& ranks) {
            return excluded_prefix(ranks, claim.symmetries, claim.direct_sums);
        },
        [&](const std::vector<Rank>& ranks) {
            going = visit(Permutation::from_ranks_unchecked(ranks));
            return going;
        });
    return going;
}

/// What one σ comes to.
struct DecidedSigma {
    std::optional<Rational> ratio;  ///< min M/N; absent where N ≤ M is routed, for a threshold
    /// Its record or exception, without a newline; empty if the rule needs nothing of the file.
    std::string record;
};

/// \param small  N of σ, which is not zero
/// \return empty if there is no exact answer
std::optional<DecidedSigma> decide_sigma(const Claim& claim, const Permutation& sigma,
                                         const Functional& small);

/// Every σ of these lexicographic ranks that needs a record is decided; the index is left at 0.
/// Empty if `stop` asked, before each σ.
std::optional<UnitResult> decide_range(const Claim& claim, std::size_t length, RankRange range,
                                       const Stop& stop);

/// The same for a unit.
std::optional<UnitResult> decide_unit(const Claim& claim, std::size_t length, std::uint64_t index,
                                      const Stop& stop);

}  // namespace disarray::search
