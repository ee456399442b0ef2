// SPDX-License-Identifier: MIT
//
// What --help and --help-all print. Both are made of the same declarations: --help has a line for
// each option that is not rare, with as much of its text as fits; --help-all has all of it.
#pragma once

#include <memory>
#include <string>

#include "app/verb.hpp"

namespace CLI {
class Formatter;
}  // namespace CLI

namespace disarray::app {

/// "What", "How", "Effort", "Output": the group of an option, for CLI11.
std::string title_of(Group group);
/// The group of its rare options.
std::string rare_group(const std::string& group);

std::shared_ptr<CLI::Formatter> help_formatter();

}  // namespace disarray::app
