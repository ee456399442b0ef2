// SPDX-License-Identifier: MIT
//
// The whole model as one document, for programs: the keys are those of the documents that it was
// read from (the JSON contract), exact numbers are strings, and what a row does not have is null.
// Two keys are the report's own: "document" names the entry of "sources" that a row is from, "row"
// is the row's id in all formats of the report. "effort" is in words here.
#include <sstream>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "app/output.hpp"
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
            {"witness", result.witness ? *result.witness->json : Json()},
            {"strict_witness", result.strict_witness ? *result.strict_witness->json : Json()},
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
    json["witness"] = *finding.witness_json;
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

/// As in the document, so that it may be read in the same way.
Json to_json(const EvaluatedNumber& number) {
    Json json = {{"decimal", number.decimal}, {"value", number.exact}};
    if (!number.why_undefined.empty()) json["undefined"] = number.why_undefined;
    return json;
}

/// The queries of a run by name, each with its metrics by name.
Json queries_of(const EvaluatedRun& run) {
    Json queries = Json::object();
    for (const EvaluatedQuery& query : run.queries) {
        Json& values = queries[query.query] = Json::object();
        for (std::size_t m = 0; m < run.metrics.size(); ++m)
            values[run.metrics[m].metric] = to_json(query.values[m]);
    }
    return queries;
}

void add_curves(const EvaluatedRun& run, Json& json) {
    for (const EvaluatedCurve& curve : run.curves) {
        Json& points = json["curves"][curve.name] = Json::array();
        for (const auto& [at, mean] : curve.points) {
            Json point = {{"at", at}};
            point.update(to_json(mean));
            points.push_back(std::move(point));
        }
    }
    for (const PrecisionRecallPoints& of : run.points) {
        Json& points = json["points"][of.query] = Json::array();
        for (const auto& [rank, recall, precision] : of.points) {
            points.push_back({{"rank", rank},
                              {"recall", recall.to_string()},
                              {"precision", precision.to_string()}});
        }
    }
}

Json to_json(const EvaluatedRun& run) {
    Json json = {{"run", run.run}, {"file", run.file}, {"tag", run.tag}};
    json["queries"] = queries_of(run);
    json["mean"] = Json::object();
    for (const EvaluatedMetric& metric : run.metrics) {
        Json& mean = json["mean"][metric.metric] = to_json(metric.mean);
        mean["queries"] = metric.queries;
        mean["undefined_queries"] = metric.undefined_queries;
    }
    json["conventions"] = Json::object();
    for (const auto& [name, value] : run.conventions)
        json["conventions"][name] = value;
    json["documents"] = run.documents;
    json["complete"] = run.complete;
    json["without_judgements"] = run.without_judgements;
    json["not_in_run"] = run.not_in_run;
    add_curves(run, json);
    return json;
}

Json to_json(const DifferenceHistogram& histogram) {
    Json rows = Json::array();
    for (const DifferenceHistogram::Row& row : histogram.rows) {
        rows.push_back({{"query", row.query},
                        {"first", to_json(row.first)},
                        {"second", to_json(row.second)},
                        {"difference", to_json(row.difference)},
                        {"better", row.better}});
    }
    return {{"metric", histogram.metric},
            {"queries", std::move(rows)},
            {"first_better", histogram.first_better},
            {"second_better", histogram.second_better},
            {"equal", histogram.equal},
            {"without_value", histogram.without_value},
            {"undecided", histogram.undecided}};
}

Json to_json(const RunComparison& between) {
    Json rows = Json::array();
    for (const RunComparison::Row& row : between.rows) {
        Json values = Json::object();
        for (std::size_t m = 0; m < between.metrics.size(); ++m)
            values[between.metrics[m]] = to_json(row.values[m]);
        rows.push_back({{"query", row.query},
                        {"documents", row.documents},
                        {"left_out", row.left_out},
                        {"values", std::move(values)}});
    }
    Json means = Json::object();
    for (std::size_t m = 0; m < between.metrics.size(); ++m) {
        Json& mean = means[between.metrics[m]] = to_json(between.means[m].mean);
        mean["queries"] = between.means[m].queries;
    }
    return {{"queries", std::move(rows)},
            {"mean", std::move(means)},
            {"in_one_run", between.in_one_run}};
}

Json to_json(const std::vector<SideBySide::Entry>& side) {
    Json list = Json::array();
    for (const SideBySide::Entry& entry : side) {
        list.push_back({{"document", entry.document},
                        {"grade", or_null(entry.grade)},
                        {"rank_in_the_other", or_null(entry.rank_in_the_other)}});
    }
    return list;
}

Json to_json(const Model& model, const Evaluation& evaluation) {
    Json runs = Json::array();
    for (const EvaluatedRun& run : evaluation.runs)
        runs.push_back(to_json(run));
    Json json = {{"document", document_of(model, evaluation.source)},
                 {"row", evaluation.id},
                 {"judgements",
                  {{"file", evaluation.judgements_file},
                   {"queries", evaluation.judged_queries},
                   {"judgements", evaluation.judgements},
                   {"greatest_grade", evaluation.greatest_grade}}},
                 {"runs", std::move(runs)}};
    if (evaluation.histogram) json["histogram"] = to_json(*evaluation.histogram);
    if (evaluation.between) json["between"] = to_json(*evaluation.between);
    if (const auto& panel = evaluation.side_by_side) {
        json["side_by_side"] = {{"query", panel->query},
                                {"first", to_json(panel->first)},
                                {"second", to_json(panel->second)}};
    }
    return json;
}

Json texts_by_name(const std::vector<std::pair<std::string, std::string>>& texts) {
    Json json = Json::object();
    for (const auto& [name, text] : texts)
        json[name] = text;
    return json;
}

Json to_json(const DescribedMetric& metric) {
    Json json = {{"name", metric.name},
                 {"kind", name_of(metric.kind)},
                 {"direction", name_of(metric.direction)}};
    if (metric.has_range) {
        json["range"] = Json::array({or_null(metric.least_value), or_null(metric.greatest_value)});
    }
    json["takes_cutoff"] = or_null(metric.takes_cutoff);
    json["takes_not_retrieved"] = or_null(metric.takes_not_retrieved);
    json["least_length"] = metric.least_length;
    json["conventions"] = texts_by_name(metric.conventions);
    json["reference"] = or_null(metric.reference);
    json["exceptions"] = texts_by_name(metric.exceptions);
    return json;
}

Json to_json(const AuditedLaw& law) {
    Json related = Json::array();
    for (const auto& [input, got] : law.related)
        related.push_back({{"input", *input}, {"got", got}});
    return {{"row", law.id},
            {"law", law.law},
            {"statement", law.statement},
            {"verdict", name_of(law.verdict)},
            {"scope", law.scope},
            {"input", *law.input},
            {"expected", law.expected},
            {"got", law.got},
            {"explanation", law.explanation},
            {"related", std::move(related)}};
}

Json to_json(const Model& model, const Audit& audit) {
    Json json = {{"document", document_of(model, audit.source)},
                 {"row", audit.id},
                 {"metric", to_json(audit.metric)}};
    json["laws"] = Json::array();
    for (const AuditedLaw& law : audit.laws)
        json["laws"].push_back(to_json(law));
    json["agreements"] = Json::array();
    for (const ReferenceAgreement& agreement : audit.agreements) {
        json["agreements"].push_back({{"reference", agreement.reference},
                                      {"compared", agreement.compared},
                                      {"differing", agreement.differing},
                                      {"worst_units", agreement.worst_units},
                                      {"input", *agreement.input},
                                      {"expected", agreement.expected},
                                      {"got", agreement.got}});
    }
    json["inputs"] = audit.inputs;
    json["restarts"] = audit.restarts;
    json["complete"] = audit.complete;
    json["timings"] = Json::array();
    for (const auto& [n, seconds] : audit.timings)
        json["timings"].push_back({{"n", n}, {"seconds", seconds}});
    return json;
}

Json to_json(const Model& model, const ProgramDifference& difference) {
    return {{"document", document_of(model, difference.source)},
            {"row", difference.id},
            {"against", difference.against},
            {"compared", difference.compared},
            {"differing", difference.differing},
            {"worst_units", difference.worst_units},
            {"input", *difference.input},
            {"first", difference.first},
            {"second", difference.second},
            {"failing", difference.failing},
            {"failing_input", *difference.failing_input},
            {"failing_first", difference.failing_first},
            {"failing_second", difference.failing_second},
            {"complete", difference.complete}};
}

Json to_json(const ExperimentNumber& number) {
    Json json = {{"decimal", number.decimal}};
    if (number.value) json["value"] = number.value->to_string();
    return json;
}

Json to_json(const std::optional<ExperimentNumber>& number) {
    return number ? to_json(*number) : Json();
}

Json to_json(const ExperimentData& data) {
    Json json = {
        {"kind", data.kind}, {"description", data.description}, {"synthetic", data.is_synthetic}};
    if (data.is_synthetic) json["label"] = data.label;
    json["queries"] = data.queries;
    json["positions"] = data.positions;
    json["left_out"] = Json::array();
    for (const auto& [queries, why] : data.left_out)
        json["left_out"].push_back({{"queries", queries}, {"why", why}});
    if (data.sessions) json["sessions"] = *data.sessions;
    if (data.rates.empty()) return json;
    json["rates_are"] = data.rates_are;
    json["rates"] = Json::array();
    for (const auto& [rate, paper] : data.rates) {
        Json entry = {{"position", json["rates"].size() + 1}, {"rate", to_json(rate)}};
        if (!paper.empty()) entry["paper"] = paper;
        json["rates"].push_back(std::move(entry));
    }
    return json;
}

Json weights_of(const WeightingRow& row) {
    Json json = Json::object();
    json["swap_costs"] =
        row.swap_cost_formula.empty() ? Json(row.swap_costs) : Json(row.swap_cost_formula);
    if (!row.rates.empty()) json["rates"] = row.rates;
    if (!row.element_weights.empty()) json["element_weights"] = row.element_weights;
    return json;
}

Json paper_of(const WeightingRow& row) {
    if (!row.paper) return nullptr;
    return {{"data", row.paper->data},
            {"ratio_mean", row.paper->ratio_mean},
            {"ratio_deviation", row.paper->ratio_deviation},
            {"correlation_error", row.paper->correlation_error}};
}

Json to_json(const std::vector<WorstQuery>& queries) {
    Json list = Json::array();
    for (const WorstQuery& worst : queries) {
        list.push_back({{"query", worst.query},
                        {"ranks", worst.ranks},
                        {"kendall", to_json(worst.kendall)},
                        {"footrule", to_json(worst.footrule)}});
    }
    return list;
}

Json scatter_of(const WeightingRow& row) {
    Json json = {{"distinct", row.distinct_points},
                 {"rounded_to_places", or_null(row.rounded_to_places)}};
    if (row.undecided_queries > 0) json["undecided_queries"] = row.undecided_queries;
    json["points"] = Json::array();
    for (const QueryPoint& point : row.points) {
        json["points"].push_back({{"kendall", to_json(point.kendall)},
                                  {"footrule", to_json(point.footrule)},
                                  {"queries", point.queries}});
    }
    return json;
}

Json to_json(const WeightingRow& row) {
    Json overlaps = Json::array();
    for (const auto& [k, least, expected, greatest] : row.overlaps) {
        overlaps.push_back({{"k", k},
                            {"least", to_json(least)},
                            {"expected", to_json(expected)},
                            {"greatest", to_json(greatest)}});
    }
    return {
        {"row", row.id},
        {"weighting", row.weighting},
        {"weights", weights_of(row)},
        {"ratio_mean", to_json(row.ratio_mean)},
        {"ratio_deviation", to_json(row.ratio_deviation)},
        {"correlation_error", to_json(row.correlation_error)},
        {"signed_squared_correlation", or_null(row.signed_squared_correlation)},
        {"paper", paper_of(row)},
        {"correlation_error_to_unit", or_null(row.error_to_unit)},
        {"with_ratio", row.with_ratio},
        {"without_ratio", row.without_ratio},
        {"with_ratio_of_some_orders", row.partly},
        {"kendall",
         {{"mean", to_json(row.kendall_mean)}, {"deviation", to_json(row.kendall_deviation)}}},
        {"footrule",
         {{"mean", to_json(row.footrule_mean)}, {"deviation", to_json(row.footrule_deviation)}}},
        {"overlap", std::move(overlaps)},
        {"worst",
         {{"by_kendall", to_json(row.worst_by_kendall)},
          {"by_footrule", to_json(row.worst_by_footrule)}}},
        {"scatter", scatter_of(row)}};
}

Json to_json(const Model& model, const FootruleKendall& experiment) {
    Json json = {{"document", document_of(model, experiment.source)},
                 {"row", experiment.id},
                 {"experiment", "robustness"},
                 {"source", to_json(experiment.data)},
                 {"queries", experiment.queries},
                 {"complete", experiment.complete},
                 {"rankings", experiment.rankings},
                 {"reading", experiment.reading},
                 {"ties", experiment.ties},
                 {"fixed_points", experiment.fixed_points}};
    json["weightings"] = Json::array();
    for (const WeightingRow& row : experiment.weightings)
        json["weightings"].push_back(to_json(row));
    return json;
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
    if (!model.evaluations.empty()) json["evaluations"] = list_of(model, model.evaluations);
    if (!model.audits.empty()) json["audits"] = list_of(model, model.audits);
    if (!model.differences.empty()) json["differences"] = list_of(model, model.differences);
    if (!model.footrule_kendall.empty())
        json["experiments"] = list_of(model, model.footrule_kendall);
    json["figures"] = figures(report);
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace disarray::reports
