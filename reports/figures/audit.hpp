// SPDX-License-Identifier: MIT
//
// The figure of an audit, with what its caption has to say about how it is drawn.
#pragma once

#include <optional>

#include "reports/audit.hpp"
#include "reports/content.hpp"

namespace disarray::reports {

/// Seconds of one call against n, both axes logarithmic, with a line in proportion to n through the
/// last point. Times of 0 and n = 0 have no place there and are left out; `rows` have all. Empty if
/// fewer than two are left, or all that are have one n.
std::optional<FigureBlock> timing_figure(const Audit& audit);

}  // namespace disarray::reports
