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

/// The options of a check at the ledger's effort.
CheckOptions check_options(const LedgerOptions& options, FixedPointPolicy policy);

/// A result of the runner as a row of the ledger.
ClaimRow row_of(const CheckResult& result);

}  // namespace disarray::properties
