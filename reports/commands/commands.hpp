// SPDX-License-Identifier: MIT
//
// The verb of this module: report.
#pragma once

#include <CLI/CLI.hpp>

namespace disarray::reports {

void add_commands(CLI::App& program);

}  // namespace disarray::reports
