// SPDX-License-Identifier: MIT
//
// Inequalities, spaces and points of a weight search as JSON, from one rank of a farm to another.
#pragma once

#include <nlohmann/json.hpp>

#include "search/statement.hpp"
#include "search/weight_search.hpp"

namespace disarray::search::detail {

using Json = nlohmann::json;

// All *_from throw InputError or Json::exception for what is none.
Json to_json(const Inequality& inequality);
Inequality inequality_from(const Json& json);

Json to_json(const WeightSpace& space);
WeightSpace weight_space_from(const Json& json);

Json to_json(const WeightPoint& point);
WeightPoint weight_point_from(const Json& json);

Json to_json(const RatedPoint& rated);
RatedPoint rated_point_from(const Json& json);

}  // namespace disarray::search::detail
