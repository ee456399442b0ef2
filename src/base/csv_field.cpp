// SPDX-License-Identifier: MIT
#include "base/csv_field.hpp"

#include "base/error.hpp"

namespace disarray {

std::string csv_field(std::string_view text) {
    if (text.find_first_of("\",\r\n") == std::string_view::npos) return std::string(text);
    std::string field = "\"";
    for (const char c : text)
        field += c == '"' ? std::string("\"\"") : std::string(1, c);
    return field + '"';
}

namespace {

/// "-1/2", "-0.25", "-1e-09": a minus and then nothing that a spreadsheet could call.
bool is_negative_number(std::string_view text) {
    return text.starts_with('-') &&
           text.find_first_not_of("0123456789./e-", 1) == std::string_view::npos;
}

}  // namespace

std::string csv_cell(std::string_view text) {
    std::string cell = printable_lines(text);
    if (text.find_first_of("=+-@\t\r\n") == 0 && !is_negative_number(text)) cell.insert(0, 1, '\'');
    return csv_field(cell);
}

}  // namespace disarray
