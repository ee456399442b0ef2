// SPDX-License-Identifier: MIT
//
// The answer as JSON. It is put together by pieces: a run has as many entries as queries times
// metrics, for which a tree of values would take several times the memory of their text.
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "app/verbs/evaluation_output.hpp"
#include "base/error.hpp"
#include "exact/decimal.hpp"

namespace disarray::app {

namespace {

using evaluation::Curve;
using evaluation::Difference;
using evaluation::Histogram;
using evaluation::JudgedQuery;
using evaluation::Panel;
using evaluation::PanelEntry;
using evaluation::PrecisionRecallPoint;
using evaluation::RankComparison;
using evaluation::Score;
using evaluation::Scores;

/// As a JSON string. A name that is no UTF-8 is escaped: two such names must not become one.
std::string json_text(std::string_view text) {
    try {
        return Json(text).dump();
    } catch (const Json::type_error&) {
        return Json(printable(text, text.size())).dump();
    }
}

/// {"decimal": …, "value": …}
std::string object_of(const Score& score) {
    std::string text = fmt::format(R"({{"decimal": "{}", "value": "{}")",
                                   without_trailing_zeros(score.decimal), score.exact);
    if (!score.why_undefined.empty()) {
        text += fmt::format(R"(, "undefined": "{}")", score.why_undefined);
    }
    return text + "}";
}

/// "label": {"decimal": …, "value": …} for one query, or with i = npos the means.
std::string query_object(const EvaluatedRun& evaluated, std::size_t i) {
    std::string text = "{";
    for (const Scores& scores : evaluated.scores) {
        text += fmt::format("{}{}: {}", text.size() > 1 ? ", " : "",
                            json_text(scores.request.label), object_of(scores.queries[i]));
    }
    return text + "}";
}

Json mean_object(const Scores& scores) {
    Json json = Json::parse(object_of(scores.mean));
    json["queries"] = scores.counted;
    json["undefined_queries"] = scores.undefined;
    return json;
}

Json curves_object(const EvaluatedRun& evaluated) {
    Json json = Json::object();
    for (const Curve& curve : evaluated.curves) {
        Json& points = json[curve.name] = Json::array();
        for (const Scores& place : curve.places) {
            const std::string& label = place.request.label;
            points.push_back({{"at", label.substr(label.find('@') + 1)},
                              {"decimal", without_trailing_zeros(place.mean.decimal)},
                              {"value", place.mean.exact}});
        }
    }
    return json;
}

Json points_object(const Evaluation& evaluation, const EvaluatedRun& evaluated) {
    Json json = Json::object();
    for (const JudgedQuery& query : evaluated.run.queries) {
        Json& points = json[query.name] = Json::array();
        for (const PrecisionRecallPoint& point :
             precision_recall_points(query, evaluation.retrieval_conventions)) {
            points.push_back({{"rank", point.rank},
                              {"recall", point.recall.to_string()},
                              {"precision", point.precision.to_string()}});
        }
    }
    return json;
}

/// Everything of a run but its queries.
Json run_facts(const Evaluation& evaluation, const EvaluatedRun& evaluated,
               const OutputOptions& options) {
    Json json;
    json["mean"] = Json::object();
    for (const Scores& scores : evaluated.scores)
        json["mean"][scores.request.label] = mean_object(scores);
    for (const auto& [name, value] : evaluation.conventions)
        json["conventions"][name] = value;
    json["documents"] = evaluated.run.facts.lines;
    json["documents_not_judged"] = evaluated.run.documents_not_judged;
    json["complete"] = evaluated.run.facts.is_complete;
    json["without_judgements"] = evaluated.run.without_judgements;
    json["not_in_run"] = evaluated.run.not_in_run;
    if (!evaluated.curves.empty()) json["curves"] = curves_object(evaluated);
    if (options.points) json["points"] = points_object(evaluation, evaluated);
    return json;
}

std::string dumped(const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

/// An object as text without its braces.
std::string members(const Json& json) {
    const std::string text = dumped(json);
    return text.substr(1, text.size() - 2);
}

std::string run_object(const Evaluation& evaluation, const EvaluatedRun& evaluated,
                       const OutputOptions& options) {
    std::string text =
        fmt::format("{{\n \"run\": {},\n \"file\": {},\n \"tag\": {},\n \"queries\": {{",
                    json_text(evaluated.name), json_text(evaluated.run.file),
                    json_text(evaluated.run.facts.tag));
    for (std::size_t i = 0; i < evaluated.run.queries.size(); ++i) {
        text += i == 0 ? "\n  " : ",\n  ";
        text += json_text(evaluated.run.queries[i].name) + ": " + query_object(evaluated, i);
    }
    return text + "\n }," + members(run_facts(evaluation, evaluated, options)) + "}";
}

Json histogram_object(const Evaluation& evaluation) {
    const Histogram& histogram = *evaluation.histogram;
    Json json{{"metric", histogram.metric},
              {"runs", {evaluation.runs[0].name, evaluation.runs[1].name}},
              {"queries", Json::array()}};
    for (const Difference& row : histogram.queries) {
        json["queries"].push_back({{"query", row.query},
                                   {"first", Json::parse(object_of(row.first))},
                                   {"second", Json::parse(object_of(row.second))},
                                   {"difference", Json::parse(object_of(row.difference))},
                                   {"better", row.better > 0   ? "first"
                                              : row.better < 0 ? "second"
                                                               : "neither"}});
    }
    json["first_better"] = histogram.first_better;
    json["second_better"] = histogram.second_better;
    json["equal"] = histogram.equal;
    json["without_value"] = histogram.without_value;
    json["undecided"] = histogram.undecided;
    return json;
}

Json json_or_null(const std::optional<double>& number) {
    return number ? Json(*number) : Json();
}

Json test_object(const evaluation::ComparisonTest& test) {
    Json json{{"test", name_of(test.result.test)},
              {"statistic", test.result.p ? Json(test.result.statistic) : Json()},
              {"p", json_or_null(test.result.p)},
              {"method", test.result.method}};
    if (test.result.p_error > 0) json["p_error"] = test.result.p_error;
    if (test.corrected) json["p_holm"] = *test.corrected;
    return json;
}

Json comparison_object(const Evaluation& evaluation,
                       const evaluation::SystemComparison& comparison) {
    Json json{{"metric", comparison.metric},
              {"queries", comparison.queries},
              {"without_value", comparison.without_value},
              {"not_in_all", comparison.not_in_all},
              {"confidence", evaluation.confidence},
              {"pairs", Json::array()}};
    for (const auto& pair : comparison.pairs) {
        Json row{{"first", evaluation.runs[pair.first].name},
                 {"second", evaluation.runs[pair.second].name},
                 {"mean_difference", pair.mean_difference},
                 {"interval",
                  pair.interval ? Json{pair.interval->first, pair.interval->second} : Json()},
                 {"effect_size", json_or_null(pair.effect_size)},
                 {"tests", Json::array()}};
        for (const auto& test : pair.tests)
            row["tests"].push_back(test_object(test));
        if (pair.tukey) row["p_tukey"] = *pair.tukey;
        json["pairs"].push_back(std::move(row));
    }
    return json;
}

Json between_object(const Evaluation& evaluation, int places) {
    const RankComparison& between = *evaluation.between;
    const auto entry = [&](const Value& value) {
        return Json{{"decimal", without_trailing_zeros(to_fixed(value, places))},
                    {"value", value.to_string()}};
    };
    Json json{{"runs", {evaluation.runs[0].name, evaluation.runs[1].name}},
              {"queries", Json::array()}};
    for (const auto& query : between.queries) {
        Json row{
            {"query", query.query}, {"documents", query.documents}, {"left_out", query.left_out}};
        for (std::size_t m = 0; m < between.metrics.size(); ++m)
            row["values"][between.metrics[m]] = entry(query.values[m]);
        json["queries"].push_back(std::move(row));
    }
    for (std::size_t m = 0; m < between.metrics.size(); ++m) {
        const evaluation::MeanValue mean = mean_between(between, m);
        json["mean"][between.metrics[m]] = {
            {"decimal", without_trailing_zeros(mean_decimal(mean, places))},
            {"value", mean_exact(mean)},
            {"queries", mean.counted}};
    }
    json["in_one_run"] = between.in_one_run;
    return json;
}

Json panel_object(const Panel& panel) {
    const auto side = [](const std::vector<PanelEntry>& entries) {
        Json list = Json::array();
        for (const PanelEntry& entry : entries) {
            list.push_back({{"document", entry.document},
                            {"grade", entry.grade ? Json(*entry.grade) : Json()},
                            {"rank_in_the_other",
                             entry.rank_in_the_other ? Json(*entry.rank_in_the_other) : Json()}});
        }
        return list;
    };
    return {{"query", panel.query}, {"first", side(panel.first)}, {"second", side(panel.second)}};
}

}  // namespace

std::string evaluation_json(const Evaluation& evaluation, const OutputOptions& options) {
    Json head = document("evaluate");
    head["judgements"] = {{"file", evaluation.judgements_file},
                          {"queries", evaluation.judged_queries},
                          {"judgements", evaluation.judgements},
                          {"greatest_grade", evaluation.greatest_grade}};
    std::string text = "{" + members(head) + ",\n\"runs\": [";
    for (const EvaluatedRun& evaluated : evaluation.runs) {
        text += text.ends_with('[') ? "" : ",\n";
        text += run_object(evaluation, evaluated, options);
    }
    text += "]";
    Json tail = Json::object();
    for (const auto& comparison : evaluation.comparisons)
        tail["comparisons"].push_back(comparison_object(evaluation, comparison));
    if (evaluation.histogram) tail["histogram"] = histogram_object(evaluation);
    if (evaluation.between) tail["between"] = between_object(evaluation, options.places);
    if (evaluation.panel) tail["side_by_side"] = panel_object(*evaluation.panel);
    if (!tail.empty()) text += "," + members(tail);
    return text + "\n}\n";
}

}  // namespace disarray::app
