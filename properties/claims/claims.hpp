// SPDX-License-Identifier: MIT
//
// One function for each group of claims; the ledger lists them. What the groups share stands below.
#pragma once

#include <string>
#include <vector>

#include "properties/ledger.hpp"

namespace disarray::properties {

/// Claims that are one property of the catalogue, over weights of one kind.
std::vector<Claim> property_claims();
/// The bounds between K and F, decided over all D where the linear programs can.
std::vector<Claim> bound_claims();
/// Worked examples with printed values.
std::vector<Claim> example_claims();
/// The inner steps of the proofs.
std::vector<Claim> proof_claims();
/// The 2-approximations of rank aggregation.
std::vector<Claim> aggregation_claims();
/// What form the costs of rank aggregation have: feedback arc set, matching.
std::vector<Claim> formulation_claims();
/// The trend of KV's Table 2.
std::vector<Claim> click_log_claims();
/// What GT says of the properties of single metrics.
std::vector<Claim> gt_property_claims();
/// What GT says of dcg alone: that its values differ, and that they make a distance.
std::vector<Claim> gt_dcg_claims();
/// What GT says of pairs of metrics and of pairs of properties.
std::vector<Claim> gt_pair_claims();
/// The cells of GT's Tables 2 and 3 that are facts, not figures.
std::vector<Claim> gt_table_claims();
/// What GT says of its Figure 1.
std::vector<Claim> gt_figure_claims();
/// What GT measured: Table 2 "rob. I", and stability.
std::vector<Claim> gt_experiment_claims();
/// MIR's worked examples, figure by figure.
std::vector<Claim> mir_claims();
/// What MIR says in words, as far as it can be decided.
std::vector<Claim> mir_statement_claims();

/// The options of a check at the ledger's effort.
CheckOptions check_options(const LedgerOptions& options, FixedPointPolicy policy);

/// A row about a metric, not decided yet.
ClaimRow row_about(const metrics::Metric& metric, std::string_view frame, std::string variant = "");

/// A result of the runner as a row of the ledger.
ClaimRow row_of(const CheckResult& result);

/// What the cases of a row do not contradict is proved for every n by the theorem of that name.
void prove_by(ClaimRow& row, std::string_view theorem);

/// For a claim of existence: a violation of the property is what was asked for.
void turn_into_existence(ClaimRow& row);

}  // namespace disarray::properties
