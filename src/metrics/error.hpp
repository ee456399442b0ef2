// SPDX-License-Identifier: MIT
//
// The metrics that compare two rankings element by element (GT C.3.1; Table 1, "error"). All are
// right-invariant: they are sums over elements, and do not care what an element is called.
#pragma once

#include <vector>

#include "metrics/metric.hpp"

namespace disarray::metrics {

/// This file's entries in the catalogue: mse, rmse, mae, rmae, mape, smape, r2. Their value is
/// rational, for rmse and rmae algebraic. O(n); for mape and smape these are operations on
/// rationals, the last of them of O(n) bits.
std::vector<Metric> error_metrics();

}  // namespace disarray::metrics
