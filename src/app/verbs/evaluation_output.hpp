// SPDX-License-Identifier: MIT
//
// The answers of `disarray evaluate` as text (trec_eval's lines), JSON and CSV. Each writer returns
// the whole output, so that an error leaves nothing half-written.
#pragma once

#include <optional>
#include <string>
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
};

std::string evaluation_text(const Evaluation& evaluation, const OutputOptions& options);
std::string evaluation_json(const Evaluation& evaluation, const OutputOptions& options);
std::string evaluation_csv(const Evaluation& evaluation, const OutputOptions& options);
/// A table for LaTeX with booktabs: a row for each run, a column for each metric, the greatest mean
/// of a column in bold. A letter beside a mean names a run whose mean is significantly less: by the
/// first test that was asked for, p corrected by Holm where there are several pairs.
std::string evaluation_latex(const Evaluation& evaluation);

}  // namespace disarray::app
