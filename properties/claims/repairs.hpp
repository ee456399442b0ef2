// SPDX-License-Identifier: MIT
//
// What can be changed about a refuted claim so that it survives: a fixed list, each change put to
// the witness itself, to the grid, and to random cases.
#pragma once

#include <string>
#include <vector>

#include "properties/ledger.hpp"

namespace disarray::properties {

/// Both policies where swap costs vary, else `one`.
std::vector<FixedPointPolicy> policies_of(const Property& property);

/// True if the property, with these conditions, fails nowhere: not at `witness` moved a little way
/// into its hypotheses (D + ε, δ + ε: a strict violation at the border of a class is one inside it
/// too), not on the grid, not in 500 random cases.
bool survives(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
              FixedPointPolicy policy, const Case& witness, const LedgerOptions& options);

/// Of the other frame, the other policy, δ > 0 and a metric D, those under which a refuted property
/// survives. \param property  as it was checked
std::vector<std::string> surviving_repairs(const CheckResult& refuted, const Property& property,
                                           const LedgerOptions& options);

}  // namespace disarray::properties
