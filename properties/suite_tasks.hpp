// SPDX-License-Identifier: MIT
//
// A suite, that is many properties of many metrics, by a farm: the parts of its checks are tasks.
// Every rank knows the suite from the same command line; what is told is only what one rank alone
// may have, the cases that failed once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "farm/task_farm.hpp"
#include "properties/examples.hpp"
#include "properties/runner.hpp"

namespace disarray::properties {

/// A cell of the table property × metric.
struct Cell {
    const metrics::Metric* metric = nullptr;
    const Property* property = nullptr;
    metrics::Frame frame = metrics::Frame::element;
};

struct Suite {
    std::string name;  ///< the command line: jobs of another one are refused
    std::vector<Cell> cells;
    /// For all cells. Examples, stop and on_violation are not looked at.
    CheckOptions options;
};

/// The job of a suite: its name, and the examples of its cells.
std::string suite_job(const Suite& suite, const std::vector<Example>& examples);
/// What a rank does that has the same command line.
farm::TasksOf suite_tasks(Suite suite);

std::string to_bytes(const PartTally& tally);
/// \throws InputError if it is none
PartTally part_tally_from_bytes(std::string_view bytes);

/// The results of all cells, in their order.
/// \param on_part    called after each part, with the number of those done and of all; may be empty
/// \param on_example called with the first violation that is seen in a cell; may be empty
/// \throws InputError as check(), before anything is done
std::vector<CheckResult> check_by_farm(
    farm::Farm& farm, const Suite& suite, const std::vector<Example>& examples, const Stop& stop,
    const std::function<void(std::uint64_t done, std::uint64_t all)>& on_part,
    const std::function<void(const Example&)>& on_example);

}  // namespace disarray::properties
