// SPDX-License-Identifier: MIT
//
// Tables for people: columns padded to the width that a terminal shows, which for UTF-8 text is the
// number of characters, not of bytes (fmt pads by characters too, but only within one line).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace disarray {

/// Code points of UTF-8 text: bytes that are no continuation bytes. Combining marks (p̄) take none.
std::size_t display_width(std::string_view text);

class TextTable {
public:
    enum class Align { left, right };
    struct Column {
        std::string title;
        Align align = Align::left;
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// Cells are shown as by printable_lines. \throws UsageError unless there is one cell for each
    /// column.
    void add_row(std::vector<std::string> cells);

    /// Title line, then the rows; two blanks between columns, none at line ends.
    std::string to_string() const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace disarray
