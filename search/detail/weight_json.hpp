// SPDX-License-Identifier: MIT
//
// Inequalities, spaces and points of a weight search as JSON, from one rank of a farm to another.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "search/statement.hpp"
#include "search/weight_search.hpp"

namespace disarray::search::detail {

/// What ranks send each other. No order of keys is kept, unlike in what is printed.
using TaskJson = nlohmann::json;

// All *_from throw InputError or nlohmann::json::exception for what is none.
TaskJson to_json(const Inequality& inequality);
Inequality inequality_from(const TaskJson& json);

TaskJson to_json(const WeightSpace& space);
WeightSpace weight_space_from(const TaskJson& json);

TaskJson to_json(const WeightPoint& point);
WeightPoint weight_point_from(const TaskJson& json);

TaskJson to_json(const RatedPoint& rated);
RatedPoint rated_point_from(const TaskJson& json);

}  // namespace disarray::search::detail
