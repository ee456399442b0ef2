// SPDX-License-Identifier: MIT
//
// The experiments of check: agreement, robustness, stability, and questions about two metrics.
#include <fmt/format.h>

#include "reports/compose/sections.hpp"
#include "reports/figures/figures.hpp"

namespace disarray::reports {

namespace {

void add_agreement(const Model& model, Section& section) {
    for (std::size_t a = 0; a < model.agreements.size(); ++a) {
        const Agreement& agreement = model.agreements[a];
        section.blocks.push_back(FigureBlock{
            agreement_figure(agreement, a + 1),
            fmt::format("How often two metrics order two rankings alike: {} random pairs of S_{}, "
                        "ties read as {}; neighbours agree most",
                        agreement.pairs, agreement.n, agreement.ties)});
        List clusters;
        for (const auto& cluster : agreement.clusters)
            clusters.items.push_back({plain(fmt::format("{}", fmt::join(cluster, ", ")))});
        if (clusters.items.empty()) continue;
        section.blocks.push_back(Paragraph{{plain("Clusters:")}});
        section.blocks.push_back(std::move(clusters));
    }
}

void add_robustness(const Model& model, Section& section) {
    for (std::size_t r = 0; r < model.robustness.size(); ++r) {
        const Robustness& robustness = model.robustness[r];
        for (Figure& figure : robustness_figures(robustness, r + 1)) {
            section.blocks.push_back(
                FigureBlock{std::move(figure), "Mean ± one standard error, logarithmic scale"});
        }
        Table table{fmt::format("robustness-{}", r + 1),
                    "By how much a metric changes where a ranking changes a little",
                    {{"metric", false, true},
                     {"n", true, true},
                     {"change", false, true},
                     {"pairs", true},
                     {"undefined", true},
                     {"mean", true},
                     {"standard error", true}},
                    {}};
        for (const RobustnessBar& bar : robustness.bars) {
            table.rows.push_back({"",
                                  {{{plain(bar.metric)}},
                                   count_cell(bar.n),
                                   {{plain(bar.change)}},
                                   count_cell(bar.pairs),
                                   count_cell(bar.undefined),
                                   {said(bar.mean)},
                                   {said(bar.standard_error)}}});
        }
        section.blocks.push_back(std::move(table));
    }
}

void add_stability(const Model& model, Section& section) {
    const auto share = [](const record::StabilityShare& of) {
        return text_cell(of.share ? of.share->to_string() : "");
    };
    const auto stable = [](const record::StabilityShare& of) {
        return text_cell(of.stable.value_or(false) ? "yes" : "no");
    };
    for (std::size_t s = 0; s < model.stability.size(); ++s) {
        Table table{fmt::format("stability-{}", s + 1),
                    "How much a metric changes from k to k+1 retrieved elements: shares of cases "
                    "within the bound",
                    {{"metric"},
                     {"n", true},
                     {"pairs", true},
                     {"share, case by case", true},
                     {"stable"},
                     {"share, averaged", true},
                     {"stable, averaged"},
                     {"mean difference", true}},
                    {}};
        for (const StabilityRow& row : model.stability[s].rows) {
            table.rows.push_back({"",
                                  {{{plain(row.metric)}},
                                   count_cell(row.n),
                                   count_cell(row.pairs),
                                   share(row.each),
                                   stable(row.each),
                                   share(row.averaged),
                                   stable(row.averaged),
                                   {said(row.mean_difference)}}});
        }
        section.blocks.push_back(std::move(table));
    }
}

void add_pairs(const Model& model, Section& section) {
    Table table{"pairs",
                "Questions about two metrics",
                {{"verdict", false, true},
                 {"metrics"},
                 {"n", true},
                 {"question", false, true},
                 {"finding"}},
                {}};
    for (const MetricPair& pair : model.pairs) {
        const std::string names = pair.first + ", " + pair.second;
        for (const MetricPair::Answer& answer : pair.answers) {
            table.rows.push_back({"",
                                  {{{verdict_word(answer.verdict)}},
                                   {{plain(names)}},
                                   count_cell(pair.n),
                                   {{plain(answer.question)}},
                                   {said(answer.explanation)}}});
        }
    }
    if (!table.rows.empty()) section.blocks.push_back(std::move(table));
}

}  // namespace

Section experiments_section(const Model& model) {
    Section section{"experiments-section", "Experiments", {}};
    add_agreement(model, section);
    add_robustness(model, section);
    add_stability(model, section);
    add_pairs(model, section);
    return section;
}

}  // namespace disarray::reports
