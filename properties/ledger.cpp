// SPDX-License-Identifier: MIT
#include "properties/ledger.hpp"

#include "base/near_names.hpp"
#include "properties/append.hpp"
#include "properties/claims/claims.hpp"

namespace disarray::properties {

std::span<const Claim> claims() {
    static const std::vector<Claim> all_claims = [] {
        std::vector<Claim> all;
        append(all, property_claims());
        append(all, bound_claims());
        append(all, example_claims());
        append(all, proof_claims());
        append(all, aggregation_claims());
        append(all, formulation_claims());
        append(all, click_log_claims());
        append(all, gt_dcg_claims());
        append(all, gt_property_claims());
        append(all, gt_pair_claims());
        append(all, gt_table_claims());
        append(all, gt_experiment_claims());
        append(all, gt_figure_claims());
        append(all, mir_claims());
        append(all, mir_statement_claims());
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

std::vector<ClaimRow> decide(const Claim& claim, const LedgerOptions& options) {
    std::vector<ClaimRow> rows = claim.decide(options);
    for (ClaimRow& row : rows) {
        row.id = claim.id;
        row.source = claim.source;
        if (row.statement.empty()) row.statement = claim.statement;
    }
    return rows;
}

}  // namespace disarray::properties
