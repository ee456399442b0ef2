// SPDX-License-Identifier: MIT
//
// What search found: the best constants per n and reading, on both sides; every row with its
// witness; the clouds of K against F; and campaigns as far as they have come.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "reports/compose/sections.hpp"
#include "reports/figures/figures.hpp"

namespace disarray::reports {

namespace {

/// The rows of the table of best constants, in its order.
struct ConstantSeries {
    std::string side, reading;
    friend bool operator<(const ConstantSeries& a, const ConstantSeries& b) {
        if (a.side != b.side) return a.side == "min";
        return reading_before(a.reading, b.reading);
    }
};

std::map<ConstantSeries, ByLength> best_constants(const Model& model) {
    std::map<ConstantSeries, ByLength> series;
    for (const Result& result : model.results) {
        if (!result.is_whole || result.ratio.empty()) continue;
        keep_better(series[{result.side, result.reading}], result);
    }
    return series;
}

Cell constant_cell(const ByLength& lengths, std::size_t n) {
    const auto place = lengths.find(n);
    if (place == lengths.end()) return {{plain("·")}};
    const Result& result = *place->second;
    return {
        {link(result.ratio, result.id), plain(result.complete ? "" : " so far")}, {}, result.ratio};
}

/// The constants of the inequalities that were tested: usually one.
std::string claimed_text(const ByLength& lengths, const std::string& sign) {
    std::vector<std::string> constants;
    for (const auto& [n, result] : lengths) {
        if (!result->claimed || result->asks_constant) continue;
        const std::string text = sign + result->claimed->to_string();
        if (std::ranges::find(constants, text) == constants.end()) constants.push_back(text);
    }
    return fmt::format("{}", fmt::join(constants, ", "));
}

Table constants_table(const std::map<ConstantSeries, ByLength>& series) {
    std::set<std::size_t> all;
    for (const auto& [name, lengths] : series) {
        for (const auto& [n, result] : lengths)
            all.insert(n);
    }
    Table table{"best-constants",
                "Exact extremes of F/K over S_n, w = δ = 1",
                {{"extreme"}, {"reading"}, {"claimed"}},
                {}};
    for (const std::size_t n : all)
        table.columns.push_back({fmt::format("n = {}", n), true});
    for (const auto& [name, lengths] : series) {
        const std::string claimed = claimed_text(lengths, name.side == "min" ? "≥ " : "≤ ");
        Row row{"", {{{plain(name.side + " F/K")}}, {{plain(name.reading)}}, {said(claimed)}}};
        for (const std::size_t n : all)
            row.cells.push_back(constant_cell(lengths, n));
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// The reader's own inequalities over all of S_n, neither side of F/K: a row each, by n.
Table own_table(const Model& model) {
    std::vector<std::pair<std::string, ByLength>> series;
    std::set<std::size_t> all;
    for (const Result& result : model.results) {
        if (!is_own_over_all(result)) continue;
        auto place =
            std::ranges::find(series, result.statement, &std::pair<std::string, ByLength>::first);
        if (place == series.end())
            place = series.insert(series.end(), {result.statement, ByLength{}});
        keep_better(place->second, result);
        all.insert(result.n);
    }
    Table table{
        "own-constants",
        "Inequalities N <= M of one's own: the least M/N over every σ and every D; where it "
        "is below 1 the inequality fails",
        {{"inequality"}},
        {}};
    for (const std::size_t n : all)
        table.columns.push_back({fmt::format("n = {}", n), true});
    for (const auto& [statement, lengths] : series) {
        Row row{"", {{{code(statement)}}}};
        for (const std::size_t n : all)
            row.cells.push_back(constant_cell(lengths, n));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Text witness_text(const Result& result, const WitnessBook& witnesses) {
    if (!result.witness) return {};
    Text text = {link(result.witness->sigma.to_string(), witnesses.card_of(result, false))};
    if (result.strict_witness) {
        text.push_back(plain("; with a metric: "));
        text.push_back(
            link(result.strict_witness->sigma.to_string(), witnesses.card_of(result, true)));
    }
    return text;
}

/// "check the certificate, which is one for n = 3 to 6": with direct sums a file proves every
/// length up to its own.
std::string certificate_label(const Result& result, const Model& model) {
    std::size_t first = result.n, last = result.n;
    for (const Result& other : model.results) {
        if (other.source != result.source || other.certificate != result.certificate) continue;
        first = std::min(first, other.n);
        last = std::max(last, other.n);
    }
    return first == last
               ? "check the certificate"
               : fmt::format("check the certificate, which is one for n = {} to {}", first, last);
}

std::vector<Detail> result_details(const Result& result, const Model& model) {
    const Source& source = model.sources[result.source];
    std::vector<Detail> details = {{"scope", said(result.scope)}};
    if (!result.effort.empty()) details.push_back({"effort", said(result.effort)});
    if (!result.certificate.empty()) {
        details.push_back({certificate_label(result, model),
                           {code("disarray-verify " + result.certificate)},
                           true});
    }
    details.push_back({"reproduce", {code(source.command)}, true});
    return details;
}

Row result_row(const Result& result, const Model& model, const WitnessBook& witnesses) {
    const std::string of = result.violating && result.permutations
                               ? fmt::format("{}{} of {}", result.complete ? "" : "≥ ",
                                             *result.violating, *result.permutations)
                           : result.violating ? std::to_string(*result.violating)
                                              : std::string();
    Text weights = said(result.weights);
    return {result.id,
            {{{verdict_word(result.verdict)}, result_details(result, model)},
             {{plain(result.statement)}},
             {std::move(weights)},
             count_cell(result.n),
             {said(result.ratio)},
             {said(of), {}, result.violating ? std::to_string(*result.violating) : ""},
             {witness_text(result, witnesses)},
             {said(result.reading.empty() ? "none" : result.reading)},
             {said(result.side.empty() ? "none" : result.side)}}};
}

Table result_table(const Model& model, const WitnessBook& witnesses) {
    const auto has_weights =
        std::ranges::any_of(model.results, [](const Result& r) { return !r.weights.empty(); });
    Table table{"constants",
                "Every inequality that was decided",
                {{"verdict", false, true},
                 {"inequality"},
                 {"weights", false, false, !has_weights},
                 {"n", true, true},
                 {"extreme", true},
                 {"violated by", true},
                 {"at ranks"},
                 {"reading", false, true, true},
                 {"side", false, true, true}},
                {}};
    for (const Result& result : model.results)
        table.rows.push_back(result_row(result, model, witnesses));
    return table;
}

}  // namespace

Section constants_section(const Model& model, const WitnessBook& witnesses) {
    Section section{"constants-section", "Best constants", {}};
    if (model.results.empty()) return section;
    const auto series = best_constants(model);
    if (!series.empty()) {
        section.blocks.push_back(Paragraph{{plain(
            "An entry without “so far” is exact: attained by the witness it leads to, and no σ and "
            "no "
            "pseudometric D do better (the classical distances have D = 1 only). “Claimed” is the "
            "constant of the inequality that is tested.")}});
        if (auto figure = ratio_figure(model)) {
            section.blocks.push_back(FigureBlock{
                std::move(*figure),
                "Extremes of F/K against n. At the right: their exact values at the largest n, "
                "and, dotted, the claimed constants. Marks stand a little beside their n, to be "
                "told apart"});
        }
        section.blocks.push_back(constants_table(series));
    }
    if (Table own = own_table(model); !own.rows.empty()) {
        if (auto figure = own_ratio_figure(model)) {
            section.blocks.push_back(FigureBlock{
                std::move(*figure), "Least M/N against n: below 1 the inequality N <= M fails"});
        }
        section.blocks.push_back(std::move(own));
    }
    section.blocks.push_back(result_table(model, witnesses));
    return section;
}

Section scatter_section(const Model& model) {
    Section section{"scatter-section", "K against F over all of S_n", {}};
    for (const Scatter& scatter : model.scatters) {
        section.blocks.push_back(FigureBlock{
            scatter_figure(scatter),
            fmt::format("{}, n = {}, {}: {} permutations{}, {} pairs (K, F)", scatter.reading,
                        scatter.n, scatter.weights, scatter.permutations,
                        scatter.complete ? "" : " (not all)", scatter.points.size())});
    }
    return section;
}

Section campaign_section(const Model& model) {
    Section section{"campaigns-section", "Campaigns", {}};
    Table table{"campaigns",
                "How far each campaign file has come; σ are the indecomposable ones of each length",
                {{"campaign"},
                 {"inequality"},
                 {"n", true},
                 {"units done", true},
                 {"linear programs", true},
                 {"violating", true},
                 {"undecided", true},
                 {"extreme so far", true},
                 {"at ranks"},
                 {"core seconds", true}},
                {}};
    for (const Campaign& campaign : model.campaigns) {
        for (const CampaignLength& l : campaign.lengths) {
            table.rows.push_back({"",
                                  {{{plain(model.sources[campaign.source].name)}},
                                   {{plain(campaign.statement)}},
                                   count_cell(l.n),
                                   {{plain(fmt::format("{} of {}", l.units_done, l.units))},
                                    {},
                                    std::to_string(l.units_done)},
                                   count_cell(l.programs),
                                   count_cell(l.violating),
                                   count_cell(l.undecided),
                                   {said(l.ratio)},
                                   {said(l.ranks)},
                                   {{plain(fmt::format("{:.1f}", l.seconds))}}}});
        }
    }
    if (!table.rows.empty()) section.blocks.push_back(std::move(table));
    return section;
}

}  // namespace disarray::reports
