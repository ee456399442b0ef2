// SPDX-License-Identifier: MIT
//
// The blocks of a grid of weights, or the restarts of a climb, as the tasks of a farm.
#pragma once

#include <string>

#include "farm/task_farm.hpp"
#include "search/weight_search.hpp"

namespace disarray::search {

enum class WeightSearchKind { grid, climb };

/// What a worker is told: the search.
std::string weight_job(const WeightSearchOptions& options, WeightSearchKind kind);
/// \throws InputError if it is none
farm::DoTask weight_tasks(const std::string& job);

/// Does the tasks of a search by all ranks of a farm, until `stop` asks.
WeightTasksElsewhere by_farm(farm::Farm& farm, const WeightSearchOptions& options,
                             WeightSearchKind kind, const Stop& stop);

}  // namespace disarray::search
