// SPDX-License-Identifier: MIT
//
// What `disarray experiment robustness` prints with --json and a report reads (KV 6): how footrule
// X and Kendall distance Y go together on the rankings that clicks or grades induce. Descriptions,
// queries and reasons are texts from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "properties/experiments/ranked_queries.hpp"
#include "record/field.hpp"
#include "record/fields.hpp"
#include "weighting/weighting.hpp"

namespace disarray::record {

/// A number as it was printed, with the number that it is where that is a short fraction.
struct ExperimentNumber {
    std::string decimal;            ///< "1.796458", "undecided"
    std::optional<Rational> value;  ///< rounds to `decimal`

    /// The exact number or else the decimal; empty where no digit was decided.
    std::optional<Rational> known() const;
};
constexpr auto fields_of(const ExperimentNumber*) {
    return std::tuple(field("decimal", &ExperimentNumber::decimal, words),
                      field("value", &ExperimentNumber::value, or_absent));
}
/// One that is a fraction in any case.
struct ExactNumber : ExperimentNumber {};
constexpr auto fields_of(const ExactNumber*) {
    return std::tuple(field("value", &ExactNumber::value, or_absent),
                      field("decimal", &ExactNumber::decimal, words));
}

/// Where the queries of the experiment come from.
enum class SourceKind { clicks, labels, run, synthetic };
constexpr auto choices(SourceKind) {
    return std::to_array<Choice<SourceKind>>({{"clicks", SourceKind::clicks},
                                              {"labels", SourceKind::labels},
                                              {"run", SourceKind::run},
                                              {"synthetic", SourceKind::synthetic}});
}

/// Click-through rate of a position, counted from 1 in the order of the list.
struct PositionRate {
    std::uint64_t position = 0;
    ExactNumber rate;
    std::string paper;  ///< KV Table 1; "" where it has none
};
constexpr auto fields_of(const PositionRate*) {
    using R = PositionRate;
    return std::tuple(field("position", &R::position), field("rate", &R::rate),
                      field("paper", &R::paper, or_absent));
}

/// Queries that were not measured, and why.
struct LeftOutQueries {
    std::uint64_t queries = 0;
    std::string why;
};
constexpr auto fields_of(const LeftOutQueries*) {
    return std::tuple(field("queries", &LeftOutQueries::queries),
                      field("why", &LeftOutQueries::why, words));
}

/// What the rankings are of.
struct ExperimentData {
    SourceKind kind = SourceKind::clicks;
    std::string description;  ///< a file, or the model and its parameters
    /// Generated here, or a file that says of itself that it was: no user clicked.
    bool is_synthetic = false;
    std::string label;          ///< "synthetic: …"; "" where it is not
    std::uint64_t queries = 0;  ///< read or generated
    std::uint64_t positions = 0;
    std::vector<LeftOutQueries> left_out;
    std::uint64_t sessions = 0;  ///< of a generated log
    std::string rates_are;       ///< "share of all clicks"; "" where there are no rates
    std::vector<PositionRate> rates;

    bool has_clicks() const { return kind == SourceKind::clicks || kind == SourceKind::synthetic; }
};
constexpr auto fields_of(const ExperimentData*) {
    using D = ExperimentData;
    return std::tuple(field("kind", &D::kind), field("description", &D::description),
                      field("synthetic", &D::is_synthetic), field("label", &D::label, or_absent),
                      field("queries", &D::queries), field("positions", &D::positions),
                      field("left_out", &D::left_out), field("sessions", &D::sessions, or_absent),
                      field("rates_are", &D::rates_are, or_absent),
                      field("rates", &D::rates, or_absent));
}

/// A row of KV Table 2, as printed.
struct PrintedRow {
    std::string data;  ///< "D1" or "D2"
    std::string ratio_mean, ratio_deviation, correlation_error;
};
constexpr auto fields_of(const PrintedRow*) {
    using R = PrintedRow;
    return std::tuple(field("data", &R::data), field("ratio_mean", &R::ratio_mean, words),
                      field("ratio_deviation", &R::ratio_deviation, words),
                      field("correlation_error", &R::correlation_error, words));
}

/// Swap costs in JSON: each as a text or, where they are irrational, their formula.
struct SwapCostTexts {
    std::vector<std::string> each;
    std::string formula;
};
Json json_of(const SwapCostTexts& costs);
void read_field(SwapCostTexts& costs, const Fields& fields, const char* key);

struct WeightTexts {
    SwapCostTexts swap_costs;
    std::string rates;            ///< where CTR has its rates from; "" for the others
    std::string element_weights;  ///< the rule; "" for none
};
constexpr auto fields_of(const WeightTexts*) {
    using W = WeightTexts;
    return std::tuple(field("swap_costs", &W::swap_costs), field("rates", &W::rates, or_absent),
                      field("element_weights", &W::element_weights, or_absent));
}

/// Absent where they are undefined.
struct MeanAndDeviation {
    std::optional<ExperimentNumber> mean, deviation;
};
constexpr auto fields_of(const MeanAndDeviation*) {
    return std::tuple(field("mean", &MeanAndDeviation::mean, or_null),
                      field("deviation", &MeanAndDeviation::deviation, or_null));
}

/// The share that the worst k by K and the worst k by F have in common, over the choices among
/// queries that are equally bad.
struct WorstOverlap {
    std::uint64_t k = 0;
    ExactNumber least, expected, greatest;
};
constexpr auto fields_of(const WorstOverlap*) {
    using O = WorstOverlap;
    return std::tuple(field("k", &O::k), field("least", &O::least), field("expected", &O::expected),
                      field("greatest", &O::greatest));
}

struct WorstQuery {
    std::string query;
    /// Positions × 1, from 1: the rank of each position; tied positions share the best of theirs.
    std::vector<std::uint64_t> ranks;
    ExperimentNumber kendall, footrule;
};
constexpr auto fields_of(const WorstQuery*) {
    using Q = WorstQuery;
    return std::tuple(field("query", &Q::query), field("ranks", &Q::ranks),
                      field("kendall", &Q::kendall), field("footrule", &Q::footrule));
}
struct WorstQueries {
    std::vector<WorstQuery> by_kendall, by_footrule;  ///< equally many
};
constexpr auto fields_of(const WorstQueries*) {
    return std::tuple(field("by_kendall", &WorstQueries::by_kendall),
                      field("by_footrule", &WorstQueries::by_footrule));
}

/// Queries that have the same K and the same F, or the same when rounded.
struct QueryPoint {
    ExperimentNumber kendall, footrule;
    std::uint64_t queries = 0;
};
constexpr auto fields_of(const QueryPoint*) {
    using P = QueryPoint;
    return std::tuple(field("kendall", &P::kendall), field("footrule", &P::footrule),
                      field("queries", &P::queries));
}
struct QueryPoints {
    std::uint64_t distinct = 0;
    std::optional<std::uint64_t> rounded_to_places;  ///< of the points, where they are rounded
    std::uint64_t undecided_queries = 0;             ///< in no point: a digit was not settled
    std::vector<QueryPoint> points;
};
constexpr auto fields_of(const QueryPoints*) {
    using P = QueryPoints;
    return std::tuple(field("distinct", &P::distinct),
                      field("rounded_to_places", &P::rounded_to_places, or_null | may_lack),
                      field("undecided_queries", &P::undecided_queries, or_absent),
                      field("points", &P::points));
}

/// The results for one weighting.
struct WeightingRow {
    std::string id;         ///< of its row in a report
    std::string weighting;  ///< "UNIT", "DCG", …
    WeightTexts weights;
    // Absent where they are undefined.
    std::optional<ExperimentNumber> ratio_mean, ratio_deviation, correlation_error;
    std::optional<Rational> signed_squared_correlation;
    std::optional<PrintedRow> paper;
    std::string error_to_unit;        ///< "smaller", "equal", "greater", "undecided"; "": no answer
    std::uint64_t with_ratio = 0;     ///< queries with a Z = X/Y
    std::uint64_t without_ratio = 0;  ///< Y = 0
    std::uint64_t partly = 0;         ///< with a Z that leaves out some orders of the tied
    MeanAndDeviation kendall, footrule;
    std::vector<WorstOverlap> overlaps;  ///< by k; the same k for each weighting
    WorstQueries worst;
    QueryPoints scatter;
};
constexpr auto fields_of(const WeightingRow*) {
    using W = WeightingRow;
    return std::tuple(
        field("weighting", &W::weighting), field("weights", &W::weights),
        field("ratio_mean", &W::ratio_mean, or_null),
        field("ratio_deviation", &W::ratio_deviation, or_null),
        field("correlation_error", &W::correlation_error, or_null),
        field("signed_squared_correlation", &W::signed_squared_correlation, or_null | may_lack),
        field("paper", &W::paper, or_null | may_lack),
        field("correlation_error_to_unit", &W::error_to_unit, or_null | may_lack),
        field("with_ratio", &W::with_ratio), field("without_ratio", &W::without_ratio),
        field("with_ratio_of_some_orders", &W::partly), field("kendall", &W::kendall),
        field("footrule", &W::footrule), field("overlap", &W::overlaps), field("worst", &W::worst),
        field("scatter", &W::scatter));
}

/// A document, but for what each weighting came to.
struct ExperimentFacts {
    std::string experiment = "robustness";
    std::uint64_t seed = 0;
    ExperimentData data;
    std::uint64_t queries = 0;  ///< measured
    bool complete = true;       ///< false: a time budget or an interrupt ended it
    std::uint64_t rankings = 0;
    metrics::Reading reading = metrics::Reading::prefix;
    properties::experiments::TieRule ties = properties::experiments::TieRule::position;
    FixedPointPolicy fixed_points = FixedPointPolicy::one;
};
constexpr auto fields_of(const ExperimentFacts*) {
    using F = ExperimentFacts;
    return std::tuple(field("experiment", &F::experiment), field("seed", &F::seed, may_lack),
                      field("source", &F::data), field("queries", &F::queries),
                      field("complete", &F::complete), field("rankings", &F::rankings),
                      field("reading", &F::reading), field("ties", &F::ties),
                      field("fixed_points", &F::fixed_points));
}

}  // namespace disarray::record
