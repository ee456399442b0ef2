// SPDX-License-Identifier: MIT
//
// How tables are made to fit a page. Columns have fixed widths, since a longtable of some thousand
// rows that finds its own needs several runs of TeX. The widths come from an estimate: the longest
// cell of each column, and the longest word in it.
#include "reports/writers/detail/latex_tables.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "reports/writers/detail/latex_text.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports::latex {

namespace {

/// A way to set a table. A4 less 18 mm on each side is 174 mm = 495 pt wide, turned 261 mm = 742
/// pt; a digit of Latin Modern is 4.25 pt wide at 8 pt, 3.98 pt at 7 pt. Bold print and capitals
/// are wider, punctuation is narrower.
struct Setting {
    const char* font;
    double room;  ///< in digits
    bool is_landscape;
};
constexpr Setting settings[] = {{"\\footnotesize", 495 / 4.25, false},
                                {"\\scriptsize", 495 / 3.98, false},
                                {"\\scriptsize", 742 / 3.98, true}};
/// What each column takes beside its text, in digits: twice \tabcolsep, 3 pt, and a bit.
constexpr double padding = 2.5;
/// More text than this in one cell asks for no more room: digits.
constexpr std::size_t widest = 200;
/// A matrix has at most so many columns side by side, each so wide; in 1/10000 of the line.
constexpr int most_matrix_columns = 18;
constexpr int mark_width = 350;

struct Layout {
    const Setting* setting = nullptr;
    std::vector<int> widths;  ///< of the columns, in 1/10000 of the line
};

std::vector<std::size_t> visible_columns(const Table& table) {
    std::vector<std::size_t> visible;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (!table.columns[c].is_hidden) visible.push_back(c);
    }
    return visible;
}

Extent need_of(const Table& table, std::size_t column) {
    Extent need = extent(table.columns[column].title);
    for (const Row& row : table.rows) {
        if (column >= row.cells.size()) continue;
        const Text& text = row.cells[column].text;
        const Extent cell = extent(plain(text));
        const std::size_t mark = std::ranges::count(text, Span::Style::verdict, &Span::style) > 0;
        need.width = std::max(need.width, std::min(cell.width, widest) + 2 * mark);
        need.longest_word = std::max(need.longest_word, cell.longest_word + 2 * mark);
    }
    return need;
}

/// The largest print that gives each cell one line, else the small print if no word is cut, else a
/// turned page. What is left once the longest words have room goes to the columns with more text,
/// by its square root: one with four times the text has twice the lines.
Layout layout_of(const std::vector<Extent>& needs) {
    double words = 0, widths = 0, roots = 0;
    for (const Extent& need : needs) {
        words += static_cast<double>(need.longest_word) + padding;
        widths += static_cast<double>(need.width) + padding;
        roots += std::sqrt(need.width - need.longest_word);
    }
    const Setting* setting = settings;
    while (setting + 1 != std::end(settings) && widths > setting->room &&
           (setting == settings || words > setting->room))
        ++setting;
    const bool is_one_line = widths <= setting->room;
    const double rest = std::max(0.0, setting->room - words);
    const double whole = std::max(setting->room, words);
    Layout result{setting, {}};
    for (const Extent& need : needs) {
        const double root = std::sqrt(need.width - need.longest_word);
        const double more = root > 0 ? rest * root / roots : 0;
        const double width = static_cast<double>(is_one_line ? need.width : need.longest_word);
        const double part = (width + padding + (is_one_line ? 0 : more)) / whole;
        result.widths.push_back(static_cast<int>(part * 10000));
    }
    return result;
}

std::string part_of_line(int width) {
    return fmt::format("{}.{:04}", width / 10000, width % 10000);
}

std::string head_line(const Table& table, const std::vector<std::size_t>& visible) {
    std::vector<std::string> titles;
    for (const std::size_t c : visible)
        titles.push_back(fmt::format("\\textbf{{{}}}", escape(table.columns[c].title)));
    return fmt::format("{} \\\\\n", fmt::join(titles, " & "));
}

/// A cell as wide as the table. Its columns' widths are added as they are printed, so that TeX
/// comes to the same sum and sees no wider table.
std::string spanning(const std::vector<int>& widths, std::string_view content) {
    const int whole = std::accumulate(widths.begin(), widths.end(), 0);
    return fmt::format("\\multicolumn{{{}}}{{L{{{}}}}}{{{}}}", widths.size(), part_of_line(whole),
                       content);
}

/// What stands above the rows: the caption on the first page, the head on each.
std::string heads(const std::string& id, const std::string& caption, const std::vector<int>& widths,
                  const std::string& line) {
    std::string out;
    const std::string place = anchor(id);
    if (!caption.empty()) {
        const std::string title = fmt::format("\\normalsize {}{}", place, escape(caption));
        out += spanning(widths, title) + " \\\\[2pt]\n";
    }
    out += "\\toprule\n" + (caption.empty() ? place : "") + line + "\\midrule\n\\endfirsthead\n";
    return out + "\\toprule\n" + line + "\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n";
}

std::string row(const Row& row, const std::vector<std::size_t>& visible,
                const std::vector<int>& widths) {
    std::vector<std::string> cells;
    std::vector<std::string> small_print;
    for (const std::size_t c : visible) {
        std::string cell = cells.empty() ? anchor(row.id) : "";
        if (c < row.cells.size()) {
            cell += inline_text(row.cells[c].text);
            for (const Detail& part : row.cells[c].details)
                small_print.push_back(detail(part));
        }
        cells.push_back(cell);
    }
    std::string out = fmt::format("{} \\\\", fmt::join(cells, " & "));
    if (!small_print.empty()) {
        const std::string all = fmt::format("{}", fmt::join(small_print, " \\enspace "));
        out += "*\n" + spanning(widths, "\\smallprint " + all) + " \\\\";
    }
    return out + "\\addlinespace[2pt]\n";
}

/// `titles` from `begin` on, turned; a long one is broken.
std::string turned_heads(const Matrix& matrix, std::size_t begin, std::size_t end) {
    std::string line = fmt::format("\\textbf{{{}}}", escape(matrix.corner));
    for (std::size_t c = begin; c < end; ++c) {
        const std::string& title = matrix.column_titles[c];
        const std::string body =
            extent(title).width <= 36
                ? escape(title)
                : fmt::format("\\parbox{{52mm}}{{\\raggedright {}}}", escape(title));
        line += fmt::format(" & \\rotatebox{{90}}{{{}}}", body);
    }
    return line + " \\\\\n";
}

std::string matrix_entry(const Matrix::Entry& entry) {
    if (!entry.verdict) return "";
    const std::string sign = mark(*entry.verdict);
    // "random" is wider than the column, by what there is between two.
    const bool is_long = entry.scope.size() > 5;
    const std::string scope =
        entry.scope.empty()
            ? ""
            : fmt::format("\\newline{{\\fontsize{{{}}}{{4}}\\selectfont {}}}",
                          is_long ? "3.5" : "4",
                          is_long ? fmt::format("\\makebox[0pt]{{{}}}", escape(entry.scope))
                                  : escape(entry.scope));
    if (entry.target.empty()) return sign + scope;
    return fmt::format("\\hyperlink{{{}}}{{{}}}{}", safe_id(entry.target), sign, scope);
}

/// Of the columns from `begin` to `end`. In a part of a matrix a row without a mark says nothing.
bool is_shown(const Matrix& matrix, std::size_t row, std::size_t begin, std::size_t end) {
    if (begin == 0 && end == matrix.column_titles.size()) return true;
    const auto& entries = matrix.rows[row];
    for (std::size_t c = begin; c < std::min(end, entries.size()); ++c) {
        if (entries[c].verdict) return true;
    }
    return false;
}

std::string matrix_block(const Matrix& matrix, std::size_t begin, std::size_t end) {
    std::size_t longest = extent(matrix.corner).width;
    for (const std::string& title : matrix.row_titles)
        longest = std::max(longest, extent(title).width);
    const double titles = (static_cast<double>(longest) + padding) / settings[0].room;
    std::vector<int> widths(end - begin + 1, mark_width);
    widths[0] =
        static_cast<int>(std::min(titles * 10000, 10000.0 - most_matrix_columns * mark_width));
    std::string out = fmt::format(
        "{{\\footnotesize\\setlength{{\\tabcolsep}}{{1.5pt}}\n"
        "\\begin{{longtable}}[l]{{L{{{}}}*{{{}}}{{C{{{}}}}}}}\n",
        part_of_line(widths[0]), end - begin, part_of_line(mark_width));
    const bool is_first = begin == 0;
    const bool continues = !is_first && !matrix.caption.empty();
    out += heads(is_first ? matrix.id : "", matrix.caption + (continues ? " (continued)" : ""),
                 widths, turned_heads(matrix, begin, end));
    for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
        if (!is_shown(matrix, r, begin, end)) continue;
        out += r < matrix.row_titles.size() ? escape(matrix.row_titles[r]) : "";
        for (std::size_t c = begin; c < end; ++c) {
            out += " & ";
            if (c < matrix.rows[r].size()) out += matrix_entry(matrix.rows[r][c]);
        }
        out += " \\\\\n";
    }
    return out + "\\end{longtable}}\n\n";
}

std::string legend() {
    std::vector<std::string> parts;
    for (const auto& [word, verdict] : choices(Verdict{}))
        parts.push_back(fmt::format("{}~{}", mark(verdict), name_of(verdict)));
    return fmt::format("{{\\footnotesize\\noindent {}\\par}}\n\n", fmt::join(parts, " \\quad "));
}

}  // namespace

std::string_view table_preamble() {
    return "% A place to link to, above its line; small print; columns by their part of the line.\n"
           "\\newcommand*\\anchor[1]{\\raisebox{1.5ex}[0pt][0pt]{\\hypertarget{#1}{}}}\n"
           "\\newcommand*\\smallprint{\\fontsize{6}{7}\\selectfont}\n"
           "\\newcolumntype{L}[1]{>{\\raggedright\\arraybackslash}"
           "p{\\dimexpr#1\\linewidth-2\\tabcolsep\\relax}}\n"
           "\\newcolumntype{R}[1]{>{\\raggedleft\\arraybackslash}"
           "p{\\dimexpr#1\\linewidth-2\\tabcolsep\\relax}}\n"
           "\\newcolumntype{C}[1]{>{\\centering\\arraybackslash}"
           "p{\\dimexpr#1\\linewidth-2\\tabcolsep\\relax}}\n"
           "\\setlength{\\tabcolsep}{3pt}\n";
}

std::string anchor(std::string_view id) {
    return id.empty() ? "" : fmt::format("\\anchor{{{}}}", safe_id(id));
}

std::string detail(const Detail& detail) {
    const std::string value = detail.copy
                                  ? fmt::format("\\texttt{{{}}}", escape(plain(detail.value)))
                                  : inline_text(detail.value);
    if (detail.label.empty()) return value;
    return fmt::format("\\textit{{{}:}} {}", escape(detail.label), value);
}

std::string table(const Table& table) {
    const std::vector<std::size_t> visible = visible_columns(table);
    if (visible.empty()) return "";
    std::vector<Extent> needs;
    for (const std::size_t c : visible)
        needs.push_back(need_of(table, c));
    const Layout plan = layout_of(needs);
    std::string columns;
    for (std::size_t i = 0; i < visible.size(); ++i) {
        const char kind = table.columns[visible[i]].is_number ? 'R' : 'L';
        columns += fmt::format("{}{{{}}}", kind, part_of_line(plan.widths[i]));
    }
    std::string out =
        fmt::format("{{{}\n\\begin{{longtable}}[l]{{{}}}\n", plan.setting->font, columns);
    out += heads(table.id, table.caption, plan.widths, head_line(table, visible));
    for (const Row& one : table.rows)
        out += row(one, visible, plan.widths);
    out += "\\end{longtable}}\n\n";
    return plan.setting->is_landscape ? "\\begin{landscape}\n" + out + "\\end{landscape}\n\n" : out;
}

std::string matrix(const Matrix& matrix) {
    const std::size_t columns = matrix.column_titles.size();
    if (columns == 0) return "";
    const std::size_t blocks = 1 + (columns - 1) / most_matrix_columns;
    std::string out;
    for (std::size_t b = 0; b < blocks; ++b)
        out += matrix_block(matrix, b * columns / blocks, (b + 1) * columns / blocks);
    return out + legend();
}

}  // namespace disarray::reports::latex
