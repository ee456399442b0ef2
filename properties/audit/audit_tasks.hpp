// SPDX-License-Identifier: MIT
//
// Inputs of an audit by a farm: every rank runs the audited program itself, and answers are
// gathered. Only answers: what fails there is asked again here, where the failure is looked into.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "farm/task_farm.hpp"
#include "properties/audit/audited_metric.hpp"
#include "properties/audit/metric_process.hpp"

namespace disarray::properties::audit {

/// What a rank does that has the same command line: a run of the program for each task at a time,
/// kept for the next ones.
farm::TasksOf audit_tasks(std::vector<std::string> command, const ProcessLimits& limits);

/// Asks all ranks of a farm, until `stop` asks, for many inputs at a time; few are not worth the
/// way. \param description  of the program here: ranks where it describes itself otherwise complain
/// \param most_bytes  of the inputs of a job, all of which are sent to every rank; a job has the
///                    256 inputs of a task at least
AskElsewhere ask_by_farm(farm::Farm& farm, const Description& description, const Stop& stop,
                         std::size_t most_bytes = std::size_t{64} << 20);

}  // namespace disarray::properties::audit
