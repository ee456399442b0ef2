// SPDX-License-Identifier: MIT
//
// Reports and models for the tests of the writers: small, with every kind of block and every table
// in them, and one given text in every place where text from outside can stand.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "reports/content.hpp"
#include "reports/model.hpp"

namespace disarray::test {

inline reports::Figure sample_figure(const std::string& id, const std::string& text) {
    reports::Figure figure;
    figure.id = id;
    figure.title = text;
    figure.alt = text;
    figure.columns = {"n", text};
    figure.rows = {{"3", "6/7"}, {"4", text}};
    return figure;
}

/// Every style of a span, with links and without.
inline reports::Text sample_text(const std::string& text) {
    using Style = reports::Span::Style;
    return {{text},
            {text, Style::strong},
            {text, Style::code},
            {"refuted", Style::verdict},
            {text, Style::verdict},
            {text, Style::plain, text},
            {text, Style::strong, text},
            {text, Style::code, text},
            {"supported", Style::verdict, "row-1"},
            {text, Style::code}};
}

inline std::vector<reports::Detail> sample_details(const std::string& text) {
    return {{text, sample_text(text)}, {text, {{text}}, true}, {"", {{text}}, true}};
}

inline reports::Table sample_table(const std::string& text) {
    reports::Table table;
    table.id = "table-1";
    table.caption = text;
    table.columns = {{text}, {"n", true}, {"hidden", false, true, true}, {text, false, true}};
    const reports::Cell full{sample_text(text), sample_details(text), "5"};
    table.rows = {{"row-1", {full, {{{"6"}}}, {{{"only a filter"}}}, full}},
                  {"", {{{{text}}}, {{{"7"}}}, {{{"only a filter"}}}, {{{text}}}}}};
    return table;
}

inline reports::Matrix sample_matrix(const std::string& text) {
    reports::Matrix matrix;
    matrix.id = "matrix-1";
    matrix.caption = text;
    matrix.corner = text;
    matrix.column_titles = {text, "kendall"};
    matrix.row_titles = {text, "symmetry"};
    matrix.rows = {{{Verdict::refuted, text, "row-1"}, {std::nullopt, text, ""}},
                   {{Verdict::supported, text, text}, {Verdict::undecided, text, ""}}};
    return matrix;
}

inline reports::Cards sample_cards(const std::string& text) {
    reports::Card drawn{"card-1", text, sample_figure("figure-2", text), {}, {}};
    drawn.lines = {sample_text(text), {{text}}};
    drawn.details = sample_details(text);
    return {{drawn, {"card-2", text, std::nullopt, {}, {}}}};
}

/// `text` stands in every place but the ids.
inline reports::Report sample_report(const std::string& text) {
    reports::Report report;
    report.title = text;
    report.subtitle = text;
    report.notices = {text};
    report.sections.push_back({"section-1", text, {}});
    auto& blocks = report.sections.back().blocks;
    blocks.push_back(reports::Paragraph{sample_text(text)});
    blocks.push_back(reports::Paragraph{{{text}}});
    blocks.push_back(reports::List{{sample_text(text), {{text}}}});
    blocks.push_back(sample_table(text));
    blocks.push_back(sample_matrix(text));
    blocks.push_back(reports::FigureBlock{sample_figure("figure-1", text), text});
    blocks.push_back(sample_cards(text));
    report.sections.push_back({"section-2", text, {}});
    return report;
}

/// Drawings for figure-2 only, so that both ways to show a figure occur.
inline std::map<std::string, reports::Drawing> sample_drawings() {
    return {{"figure-2", {"figure-2", "<svg/>", "%PDF"}}};
}

inline reports::RatioWitness sample_witness() {
    const std::int64_t ranks[] = {3, 1, 2};
    reports::RatioWitness witness;
    witness.sigma = Permutation::from_ranks(ranks, "sample");
    witness.weighting.element_weights =
        ElementWeights::from(std::vector<Rational>{1, Rational(1, 2), 3}, "sample");
    witness.is_strict = true;
    witness.kendall = Rational(7, 2);
    witness.footrule = Rational(3);
    witness.small = Rational(7, 2);
    witness.big = Rational(3);
    witness.json = reports::Json{{"ranks", {3, 1, 2}}, {"K", "7/2"}, {"F", "3"}};
    return witness;
}

inline void fill_finding(reports::Finding& finding, const std::string& text) {
    finding.source = 1;
    finding.statement = finding.origin = finding.metric = finding.frame = text;
    finding.fixed_points = finding.variant = finding.scope = finding.effort = text;
    finding.explanation = finding.reproduce = finding.label = text;
    finding.verdict = Verdict::refuted;
    finding.witness_json = reports::Json{{"rankings", {{2, 1}}}, {"note", text}};
}

inline reports::Agreement sample_agreement(const std::string& text) {
    reports::Agreement agreement;
    agreement.source = 1;
    agreement.n = 10;
    agreement.pairs = 500;
    agreement.ties = text;
    agreement.metrics = {text, "mcc", "f1"};
    const Rational two_thirds(2, 3);
    agreement.ratios = {{1, two_thirds, std::nullopt}, {two_thirds, 1, 0}, {std::nullopt, 0, 1}};
    agreement.clusters = {{text, "mcc"}, {"f1"}};
    return agreement;
}

inline reports::Scatter sample_scatter(const std::string& text) {
    reports::Scatter scatter;
    scatter.id = "scatter-1";
    scatter.n = 3;
    scatter.reading = "box";
    scatter.weights = text;
    scatter.permutations = 6;
    scatter.points.resize(2);
    scatter.points[0].count = 1;
    scatter.points[1] = {Rational(3, 2), Rational(4), 5};
    return scatter;
}

inline reports::MetricPair sample_pair(const std::string& text) {
    reports::MetricPair pair;
    pair.source = 1;
    pair.n = 4;
    pair.first = text;
    pair.second = "ndpm";
    pair.answers = {{text, Verdict::exhausted, text}, {"consistent", Verdict::refuted, ""}};
    pair.agreement = "41/276";
    return pair;
}

inline reports::Campaign sample_campaign(const std::string& text) {
    reports::Campaign campaign;
    campaign.statement = text;
    campaign.n = 8;
    reports::CampaignLength done;
    done.n = 7;
    done.units = done.units_done = 3;
    done.programs = 12;
    done.violating = 1;
    done.ratio = "6/7";
    done.ranks = "2 1 3";
    done.seconds = 0.25;
    campaign.lengths = {done, {}};
    campaign.lengths[1].n = 8;
    return campaign;
}

inline void add_experiments(reports::Model& model, const std::string& text) {
    model.agreements = {sample_agreement(text)};
    reports::RobustnessBar bar;
    bar.metric = text;
    bar.n = 10;
    bar.change = "swap";
    bar.pairs = 1000;
    bar.undefined = 3;
    bar.mean = "0.25";
    bar.standard_error = "0.01";
    model.robustness.resize(1);
    model.robustness[0].source = 1;
    model.robustness[0].bars = {bar, {}};
    reports::StabilityRow row;
    row.metric = text;
    row.n = 1000;
    row.pairs = 10;
    row.each.share = Rational(41, 62);
    row.averaged.stable = true;
    row.mean_difference = "0.0016";
    model.stability.resize(1);
    model.stability[0].rows = {row};
    model.pairs = {sample_pair(text)};
    model.scatters = {sample_scatter(text)};
    model.campaigns = {sample_campaign(text)};
}

/// Two documents, and `text` wherever the model has text.
inline reports::Model sample_model(const std::string& text) {
    reports::Model model;
    model.sources = {{"a/search.json", "search.json", "disarray.search/1", text, "9.9", {}, true},
                     {"b/check.json", "check.json", "disarray.check/1", text, text, 17, false}};
    reports::Result refuted;
    refuted.id = "result-1";
    refuted.n = 3;
    refuted.reading = refuted.side = refuted.statement = refuted.weights = text;
    refuted.ratio = "6/7";
    refuted.value = Rational(6, 7);
    refuted.claimed = Rational(1);
    refuted.scope = refuted.effort = refuted.certificate = text;
    refuted.verdict = Verdict::refuted;
    refuted.permutations = 6;
    refuted.violating = 1;
    refuted.witness = refuted.strict_witness = sample_witness();
    reports::Result bare;
    bare.id = "result-2";
    bare.ratio = "unbounded";
    bare.complete = false;
    model.results = {refuted, bare};
    reports::Claim claim;
    fill_finding(claim, text);
    claim.id = "claim-1";
    claim.claim = text;
    claim.repairs = {text, "D > 0"};
    model.claims = {claim};
    reports::PropertyCell cell;
    fill_finding(cell, text);
    cell.id = "cell-1";
    cell.property = text;
    model.cells = {cell};
    add_experiments(model, text);
    return model;
}

}  // namespace disarray::test
