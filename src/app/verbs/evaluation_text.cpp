// SPDX-License-Identifier: MIT
//
// The answer as text: trec_eval's lines, and tables for what it does not have.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "app/output.hpp"
#include "app/verbs/evaluation_output.hpp"
#include "base/error.hpp"
#include "base/strtod.hpp"
#include "base/text_table.hpp"
#include "exact/decimal.hpp"

namespace disarray::app {

namespace {

using evaluation::Difference;
using evaluation::Histogram;
using evaluation::JudgedQuery;
using evaluation::Panel;
using evaluation::PanelEntry;
using evaluation::PrecisionRecallPoint;
using evaluation::RankComparison;
using evaluation::Score;
using evaluation::Scores;

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

/// On one line, whatever the file is called.
std::string shown_name(const EvaluatedRun& evaluated) {
    return printable(evaluated.name, std::string::npos);
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
    summary("runid", is_plain ? evaluated.run.facts.last_tag : shown_name(evaluated));
    if (!is_plain) summary("conventions", conventions);
    summary("num_q", std::to_string(evaluated.run.queries.size()));
    const auto undefined = std::ranges::max_element(evaluated.scores, {}, &Scores::undefined);
    if (!is_plain && undefined != evaluated.scores.end() && undefined->undefined > 0)
        summary("num_q_undefined", std::to_string(undefined->undefined));
    if (!is_plain && evaluated.run.documents_not_judged > 0)
        summary("documents_not_judged", std::to_string(evaluated.run.documents_not_judged));
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
    text += fmt::format("\nMean curves of {}\n", shown_name(evaluated));
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
    text += fmt::format("\nRelevant documents retrieved by {}\n\n", shown_name(evaluated)) +
            table.to_string();
}

/// A bar for a number from −1 to 1, none for another word, to the right or to the left of an axis.
std::string bar(const std::string& decimal) {
    constexpr std::size_t width = 20;
    // For the eye only; the sign that counts is Difference::better.
    const double value = std::clamp(c_strtod(decimal), -1.0, 1.0);
    const auto length = static_cast<std::size_t>(std::abs(value) * width + 0.5);
    const std::string filled(length, '#');
    return fmt::format("{:>{}}|{}", value < 0 ? filled : "", width, value > 0 ? filled : "");
}

void histogram_table(std::string& text, const Evaluation& evaluation) {
    const Histogram& histogram = *evaluation.histogram;
    const std::string first = shown_name(evaluation.runs[0]);
    const std::string second = shown_name(evaluation.runs[1]);
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
        const evaluation::MeanValue mean = mean_between(between, m);
        cells.push_back(options.exact ? mean_exact(mean) : mean_decimal(mean, options.places));
    }
    table.add_row(std::move(cells));
    text += fmt::format(
                "\nBetween {} and {}: {} queries; left out: {} documents and {} queries "
                "of one run only\n\n",
                shown_name(evaluation.runs[0]), shown_name(evaluation.runs[1]),
                between.queries.size(), left_out, between.in_one_run) +
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
                shown_name(evaluation.runs[pair.first]),
                shown_name(evaluation.runs[pair.second]),
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
                     {shown_name(evaluation.runs[0])},
                     {"grade", right},
                     {"there", right},
                     {shown_name(evaluation.runs[1])},
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

}  // namespace

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

}  // namespace disarray::app
