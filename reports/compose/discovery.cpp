// SPDX-License-Identifier: MIT
//
// What discover found: known theorems with their verdicts, conjectures with how often they are
// attained, and the regions that they bound.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/compose/sections.hpp"
#include "reports/figures/figures.hpp"

namespace disarray::reports {

namespace {

/// Regions of more pairs are in report.json.
constexpr std::size_t most_regions = 15;

Table theorems_table(const Discovery& of) {
    Table table{of.id + "-theorems",
                "Known theorems about these statistics",
                {{"name"}, {"verdict", false, true}, {"found again"}, {"statement"}, {"source"}},
                {}};
    for (const Discovery::Known& known : of.theorems) {
        table.rows.push_back({"",
                              {text_cell(known.name),
                               {{verdict_word(known.verdict)}},
                               text_cell(known.found ? "yes" : "no"),
                               {{code(known.statement)}},
                               text_cell(known.origin)}});
    }
    return table;
}

Table conjectures_table(const Discovery& of) {
    Table table{
        of.id + "-conjectures",
        "Conjectures, which do not follow from the theorems: those attained most often first",
        {{"statement"}, {"verdict", false, true}, {"attained by, at each n"}, {"scope"}},
        {}};
    for (const Discovery::Conjectured& conjecture : of.conjectures) {
        table.rows.push_back({"",
                              {{{code(conjecture.statement)}},
                               {{verdict_word(conjecture.verdict)}},
                               text_cell(fmt::format("{}", fmt::join(conjecture.tight, " "))),
                               text_cell(conjecture.scope)}});
    }
    return table;
}

}  // namespace

std::vector<Section> discovery_sections(const Model& model) {
    std::vector<Section> sections;
    for (const Discovery& of : model.discoveries) {
        Section section{of.id,
                        fmt::format("Inequalities between {}, n = {} to {}", listed(of.statistics),
                                    of.n_from, of.n_to),
                        {}};
        if (!of.theorems.empty()) section.blocks.push_back(theorems_table(of));
        if (!of.conjectures.empty()) section.blocks.push_back(conjectures_table(of));
        for (std::size_t k = 0; k < std::min(of.regions.size(), most_regions); ++k) {
            const Discovery::Region& region = of.regions[k];
            section.blocks.push_back(FigureBlock{
                region_figure(region),
                fmt::format(
                    "{} and {}, n = {}: {} points, their convex hull, known theorems dashed",
                    region.statistics[0], region.statistics[1], region.n, region.points.size())});
        }
        sections.push_back(std::move(section));
    }
    return sections;
}

}  // namespace disarray::reports
