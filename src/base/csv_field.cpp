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
    std::string cell;
    if (text.find_first_of("=+-@\t\r\n") == 0 && !is_negative_number(text)) cell = "'";
    // Quotes keep a line end of either kind; the others are those of printable_lines.
    while (true) {
        const std::size_t end = text.find('\r');
        cell += printable_lines(text.substr(0, end));
        if (end == std::string_view::npos) return csv_field(cell);
        cell += '\r';
        text.remove_prefix(end + 1);
    }
}

}  // namespace disarray
