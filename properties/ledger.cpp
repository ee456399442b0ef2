// SPDX-License-Identifier: MIT
#include "properties/ledger.hpp"

#include <algorithm>
#include <iterator>

#include "base/near_names.hpp"
#include "properties/claims/claims.hpp"

namespace disarray::properties {

std::span<const Claim> claims() {
    static const std::vector<Claim> all_claims = [] {
        std::vector<Claim> all;
        const auto add = [&](std::vector<Claim> part) {
            std::ranges::move(part, std::back_inserter(all));
        };
        add(property_claims());
        add(bound_claims());
        add(example_claims());
        add(proof_claims());
        add(aggregation_claims());
        add(formulation_claims());
        add(click_log_claims());
        add(gt_dcg_claims());
        add(gt_property_claims());
        add(gt_pair_claims());
        add(gt_table_claims());
        add(gt_experiment_claims());
        add(gt_figure_claims());
        add(mir_claims());
        add(mir_statement_claims());
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
    throw InputError(where, "\"" + printable(id) + "\"", expected_one_of(id, known));
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
