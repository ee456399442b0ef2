// SPDX-License-Identifier: MIT
//
// Two runs against each other, without judgements: distances and correlations between the rankings
// that they give to the same documents of a query (MIR "Rank Correlation Metrics"), and their lists
// side by side (MIR "Side-by-Side Panels").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "evaluation/judged_run.hpp"
#include "exact/value.hpp"
#include "metrics/metric.hpp"

namespace disarray::evaluation {

/// What becomes of a document that only one of the two lists has.
enum class Documents {
    common,  ///< it is left out, and the ranks of the others close up
    same     ///< it is refused
};
constexpr auto choices(Documents) {
    return std::to_array<Choice<Documents>>(
        {{"common", Documents::common}, {"same", Documents::same}});
}

/// Element weights of documents, for metrics that take weights.
enum class DocumentWeights {
    unit,
    grade  ///< 1 + grade; 1 for a document that is not judged
};

// The names are "common", "same"; "unit", "grade". The first of each is the default.
// \throws InputError naming `where` and all names.

struct RankComparisonOptions {
    /// Names of metrics of two rankings (metrics_named).
    std::vector<std::string> metrics;
    Documents documents = Documents::common;
    DocumentWeights weights = DocumentWeights::unit;
    std::string swap_costs = "unit";  ///< as formats::set_swap_costs takes them
    /// Under Ties::average rankings keep their ties, which metrics with a value_with_ties take;
    /// other metrics, best and worst are refused. Metrics with a value_of_lists see both lists as
    /// they are.
    formats::RunOptions run;
};

/// The two rankings of one query.
struct QueryComparison {
    std::string query;
    std::size_t documents = 0;  ///< compared
    std::size_t left_out = 0;   ///< in one list only
    std::vector<Value> values;  ///< one for each metric
};

struct RankComparison {
    std::vector<std::string> metrics;      ///< full names
    std::vector<QueryComparison> queries;  ///< those of both runs, in the order of the first
    std::size_t in_one_run = 0;            ///< queries that only one run has
};

/// σ is the first run's ranking, τ the second's.
/// \param judgements  may be absent unless weights are grades
/// \throws InputError as read_run(); for documents of one list under Documents::same; if no query
/// is in both runs; NotSupported for a metric that does not take what it is given.
RankComparison compare_rankings(const std::string& first_run, const std::string& second_run,
                                const formats::Judgements& judgements,
                                const RankComparisonOptions& options);

/// The mean over the queries that have a value.
struct MeanValue {
    std::vector<Value> summands;  ///< whose sum it is
    std::size_t counted = 0;
};

MeanValue mean_between(const RankComparison& between, std::size_t metric);

/// One document of a panel.
struct PanelEntry {
    std::string document;
    std::optional<retrieval::Grade> grade;         ///< absent: not judged
    std::optional<std::size_t> rank_in_the_other;  ///< counted from 1; absent: not retrieved there
};

/// The first documents of two lists.
struct Panel {
    std::string query;
    std::vector<PanelEntry> first, second;
};

/// \param depth  documents to show of each list
/// \throws InputError if a run has no such query.
Panel side_by_side(const std::string& first_run, const std::string& second_run,
                   std::string_view query, std::size_t depth, const formats::Judgements& judgements,
                   const formats::RunOptions& options);

constexpr auto choices(DocumentWeights) {
    return std::to_array<Choice<DocumentWeights>>(
        {{"unit", DocumentWeights::unit}, {"grade", DocumentWeights::grade}});
}

}  // namespace disarray::evaluation
