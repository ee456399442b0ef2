// SPDX-License-Identifier: MIT
//
// One field of a line of comma-separated values.
#pragma once

#include <string>
#include <string_view>

namespace disarray {

/// `text` as a field of CSV (RFC 4180): in quotes, with the quotes in it doubled, where it has a
/// comma, a quote or an end of line.
std::string csv_field(std::string_view text);

/// The same for a table that people open: what a spreadsheet would take for a formula gets a single
/// quote in front, as OWASP's page on CSV injection has it (negative numbers are none), and what is
/// not seen is escaped as `printable` does. A reader does not get the same text back.
std::string csv_cell(std::string_view text);

}  // namespace disarray
