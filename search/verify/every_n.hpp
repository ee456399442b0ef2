// SPDX-License-Identifier: MIT
//
// Certificates for every n: their lines, in the one spelling of FORMAT.md, and the words of the
// answer. What is true of them is for the core to find out.
#pragma once

#include <string>

#include "search/verify/lines.hpp"
#include "search/verify/values.hpp"

namespace disarray::verify {

inline constexpr std::string_view every_n_format = "disarray.every-n/1";

/// What a file proves. \throws Rejected
/// \param lines  behind the header, which is `first_line`
std::string every_n_statement(Lines& lines, const std::string& first_line);

/// Limits that keep the check of a family within a second: elements of an end or of the block, and
/// how far they move; families.
inline constexpr std::size_t max_pattern = 12;
inline constexpr std::int64_t max_move = 12;
inline constexpr std::size_t max_families = 8;

}  // namespace disarray::verify
