// SPDX-License-Identifier: MIT
//
// The correlation coefficients of two rankings (GT C.2; Table 1, "correlation") and Yao's ndpm,
// which also compares rankings with ties.
#pragma once

#include <vector>

#include "metrics/metric.hpp"

namespace disarray::metrics {

/// This file's entries in the catalogue: kendall-tau, spearman-rho, ndpm. Their value is rational.
/// O(n log n), spearman-rho O(n).
std::vector<Metric> correlation_metrics();

}  // namespace disarray::metrics
