// SPDX-License-Identifier: MIT
//
// Runs against relevance judgements: means, curves, and two runs against each other. A document may
// have thousands of queries; of tables with a row for each, the first rows are shown and the others
// counted, since they are all in report.json and the CSV files.
#include <algorithm>

#include <fmt/format.h>

#include "reports/compose/sections.hpp"
#include "reports/figures/evaluation.hpp"

namespace disarray::reports {

namespace {

/// Of the tables with a row for each query; more are counted.
constexpr std::size_t most_rows = 200;
/// Names listed in a detail.
constexpr std::size_t most_names = 50;

/// The exact value where it says more than the decimal, and why there is none.
std::vector<Detail> number_details(const EvaluatedNumber& number) {
    std::vector<Detail> details;
    if (number.exact != number.decimal) {
        const std::string exact =
            number.exact.size() <= longest_exact
                ? number.exact
                : fmt::format("a sum of {} characters, in the document", number.exact.size());
        details.push_back({"exact", {plain(exact)}});
    }
    if (!number.why_undefined.empty())
        details.push_back({"without a value", {plain(number.why_undefined)}});
    return details;
}

std::string names_text(const std::vector<std::string>& names) {
    const std::size_t shown = std::min(names.size(), most_names);
    std::string text = fmt::format(
        "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
    if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
    return text;
}

/// A number of queries, and which.
Cell queries_cell(const std::vector<std::string>& names) {
    Cell cell = count_cell(names.size());
    if (!names.empty()) cell.details.push_back({"which", {plain(names_text(names))}});
    return cell;
}

// --- One document ---

void describe_judgements(const Evaluation& evaluation, const Model& model, Section& section) {
    section.blocks.push_back(
        Paragraph{{strong(model.sources[evaluation.source].name),
                   plain(fmt::format(": {} against {} of {} ({}), greatest grade {}.",
                                     counted(evaluation.runs.size(), "run", "runs"),
                                     counted(evaluation.judgements, "judgement", "judgements"),
                                     counted(evaluation.judged_queries, "query", "queries"),
                                     evaluation.judgements_file, evaluation.greatest_grade))}});
}

/// By metric, then run: what is to be compared stands together.
Table means_table(const Evaluation& evaluation) {
    Table table{evaluation.id,
                "Means over the queries; of counts (num_…) the sums",
                {{"metric", false, true},
                 {"run", false, true},
                 {"mean", true},
                 {"queries", true},
                 {"without a value", true}},
                {}};
    for (const EvaluatedMetric& of : evaluation.runs.front().metrics) {
        for (const EvaluatedRun& run : evaluation.runs) {
            const auto metric = std::ranges::find(run.metrics, of.metric, &EvaluatedMetric::metric);
            if (metric == run.metrics.end()) continue;
            table.rows.push_back({"",
                                  {{{plain(metric->metric)}, number_details(metric->mean)},
                                   text_cell(run.name),
                                   text_cell(metric->mean.decimal),
                                   count_cell(metric->queries),
                                   count_cell(metric->undefined_queries)}});
        }
    }
    return table;
}

Text conventions_text(const EvaluatedRun& run) {
    std::vector<std::string> items;
    for (const auto& [name, value] : run.conventions)
        items.push_back(fmt::format("{}={}", name, value));
    return code_list(items);
}

bool have_same_conventions(const Evaluation& evaluation) {
    return std::ranges::all_of(evaluation.runs, [&](const EvaluatedRun& run) {
        return run.conventions == evaluation.runs.front().conventions;
    });
}

void add_conventions(const Evaluation& evaluation, Section& section) {
    if (!have_same_conventions(evaluation)) return;
    Text text = {
        plain(evaluation.runs.size() == 1 ? "Conventions: " : "Conventions of all runs: ")};
    const Text all = conventions_text(evaluation.runs.front());
    text.insert(text.end(), all.begin(), all.end());
    text.push_back(plain("."));
    section.blocks.push_back(Paragraph{std::move(text)});
}

Table runs_table(const Evaluation& evaluation) {
    Table table{evaluation.id + "-runs",
                "The runs",
                {{"run"},
                 {"file"},
                 {"documents", true},
                 {"documents not judged", true},
                 {"queries", true},
                 {"queries without judgements", true},
                 {"queries not in the run", true},
                 {"read"}},
                {}};
    const bool same = have_same_conventions(evaluation);
    for (const EvaluatedRun& run : evaluation.runs) {
        Cell name = text_cell(run.name);
        if (!same) name.details.push_back({"conventions", conventions_text(run)});
        table.rows.push_back(
            {"",
             {std::move(name), text_cell(run.file), count_cell(run.documents),
              run.documents_not_judged ? count_cell(*run.documents_not_judged) : Cell{},
              count_cell(run.queries.size()), queries_cell(run.without_judgements),
              queries_cell(run.not_in_run),
              text_cell(run.complete ? "to its end" : "not to its end: queries are missing")}});
    }
    return table;
}

void add_points(const Evaluation& evaluation, Section& section) {
    Table table{
        evaluation.id + "-points",
        "Precision and recall where a relevant document stands",
        {{"run", false, true}, {"query"}, {"rank", true}, {"recall", true}, {"precision", true}},
        {}};
    std::size_t left_out = 0;
    for (const EvaluatedRun& run : evaluation.runs) {
        for (const PrecisionRecallPoints& of : run.points) {
            for (const auto& point : of.points) {
                if (table.rows.size() >= most_rows) {
                    ++left_out;
                    continue;
                }
                table.rows.push_back(
                    {"",
                     {text_cell(run.name),
                      text_cell(of.query),
                      count_cell(point.rank),
                      {said(point.recall.to_string()), {}, point.recall.to_decimal()},
                      {said(point.precision.to_string()), {}, point.precision.to_decimal()}}});
            }
        }
    }
    if (table.rows.empty()) return;
    section.blocks.push_back(std::move(table));
    say_left_out(left_out, left_out == 1 ? "point" : "points", "points.csv", section);
}

// --- Two runs ---

std::string or_dash(const std::optional<std::uint64_t>& number) {
    return number ? std::to_string(*number) : "–";
}

void add_side_by_side(const Evaluation& evaluation, Section& section) {
    if (!evaluation.side_by_side) return;
    const SideBySide& panel = *evaluation.side_by_side;
    const std::string& first = evaluation.runs[0].name;
    const std::string& second = evaluation.runs[1].name;
    Table table{evaluation.id + "-panel",
                fmt::format("First documents for query {}", panel.query),
                {{"rank", true},
                 {first},
                 {"grade", true},
                 {"its rank in " + second, true},
                 {second},
                 {"grade", true},
                 {"its rank in " + first, true}},
                {}};
    for (std::size_t i = 0; i < std::max(panel.first.size(), panel.second.size()); ++i) {
        Row row{"", {count_cell(i + 1)}};
        for (const auto* side : {&panel.first, &panel.second}) {
            const bool has_one = i < side->size();
            const SideBySide::Entry entry = has_one ? (*side)[i] : SideBySide::Entry{};
            row.cells.push_back(text_cell(entry.document));
            row.cells.push_back(text_cell(has_one ? or_dash(entry.grade) : ""));
            row.cells.push_back(text_cell(has_one ? or_dash(entry.rank_in_the_other) : ""));
        }
        table.rows.push_back(std::move(row));
    }
    section.blocks.push_back(std::move(table));
}

void add_between(const Evaluation& evaluation, Section& section) {
    if (!evaluation.between) return;
    const RunComparison& between = *evaluation.between;
    std::uint64_t left_out = 0;
    for (const RunComparison::Row& row : between.rows)
        left_out += row.left_out;
    Table table{evaluation.id + "-between",
                fmt::format("Between the rankings of {} and {}: {}; of one run only, and left out: "
                            "{}, {}",
                            evaluation.runs[0].name, evaluation.runs[1].name,
                            counted(between.rows.size(), "query", "queries"),
                            counted(left_out, "document", "documents"),
                            counted(between.in_one_run, "query", "queries")),
                {{"metric", false, true}, {"query"}, {"documents", true}, {"value", true}},
                {}};
    std::uint64_t documents = 0;
    for (const RunComparison::Row& row : between.rows)
        documents += row.documents;
    std::size_t more = 0;
    for (std::size_t m = 0; m < between.metrics.size(); ++m) {
        table.rows.push_back({"",
                              {{{plain(between.metrics[m])}, number_details(between.means[m].mean)},
                               text_cell(fmt::format("mean of {}", between.means[m].queries)),
                               count_cell(documents),
                               text_cell(between.means[m].mean.decimal)}});
    }
    for (const RunComparison::Row& row : between.rows) {
        for (std::size_t m = 0; m < between.metrics.size(); ++m) {
            if (table.rows.size() >= most_rows) {
                ++more;
                continue;
            }
            table.rows.push_back({"",
                                  {{{plain(between.metrics[m])}, number_details(row.values[m])},
                                   text_cell(row.query),
                                   count_cell(row.documents),
                                   text_cell(row.values[m].decimal)}});
        }
    }
    section.blocks.push_back(std::move(table));
    say_left_out(more, more == 1 ? "value" : "values", "between.csv", section);
}

}  // namespace

Section evaluation_section(const Model& model) {
    Section section{"evaluation-section", "Retrieval evaluation", {}};
    for (const Evaluation& evaluation : model.evaluations) {
        describe_judgements(evaluation, model, section);
        section.blocks.push_back(means_table(evaluation));
        section.blocks.push_back(runs_table(evaluation));
        add_conventions(evaluation, section);
        for (FigureBlock& figure : curve_figures(evaluation))
            section.blocks.push_back(std::move(figure));
        if (auto figure = difference_figure(evaluation))
            section.blocks.push_back(std::move(*figure));
        add_points(evaluation, section);
        add_side_by_side(evaluation, section);
        add_between(evaluation, section);
    }
    return section;
}

}  // namespace disarray::reports
