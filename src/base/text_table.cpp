// SPDX-License-Identifier: MIT
#include "base/text_table.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray {

std::size_t display_width(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool continuation = (byte & 0xc0) == 0x80;
        // U+0300–U+036F, combining diacritical marks, are 0xCC 0x80 – 0xCD 0xAF.
        const bool combining = byte == 0xcc || (byte == 0xcd && i + 1 < text.size() &&
                                                static_cast<unsigned char>(text[i + 1]) <= 0xaf);
        if (!continuation && !combining) ++count;
    }
    return count;
}

void TextTable::add_row(std::vector<std::string> cells) {
    if (cells.size() != columns_.size()) throw UsageError("TextTable: a row of another length");
    for (std::string& cell : cells)
        cell = printable_lines(cell);
    rows_.push_back(std::move(cells));
}

std::string TextTable::to_string() const {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        widths.push_back(display_width(columns_[c].title));
        for (const auto& row : rows_)
            widths[c] = std::max(widths[c], display_width(row[c]));
    }

    std::string out;
    const auto add_line = [&](const auto& cell_of) {
        std::string line;
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const std::string& cell = cell_of(c);
            const std::string padding(widths[c] - display_width(cell), ' ');
            if (c > 0) line += "  ";
            line += columns_[c].align == Align::right ? padding + cell : cell + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    };
    add_line([&](std::size_t c) -> const std::string& { return columns_[c].title; });
    for (const auto& row : rows_) {
        add_line([&](std::size_t c) -> const std::string& { return row[c]; });
    }
    return out;
}

}  // namespace disarray
