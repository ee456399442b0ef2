// SPDX-License-Identifier: MIT
//
// What the claims of GT share: its 33 metrics, and rows that ask whether a metric has a property of
// the catalogue where GT says that it does or that it does not.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "properties/ledger.hpp"

namespace disarray::properties::gt {

/// The 33 metrics of Table 1, in the order of the catalogue.
std::vector<const metrics::Metric*> all_metrics();

/// \throws InputError if there is no such metric.
const metrics::Metric& metric(std::string_view name);

/// What GT says.
enum class Claimed {
    holds,
    fails  ///< in one case at least: a claim of existence
};

/// A question to one metric.
struct Question {
    std::string_view property;
    Claimed claimed = Claimed::holds;
    std::string variant = {};
    metrics::FirstK first_k = metrics::FirstK::ranked;
};

/// The metric is checked at the ledger's effort, or what the property has at most. A violation
/// refutes `holds` and settles `fails`; none leaves `fails` undecided, as the next n may have one.
ClaimRow property_row(const metrics::Metric& metric, const Question& question,
                      const LedgerOptions& options);

/// One row, or, for the metrics that compare the first k of two rankings, one for each reading of
/// "first k", named in the variant.
std::vector<ClaimRow> rows_by_first_k(const metrics::Metric& metric, const Question& question,
                                      const LedgerOptions& options);

/// The claim is that the metric has a property that no other claim is about, so that it is not in
/// the catalogue.
ClaimRow row_of_own_property(const metrics::Metric& metric, const Property& property,
                             std::string variant, const LedgerOptions& options);

/// Whether two sets of k elements are compared.
bool compares_first_k(const metrics::Metric& metric);

/// As rows_by_first_k has it: "first k as ranked".
std::string variant_of(metrics::FirstK first_k);

/// Both, divided by a comma where both are there.
std::string joined(std::string_view first, std::string_view second);

}  // namespace disarray::properties::gt
