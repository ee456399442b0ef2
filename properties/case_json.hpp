// SPDX-License-Identifier: MIT
//
// Cases as JSON: witnesses in reports, replays on the command line, files of examples. Exact
// numbers are strings; parts that are absent (unit) are left out.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "properties/case.hpp"

namespace disarray::properties {

/// {"rankings": [[3,1,2], …], "weights"?, "swap_costs"?, "dissimilarity"?, "fixed_points", "scale"}
nlohmann::ordered_json to_json(const Case& instance);

/// \param where  begins the error message
/// \throws InputError for anything but such an object: what is missing, of the wrong kind, or no
/// valid ranking or weight.
Case case_from_json(const nlohmann::ordered_json& json, std::string_view where);

}  // namespace disarray::properties
