// SPDX-License-Identifier: MIT
//
// `disarray metrics`: which metrics there are, in which readings, and where each comes from.
#pragma once

#include <CLI/CLI.hpp>

namespace disarray::app {

void add_metrics_command(CLI::App& program);

}  // namespace disarray::app
