// SPDX-License-Identifier: MIT
//
// The stretches of the chains of a tempering search as the tasks of a farm, a job between two
// meetings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "farm/task_farm.hpp"
#include "search/tempering.hpp"

namespace disarray::search {

/// What a worker is told: the search, and where each chain stands.
std::string tempering_job(const TemperingOptions& options,
                          const std::vector<ChainStretch>& stretches);
/// \throws InputError if it is none
farm::DoTask tempering_tasks(const std::string& job);

std::string to_bytes(const ChainOutcome& outcome);
/// \throws InputError if it is none
ChainOutcome chain_outcome_from_bytes(std::string_view bytes);

/// Does the stretches of a search by all ranks of a farm, until `stop` asks.
ChainsElsewhere by_farm(farm::Farm& farm, const TemperingOptions& options, const Stop& stop);

}  // namespace disarray::search
