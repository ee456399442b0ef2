// SPDX-License-Identifier: MIT
//
// Witnesses as the JSON contract has them: exact numbers as strings, ranks from 1, matrices as
// rows.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "verdict/verdict.hpp"

namespace disarray {

/// {"ranks", "weights", "swap_costs", "dissimilarity", "fixed_points", "strict", "K", "F"}; what is
/// unit is written out, so that a reader needs no default.
nlohmann::ordered_json to_json(const Witness& witness);

}  // namespace disarray
