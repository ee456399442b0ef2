// SPDX-License-Identifier: MIT
//
// Tables. All rows are in the page, in order, so that a table is whole without the script; above it
// stand the controls that the script brings to life, hidden until it does. What would be the same
// in each of ten thousand rows (title of a column for narrow screens, alignment, least width) is a
// rule of the style sheet, written once for each column.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/strtod.hpp"
#include "reports/writers/detail/html_page.hpp"
#include "reports/writers/detail/html_text.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports::html {

namespace {

/// Shorter tables are taken in at a glance: nothing to search.
constexpr std::size_t least_rows_to_search = 12;
/// Words up to this length are not broken, in characters; a ranking of six fits.
constexpr std::size_t longest_whole_word = 16;
/// Tables that need more, in characters of their columns' longest words, get a box that scrolls:
/// what a page of 1400 px has beside the navigation, at 16 px a character of half the width.
constexpr std::size_t widest_without_box = 120;

/// A table and what is worked out from its columns.
struct Layout {
    const Table& table;
    std::string id;
    std::vector<std::size_t> visible;     ///< indices of columns that are shown
    std::vector<std::string> attributes;  ///< "data-metric" for hidden columns, else ""
    std::vector<std::size_t> widths;      ///< characters that a column needs at least
};

/// A name for data-… made of `title`: lower case, letters and digits, else '-'.
std::string attribute_name(const std::string& title) {
    std::string name = "data-";
    for (const char c : title) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        const bool is_kept = is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        name += is_upper ? static_cast<char>(c - 'A' + 'a') : is_kept ? c : '-';
    }
    return name;
}

/// Characters in the longest word of `text`, where lines break at blanks and hyphens.
std::size_t longest_word(std::string_view text) {
    std::size_t longest = 0, length = 0;
    for (const char c : text) {
        const bool is_break = c == ' ' || c == '\n' || c == '\t';
        if (is_break) length = 0;
        if (!is_break && (c & 0xC0) != 0x80) ++length;  // first byte of a character
        longest = std::max(longest, length);
        if (c == '-') length = 0;
    }
    return longest;
}

std::size_t longest_word(const Text& text) {
    std::size_t longest = 0;
    for (const Span& span : text) {
        // A verdict is kept on one line and has its mark before it.
        const bool is_verdict = span.style == Span::Style::verdict;
        longest = std::max(longest, is_verdict ? span.text.size() + 2 : longest_word(span.text));
    }
    return longest;
}

std::size_t width_of(const Table& table, std::size_t column) {
    // A title has the arrow of the order behind it.
    std::size_t width = longest_word(table.columns[column].title) + 2;
    for (const Row& row : table.rows) {
        if (column >= row.cells.size()) continue;
        width = std::max(width, longest_word(row.cells[column].text));
        if (!row.cells[column].details.empty()) width = std::max<std::size_t>(width, 9);
    }
    return std::min(width, longest_whole_word);
}

Layout layout_of(Page& page, const Table& table) {
    Layout layout{table, page.ids.unique(table.id), {}, {}, {}};
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::string attribute;
        if (table.columns[i].is_hidden) {
            attribute = attribute_name(table.columns[i].title);
            const auto& taken = layout.attributes;
            if (std::find(taken.begin(), taken.end(), attribute) != taken.end()) {
                attribute += fmt::format("-{}", i);
            }
        } else {
            layout.visible.push_back(i);
            layout.widths.push_back(width_of(table, i));
        }
        layout.attributes.push_back(attribute);
    }
    return layout;
}

/// What the style sheet cannot know: least width, alignment and, for narrow screens, where a row is
/// a stack of its cells, the title before each value.
void put_styles(std::string& out, const Layout& layout) {
    if (layout.id.empty()) return;
    std::string cell = "[id=";
    put_css_string(cell, layout.id);
    cell += "] ";
    std::string titles, numbers;
    for (std::size_t i = 0; i < layout.visible.size(); ++i) {
        const Column& column = layout.table.columns[layout.visible[i]];
        const std::string place = fmt::format(":nth-child({})", i + 1);
        put(out, cell, "th", place, fmt::format("{{min-width:{}ch}}\n", layout.widths[i] + 2));
        put(titles, cell, "td", place, "::before{content:");
        put_css_string(titles, column.title);
        titles += "}\n";
        if (column.is_number) put(numbers, cell, "tr>", place, "{text-align:right}\n");
    }
    put(out, "@media screen and (max-width:700px){\n", titles, "}\n");
    if (!numbers.empty()) put(out, "@media print,(min-width:700.02px){\n", numbers, "}\n");
}

/// The values in column `index`, each once: numbers by size, verdicts as the program lists them,
/// others as bytes.
std::vector<std::string> choices(const Table& table, std::size_t index) {
    std::vector<std::string> values;
    for (const Row& row : table.rows) {
        if (index < row.cells.size()) values.push_back(plain(row.cells[index].text));
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const auto rank = [&](const std::string& value) {
        if (const auto verdict = find_verdict(value)) return static_cast<double>(*verdict);
        return table.columns[index].is_number ? c_strtod(value) : 0.0;
    };
    std::stable_sort(values.begin(), values.end(),
                     [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
    return values;
}

/// A select; where its values are is in data-key (an attribute of the row) or data-index (a cell).
void put_choice(std::string& out, const Layout& layout, std::size_t index) {
    const Column& column = layout.table.columns[index];
    put_element(out, "<label>", column.title, " <select");
    put_attribute(out, "data-column", column.title);
    if (column.is_hidden) {
        put_attribute(out, "data-key", layout.attributes[index]);
    } else {
        const auto at = std::find(layout.visible.begin(), layout.visible.end(), index);
        put_attribute(out, "data-index", fmt::format("{}", at - layout.visible.begin()));
    }
    out += "><option value=\"\" selected=\"selected\">all</option>";
    for (const std::string& value : choices(layout.table, index)) {
        out += "<option";
        put_attribute(out, "value", value);
        put_element(out, ">", value.empty() ? "(none)" : value, "</option>");
    }
    out += "</select></label>\n";
}

void put_tools(std::string& out, const Layout& layout) {
    const auto& columns = layout.table.columns;
    const bool has_filter = std::any_of(columns.begin(), columns.end(),
                                        [](const Column& column) { return column.is_filter; });
    if (!has_filter && layout.table.rows.size() < least_rows_to_search) return;
    out += "<div class=\"table-tools\" role=\"search\"";
    put_attribute(out, "data-table", layout.id);
    put_attribute(out, "aria-label", layout.table.caption);
    out +=
        ">\n<label>search <input type=\"search\" autocomplete=\"off\" "
        "spellcheck=\"false\"/></label>\n";
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].is_filter) put_choice(out, layout, i);
    }
    const std::size_t rows = layout.table.rows.size();
    out += fmt::format(
        "<button type=\"button\" class=\"reset\">reset</button>\n"
        "<output class=\"count\" aria-live=\"polite\">{} of {} rows</output>\n</div>\n",
        rows, rows);
}

void put_table_head(std::string& out, const Layout& layout) {
    out += "<thead><tr>";
    for (const std::size_t index : layout.visible) {
        const Column& column = layout.table.columns[index];
        out += column.is_number ? "<th scope=\"col\" data-number=\"\">" : "<th scope=\"col\">";
        put_escaped(out, column.title);
        out += "</th>";
    }
    out += "</tr></thead>\n";
}

void put_cell(std::string& out, const Cell& cell, std::string_view anchor) {
    out += "<td";
    if (!cell.sort_key.empty()) put_attribute(out, "data-sort", cell.sort_key);
    out += '>';
    put_text(out, cell.text);
    put_anchor(out, anchor, "this row");
    if (!cell.details.empty()) {
        out += "<details><summary>details</summary>";
        put_details(out, cell.details);
        out += "</details>";
    }
    out += "</td>";
}

void put_table_row(Page& page, const Layout& layout, const Row& row) {
    std::string& out = page.body;
    out += "<tr";
    const std::string id = put_id(page, row.id);
    for (std::size_t i = 0; i < row.cells.size() && i < layout.attributes.size(); ++i) {
        if (layout.attributes[i].empty()) continue;
        put_attribute(out, layout.attributes[i], plain(row.cells[i].text));
    }
    out += '>';
    for (const std::size_t index : layout.visible) {
        static const Cell empty;
        const Cell& cell = index < row.cells.size() ? row.cells[index] : empty;
        put_cell(out, cell, index == layout.visible.front() ? id : "");
    }
    out += "</tr>\n";
}

/// Opens the box of a table that may be wider than the screen.
void open_box(std::string& out, const Layout& layout) {
    std::size_t width = 0;
    for (const std::size_t column : layout.widths)
        width += column + 2;
    if (width > widest_without_box) {
        out += "<div class=\"table-box wide\" tabindex=\"0\" role=\"region\"";
        put_attribute(out, "aria-label", layout.table.caption);
        out += ">";
    } else {
        out += "<div class=\"table-box\">";
    }
}

}  // namespace

void put_block(Page& page, const Table& table) {
    const Layout layout = layout_of(page, table);
    std::string& out = page.body;
    put_styles(page.styles, layout);
    put_tools(out, layout);
    open_box(out, layout);
    out += "<table class=\"rows\"";
    if (!layout.id.empty()) put_attribute(out, "id", layout.id);
    put_element(out, ">\n<caption>", table.caption, "</caption>\n");
    put_table_head(out, layout);
    out += "<tbody>\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        if (r == rows_at_first) open_rest(out);
        put_table_row(page, layout, table.rows[r]);
    }
    const bool has_rest = table.rows.size() > rows_at_first;
    out += has_rest ? "</template></tbody></table></div>\n" : "</tbody></table></div>\n";
    if (has_rest) put_more(out, layout.id, table.rows.size() - rows_at_first, "rows");
}

}  // namespace disarray::reports::html
