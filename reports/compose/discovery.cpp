// SPDX-License-Identifier: MIT
//
// What discover found: known theorems with their verdicts, conjectures with how often they are
// attained, and the regions that they bound.
#include <algorithm>
#include <utility>

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

Table conjectures_table(std::string id, std::string caption,
                        const std::vector<Discovery::Conjectured>& conjectures) {
    Table table{std::move(id),
                std::move(caption),
                {{"statement"}, {"verdict", false, true}, {"attained by, at each n"}, {"scope"}},
                {}};
    for (const Discovery::Conjectured& conjecture : conjectures) {
        table.rows.push_back({"",
                              {{{code(conjecture.statement)}},
                               {{verdict_word(conjecture.verdict)}},
                               text_cell(fmt::format("{}", fmt::join(conjecture.tight, " "))),
                               text_cell(conjecture.scope)}});
    }
    return table;
}

std::string formulas_text(const std::vector<Discovery::Formula>& formulas) {
    std::vector<std::string> texts;
    for (const Discovery::Formula& f : formulas)
        texts.push_back(f.modulus == 1
                            ? f.formula
                            : fmt::format("{} for n = {} mod {}", f.formula, f.residue, f.modulus));
    return texts.empty() ? "no formula" : fmt::format("{}", fmt::join(texts, ", "));
}

Table distributions_table(const Discovery& of) {
    Table table{of.id + "-distributions",
                "Distributions over S_n: formulas fit every n swept, and prove nothing",
                {{"statistic"}, {"mean"}, {"variance"}, {"unimodal for n"}},
                {}};
    for (const Discovery::Distribution& d : of.distributions) {
        table.rows.push_back({"",
                              {text_cell(d.statistic), text_cell(formulas_text(d.mean)),
                               text_cell(formulas_text(d.variance)),
                               text_cell(fmt::format("{}", fmt::join(d.unimodal, " ")))}});
    }
    return table;
}

std::string words_of(const Discovery& of) {
    return fmt::format("{}, n = {} to {}", listed(of.statistics), of.n_from, of.n_to);
}

}  // namespace

std::vector<Text> discovery_summary(const Model& model) {
    std::vector<Text> items;
    for (const Discovery& of : model.discoveries) {
        const auto refuted =
            std::ranges::count(of.theorems, Verdict::refuted, &Discovery::Known::verdict);
        std::string theorems;
        if (!of.theorems.empty())
            theorems = fmt::format("{} checked, {} refuted; ",
                                   counted(of.theorems.size(), "known theorem", "known theorems"),
                                   refuted);
        items.push_back(
            {strong("Inequalities"), plain(" between "), link(words_of(of), of.id),
             plain(fmt::format(
                 ": {}{} that {} from none of them, {} refuted at larger n.", theorems,
                 counted(of.conjectures.size(), "conjecture", "conjectures"),
                 of.conjectures.size() == 1 ? "follows" : "follow", of.refuted.size()))});
    }
    return items;
}

std::vector<Section> discovery_sections(const Model& model) {
    std::vector<Section> sections;
    for (const Discovery& of : model.discoveries) {
        Section section{of.id, "Inequalities between " + words_of(of), {}};
        if (!of.theorems.empty()) section.blocks.push_back(theorems_table(of));
        if (!of.conjectures.empty())
            section.blocks.push_back(conjectures_table(of.id + "-conjectures",
                                                       "Conjectures, which do not follow from the "
                                                       "theorems: those attained most often first",
                                                       of.conjectures));
        if (!of.refuted.empty())
            section.blocks.push_back(conjectures_table(
                of.id + "-refuted", "Refuted beyond the n swept, by climbing or tempering",
                of.refuted));
        if (!of.distributions.empty()) section.blocks.push_back(distributions_table(of));
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
