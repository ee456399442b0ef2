// SPDX-License-Identifier: MIT
#include "properties/ledger.hpp"

#include "base/near_names.hpp"
#include "properties/append.hpp"
#include "properties/claims/claims.hpp"

namespace disarray::properties {

std::span<const Claim> claims() {
    static const std::vector<Claim> all_claims = [] {
        std::vector<Claim> all;
        for (const auto group :
             {property_claims, bound_claims, example_claims, proof_claims, aggregation_claims,
              formulation_claims, click_log_claims, gt_dcg_claims, gt_property_claims,
              gt_pair_claims, gt_table_claims, gt_experiment_claims, gt_figure_claims, mir_claims,
              mir_statement_claims})
            append(all, group());
        return all;
    }();
    return all_claims;
}

const Claim& claim_named(std::string_view id, std::string_view where) {
    std::vector<std::string_view> known;
    for (const Claim& claim : claims()) {
        if (claim.id == id) return claim;
        known.push_back(claim.id);
    }
    throw InputError(where, "\"" + printable(id) + "\"",
                     expected_one_of(id, known, "disarray check claims --list"));
}

namespace {

/// What a stop leaves of a row of the claim that it came upon: a counterexample stays one; of
/// anything else nobody knows which cases were not seen, nor what the repairs would survive.
void cut_short(ClaimRow& row) {
    row.repairs.clear();
    row.theorem.reset();
    if (row.verdict == Verdict::refuted && row.witness) return;
    if (row.verdict == Verdict::not_applicable && row.effort.complete) return;
    row.verdict = Verdict::undecided;
    row.effort.complete = false;
    if (row.explanation.empty()) row.explanation = "time ran out";
    if (row.scope.find(stopped_early) == std::string::npos)
        row.scope += (row.scope.empty() ? "" : "; ") + std::string(stopped_early);
}

}  // namespace

std::vector<ClaimRow> decide(const Claim& claim, const LedgerOptions& options) {
    std::vector<ClaimRow> rows = claim.decide(options);
    const bool was_stopped = options.stop.requested();
    if (rows.empty() && was_stopped) rows.emplace_back().frame = "either";
    for (ClaimRow& row : rows) {
        if (was_stopped || !row.effort.complete) cut_short(row);
        row.id = claim.id;
        row.source = claim.source;
        if (row.statement.empty()) row.statement = claim.statement;
    }
    return rows;
}

}  // namespace disarray::properties
