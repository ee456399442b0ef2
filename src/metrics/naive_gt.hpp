// SPDX-License-Identifier: MIT
//
// The second evaluation path for GT's metrics: Appendix C written down as it stands, with sets as
// sets, pairs as a double loop, and every division done where the formula has it. Nothing here is
// fast, and nothing is shared with confusion, error, correlation and gain.cpp.
#pragma once

#include <span>
#include <string_view>

#include "exact/value.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::metrics::naive {

/// The metric of GT called `name`, from its definition. What Parameters it needs must be there and
/// in range (require_parameters). O(n²) or, for sets, O(n log n).
/// \throws UsageError if there is no such metric, or if the rankings differ in size.
Value gt(std::string_view name, const Comparison& comparison);

/// ndpm of rank vectors, ties allowed, τ the reference: pair by pair.
/// \throws UsageError if the sizes differ.
Value ndpm(std::span<const Rank> sigma, std::span<const Rank> tau, bool as_printed);

}  // namespace disarray::metrics::naive
