// SPDX-License-Identifier: MIT
//
// Cases as JSON: witnesses in reports, replays on the command line, files of examples. Exact
// numbers are strings; parts that are absent (unit) are left out.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "properties/case.hpp"

namespace disarray::properties {

/// The order of keys is part of what is written.
using Json = nlohmann::ordered_json;

/// \param where  begins the error message
/// \throws InputError if the text is no JSON
Json parsed_json(const std::string& text, std::string_view where);

/// {"rankings": [[3,1,2], …], "weights"?, "swap_costs"?, "dissimilarity"?, "fixed_points", "scale"}
Json to_json(const Case& instance);

/// \param where  begins the error message
/// \throws InputError for anything but such an object: what is missing, of the wrong kind, or no
/// valid ranking or weight.
Case case_from_json(const Json& json, std::string_view where);

}  // namespace disarray::properties
