// SPDX-License-Identifier: MIT
//
// Claims that say of K and F that they have a property of the catalogue. Each is a row of a table:
// the property, which weights it is about, which metrics; the frames and fixed-point policies that
// make a difference follow from those.
#include <tuple>

#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/repairs.hpp"
#include "properties/examples.hpp"

namespace disarray::properties {

namespace {

using metrics::Frame;

/// One row of the table.
struct PropertyClaim {
    std::string_view id, source, statement;
    std::string_view property;
    std::optional<Varies> varies = std::nullopt;  ///< instead of the property's own
    std::string_view metrics = "both";            ///< "kendall", "footrule" or "both"
    bool asks_for_violation = false;              ///< the claim is that the property can fail
    std::optional<DissimilarityClass> dissimilarity =
        std::nullopt;  ///< instead of the property's own
};

Property property_of(const PropertyClaim& claim) {
    Property property = property_named(claim.property, "the ledger");
    if (claim.varies) property.varies = *claim.varies;
    if (claim.dissimilarity) property.dissimilarity = *claim.dissimilarity;
    return property;
}

std::vector<const metrics::Metric*> metrics_of(std::string_view names) {
    if (names != "both") return metrics::metrics_named(names, std::nullopt, "the ledger");
    std::vector<const metrics::Metric*> both;
    for (const metrics::Metric& metric : metrics::catalogue()) {
        if (metric.takes.weights) both.push_back(&metric);
    }
    return both;
}

/// One argument leaves no frame to choose.
std::vector<Frame> frames_of(const Property& property) {
    if (property.rankings == 1) return {Frame::element};
    return {Frame::element, Frame::literal};
}

std::vector<ClaimRow> property_claim_rows(const PropertyClaim& claim,
                                          const LedgerOptions& options) {
    const Property property = property_of(claim);
    std::vector<ClaimRow> rows;
    for (const metrics::Metric* metric : metrics_of(claim.metrics)) {
        for (const Frame frame : frames_of(property)) {
            for (const FixedPointPolicy policy : policies_of(property)) {
                const CheckResult result =
                    check(*metric, property, frame, check_options(options, policy));
                ClaimRow& row = rows.emplace_back(row_of(result));
                if (claim.asks_for_violation) {
                    turn_into_existence(row);
                } else if (row.verdict == Verdict::refuted) {
                    row.repairs = surviving_repairs(result, property, options);
                }
            }
        }
    }
    return rows;
}

const PropertyClaim property_claim_table[] = {
    {"KV-collapse-w", "KV 3.1", "w = 1 gives back the classical K and F",
     "collapse-element-weights"},
    {"KV-collapse-δ", "KV 3.2", "δ = 1 gives back the classical K and F", "collapse-swap-costs"},
    {"KV-collapse-D", "KV 3.3", "D = 1 gives back the classical K and F", "collapse-dissimilarity"},
    {"KV-collapse-all", "KV 3.4", "w = δ = D = 1 give back the classical K and F", "collapse-all"},
    {"KV-pbar-positive", "KV 3.2", "p̄_i(σ) > 0 for all i, for δ >= 0",
     "average-swap-costs-positive", std::nullopt, "kendall"},
    {"KV-L4", "KV Lemma 4", "splitting element i into w_i unit elements gives τ with the same K, F",
     "blow-up"},
    {"KV-L5", "KV Lemma 5", "with w_i = p̄_i(σ), K_δ(σ) = K_w(σ) and F_δ(σ) = F_w(σ)",
     "swap-costs-as-weights"},
    {"KV-L6-w", "KV Lemma 6", "c·w scales K*, F* by c²", "scale-element-weights",
     element_weights_only},
    {"KV-L6-δ", "KV Lemma 6", "c·δ scales K*, F* by c²", "scale-swap-costs", swap_costs_only},
    {"KV-L6-D", "KV Lemma 6", "c·D scales K*, F* by c", "scale-dissimilarity", dissimilarity_only},
    {"KV-L6-all", "KV Lemma 6", "c₁w, c₂δ, c₃D scale K*, F* by c₁²c₂²c₃", "scale-all", all_weights},
    {"KV-invariant", "KV 4.2", "relabelling elements with their weights changes nothing",
     "right-invariance"},
    {"KV-zero", "KV 4.2", "K*(σ) = 0 only at σ = 1, likewise F*, for δ > 0 and a metric D",
     "zero-only-at-equality"},
    {"KV-zero-δ", "KV 4.2", "the same for δ >= 0", "zero-only-at-equality-some-swaps-free"},
    {"KV-zero-pseudometric", "KV 4.2", "the same for a pseudometric D",
     "zero-only-at-equality-pseudometric"},
    {"KV-zero-together", "KV 4.2", "K*(σ) = 0 exactly if F*(σ) = 0, for δ > 0 and a metric D",
     "zero-together", std::nullopt, "footrule"},
    {"KV-zero-together-δ", "KV 4.2", "the same for δ >= 0", "zero-together-some-swaps-free",
     std::nullopt, "footrule"},
    {"KV-zero-together-pseudometric", "KV 4.2", "the same for a pseudometric D",
     "zero-together-pseudometric", std::nullopt, "footrule"},
    {"KV-sym-w", "KV 4.2", "K_w(σ) = K_w(σ⁻¹), F_w(σ) = F_w(σ⁻¹)", "inverse-symmetry",
     element_weights_only},
    {"KV-sym-δ", "KV 4.2", "K_δ(σ) = K_δ(σ⁻¹), F_δ(σ) = F_δ(σ⁻¹)", "inverse-symmetry",
     swap_costs_only},
    {"KV-sym-D", "KV 4.2", "K_D(σ) = K_D(σ⁻¹), F_D(σ) = F_D(σ⁻¹)", "inverse-symmetry",
     dissimilarity_only},
    {"KV-sym-all", "KV 4.2", "K*(σ) = K*(σ⁻¹), F*(σ) = F*(σ⁻¹)", "inverse-symmetry", all_weights},
    {"KV-tri-w", "KV 4.2", "K_w and F_w satisfy the triangle inequality", "triangle-inequality",
     element_weights_only},
    {"KV-tri-δ", "KV 4.2", "K_δ and F_δ satisfy the triangle inequality", "triangle-inequality",
     swap_costs_only},
    {"KV-L7", "KV Lemma 7", "K_D(σ,τ) <= K_D(σ) + K_D(τ) for every D, metric or not",
     "triangle-any-dissimilarity", dissimilarity_only, "kendall"},
    {"KV-L8", "KV Lemma 8", "F_D(σ,τ) <= F_D(σ) + F_D(τ) for every metric D",
     "triangle-through-identity", dissimilarity_only, "footrule", false,
     DissimilarityClass::metric},
    {"KV-L8-needs-metric", "KV 4.2", "Lemma 8 fails for some D that is no metric",
     "triangle-non-metric", dissimilarity_only, "footrule", true},
    {"KV-graph", "KV 7", "shortest-path D gives a distance: the triangle inequality, for metrics D",
     "triangle-inequality", dissimilarity_only, "both", false, DissimilarityClass::metric},
    {"KV-graph-symmetry", "KV 7", "shortest-path D gives a distance: symmetry, for metrics D",
     "symmetry", dissimilarity_only, "both", false, DissimilarityClass::metric},
};

}  // namespace

CheckOptions check_options(const LedgerOptions& options, FixedPointPolicy policy) {
    CheckOptions check;
    check.exhaustive_n = options.exhaustive_n;
    check.random_cases = options.random_cases;
    check.seed = options.seed;
    check.stop = options.stop;
    check.fixed_points = policy;
    return check;
}

namespace {

/// The property as the catalogue has it, or one of its name that speaks of other cases.
bool is_as_in_catalogue(const Property& property) {
    if (!is_in_catalogue(property)) return false;
    const Property& listed = property_named(property.name, "the ledger");
    const auto varied = [](const Property& p) {
        return std::tuple(p.varies.element_weights, p.varies.swap_costs, p.varies.dissimilarity,
                          p.dissimilarity, p.positive_swap_costs, p.rankings);
    };
    return varied(property) == varied(listed) && property.statement == listed.statement;
}

}  // namespace

ClaimRow row_about(const metrics::Metric& metric, std::string_view frame, std::string variant) {
    ClaimRow row;
    row.metric = metric.full_name();
    row.reading = metric.reading;
    row.frame = frame;
    row.variant = std::move(variant);
    return row;
}

ClaimRow row_of(const CheckResult& result) {
    ClaimRow row = row_about(*result.metric,
                             result.property->rankings == 1 ? "either" : name_of(result.frame));
    if (is_as_in_catalogue(*result.property)) row.property = result.property->name;
    if (result.property->varies.swap_costs) row.fixed_points = name_of(result.fixed_points);
    row.verdict = result.verdict;
    row.scope = result.scope;
    row.witness = result.witness;
    row.explanation = result.explanation;
    if (result.theorem) row.theorem = *result.theorem;
    row.effort = result.effort;
    if (result.witness && is_in_catalogue(*result.property)) {
        row.replay = to_replay({result.metric, &property_named(result.property->name, "the ledger"),
                                result.frame, *result.witness});
    }
    return row;
}

void prove_by(ClaimRow& row, std::string_view theorem) {
    if (row.verdict != Verdict::exhausted && row.verdict != Verdict::supported) return;
    row.theorem = theorem_named(theorem);
    row.verdict = Verdict::proved;
    row.scope = fmt::format("every n; tried: {}", row.scope);
}

void turn_into_existence(ClaimRow& row) {
    row.property.clear();
    if (row.verdict == Verdict::refuted) {
        row.verdict = Verdict::exhausted;
        row.scope = "one case is enough: the witness";
    } else if (row.verdict == Verdict::proved) {
        row.verdict = Verdict::refuted;
        row.explanation = "it holds for every n";
    } else if (row.verdict == Verdict::exhausted || row.verdict == Verdict::supported) {
        row.verdict = Verdict::undecided;
        row.explanation = "no such case among those tried";
    }
}

std::vector<Claim> property_claims() {
    std::vector<Claim> claims;
    for (const PropertyClaim& claim : property_claim_table) {
        claims.push_back(
            {claim.id, claim.source, claim.statement, [&claim](const LedgerOptions& options) {
                 return property_claim_rows(claim, options);
             }});
    }
    return claims;
}

}  // namespace disarray::properties
