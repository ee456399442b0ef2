// SPDX-License-Identifier: MIT
//
// The verbs that need nothing but src/: metrics and distance.
#pragma once

#include <CLI/CLI.hpp>

namespace disarray::app {

void add_commands(CLI::App& program);

}  // namespace disarray::app
