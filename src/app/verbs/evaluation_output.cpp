// SPDX-License-Identifier: MIT
//
// What the forms of the answer share, and the short one, CSV.
#include "app/verbs/evaluation_output.hpp"

#include <cstdio>
#include <iterator>

#include <fmt/format.h>

#include "app/output.hpp"
#include "base/counted.hpp"
#include "base/csv_field.hpp"
#include "base/error.hpp"
#include "base/name_list.hpp"

namespace disarray::app {

namespace {

using evaluation::Score;
using evaluation::Scores;

/// "3 queries of run.txt have no judgements: q1, q2, q3".
void note_queries(const std::vector<std::string>& names, const std::string& what) {
    if (names.empty()) return;
    const std::string some = some_of(names, 5);
    std::fprintf(stderr, "disarray: note: %s %s: %s\n",
                 counted(names.size(), "query", "queries").c_str(), what.c_str(), some.c_str());
}

void csv_row(std::string& text, std::string_view run, std::string_view query, const Scores& scores,
             const Score& score, bool exact) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{}", csv_cell(run), csv_cell(query),
                   csv_cell(scores.request.label), score.decimal);
    if (exact) fmt::format_to(std::back_inserter(text), ",{}", csv_cell(score.exact));
    text += '\n';
}

}  // namespace

void note_hidden_lines(const std::string& file, const formats::HiddenLines& hidden) {
    if (hidden.count == 0) return;
    std::fprintf(stderr,
                 "disarray: note: %s of %s, the first in line %zu, %s a line of a query whose name "
                 "begins with '#', were it not a comment; with a blank behind '#' it is none\n",
                 counted(hidden.count, "comment").c_str(), printable(file, 200).c_str(),
                 hidden.first_line, hidden.count == 1 ? "would be" : "would each be");
}

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

std::string mean_decimal(const evaluation::MeanValue& mean, int places) {
    return mean.counted == 0 ? "undefined" : evaluation::decimal_text(mean.summands, places);
}

std::string mean_exact(const evaluation::MeanValue& mean) {
    return mean.counted == 0 ? "undefined" : evaluation::exact_text(mean.summands);
}

void note_queries_left_out(const evaluation::JudgedRun& run) {
    const std::string file = printable(run.file, 200);
    note_queries(run.without_judgements, "of " + file + " without judgements");
    note_queries(run.not_in_run, "with judgements not in " + file);
    note_hidden_lines(run.file, run.facts.hidden);
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
