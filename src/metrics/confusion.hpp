// SPDX-License-Identifier: MIT
//
// The metrics of the confusion matrix (GT C.1; Table 1, "CMB"): how far S, the first k elements of
// σ, agrees with R, the first j elements of τ. The order inside either set does not matter.
#pragma once

#include <vector>

#include "metrics/metric.hpp"

namespace disarray::metrics {

/// This file's entries in the catalogue: 19, in the order of GT Table 2. Their value is rational,
/// for fowlkes-mallows, mcc and prevalence-threshold algebraic. O(n) to count, then O(1).
std::vector<Metric> confusion_metrics();

}  // namespace disarray::metrics
