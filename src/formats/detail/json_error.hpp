// SPDX-License-Identifier: MIT
//
// Where JSON is none: nlohmann's position as a line and a column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "base/error.hpp"
#include "formats/detail/refused.hpp"

namespace disarray::formats::detail {

/// \param position  as json_sax::parse_error gets it: it counts the characters that were read, and
/// the end of the file as one
/// \throws InputError, always
[[noreturn]] inline void refuse_json(std::string_view text, std::size_t position,
                                     std::string_view file, std::string_view expected) {
    const std::string_view read = text.substr(0, std::min(position, text.size()));
    const auto line = std::ranges::count(read, '\n') + 1;
    const std::size_t line_begin = read.rfind('\n') + 1;  // npos + 1 is 0
    const bool is_at_end = position == 0 || position > text.size();
    throw InputError(fmt::format("{} line {}, column {}", file, line, position - line_begin),
                     is_at_end ? "the end of the file" : in_quotes(text.substr(position - 1, 1)),
                     expected);
}

}  // namespace disarray::formats::detail
