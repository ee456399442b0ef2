// SPDX-License-Identifier: MIT
//
// Words of a command line and the text that a shell makes them of: for one that is given in a
// single argument, and for one that is shown.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace disarray::properties::audit {

/// The words of `text`, as a shell splits a simple command: at blanks, tabs and ends of line; as
/// they stand between single quotes; between double quotes, where a backslash takes \, ", $ and `
/// as they stand; and elsewhere a backslash takes any character so. Nothing is expanded.
/// \param where  begins the error message
/// \throws InputError for a quote that is not closed, or a backslash at the end.
std::vector<std::string> command_words(std::string_view text, std::string_view where);

/// The text of which command_words(), and a shell, make `words`.
std::string command_line(std::span<const std::string> words);

}  // namespace disarray::properties::audit
