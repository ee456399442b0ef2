// SPDX-License-Identifier: MIT
//
// The units of a campaign as the tasks of a farm.
#pragma once

#include "farm/task_farm.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

/// Units numbered through all lengths of a plan, from 0, shorter lengths first.
std::uint64_t task_of(const CampaignPlan& plan, const UnitPlace& place);
UnitPlace place_of(const CampaignPlan& plan, std::uint64_t task);

/// What a worker is told: the plan.
std::string sweep_job(const CampaignPlan& plan);
/// \throws InputError for a plan whose units this version would cut in another way
farm::DoTask sweep_tasks(const std::string& job);

std::string to_bytes(const UnitResult& unit);
/// \throws InputError if it is none
UnitResult unit_from_bytes(std::string_view bytes);

/// Decides the units of a sweep by all ranks of a farm, until `stop` asks.
UnitsElsewhere by_farm(farm::Farm& farm, const CampaignPlan& plan, const Stop& stop);

}  // namespace disarray::search
