// SPDX-License-Identifier: MIT
//
// What a report says, before it is HTML, Markdown or LaTeX: sections of paragraphs, tables, figures
// and witness cards. It is composed once from the model (compose.hpp); the writers only give it a
// shape, so that all formats say the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "reports/figure.hpp"
#include "verdict/verdict.hpp"

namespace disarray::reports {

/// A run of text. All text is UTF-8 from outside or from us, never markup: writers escape it.
struct Span {
    enum class Style : std::uint8_t {
        plain,
        strong,
        code,    ///< a command, a name
        verdict  ///< `text` is a verdict word; shown with its mark and colour
    };
    std::string text;
    Style style = Style::plain;
    std::string target = {};  ///< id of the place this is a link to; empty: no link
};
using Text = std::vector<Span>;

/// A line of small print: "scope: every σ in S_4".
struct Detail {
    std::string label;
    Text value;
    bool copy = false;  ///< offered to be copied as it stands: a command, a witness as JSON
};

struct Cell {
    Text text;
    std::vector<Detail> details = {};  ///< folded away where the format can
    std::string sort_key =
        {};  ///< orders the rows; empty: the text does. A number if it reads as one
};

struct Column {
    std::string title;
    bool is_number = false;  ///< set to the right, ordered as numbers
    bool is_filter = false;  ///< its values are offered as a choice
    /// Columns that only serve as filters and for the machine formats are not shown as columns in
    /// HTML, Markdown and LaTeX; a cell's text is its value.
    bool is_hidden = false;
};

/// `id` is unique in the report and made of letters, digits, '-', '.' and '_'.
struct Row {
    std::string id;           ///< deep link; may be empty
    std::vector<Cell> cells;  ///< one for each column
};

struct Table {
    std::string id;
    std::string caption;
    std::vector<Column> columns;
    std::vector<Row> rows;
};

/// Verdicts in a grid, such as property × metric.
struct Matrix {
    struct Entry {
        std::optional<Verdict> verdict;  ///< absent: not in the documents
        std::string note;                ///< for a tooltip: "refuted: n <= 4; M(σ,τ) = 1 ≠ 2"
        std::string target;              ///< id of the row that has it all; may be empty
        std::string scope = {};          ///< beside the mark: "≤5"; may be empty
    };
    std::string id;
    std::string caption;
    std::string corner;  ///< what the rows are: "property"
    std::vector<std::string> column_titles;
    std::vector<std::string> row_titles;
    std::vector<std::vector<Entry>> rows;  ///< row_titles × column_titles
};

struct FigureBlock {
    Figure figure;
    std::string caption;
};

/// One witness: its numbers, put into the formula, and its drawing.
struct Card {
    std::string id;
    std::string title;
    std::optional<Figure> figure;
    std::vector<Text> lines;      ///< the formula with the numbers in it, line by line
    std::vector<Detail> details;  ///< what it refutes, as JSON to copy, how to repeat it
};

/// A certified result as one cites it. Where its certificate is small, the page has it and checks
/// it.
struct Proof {
    std::string id;
    std::string title;            ///< "K <= F[prefix], n = 3 to 7"
    std::vector<Detail> details;  ///< what to cite
    std::string statement;        ///< what the certificate must be about: "K <= F[prefix]"
    std::size_t n = 0;
    std::string ratio;   ///< min M/N that it must prove
    std::string packed;  ///< the file, deflated (zlib) and in base64; empty: not in the page
};
struct Proofs {
    std::vector<Proof> proofs;
};

struct Paragraph {
    Text text;
};
struct List {
    std::vector<Text> items;
};
struct Cards {
    std::vector<Card> cards;
};

using Block = std::variant<Paragraph, List, Table, Matrix, FigureBlock, Cards, Proofs>;

struct Section {
    std::string id;
    std::string title;
    std::vector<Block> blocks;
};

struct Report {
    std::string title;
    std::string subtitle;              ///< one line: from what, by which version
    std::vector<std::string> notices;  ///< shown at the very top: figures missing, work unfinished
    std::vector<Section> sections;
    unsigned refresh_seconds = 0;  ///< of a live page; 0: not live
};

}  // namespace disarray::reports
