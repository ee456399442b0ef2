// SPDX-License-Identifier: MIT
//
// A grid of verdicts. It scrolls in a box of its own, with its titles staying in view, because
// forty columns fit on no telephone. A cell is a mark and a colour for the eye and a word for who
// cannot see them; the mark comes from the style sheet, so the word is all that the cell contains.
#include <set>

#include <fmt/format.h>

#include "reports/writers/detail/html_page.hpp"
#include "reports/writers/detail/html_text.hpp"

namespace disarray::reports::html {

namespace {

/// Larger grids are drawn when they come into view: a page of several has thousands of cells.
constexpr std::size_t entries_at_first = 400;

void put_entry(std::string& out, const Matrix::Entry& entry) {
    if (!entry.verdict) {
        out += "<td></td>";
        return;
    }
    out += "<td class=\"";
    put_verdict_class(out, *entry.verdict);
    out += '"';
    if (!entry.note.empty()) put_attribute(out, "title", entry.note);
    out += '>';
    const std::string_view element = entry.target.empty() ? "span" : "a";
    put(out, "<", element);
    if (!entry.target.empty()) put_attribute(out, "href", "#" + entry.target);
    put(out, ">", name_of(*entry.verdict));
    if (!entry.scope.empty()) put_element(out, " <small>", entry.scope, "</small>");
    put(out, "</", element, "></td>");
}

void put_matrix_head(std::string& out, const Matrix& matrix) {
    put_element(out, "<thead><tr><th scope=\"col\" class=\"corner\">", matrix.corner, "</th>");
    for (const std::string& title : matrix.column_titles) {
        put_element(out, "<th scope=\"col\"><span>", title, "</span></th>");
    }
    out += "</tr></thead>\n";
}

void put_matrix_row(std::string& out, const std::string& title,
                    const std::vector<Matrix::Entry>& entries) {
    put_element(out, "<tr><th scope=\"row\">", title, "</th>");
    for (const Matrix::Entry& entry : entries)
        put_entry(out, entry);
    out += "</tr>\n";
}

/// What the marks mean that occur.
void put_legend(std::string& out, const Matrix& matrix) {
    std::set<Verdict> verdicts;
    for (const auto& row : matrix.rows) {
        for (const Matrix::Entry& entry : row) {
            if (entry.verdict) verdicts.insert(*entry.verdict);
        }
    }
    if (verdicts.empty()) return;
    out += "<p class=\"legend\">";
    for (const Verdict verdict : verdicts) {
        put_text(out, {Span{std::string(name_of(verdict)), Span::Style::verdict}});
        out += ' ';
    }
    out += "</p>\n";
}

/// The room for rows that are not drawn yet, so that what is below stays where it is.
void put_height(Page& page, const Matrix& matrix, const std::string& id) {
    if (id.empty()) return;
    page.styles += "[id=";
    put_css_string(page.styles, id);
    page.styles +=
        fmt::format("]:has(template){{height:calc({}*(2rem + 1px) + 8rem)}}\n", matrix.rows.size());
}

}  // namespace

void put_block(Page& page, const Matrix& matrix) {
    std::string& out = page.body;
    // Not a <caption>: that would be as wide as the table and scroll away with it.
    put_element(out, "<p class=\"caption\">", matrix.caption, "</p>\n");
    put_legend(out, matrix);
    out += "<div class=\"matrix\" tabindex=\"0\" role=\"region\"";
    put_attribute(out, "aria-label", matrix.caption);
    out += "><table";
    put_attribute(out, "aria-label", matrix.caption);
    const std::string id = put_id(page, matrix.id);
    out += ">\n";
    put_matrix_head(out, matrix);
    out += "<tbody>\n";
    const bool is_large = matrix.rows.size() * matrix.column_titles.size() > entries_at_first;
    if (is_large) {
        put_height(page, matrix, id);
        open_rest(out);
    }
    for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
        put_matrix_row(out, i < matrix.row_titles.size() ? matrix.row_titles[i] : "",
                       matrix.rows[i]);
    }
    out += is_large ? "</template></tbody></table></div>\n" : "</tbody></table></div>\n";
}

}  // namespace disarray::reports::html
