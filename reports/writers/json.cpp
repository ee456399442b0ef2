// SPDX-License-Identifier: MIT
//
// The whole model as one document, for programs: the keys are those of the documents that it was
// read from (the JSON contract), exact numbers are strings, and what a row does not have is null.
// Two keys are the report's own: "document" names the entry of "sources" that a row is from, "row"
// is the row's id in all formats of the report. "effort" is in words here.
#include <sstream>
#include <string>
#include <variant>

#include "app/verb.hpp"
#include "reports/compose/compose.hpp"
#include "reports/writers.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports {

namespace {

Json or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

template <class T>
Json or_null(const std::optional<T>& value) {
    if (!value) return nullptr;
    if constexpr (std::is_same_v<T, Rational>) {
        return value->to_string();
    } else {
        return *value;
    }
}

/// "3 1 2" as [3, 1, 2].
Json ranks(const std::string& text) {
    Json list = Json::array();
    std::istringstream words(text);
    for (std::uint64_t rank = 0; words >> rank;)
        list.push_back(rank);
    return list.empty() ? Json() : list;
}

Json to_json(const Model& model, const Source& source) {
    const auto index = static_cast<std::size_t>(&source - model.sources.data());
    return {{"document", document_of(model, index)},
            {"path", source.path},
            {"schema", source.schema},
            {"command", source.command},
            {"version", source.version},
            {"seed", or_null(source.seed)},
            {"complete", source.complete}};
}

Json to_json(const Model& model, const Result& result) {
    return {{"document", document_of(model, result.source)},
            {"row", result.id},
            {"n", result.n},
            {"reading", or_null(result.reading)},
            {"side", or_null(result.side)},
            {"statement", result.statement},
            {"weights", or_null(result.weights)},
            {"whole", result.is_whole},
            {"ratio", or_null(result.ratio)},
            {"decimal", result.value ? Json(result.value->to_decimal()) : Json()},
            {"claimed", or_null(result.claimed)},
            {"scope", result.scope},
            {"permutations", or_null(result.permutations)},
            {"violating", or_null(result.violating)},
            {"programs", or_null(result.programs)},
            {"effort", result.effort},
            {"complete", result.complete},
            {"witness", result.witness ? result.witness->json : Json()},
            {"strict_witness", result.strict_witness ? result.strict_witness->json : Json()},
            {"verdict", name_of(result.verdict)},
            {"certificate", or_null(result.certificate)}};
}

/// What claims and cells share, added to `json`.
void add_finding(const Finding& finding, Json& json) {
    json["label"] = finding.label;
    json["metric"] = finding.metric;
    json["reading"] = or_null(finding.reading);
    json["frame"] = finding.frame;
    json["fixed_points"] = finding.fixed_points;
    json["variant"] = finding.variant;
    json["verdict"] = name_of(finding.verdict);
    json["scope"] = finding.scope;
    json["statement"] = finding.statement;
    json["source"] = finding.origin;
    json["witness"] = finding.witness_json;
    json["explanation"] = finding.explanation;
    json["effort"] = finding.effort;
    json["reproduce"] = or_null(finding.reproduce);
}

Json to_json(const Model& model, const Claim& claim) {
    Json json = {
        {"document", document_of(model, claim.source)}, {"row", claim.id}, {"id", claim.claim}};
    add_finding(claim, json);
    json["repairs"] = claim.repairs;
    return json;
}

Json to_json(const Model& model, const PropertyCell& cell) {
    Json json = {{"document", document_of(model, cell.source)},
                 {"row", cell.id},
                 {"property", cell.property}};
    add_finding(cell, json);
    return json;
}

Json to_json(const Model& model, const Agreement& agreement) {
    Json ratios = Json::array();
    for (const auto& row : agreement.ratios) {
        Json& line = ratios.emplace_back(Json::array());
        for (const std::optional<Rational>& ratio : row)
            line.push_back(or_null(ratio));
    }
    return {{"document", document_of(model, agreement.source)},
            {"n", agreement.n},
            {"pairs", agreement.pairs},
            {"ties", agreement.ties},
            {"metrics", agreement.metrics},
            {"ratios", std::move(ratios)},
            {"clusters", agreement.clusters}};
}

Json to_json(const Model& model, const Robustness& robustness) {
    Json bars = Json::array();
    for (const RobustnessBar& bar : robustness.bars) {
        bars.push_back({{"metric", bar.metric},
                        {"n", bar.n},
                        {"change", bar.change},
                        {"pairs", bar.pairs},
                        {"undefined", bar.undefined},
                        {"mean", or_null(bar.mean)},
                        {"standard_error", or_null(bar.standard_error)}});
    }
    return {{"document", document_of(model, robustness.source)}, {"bars", std::move(bars)}};
}

Json to_json(const Model& model, const Stability& stability) {
    const auto part = [](const std::string& share, bool is_stable) {
        return Json{{"share", or_null(share)}, {"stable", is_stable}};
    };
    Json rows = Json::array();
    for (const StabilityRow& row : stability.rows) {
        rows.push_back({{"metric", row.metric},
                        {"n", row.n},
                        {"pairs", row.pairs},
                        {"depends_on_k", row.depends_on_k},
                        {"each", part(row.share_each, row.stable_each)},
                        {"averaged", part(row.share_averaged, row.stable_averaged)},
                        {"mean_difference", or_null(row.mean_difference)}});
    }
    return {{"document", document_of(model, stability.source)}, {"rows", std::move(rows)}};
}

Json to_json(const Model& model, const MetricPair& pair) {
    Json answers = Json::array();
    for (const MetricPair::Answer& answer : pair.answers) {
        answers.push_back({{"question", answer.question},
                           {"verdict", name_of(answer.verdict)},
                           {"explanation", answer.explanation}});
    }
    return {{"document", document_of(model, pair.source)},
            {"n", pair.n},
            {"first", pair.first},
            {"second", pair.second},
            {"answers", std::move(answers)},
            {"agreement", or_null(pair.agreement)}};
}

Json to_json(const Model& model, const Scatter& scatter) {
    Json points = Json::array();
    for (const Scatter::Point& point : scatter.points) {
        points.push_back({{"K", point.kendall.to_string()},
                          {"F", point.footrule.to_string()},
                          {"count", point.count}});
    }
    return {{"document", document_of(model, scatter.source)},
            {"row", scatter.id},
            {"n", scatter.n},
            {"reading", scatter.reading},
            {"weights", scatter.weights},
            {"permutations", scatter.permutations},
            {"complete", scatter.complete},
            {"points", std::move(points)}};
}

Json to_json(const Model& model, const Campaign& campaign) {
    Json lengths = Json::array();
    for (const CampaignLength& length : campaign.lengths) {
        lengths.push_back({{"n", length.n},
                           {"units_done", length.units_done},
                           {"units", length.units},
                           {"programs", length.programs},
                           {"undecided", length.undecided},
                           {"violating", length.violating},
                           {"ratio", or_null(length.ratio)},
                           {"ranks", ranks(length.ranks)},
                           {"seconds", length.seconds}});
    }
    return {{"document", document_of(model, campaign.source)},
            {"statement", campaign.statement},
            {"n", campaign.n},
            {"lengths", std::move(lengths)}};
}

template <class Row>
Json list_of(const Model& model, const std::vector<Row>& rows) {
    Json list = Json::array();
    for (const Row& row : rows)
        list.push_back(to_json(model, row));
    return list;
}

/// The first section in words: a string for each paragraph and each item of a list.
Json summary(const Report& report) {
    Json lines = Json::array();
    if (report.sections.empty()) return lines;
    for (const Block& block : report.sections.front().blocks) {
        if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
            lines.push_back(plain(paragraph->text));
        } else if (const auto* list = std::get_if<List>(&block)) {
            for (const Text& item : list->items)
                lines.push_back(plain(item));
        }
    }
    return lines;
}

Json to_json(const Figure& figure) {
    return {{"id", figure.id},
            {"title", figure.title},
            {"alt", figure.alt},
            {"columns", figure.columns},
            {"rows", figure.rows}};
}

Json figures(const Report& report) {
    Json list = Json::array();
    for (const Figure& figure : figures_of(report))
        list.push_back(to_json(figure));
    return list;
}

}  // namespace

std::string to_json(const Model& model, const Report& report) {
    Json json = app::document("report");
    json["sources"] = list_of(model, model.sources);
    json["summary"] = summary(report);
    json["results"] = list_of(model, model.results);
    json["claims"] = list_of(model, model.claims);
    json["cells"] = list_of(model, model.cells);
    json["agreement"] = list_of(model, model.agreements);
    json["robustness"] = list_of(model, model.robustness);
    json["stability"] = list_of(model, model.stability);
    json["pairs"] = list_of(model, model.pairs);
    json["scatter"] = list_of(model, model.scatters);
    json["campaigns"] = list_of(model, model.campaigns);
    json["figures"] = figures(report);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace disarray::reports
