// SPDX-License-Identifier: MIT
//
// What --help and --help-all print. Both are made of the same declarations: --help has a line for
// each option that is not rare, with as much of its text as fits; --help-all has all of it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/description.hpp"
#include "app/verb.hpp"

namespace CLI {
class App;
class Formatter;
}  // namespace CLI

namespace disarray::app {

/// "What", "How", "Effort", "Output": the group of an option, for CLI11.
std::string title_of(Group group);
/// The group of its rare options.
std::string rare_group(const std::string& group);

std::shared_ptr<CLI::Formatter> help_formatter();

/// What stands below the options of a verb's help.
std::string example_footer(const std::string& example);

/// The words of `text` in lines of that width; the first word of a line may be longer.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// What is declared of a verb and of those below it, but for what is hidden, and --help itself.
VerbDescription described(const CLI::App& verb);

}  // namespace disarray::app
