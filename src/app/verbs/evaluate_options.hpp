// SPDX-License-Identifier: MIT
//
// The options of `disarray evaluate`: as given, how they are given, and what they mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/verb.hpp"
#include "app/verbs/evaluation_output.hpp"

namespace disarray::app {

/// The command line as given.
struct EvaluateOptions {
    std::string judgements;
    std::vector<std::string> runs;
    std::vector<std::string> metrics;

    std::string conventions = "disarray";

    // Reading.
    std::optional<std::string> most_documents;
    std::string judgements_form = "auto", run_form = "auto";
    std::string rank_by = "score", scores = "exact", ties = "trec", duplicates = "refuse";
    std::string negative = "zero", unjudged = "not-relevant";

    // Definitions.
    std::string relevance_level = "1";
    std::string discount = "trec", gain = "linear", short_lists = "cutoff";
    std::string precisions_averaged = "relevant", normalization = "per-query";
    std::string beta = "1", persistence = "4/5";
    std::optional<std::string> greatest_grade;
    std::string recall_ranks = "least", rank_biased = "binary", collection_size = "0";

    // Means.
    std::string geometric_floor = "1/100000", midway = "even";
    std::string queries = "intersection";
    bool complete = false;
    std::string undefined = "skip";

    // Beside the values.
    std::optional<std::string> curves;
    bool points = false;
    std::vector<std::string> tests;
    std::uint64_t samples = 100'000, seed = 1;
    std::string confidence = "0.95";
    std::optional<std::string> histogram, side_by_side;
    std::string depth = "10";
    std::vector<std::string> between;
    std::string documents = "common", document_weights = "unit", swap_costs = "unit";

    // Output.
    bool lenient = false, per_query = false, exact = false;
    bool json = false, csv = false, latex = false;
    std::optional<std::string> places;
    unsigned threads = 0;
};

/// The options, looked up.
struct EvaluationPlan {
    std::vector<retrieval::Request> requests;
    formats::JudgementOptions judgements;
    evaluation::JudgingOptions judging;
    evaluation::ScoreOptions score;
    std::optional<std::uint32_t> curves;
    std::optional<retrieval::Request> histogram;
    std::uint32_t depth = 10;
    evaluation::RankComparisonOptions between;
    OutputOptions output;
    std::optional<retrieval::Grade> greatest_grade;
    evaluation::ComparisonOptions comparison;
};

/// Adds all options but the files and the metrics.
void add_evaluate_options(Verb verb, EvaluateOptions& o);

/// --conventions: those that were not given by an option of their own.
void set_conventions(EvaluateOptions& o, Verb verb);

/// Looks up what names a choice. \throws InputError naming the option.
EvaluationPlan evaluation_plan(const EvaluateOptions& o);

}  // namespace disarray::app
