// SPDX-License-Identifier: MIT
//
// Cells of the table metric × property, as check, check atlas, check claims and check retrieval
// show them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "properties/case_json.hpp"
#include "properties/runner.hpp"

namespace disarray::properties {

/// "disarray check --replay '…'". \param replay  as to_replay (examples.hpp) writes it
std::string replay_line(std::string_view replay);
/// The same for a refuted cell.
std::string replay_line(const CheckResult& result);

/// Columns of a table of verdicts that fit on a line, beside that of the properties.
inline constexpr std::size_t most_columns = 6;

/// For each verdict that some have, one line with their names: for rows that are too long.
std::string lines_by_verdict(const std::vector<std::pair<Verdict, std::string>>& named);

/// "cells" of the JSON contract.
Json to_json(const CheckResult& result);

}  // namespace disarray::properties
