// SPDX-License-Identifier: MIT
//
// A report as Markdown in GitHub's dialect (https://github.github.com/gfm), meant to be read as it
// stands, too: a character is escaped only where it could begin markup. Three things are decided by
// the place and not by the character. A bar would end a cell. '-', '+', '>', '=' and "1." mean
// something at the beginning of a line only, so the finished line is looked at, not the pieces
// that it was put together from. Inside code nothing can be escaped: there the fence is longer than
// any in the text. Places to link to are <a id>, since GitHub makes an anchor of a heading only.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "reports/writers.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports {

namespace markdown {

namespace {

enum class Place { line, table };

/// Letters between which '_' is no emphasis: ASCII, Greek, and marks over them.
bool is_word(char32_t c) {
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9') ||
           (c >= 0x300 && c <= 0x3ff);
}

/// What `c` is written as, between `before` and `after` (0: the run of text begins or ends).
std::string escaped(CodePoint c, char32_t before, char32_t after, Place place) {
    const std::string itself(c.bytes);
    if (is_control(c.value)) return " ";
    switch (c.value) {
        case U'\\':
        case U'`':
        case U'*':
        case U'[':
        case U']':
        case U'~':
        case U'#':
        case U'$':  // GitHub sets $…$ as mathematics
            return "\\" + itself;
        case U'|':
            return place == Place::table ? "\\|" : "|";
        case U'_':
            return is_word(before) && is_word(after) ? "_" : "\\_";
        case U'^':  // "[^" begins a footnote
            return before == 0 ? "\\^" : "^";
        case U'!':  // a link that follows would become a picture
            return after == 0 ? "\\!" : "!";
        case U'<':  // a tag, a comment or an address begins otherwise
            return after == U' ' || after == U'=' ? "<" : "&lt;";
        case U'&':
            return after == U' ' ? "&" : "&amp;";
        default:
            return itself;
    }
}

std::string escape(std::string_view text, Place place) {
    std::string out;
    char32_t before = 0;
    while (!text.empty()) {
        const CodePoint point = next_code_point(text);
        std::string_view rest = text;
        const char32_t after = rest.empty() ? 0 : next_code_point(rest).value;
        out += escaped(point, before, after, place);
        before = point.value;
    }
    return out;
}

/// `text` on one line, otherwise as it is.
std::string one_line(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const CodePoint point = next_code_point(text);
        out += is_control(point.value) ? " " : point.bytes;
    }
    return out;
}

std::size_t longest_run(std::string_view text, char wanted) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == wanted ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

/// A code span. In a table a bar is written "\|" in code as well, and nobody agrees on what a
/// backslash before it then means: such code is set as escaped text.
std::string code(std::string_view text, Place place) {
    std::string body = one_line(text);
    if (body.empty()) return "";
    if (place == Place::table) {
        if (body.find("\\|") != std::string::npos)
            return "<code>" + escape(body, place) + "</code>";
        for (std::size_t at = 0; (at = body.find('|', at)) != std::string::npos; at += 2)
            body.replace(at, 1, "\\|");
    }
    const std::string fence(longest_run(body, '`') + 1, '`');
    // One blank at both ends is taken off again when the code is read.
    const bool is_blank = body.find_first_not_of(' ') == std::string::npos;
    const bool touches = body.front() == '`' || body.back() == '`';
    const bool would_lose = body.front() == ' ' && body.back() == ' ' && !is_blank;
    if (touches || would_lose) body = " " + body + " ";
    return fence + body + fence;
}

/// ** is emphasis for certain only where it touches words from outside; elsewhere the tag is.
std::string strong(std::string_view text, Place place) {
    if (text.empty()) return "";
    const auto is_letter = [](char c) { return is_word(static_cast<unsigned char>(c)); };
    const std::string body = escape(text, place);
    return is_letter(text.front()) && is_letter(text.back()) ? "**" + body + "**"
                                                             : "<strong>" + body + "</strong>";
}

/// A whole line in bold or italics: at the ends of a line the stars need no letters beside them.
std::string emphasised(std::string_view text, std::string_view stars) {
    const std::string body = escape(text, Place::line);
    const std::size_t begin = body.find_first_not_of(' ');
    if (begin == std::string::npos) return "";
    const std::size_t end = body.find_last_not_of(' ');
    return fmt::format("{}{}{}", stars, body.substr(begin, end + 1 - begin), stars);
}

std::string styled(const Span& span, Place place) {
    switch (span.style) {
        case Span::Style::code:
            return code(span.text, place);
        case Span::Style::strong:
            return strong(span.text, place);
        case Span::Style::verdict:
            if (const auto mark = mark_of_word(span.text); !mark.empty()) {
                return fmt::format("{} {}", escape(mark, place), span.text);
            }
            return escape(span.text, place);
        case Span::Style::plain:
            break;
    }
    return escape(span.text, place);
}

std::string inline_text(const Text& text, Place place) {
    std::string out;
    for (const Span& span : text) {
        // "**a**" and "**b**" in a row would be one run of four stars; with code it is the same.
        std::string body = styled(span, place);
        if (body.starts_with("**") && out.ends_with("**")) {
            body = "<strong>" + escape(span.text, place) + "</strong>";
        } else if (body.starts_with('`') && out.ends_with('`')) {
            body = "<code>" + escape(span.text, place) + "</code>";
        }
        const bool is_link = !span.target.empty() && !body.empty();
        out += is_link ? fmt::format("[{}](#{})", body, safe_id(span.target)) : body;
    }
    return out;
}

/// A finished line, made safe against a meaning of its beginning: list, quotation, rule, heading.
std::string guarded(std::string line) {
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return line;
    const auto ends_marker = [&](std::size_t at) { return at >= line.size() || line[at] == ' '; };
    const char first = line.front();
    const bool is_bullet =
        (first == '-' || first == '+') && (ends_marker(1) || line.starts_with("--"));
    if (is_bullet || first == '>' || first == '=') return "\\" + line;
    const std::size_t digits = line.find_first_not_of("0123456789");
    const bool is_number = digits != 0 && digits != std::string::npos &&
                           (line[digits] == '.' || line[digits] == ')') && ends_marker(digits + 1);
    if (is_number) line.insert(digits, "\\");
    return line;
}

std::string line_of(const Text& text) {
    return guarded(inline_text(text, Place::line));
}

std::string anchor(std::string_view id) {
    return id.empty() ? "" : fmt::format("<a id=\"{}\"></a>", safe_id(id));
}

std::string detail(const Detail& detail, Place place) {
    const std::string value =
        detail.copy ? code(plain(detail.value), place) : inline_text(detail.value, place);
    return detail.label.empty() ? value : escape(detail.label, place) + ": " + value;
}

std::string cell_text(const Cell& cell) {
    std::string out = inline_text(cell.text, Place::table);
    for (const Detail& small_print : cell.details) {
        if (!out.empty()) out += "<br>";
        out += detail(small_print, Place::table);
    }
    return out;
}

/// "| a | b |"
std::string table_line(const std::vector<std::string>& cells) {
    return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string table_head(const std::vector<std::string>& titles, const std::vector<bool>& right) {
    std::string rule = "|";
    for (const bool is_right : right)
        rule += is_right ? "---:|" : "---|";
    return table_line(titles) + rule + "\n";
}

/// Its own line above a table or a figure; empty if there is nothing to say or to link to.
std::string caption_line(const std::string& id, const std::string& caption) {
    const std::string line = anchor(id) + emphasised(caption, "**");
    return line.empty() ? "" : line + "\n\n";
}

std::string table_row(const Table& table, const Row& row) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].is_hidden) continue;
        const std::string place = cells.empty() ? anchor(row.id) : "";
        cells.push_back(place + (c < row.cells.size() ? cell_text(row.cells[c]) : ""));
    }
    return table_line(cells);
}

std::string image(const Figure& figure, const FigureFiles& files) {
    const auto drawn = files.drawings.find(figure.id);
    if (drawn == files.drawings.end() || drawn->second.svg.empty()) {
        const std::string alt = emphasised(figure.alt, "*");
        return alt.empty() ? "" : alt + "\n\n";
    }
    return fmt::format("![{}]({}/{}.svg)\n\n", escape(figure.alt, Place::line), files.folder,
                       safe_id(figure.id));
}

/// Text to be copied as it stands, its line ends with it.
std::string fenced(std::string_view text) {
    std::string body;
    while (!text.empty()) {
        const CodePoint point = next_code_point(text);
        body += point.value == U'\n' || !is_control(point.value) ? point.bytes : " ";
    }
    const std::string fence(std::max<std::size_t>(3, longest_run(body, '`') + 1), '`');
    const bool is_json = body.starts_with('{') || body.starts_with('[');
    return fmt::format("{}{}\n{}\n{}\n\n", fence, is_json ? "json" : "", body, fence);
}

std::string list_of(const std::vector<std::string>& items) {
    std::string out;
    for (const std::string& item : items)
        out += fmt::format("- {}\n", item);
    return out.empty() ? out : out + "\n";
}

std::string card(const Card& card, const FigureFiles& files) {
    std::string out = fmt::format("### {}{}\n\n", anchor(card.id), escape(card.title, Place::line));
    if (card.figure) out += image(*card.figure, files);
    std::vector<std::string> items;
    for (const Text& line : card.lines)
        items.push_back(line_of(line));
    std::string copies;
    for (const Detail& part : card.details) {
        if (part.copy) {
            const std::string label = guarded(escape(part.label, Place::line));
            copies += (label.empty() ? "" : label + ":\n\n") + fenced(plain(part.value));
        } else {
            items.push_back(guarded(detail(part, Place::line)));
        }
    }
    return out + list_of(items) + copies;
}

std::string block(const Paragraph& paragraph, const FigureFiles&) {
    return line_of(paragraph.text) + "\n\n";
}

std::string block(const List& list, const FigureFiles&) {
    std::vector<std::string> items;
    for (const Text& item : list.items)
        items.push_back(line_of(item));
    return list_of(items);
}

std::string block(const Table& table, const FigureFiles&) {
    std::vector<std::string> titles;
    std::vector<bool> right;
    for (const Column& column : table.columns) {
        if (column.is_hidden) continue;
        titles.push_back(escape(column.title, Place::table));
        right.push_back(column.is_number);
    }
    std::string out = caption_line(table.id, table.caption);
    if (titles.empty()) return out;
    out += table_head(titles, right);
    for (const Row& row : table.rows)
        out += table_row(table, row);
    return out + "\n";
}

std::string matrix_entry(const Matrix::Entry& entry) {
    if (!entry.verdict) return "";
    std::string shown(mark_of(*entry.verdict));
    if (!entry.scope.empty()) shown += " " + entry.scope;
    return inline_text({{std::move(shown), Span::Style::plain, entry.target}}, Place::table);
}

std::string legend() {
    std::vector<std::string> parts;
    for (const auto& [word, verdict] : choices(Verdict{}))
        parts.push_back(
            fmt::format("{} {}", escape(mark_of(verdict), Place::line), name_of(verdict)));
    return fmt::format("{}\n\n", fmt::join(parts, " · "));
}

std::string block(const Matrix& matrix, const FigureFiles&) {
    std::vector<std::string> titles = {escape(matrix.corner, Place::table)};
    for (const std::string& title : matrix.column_titles)
        titles.push_back(escape(title, Place::table));
    std::string out = caption_line(matrix.id, matrix.caption);
    out += table_head(titles, std::vector<bool>(titles.size(), false));
    for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
        std::vector<std::string> cells;
        cells.push_back(r < matrix.row_titles.size() ? escape(matrix.row_titles[r], Place::table)
                                                     : "");
        for (const Matrix::Entry& entry : matrix.rows[r])
            cells.push_back(matrix_entry(entry));
        out += table_line(cells);
    }
    return out + "\n" + legend();
}

std::string block(const FigureBlock& figure, const FigureFiles& files) {
    const std::string caption = guarded(escape(figure.caption, Place::line));
    return caption_line(figure.figure.id, figure.figure.title) + image(figure.figure, files) +
           (caption.empty() ? "" : caption + "\n\n");
}

std::string block(const Cards& cards, const FigureFiles& files) {
    std::string out;
    for (const Card& one : cards.cards)
        out += card(one, files);
    return out;
}

std::string block(const Proofs& proofs, const FigureFiles& files) {
    std::string out;
    for (const Proof& proof : proofs.proofs)
        out += card({proof.id, proof.title, {}, {}, proof.details}, files);
    return out;
}

std::string document(const Report& report, const FigureFiles& files) {
    std::string out = fmt::format("# {}\n\n", escape(report.title, Place::line));
    if (!report.subtitle.empty()) out += guarded(escape(report.subtitle, Place::line)) + "\n\n";
    for (const std::string& notice : report.notices)
        out += fmt::format("> **Note:** {}\n\n", escape(notice, Place::line));
    for (const Section& section : report.sections) {
        out += fmt::format("## {}{}\n\n", anchor(section.id), escape(section.title, Place::line));
        for (const Block& content : section.blocks) {
            out += std::visit([&](const auto& one) { return block(one, files); }, content);
        }
    }
    while (out.ends_with("\n\n"))
        out.pop_back();
    return out;
}

}  // namespace

}  // namespace markdown

std::string to_markdown(const Report& report, const Drawings& drawings,
                        const std::string& figures) {
    return markdown::document(report, {drawings, figures});
}

}  // namespace disarray::reports
