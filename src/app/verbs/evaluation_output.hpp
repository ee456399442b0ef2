// SPDX-License-Identifier: MIT
//
// The answers of `disarray evaluate` as text (trec_eval's lines), JSON and CSV. Each writer returns
// the whole output, so that an error leaves nothing half-written.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluation/curves.hpp"
#include "evaluation/rank_comparison.hpp"
#include "evaluation/scores.hpp"
#include "evaluation/system_comparison.hpp"

namespace disarray::app {

/// One run and what was asked of it.
struct EvaluatedRun {
    std::string name;  ///< its tag; its file if it has none, or shares it with another run
    evaluation::JudgedRun run;
    std::vector<evaluation::Scores> scores;  ///< one for each metric
    std::vector<evaluation::Curve> curves;   ///< none unless asked for
};

/// All that one call computed.
struct Evaluation {
    std::string judgements_file;
    std::size_t judged_queries = 0, judgements = 0;
    retrieval::Grade greatest_grade = 0;
    formats::HiddenLines hidden_judgements;
    /// Option and value of each convention, in the order of --help.
    std::vector<std::pair<std::string, std::string>> conventions;
    retrieval::Conventions retrieval_conventions;
    std::vector<EvaluatedRun> runs;
    std::vector<evaluation::SystemComparison> comparisons;  ///< one for each metric, if asked for
    double confidence = 0.95;                               ///< of their intervals
    std::optional<evaluation::Histogram> histogram;
    std::optional<evaluation::RankComparison> between;
    std::optional<evaluation::Panel> panel;
};

struct OutputOptions {
    bool per_query = false;  ///< text only; the other forms always have the queries
    bool points = false;     ///< precision and recall at each relevant document
    bool exact = false;
    int places = 4;
    bool as_trec_eval = false;  ///< no line that it does not have
};

/// A line as trec_eval prints it; the exact value in a fourth column.
void measure_line(std::string& text, std::string_view measure, std::string_view query,
                  std::string_view value, std::string_view exact = {});
/// What is printed for a metric: of a count the integer, as trec_eval does.
std::string_view shown(const evaluation::Scores& scores, const evaluation::Score& score);

/// Of MeanValue; "undefined" where no query has a value.
std::string mean_decimal(const evaluation::MeanValue& mean, int places);
std::string mean_exact(const evaluation::MeanValue& mean);

/// Notes on standard error that a query may be lost in comments of a TREC file.
void note_hidden_lines(const std::string& file, const formats::HiddenLines& hidden);
/// Notes on standard error which queries only the run or only the judgements have.
void note_queries_left_out(const evaluation::JudgedRun& run);

std::string evaluation_text(const Evaluation& evaluation, const OutputOptions& options);
std::string evaluation_json(const Evaluation& evaluation, const OutputOptions& options);
std::string evaluation_csv(const Evaluation& evaluation, const OutputOptions& options);
/// A table for LaTeX with booktabs: a row for each run, a column for each metric, the greatest mean
/// of a column in bold. A letter beside a mean names a run whose mean is significantly less: by the
/// first test that was asked for, p corrected by Holm where there are several pairs.
std::string evaluation_latex(const Evaluation& evaluation);

}  // namespace disarray::app
