// SPDX-License-Identifier: MIT
//
// What search/ offers to the ledger of claims.
#pragma once

#include "verdict/extreme_ratio.hpp"

namespace disarray::search {

/// Decides by certified sweeps (sweep.hpp), in the calling thread's TBB arena. Copies share what
/// they have decided, so that the same question costs once.
ExtremeRatioDecider extreme_ratio_decider();

}  // namespace disarray::search
