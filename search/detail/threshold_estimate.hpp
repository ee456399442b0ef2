// SPDX-License-Identifier: MIT
#pragma once

#include "search/estimate.hpp"

namespace disarray::search::detail {

/// estimate_sweep() for a threshold, in the calling thread's TBB arena. \param claim  n ≤
/// max_sweep_n
SweepEstimate estimate_threshold(const Claim& claim, const EstimateOptions& options);

}  // namespace disarray::search::detail
