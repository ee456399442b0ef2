// SPDX-License-Identifier: MIT
//
// How tables are made to fit a page. Columns have fixed widths, since a longtable of some thousand
// rows that finds its own needs several runs of TeX. The widths come from an estimate: what a
// column needs so that no word is cut, and what it needs so that 19 of 20 cells stand on one line.
// The largest print that gives all columns the second is taken; else the small print, in which the
// columns with much text have several lines; else the page is turned.
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
/// pt; a digit of Latin Modern is 4.25 pt wide at 8 pt, 3.98 pt at 7 pt (its tfm files).
struct Setting {
    const char* font;
    double room;     ///< in digits
    double padding;  ///< of a column, in digits; \tabcolsep is 3 pt
    bool is_landscape;
};
constexpr Setting settings[] = {{"\\footnotesize", 495 / 4.25, 6 / 4.25, false},
                                {"\\scriptsize", 495 / 3.98, 6 / 3.98, false},
                                {"\\scriptsize", 742 / 3.98, 6 / 3.98, true}};
/// Lines in an average cell from which on a turned page is better. Not earlier: it holds no more
/// text, and leaves the heading before it alone on a page.
constexpr double most_lines = 5;
/// A matrix has at most so many columns side by side, each so wide; in 1/10000 of the line.
constexpr int most_matrix_columns = 18;
constexpr int mark_width = 350;

struct Need {
    double least = 0;   ///< no word is cut
    double wanted = 0;  ///< most cells have one line
};

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

Need need_of(const Table& table, std::size_t column) {
    Need need;
    std::vector<double> widths;
    for (const Row& row : table.rows) {
        if (column >= row.cells.size()) continue;
        const Extent cell = extent(row.cells[column].text);
        need.least = std::max(need.least, cell.longest_word);
        widths.push_back(cell.width);
    }
    // Bold print is wider by a sixth.
    const Extent head = extent(table.columns[column].title);
    need.least = std::max(need.least, head.longest_word * 7 / 6) + 0.5;
    if (!widths.empty()) {
        const auto most = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() * 19 / 20);
        std::nth_element(widths.begin(), most, widths.end());
        need.wanted = *most + 0.5;
    }
    need.wanted = std::max({need.wanted, need.least, head.width * 7 / 6 + 0.5});
    return need;
}

double room_in(const Setting& setting, std::size_t columns) {
    return setting.room - setting.padding * static_cast<double>(columns);
}

/// `values`, in digits, as parts of the line; never more than the line in all.
Layout layout(const Setting& setting, const std::vector<double>& values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double room = room_in(setting, values.size());
    const double scale = sum > room ? room / sum : 1;
    Layout result{&setting, {}};
    for (const double value : values) {
        const double part = (value * scale + setting.padding) / setting.room;
        result.widths.push_back(static_cast<int>(part * 10000));
    }
    return result;
}

/// `room` shared out: no column gets less than it needs at least or more than it wants, and those
/// in between get the square root of what they want times a common factor. So narrow columns are
/// served in full, and a column with nine times the text of another has three times the lines.
std::vector<double> shared_out(const std::vector<Need>& needs, double room) {
    const auto widths = [&](double factor) {
        std::vector<double> values;
        for (const Need& need : needs) {
            const double share = std::max(need.least, factor * std::sqrt(need.wanted));
            values.push_back(std::min(need.wanted, share));
        }
        return values;
    };
    double low = 0;
    double high = room;
    for (int step = 0; step < 50; ++step) {
        const double middle = (low + high) / 2;
        const std::vector<double> values = widths(middle);
        (std::accumulate(values.begin(), values.end(), 0.0) <= room ? low : high) = middle;
    }
    return widths(low);
}

Layout layout_of(const std::vector<Need>& needs) {
    double least = 0;
    double wanted = 0;
    for (const Need& need : needs) {
        least += need.least;
        wanted += need.wanted;
    }
    const auto fits = [&](const Setting& setting) {
        const double room = room_in(setting, needs.size());
        const bool is_small = &setting != settings;
        return wanted <= room || (is_small && least <= room && wanted <= most_lines * room);
    };
    const Setting* setting = std::ranges::find_if(settings, fits);
    if (setting == std::end(settings)) --setting;
    return layout(*setting, shared_out(needs, room_in(*setting, needs.size())));
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
    if (entry.target.empty()) return sign;
    return fmt::format("\\hyperlink{{{}}}{{{}}}", safe_id(entry.target), sign);
}

std::string matrix_block(const Matrix& matrix, std::size_t begin, std::size_t end) {
    double longest = extent(matrix.corner).width * 7 / 6;
    for (const std::string& title : matrix.row_titles)
        longest = std::max(longest, extent(title).width);
    const double titles = (longest + 2) / settings[0].room;
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
    for (const Verdict verdict : all_verdicts)
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
    const std::string value =
        detail.copy ? fmt::format("\\texttt{{{}}}", escape(plain(detail.value), Use::code))
                    : inline_text(detail.value);
    if (detail.label.empty()) return value;
    return fmt::format("\\textit{{{}:}} {}", escape(detail.label), value);
}

std::string table(const Table& table) {
    const std::vector<std::size_t> visible = visible_columns(table);
    if (visible.empty()) return "";
    std::vector<Need> needs;
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
