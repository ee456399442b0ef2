// SPDX-License-Identifier: MIT
//
// The verbs of search/: `search` with its subcommands, and `verify`.
#pragma once

#include <CLI/CLI.hpp>

namespace disarray::search {

/// Adds all of them to the program.
void add_commands(CLI::App& program);

/// `search status` and `search merge`.
void add_campaign_commands(CLI::App& search_verb);
/// `search conjecture`.
void add_conjecture_command(CLI::App& search_verb);
/// `search plan` and `search missing`.
void add_plan_commands(CLI::App& search_verb);
/// `search estimate`.
void add_estimate_command(CLI::App& search_verb);
/// `search scatter`.
void add_scatter_command(CLI::App& search_verb);
/// `verify`.
void add_verify_command(CLI::App& program);

}  // namespace disarray::search
