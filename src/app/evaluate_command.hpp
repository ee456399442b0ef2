// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

namespace disarray::app {

/// disarray evaluate: retrieval metrics of runs against relevance judgements.
void add_evaluate_command(CLI::App& program);

}  // namespace disarray::app
