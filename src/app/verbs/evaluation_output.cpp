// SPDX-License-Identifier: MIT
//
// JSON is put together by pieces: a run has as many entries as queries times metrics, for which a
// tree of values would take several times the memory of their text.
#include "app/verbs/evaluation_output.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/output.hpp"
#include "base/counted.hpp"
#include "base/csv_field.hpp"
#include "base/error.hpp"
#include "base/name_list.hpp"
#include "base/text_table.hpp"
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

// --- text -------------------------------------------------------------------------------------

void score_lines(std::string& text, const EvaluatedRun& evaluated, const OutputOptions& options) {
    const auto exact = [&](const Score& score) {
        return options.exact ? std::string_view(score.exact) : std::string_view();
    };
    if (options.per_query) {
        for (std::size_t i = 0; i < evaluated.run.queries.size(); ++i) {
            for (const Scores& scores : evaluated.scores) {
                if (options.as_trec_eval && scores.request.metric->is_geometric) continue;
                const Score& score = scores.queries[i];
                measure_line(text, scores.request.label, evaluated.run.queries[i].name,
                             shown(scores, score), exact(score));
            }
        }
    }
    for (const Scores& scores : evaluated.scores)
        measure_line(text, scores.request.label, "all", shown(scores, scores.mean),
                     exact(scores.mean));
}

void run_lines(std::string& text, const Evaluation& evaluation, const EvaluatedRun& evaluated,
               const OutputOptions& options) {
    std::string conventions;
    for (const auto& [name, value] : evaluation.conventions)
        conventions += fmt::format("{}{}={}", conventions.empty() ? "" : " ", name, value);
    const auto summary = [&](std::string_view name, std::string_view value) {
        measure_line(text, name, "all", value);
    };
    const bool is_plain = options.as_trec_eval;
    summary("runid", is_plain ? evaluated.run.facts.last_tag : evaluated.name);
    if (!is_plain) summary("conventions", conventions);
    summary("num_q", std::to_string(evaluated.run.queries.size()));
    const auto undefined = std::ranges::max_element(evaluated.scores, {}, &Scores::undefined);
    if (!is_plain && undefined != evaluated.scores.end() && undefined->undefined > 0)
        summary("num_q_undefined", std::to_string(undefined->undefined));
    score_lines(text, evaluated, options);
}

void curve_tables(std::string& text, const EvaluatedRun& evaluated) {
    const auto table = [&](std::string_view first, auto begin, auto end) {
        std::vector<TextTable::Column> columns{{std::string(first), TextTable::Align::right}};
        for (auto curve = begin; curve != end; ++curve)
            columns.push_back({curve->name, TextTable::Align::right});
        TextTable rows(columns);
        for (std::size_t i = 0; i < begin->places.size(); ++i) {
            const std::string& label = begin->places[i].request.label;
            std::vector<std::string> cells{label.substr(label.find('@') + 1)};
            for (auto curve = begin; curve != end; ++curve)
                cells.push_back(curve->places[i].mean.decimal);
            rows.add_row(std::move(cells));
        }
        text += "\n" + rows.to_string();
    };
    const auto& curves = evaluated.curves;
    if (curves.empty()) return;
    text += fmt::format("\nMean curves of {}\n", evaluated.name);
    table("recall", curves.begin(), curves.begin() + 1);
    table("rank", curves.begin() + 1, curves.end());
}

void point_tables(std::string& text, const Evaluation& evaluation, const EvaluatedRun& evaluated,
                  int places) {
    TextTable table({{"query"},
                     {"rank", TextTable::Align::right},
                     {"recall", TextTable::Align::right},
                     {"precision", TextTable::Align::right}});
    for (const JudgedQuery& query : evaluated.run.queries) {
        for (const PrecisionRecallPoint& point :
             precision_recall_points(query, evaluation.retrieval_conventions)) {
            table.add_row({query.name, std::to_string(point.rank), to_fixed(point.recall, places),
                           to_fixed(point.precision, places)});
        }
    }
    text +=
        fmt::format("\nRelevant documents retrieved by {}\n\n", evaluated.name) + table.to_string();
}

/// A bar for a number from −1 to 1, to the right or to the left of an axis.
std::string bar(const std::string& decimal) {
    constexpr std::size_t width = 20;
    // For the eye only; the sign that counts is Difference::better.
    const double value = std::clamp(std::stod(decimal), -1.0, 1.0);
    const auto length = static_cast<std::size_t>(std::abs(value) * width + 0.5);
    const std::string filled(length, '#');
    return fmt::format("{:>{}}|{}", value < 0 ? filled : "", width, value > 0 ? filled : "");
}

void histogram_table(std::string& text, const Evaluation& evaluation) {
    const Histogram& histogram = *evaluation.histogram;
    const std::string& first = evaluation.runs[0].name;
    const std::string& second = evaluation.runs[1].name;
    TextTable table({{"query"},
                     {"first", TextTable::Align::right},
                     {"second", TextTable::Align::right},
                     {"difference", TextTable::Align::right},
                     {""}});
    for (const Difference& row : histogram.queries) {
        table.add_row({row.query, row.first.decimal, row.second.decimal, row.difference.decimal,
                       bar(row.difference.decimal)});
    }
    text +=
        fmt::format("\n{} of {} (first) minus {} (second)\n\n", histogram.metric, first, second) +
        table.to_string() +
        fmt::format("\n{} is better for {}, {} for {}, equal for {} queries", first,
                    histogram.first_better, second, histogram.second_better, histogram.equal);
    if (histogram.without_value > 0)
        text += fmt::format("; no value for {}", histogram.without_value);
    if (histogram.undecided > 0) text += fmt::format("; undecided for {}", histogram.undecided);
    text += '\n';
}

/// The mean over the queries that have a value.
struct MeanValue {
    std::vector<Value> summands;
    std::size_t counted = 0;
};

MeanValue mean_between(const RankComparison& between, std::size_t metric) {
    MeanValue mean;
    for (const auto& query : between.queries)
        if (query.values[metric].is_defined()) ++mean.counted;
    Value rational = 0;
    for (const auto& query : between.queries) {
        const Value& value = query.values[metric];
        if (!value.is_defined()) continue;
        const Value share = value / Value(mean.counted);
        if (share.is_rational()) {
            rational += share;
        } else {
            mean.summands.push_back(share);
        }
    }
    mean.summands.push_back(std::move(rational));
    return mean;
}

std::string mean_decimal(const MeanValue& mean, int places) {
    return mean.counted == 0 ? "undefined" : evaluation::decimal_text(mean.summands, places);
}

std::string mean_exact(const MeanValue& mean) {
    return mean.counted == 0 ? "undefined" : evaluation::exact_text(mean.summands);
}

void between_table(std::string& text, const Evaluation& evaluation, const OutputOptions& options) {
    const RankComparison& between = *evaluation.between;
    std::vector<TextTable::Column> columns{{"query"}, {"documents", TextTable::Align::right}};
    for (const std::string& name : between.metrics)
        columns.push_back({name, TextTable::Align::right});
    TextTable table(columns);
    if (options.per_query) {
        for (const auto& query : between.queries) {
            std::vector<std::string> cells{query.query, std::to_string(query.documents)};
            for (const Value& value : query.values) {
                cells.push_back(options.exact ? value.to_string()
                                              : to_fixed(value, options.places));
            }
            table.add_row(std::move(cells));
        }
    }
    std::size_t documents = 0, left_out = 0;
    for (const auto& query : between.queries) {
        documents += query.documents;
        left_out += query.left_out;
    }
    std::vector<std::string> cells{"all", std::to_string(documents)};
    for (std::size_t m = 0; m < between.metrics.size(); ++m) {
        const MeanValue mean = mean_between(between, m);
        cells.push_back(options.exact ? mean_exact(mean) : mean_decimal(mean, options.places));
    }
    table.add_row(std::move(cells));
    text += fmt::format(
                "\nBetween {} and {}: {} queries; left out: {} documents and {} queries "
                "of one run only\n\n",
                evaluation.runs[0].name, evaluation.runs[1].name, between.queries.size(), left_out,
                between.in_one_run) +
            table.to_string();
}

std::string number_or(const std::optional<double>& number, const char* otherwise) {
    return number ? fmt::format("{:.4g}", *number) : otherwise;
}

/// A row for each test of each pair of runs.
void comparison_table(std::string& text, const Evaluation& evaluation,
                      const evaluation::SystemComparison& comparison) {
    const auto right = TextTable::Align::right;
    const bool is_of_many = comparison.pairs.size() > 1;
    std::vector<TextTable::Column> columns{
        {"first"},    {"second"}, {"difference", right}, {"interval"},
        {"d", right}, {"test"},   {"statistic", right},  {"p", right}};
    if (is_of_many) columns.insert(columns.end(), {{"Holm", right}, {"Tukey", right}});
    columns.push_back({"how"});
    TextTable table(columns);
    for (const auto& pair : comparison.pairs) {
        for (const auto& [result, corrected] : pair.tests) {
            std::vector<std::string> cells{
                evaluation.runs[pair.first].name,
                evaluation.runs[pair.second].name,
                fmt::format("{:.4f}", pair.mean_difference),
                pair.interval
                    ? fmt::format("[{:.4f}, {:.4f}]", pair.interval->first, pair.interval->second)
                    : "-",
                number_or(pair.effect_size, "-"),
                std::string(name_of(result.test)),
                result.p ? fmt::format("{:.4g}", result.statistic) : "-",
                number_or(result.p, "-") +
                    (result.p_error > 0 ? fmt::format(" ± {:.1g}", result.p_error) : "")};
            if (is_of_many) {
                cells.push_back(number_or(corrected, "-"));
                cells.push_back(number_or(pair.tukey, "-"));
            }
            cells.push_back(result.method);
            table.add_row(std::move(cells));
        }
    }
    text += fmt::format("\n{}: first minus second on {} queries, interval of {:g} % by bootstrap\n",
                        comparison.metric, comparison.queries, 100 * evaluation.confidence);
    if (comparison.without_value + comparison.not_in_all > 0) {
        text += fmt::format("left out: {} queries without a value, {} that not every run has\n",
                            comparison.without_value, comparison.not_in_all);
    }
    text += "\n" + table.to_string();
}

std::vector<std::string> panel_cells(const std::vector<PanelEntry>& entries, std::size_t i) {
    if (i >= entries.size()) return {"", "", ""};
    const PanelEntry& entry = entries[i];
    return {entry.document, entry.grade ? std::to_string(*entry.grade) : "-",
            entry.rank_in_the_other ? std::to_string(*entry.rank_in_the_other) : "-"};
}

void panel_table(std::string& text, const Evaluation& evaluation) {
    const Panel& panel = *evaluation.panel;
    const auto right = TextTable::Align::right;
    TextTable table({{"rank", right},
                     {evaluation.runs[0].name},
                     {"grade", right},
                     {"there", right},
                     {evaluation.runs[1].name},
                     {"grade", right},
                     {"there", right}});
    for (std::size_t i = 0; i < std::max(panel.first.size(), panel.second.size()); ++i) {
        std::vector<std::string> cells{std::to_string(i + 1)};
        for (const auto* side : {&panel.first, &panel.second})
            std::ranges::move(panel_cells(*side, i), std::back_inserter(cells));
        table.add_row(std::move(cells));
    }
    text += fmt::format("\nQuery {} (there: rank in the other run)\n\n", panel.query) +
            table.to_string();
}

/// "3 queries of run.txt have no judgements: q1, q2, q3".
void note_queries(const std::vector<std::string>& names, const std::string& what) {
    if (names.empty()) return;
    const std::string some = some_of(names, 5);
    std::fprintf(stderr, "disarray: note: %s %s: %s\n",
                 counted(names.size(), "query", "queries").c_str(), what.c_str(), some.c_str());
}

// --- JSON -------------------------------------------------------------------------------------

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
        const MeanValue mean = mean_between(between, m);
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

// --- CSV --------------------------------------------------------------------------------------

void csv_row(std::string& text, std::string_view run, std::string_view query, const Scores& scores,
             const Score& score, bool exact) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{}", csv_cell(run), csv_cell(query),
                   csv_cell(scores.request.label), score.decimal);
    if (exact) fmt::format_to(std::back_inserter(text), ",{}", csv_cell(score.exact));
    text += '\n';
}

}  // namespace

void measure_line(std::string& text, std::string_view measure, std::string_view query,
                  std::string_view value, std::string_view exact) {
    fmt::format_to(std::back_inserter(text), "{:<22}\t{}\t{}", measure, query, value);
    if (!exact.empty()) fmt::format_to(std::back_inserter(text), "\t{}", exact);
    text += '\n';
}

std::string_view shown(const Scores& scores, const Score& score) {
    std::string_view decimal = score.decimal;
    if (!scores.request.metric->is_count) return decimal;
    return decimal.substr(0, decimal.find('.'));
}

std::string evaluation_text(const Evaluation& evaluation, const OutputOptions& options) {
    std::string text;
    for (const EvaluatedRun& evaluated : evaluation.runs) {
        run_lines(text, evaluation, evaluated, options);
        curve_tables(text, evaluated);
        if (options.points) point_tables(text, evaluation, evaluated, options.places);
    }
    for (const auto& comparison : evaluation.comparisons)
        comparison_table(text, evaluation, comparison);
    if (evaluation.histogram) histogram_table(text, evaluation);
    if (evaluation.between) between_table(text, evaluation, options);
    if (evaluation.panel) panel_table(text, evaluation);
    return printable_lines(text);  // names are as the files have them
}

void note_queries_left_out(const evaluation::JudgedRun& run) {
    const std::string file = printable(run.file, 200);
    note_queries(run.without_judgements, "of " + file + " without judgements");
    note_queries(run.not_in_run, "with judgements not in " + file);
}

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

std::string evaluation_csv(const Evaluation& evaluation, const OutputOptions& options) {
    std::string text =
        options.exact ? "run,query,metric,decimal,exact\n" : "run,query,metric,decimal\n";
    for (const EvaluatedRun& evaluated : evaluation.runs) {
        const std::string& run = evaluated.name;
        for (std::size_t i = 0; i < evaluated.run.queries.size(); ++i) {
            for (const Scores& scores : evaluated.scores) {
                csv_row(text, run, evaluated.run.queries[i].name, scores, scores.queries[i],
                        options.exact);
            }
        }
        for (const Scores& scores : evaluated.scores)
            csv_row(text, run, "all", scores, scores.mean, options.exact);
    }
    return text;
}

}  // namespace disarray::app
