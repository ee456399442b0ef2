// SPDX-License-Identifier: MIT
//
// A report as a LaTeX document for lualatex, to print or to cite from: no scripts, so everything
// that HTML folds away stands in small print. One run of TeX shows all of it; a second adds the
// bookmarks, which are the table of contents. (Over the .aux file of an older report longtable
// takes the widths from there first, and a second run puts them right.) Figures stand where they
// belong and do not float, since the tables between them run over many pages.
#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "reports/writers.hpp"
#include "reports/writers/detail/latex_tables.hpp"
#include "reports/writers/detail/latex_text.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports {

namespace latex {

namespace {

/// no-config: "--" and quotes stay what they are, also in prose. What the fonts for text lack
/// (Greek letters, relations, script capitals) is taken from the font for mathematics.
constexpr std::string_view packages = R"(% compile with lualatex
\documentclass[10pt,a4paper]{article}
\usepackage[no-config]{fontspec}
\usepackage{unicode-math}
\directlua{luaotfload.add_fallback("signs", {"[latinmodern-math.otf]:mode=node;"})}
\setmainfont{Latin Modern Roman}[RawFeature={fallback=signs}]
\setmonofont{Latin Modern Mono}[RawFeature={fallback=signs}]
\usepackage[margin=18mm]{geometry}
\usepackage{pifont}
\usepackage{array,booktabs,longtable,pdflscape}
\usepackage{graphicx}
\usepackage[hidelinks]{hyperref}
)";

constexpr std::string_view page_settings = R"(\setcounter{secnumdepth}{0}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\emergencystretch=3em
% A new page if this one has less room left: for headings, which a long table would leave behind.
\newcommand*\needroom[1]{\par\ifdim\dimexpr\pagegoal-\pagetotal\relax<#1\relax\newpage\fi}
)";

bool is_drawn(const Figure& figure, const FigureFiles& files) {
    const auto drawn = files.drawings.find(figure.id);
    return drawn != files.drawings.end() && !drawn->second.pdf.empty();
}

/// So many px of a drawing are as wide as the line, so that all have letters of one size. It is the
/// usual width of figure.hpp; small drawings of two or three elements stay small.
constexpr unsigned px_of_line = 720;

/// The drawing, or in italics what it would show.
std::string image(const Figure& figure, const FigureFiles& files) {
    if (!is_drawn(figure, files)) return fmt::format("\\textit{{{}}}", escape(figure.alt));
    const unsigned permille = figure.width * 1000 / px_of_line;
    return fmt::format(
        "\\includegraphics[width={}\\linewidth,height=0.6\\textheight,keepaspectratio]{{{}/"
        "{}.pdf}}",
        permille >= 1000 ? "" : fmt::format("0.{:03}", permille), files.folder, safe_id(figure.id));
}

std::string itemize(const std::vector<std::string>& items) {
    if (items.empty()) return "";
    std::string out = "\\begin{itemize}\n";
    for (const std::string& item : items)
        out += fmt::format("\\item {}\n", item);
    return out + "\\end{itemize}\n\n";
}

/// Text to be copied: line by line as code, lines broken where they are too long.
std::string code_block(std::string_view text) {
    std::string out = "{\\footnotesize\\raggedright\\ttfamily ";
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        out += escape(text.substr(begin, end - begin)) + "\\par\n";
        begin = end + 1;
    }
    return out + "}\n\n";
}

/// "\\section{…}" with a place to link to.
std::string heading(std::string_view command, const std::string& id, const std::string& title) {
    const std::string line = fmt::format("\\{}{{{}}}", command, escape(title));
    return id.empty() ? line + "\n\n"
                      : fmt::format("\\hypertarget{{{}}}{{%\n{}}}\n\n", safe_id(id), line);
}

std::string card(const Card& card, const FigureFiles& files) {
    std::string out = heading("subsection", card.id, card.title);
    if (card.figure) out += image(*card.figure, files) + "\n\n";
    std::vector<std::string> items;
    std::string copies;
    for (const Text& line : card.lines)
        items.push_back(inline_text(line));
    for (const Detail& part : card.details) {
        if (part.copy) {
            if (!part.label.empty()) copies += escape(part.label) + ":\n\n";
            copies += code_block(plain(part.value));
        } else {
            items.push_back(detail(part));
        }
    }
    return out + itemize(items) + copies;
}

/// A command line has few places to break at and no glue that stretches: set justified it would
/// stick out.
bool has_long_code(const Text& text) {
    constexpr std::size_t long_code = 40;  // half a line
    return std::ranges::any_of(text, [](const Span& span) {
        return span.style == Span::Style::code && span.text.size() > long_code;
    });
}

std::string block(const Paragraph& paragraph, const FigureFiles&) {
    const std::string text = inline_text(paragraph.text);
    if (!has_long_code(paragraph.text)) return text + "\n\n";
    return fmt::format("{{\\raggedright {}\\par}}\n\n", text);
}

std::string block(const List& list, const FigureFiles&) {
    std::vector<std::string> items;
    for (const Text& item : list.items)
        items.push_back(inline_text(item));
    return itemize(items);
}

std::string block(const Table& table, const FigureFiles&) {
    return latex::table(table);
}

std::string block(const Matrix& matrix, const FigureFiles&) {
    return latex::matrix(matrix);
}

std::string block(const FigureBlock& block, const FigureFiles& files) {
    const Figure& figure = block.figure;
    std::string caption;
    if (!figure.title.empty()) caption = fmt::format("\\textbf{{{}}}", escape(figure.title));
    if (!block.caption.empty())
        caption += (caption.empty() ? "" : "\\quad ") + escape(block.caption);
    // The minipage keeps the caption on the page of its figure.
    return fmt::format(
        "\\begin{{center}}\n\\begin{{minipage}}{{\\linewidth}}\\centering\n{}{}\n\n\\smallskip\n{}"
        "\n"
        "\\end{{minipage}}\n\\end{{center}}\n\n",
        anchor(figure.id), image(figure, files), caption);
}

std::string block(const Cards& cards, const FigureFiles& files) {
    std::string out;
    for (const Card& one : cards.cards)
        out += card(one, files);
    return out;
}

/// As cards: the paper checks nothing.
std::string block(const Proofs& proofs, const FigureFiles& files) {
    std::string out;
    for (const Proof& proof : proofs.proofs)
        out += card({proof.id, proof.title, {}, {}, proof.details}, files);
    return out;
}

std::string front_matter(const Report& report) {
    std::string out =
        fmt::format("{{\\LARGE\\bfseries\\raggedright {}\\par}}\n\n", escape(report.title));
    if (!report.subtitle.empty()) out += escape(report.subtitle) + "\n\n";
    for (const std::string& notice : report.notices)
        out +=
            fmt::format("\\begin{{quote}}\\textbf{{Note:}} {}\\end{{quote}}\n\n", escape(notice));
    return out;
}

std::string document(const Report& report, const FigureFiles& files) {
    std::string out =
        fmt::format("{}{}{}{}", packages, page_settings, preamble(), table_preamble());
    out += "\\begin{document}\n\n" + front_matter(report);
    for (const Section& section : report.sections) {
        out += "\\needroom{0.25\\textheight}\n" + heading("section", section.id, section.title);
        for (const Block& content : section.blocks) {
            out += std::visit([&](const auto& one) { return block(one, files); }, content);
        }
    }
    return out + "\\end{document}\n";
}

}  // namespace

}  // namespace latex

std::string to_latex(const Report& report, const Drawings& drawings, const std::string& figures) {
    return latex::document(latex::shortened(report), {drawings, figures});
}

}  // namespace disarray::reports
