// SPDX-License-Identifier: MIT
//
// What search/ offers to the ledger of claims.
#pragma once

#include "verdict/lower_side.hpp"

namespace disarray::search {

/// Decides by the sweep over linear programs (sweep.hpp), in the calling thread's TBB arena.
LowerSideDecider lower_side_decider();

}  // namespace disarray::search
