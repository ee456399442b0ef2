// SPDX-License-Identifier: MIT
//
// Cases that refuted something once and are beyond what a check tries by itself: found by the
// search over all D, kept as data, put into a property on the spot. What they show is computed
// each time; here stands no verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/property.hpp"

namespace disarray::properties {

/// The cases that are kept, by n.
const std::vector<Case>& kept_cases();

/// The least of `cases` that the property speaks of and that violates it, confirmed by both paths.
std::optional<Case> least_violation(const metrics::Metric& metric, const Property& property,
                                    metrics::Frame frame, FixedPointPolicy fixed_points,
                                    const std::vector<Case>& cases);

}  // namespace disarray::properties
