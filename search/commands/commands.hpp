// SPDX-License-Identifier: MIT
//
// The verbs of this module: search.
#pragma once

#include <CLI/CLI.hpp>

namespace disarray::search {

void add_commands(CLI::App& program);

}  // namespace disarray::search
