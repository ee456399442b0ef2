// SPDX-License-Identifier: MIT
//
// KV 5.1: the footrule-optimal ranking, and one of the input rankings, are 2-approximations of
// Kemeny's. Decided on every profile of three rankings of up to four elements by trying every
// candidate. Relabelling makes the first ranking of a profile the identity, and the order of the
// others does not matter.
#include <algorithm>

#include <fmt/format.h>

#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "properties/claims/claims.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

constexpr std::size_t most_elements = 4;

using Profile = std::vector<Permutation>;

std::uint64_t kendall_cost(const Permutation& candidate, const Profile& profile) {
    std::uint64_t cost = 0;
    for (const Permutation& vote : profile) {
        cost += metrics::kendall(compose(candidate, vote.inverse()));
    }
    return cost;
}

std::uint64_t footrule_cost(const Permutation& candidate, const Profile& profile) {
    std::uint64_t cost = 0;
    for (const Permutation& vote : profile)
        cost += metrics::footrule(candidate, vote);
    return cost;
}

/// The Kendall cost of the ranking that the claim is about, at its worst where there are several.
using ApproximationCost = std::uint64_t (*)(const Profile&, const std::vector<Permutation>&);

std::uint64_t worst_footrule_optimum(const Profile& profile,
                                     const std::vector<Permutation>& candidates) {
    std::optional<std::uint64_t> least;
    std::uint64_t worst = 0;
    for (const Permutation& candidate : candidates) {
        const std::uint64_t cost = footrule_cost(candidate, profile);
        if (!least || cost < *least) {
            least = cost;
            worst = 0;
        }
        if (cost == *least) worst = std::max(worst, kendall_cost(candidate, profile));
    }
    return worst;
}

std::uint64_t best_input(const Profile& profile, const std::vector<Permutation>&) {
    std::uint64_t best = kendall_cost(profile.front(), profile);
    for (const Permutation& vote : profile)
        best = std::min(best, kendall_cost(vote, profile));
    return best;
}

void check_profile(const Profile& profile, const std::vector<Permutation>& candidates,
                   ApproximationCost approximation, ClaimRow& row, Rational& largest) {
    std::uint64_t optimum = kendall_cost(candidates.front(), profile);
    for (const Permutation& candidate : candidates) {
        optimum = std::min(optimum, kendall_cost(candidate, profile));
    }
    const std::uint64_t cost = approximation(profile, candidates);
    ++row.effort.exhaustive_cases;
    if (optimum > 0) largest = std::max(largest, Rational(cost) / Rational(optimum));
    if (cost <= 2 * optimum || row.verdict == Verdict::refuted) return;
    row.verdict = Verdict::refuted;
    row.witness = Case{profile, {}, 2};
    row.explanation = fmt::format("cost {} > 2·{}", cost, optimum);
}

std::vector<ClaimRow> two_approximation(ApproximationCost approximation) {
    ClaimRow row;
    row.frame = "element";
    row.verdict = Verdict::exhausted;
    Rational largest = 1;
    for (std::size_t n = 2; n <= most_elements; ++n) {
        const std::vector<Permutation> candidates = all_permutations(n);
        for (std::size_t a = 0; a < candidates.size(); ++a) {
            for (std::size_t b = a; b < candidates.size(); ++b) {
                check_profile({candidates.front(), candidates[a], candidates[b]}, candidates,
                              approximation, row, largest);
            }
        }
    }
    row.effort.exhaustive_n = most_elements;
    row.effort.applicable = row.effort.exhaustive_cases;
    row.scope = fmt::format("every profile of 3 rankings of n <= {} elements", most_elements);
    if (row.verdict == Verdict::exhausted) {
        row.explanation = fmt::format("largest factor {}", largest.to_string());
    }
    return {row};
}

}  // namespace

std::vector<Claim> aggregation_claims() {
    return {
        {"KV-footrule-2approx", "KV 5.1",
         "every footrule-optimal ranking costs at most twice Kemeny's optimum in K",
         [](const LedgerOptions&) { return two_approximation(worst_footrule_optimum); }},
        {"KV-best-input-2approx", "KV 5.1",
         "one of the input rankings costs at most twice Kemeny's optimum in K",
         [](const LedgerOptions&) { return two_approximation(best_input); }},
    };
}

}  // namespace disarray::properties
