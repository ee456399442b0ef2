// SPDX-License-Identifier: MIT
//
// A paper is no data base: of long tables and of witnesses it has the first, of the others the CSV
// files beside it have all. Links that led to what is left out become text.
#include <set>

#include <fmt/format.h>

#include "reports/writers/detail/latex_tables.hpp"

namespace disarray::reports::latex {

namespace {

/// With these the full report, some 2,700 rows and 700 witnesses, has 35 pages.
constexpr std::size_t most_rows = 30, most_cards = 10;

/// Cuts `entries` to the first `most` and notes the ids of the others.
template <class Entry>
std::size_t cut(std::vector<Entry>& entries, std::size_t most, std::set<std::string>& gone) {
    if (entries.size() <= most) return 0;
    const std::size_t count = entries.size() - most;
    for (std::size_t i = most; i < entries.size(); ++i)
        gone.insert(entries[i].id);
    entries.resize(most);
    return count;
}

void unlink(Text& text, const std::set<std::string>& gone) {
    for (Span& span : text) {
        if (gone.contains(span.target)) span.target.clear();
    }
}

void unlink(std::vector<Detail>& details, const std::set<std::string>& gone) {
    for (Detail& detail : details)
        unlink(detail.value, gone);
}

struct Unlink {
    const std::set<std::string>& gone;

    void operator()(Paragraph& paragraph) const { unlink(paragraph.text, gone); }
    void operator()(List& list) const {
        for (Text& item : list.items)
            unlink(item, gone);
    }
    void operator()(Table& table) const {
        for (Row& row : table.rows) {
            for (Cell& cell : row.cells) {
                unlink(cell.text, gone);
                unlink(cell.details, gone);
            }
        }
    }
    void operator()(Matrix& matrix) const {
        for (auto& row : matrix.rows) {
            for (Matrix::Entry& entry : row)
                if (gone.contains(entry.target)) entry.target.clear();
        }
    }
    void operator()(Cards& cards) const {
        for (Card& card : cards.cards) {
            for (Text& line : card.lines)
                unlink(line, gone);
            unlink(card.details, gone);
        }
    }
    void operator()(Proofs& proofs) const {
        for (Proof& proof : proofs.proofs)
            unlink(proof.details, gone);
    }
    void operator()(FigureBlock&) const {}
};

}  // namespace

Report shortened(Report report) {
    std::set<std::string> gone;
    for (Section& section : report.sections) {
        std::vector<Block> blocks;
        for (Block& block : section.blocks) {
            std::size_t left_out = 0;
            std::string_view what = "rows";
            if (auto* table = std::get_if<Table>(&block)) {
                left_out = cut(table->rows, most_rows, gone);
            } else if (auto* cards = std::get_if<Cards>(&block)) {
                left_out = cut(cards->cards, most_cards, gone);
                what = "witnesses";
            }
            blocks.push_back(std::move(block));
            if (left_out == 0) continue;
            blocks.push_back(Paragraph{{Span{
                fmt::format("And {} more {}, in the CSV files and the page.", left_out, what)}}});
        }
        section.blocks = std::move(blocks);
    }
    for (Section& section : report.sections) {
        for (Block& block : section.blocks)
            std::visit(Unlink{gone}, block);
    }
    return report;
}

}  // namespace disarray::reports::latex
