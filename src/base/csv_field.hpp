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

}  // namespace disarray
