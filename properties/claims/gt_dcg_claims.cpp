// SPDX-License-Identifier: MIT
//
// GT 6.1 and Prop 6.4: that dcg and ndcg, and no others, have different values at different
// rankings, and that |dcg(σ) − dcg(ν)| is a distance.
#include <fmt/format.h>

#include "properties/claims/claims.hpp"
#include "properties/claims/gt_dcg.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties {

namespace {

using gt::Claimed;
using metrics::Metric;

bool is_dcg(const Metric& metric) {
    return metric.name == "dcg" || metric.name == "ndcg";
}

/// Whether all n! values are different.
ClaimRow all_different(std::size_t n) {
    const gt::DcgValues found = gt::dcg_values(n);
    ClaimRow row;
    row.metric = "dcg";
    row.frame = "either";
    row.variant = fmt::format("n = {}", n);
    row.statement = "no two rankings in S_n have the same dcg";
    row.scope = fmt::format("every pair in S_{}", n);
    row.explanation = fmt::format("{} rankings, {} values, {} pairs of equal dcg", found.rankings,
                                  found.distinct, found.equal_pairs);
    row.effort.exhaustive_n = n;
    row.effort.exhaustive_cases = row.effort.applicable = found.rankings * (found.rankings - 1) / 2;
    row.effort.undecided = found.undecided;
    row.verdict = Verdict::exhausted;
    if (found.undecided > 0) {
        row.verdict = Verdict::undecided;
        row.explanation += fmt::format("; {} pairs of values left open", found.undecided);
    }
    if (found.least_pair) {
        row.verdict = Verdict::refuted;
        row.witness = found.least_pair;
        const Weighting unit;
        const Permutation& sigma = found.least_pair->rankings.front();
        row.explanation +=
            ": M(σ) = M(τ) = " + gt::metric("dcg").naive_value({sigma, sigma, unit}).to_string();
    }
    return row;
}

std::vector<ClaimRow> only_dcg_is_injective(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const Metric* metric : gt::all_metrics()) {
        const bool has = is_dcg(*metric);
        rows.push_back(
            gt::property_row(*metric,
                             {"identity-of-indiscernibles", has ? Claimed::holds : Claimed::fails,
                              has ? "has the property" : "does not have the property"},
                             options));
    }
    for (std::size_t n = 1; n <= gt::max_dcg_n; ++n) {
        if (options.stop.requested()) break;
        rows.push_back(all_different(n));
    }
    return rows;
}

std::vector<ClaimRow> least_at_identity(const LedgerOptions& options) {
    const Property property =
        unweighted_law("dcg-least-at-identity", "M(id) < M(σ) for σ ≠ id", "GT (4)", 1,
                       [](const Subject& m, const Case& c) {
                           const Permutation& sigma = c.rankings.front();
                           if (sigma.is_identity()) return does_not_apply("σ = id");
                           return less({"M(id)", m(Permutation::identity(c.n()), c.weighting)},
                                       {"M(σ)", m(sigma, c.weighting)});
                       });
    ClaimRow row = gt::row_of_own_property(gt::metric("dcg"), property, "", options);
    if (row.verdict == Verdict::exhausted) {
        row.explanation =
            "so for every n: 1/log₂(i+1) falls strictly, and the sum of products is least, for "
            "strictly monotone factors only, in opposite order (rearrangement inequality); it does "
            "not follow that dcg(σ) = dcg(τ) only if σ = τ";
    }
    return {row};
}

std::vector<ClaimRow> induced_distance_rows(const LedgerOptions& options) {
    const Property difference = unweighted_law(
        "difference-not-negative", "M(σ) − M(τ) >= 0", "GT Prop 6.4", 2,
        [](const Subject& m, const Case& c) {
            return at_most({"0", 0}, {"M(σ) − M(τ)", m(c.rankings[0], c.weighting) -
                                                         m(c.rankings[1], c.weighting)});
        });
    std::vector<ClaimRow> rows;
    for (const std::string_view name : {"dcg", "ndcg"}) {
        const Metric& metric = gt::metric(name);
        rows.push_back(gt::property_row(
            metric, {"induced-distance", Claimed::holds, "|M(σ) − M(τ)| is a distance"}, options));
        ClaimRow& row = rows.emplace_back(
            gt::row_of_own_property(metric, difference, "M(σ) − M(τ) is no distance", options));
        turn_into_existence(row);
    }
    return rows;
}

}  // namespace

std::vector<Claim> gt_dcg_claims() {
    return {
        {"GT-P6.1", "GT Prop 6.1",
         "dcg and ndcg, and no others, satisfy the identity of indiscernibles: M(·,ρ) is injective",
         only_dcg_is_injective},
        {"GT-P6.1-eq4", "GT (4)",
         "Σ (i − σ(i))/log₂(i+1) < 0, that is dcg(id) < dcg(σ), for σ ≠ id", least_at_identity},
        {"GT-P6.4", "GT Prop 6.4",
         "|dcg(σ) − dcg(τ)| is a distance on S_n, dcg(σ) − dcg(τ) is not; so for ndcg",
         induced_distance_rows},
    };
}

}  // namespace disarray::properties
