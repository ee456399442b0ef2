// SPDX-License-Identifier: MIT
//
// The verbs of search/: `search` with its subcommands, and `verify`.
#pragma once

#include "app/verb.hpp"

namespace disarray::search {

/// Adds all of them to the program.
void add_commands(app::Verb program);

/// `search status` and `search merge`.
void add_campaign_commands(app::Verb search_verb);
/// `search conjecture`.
void add_conjecture_command(app::Verb search_verb);
/// `search plan` and `search missing`.
void add_plan_commands(app::Verb search_verb);
/// `search estimate`.
void add_estimate_command(app::Verb search_verb);
/// `search prove`.
void add_prove_command(app::Verb search_verb);
/// `search scatter`.
void add_scatter_command(app::Verb search_verb);
/// `discover`.
void add_discover_command(app::Verb program);
/// `verify`.
void add_verify_command(app::Verb program);

}  // namespace disarray::search
