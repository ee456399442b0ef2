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

    DISARRAY_FIELDS(decimal, value)
    static constexpr Rules rules[] = {{"decimal", words}, {"value", or_absent}};
};
/// One that is a fraction in any case.
struct ExactNumber : ExperimentNumber {
    DISARRAY_FIELDS(value, decimal)
    static constexpr Rules rules[] = {{"value", or_absent}, {"decimal", words}};
};

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

    DISARRAY_FIELDS(position, rate, paper)
    static constexpr Rules rules[] = {{"paper", or_absent}};
};

/// Queries that were not measured, and why.
struct LeftOutQueries {
    std::uint64_t queries = 0;
    std::string why;

    DISARRAY_FIELDS(queries, why)
    static constexpr Rules rules[] = {{"why", words}};
};

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

    DISARRAY_FIELDS_AS(
        "kind, description, synthetic, label, queries, positions, left_out, sessions, rates_are, "
        "rates",
        kind, description, is_synthetic, label, queries, positions, left_out, sessions, rates_are,
        rates)
    static constexpr Rules rules[] = {{"label sessions rates_are rates", or_absent}};
};

/// A row of KV Table 2, as printed.
struct PrintedRow {
    std::string data;  ///< "D1" or "D2"
    std::string ratio_mean, ratio_deviation, correlation_error;

    DISARRAY_FIELDS(data, ratio_mean, ratio_deviation, correlation_error)
    static constexpr Rules rules[] = {{"ratio_mean ratio_deviation correlation_error", words}};
};

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

    DISARRAY_FIELDS(swap_costs, rates, element_weights)
    static constexpr Rules rules[] = {{"rates element_weights", or_absent}};
};

/// Absent where they are undefined.
struct MeanAndDeviation {
    std::optional<ExperimentNumber> mean, deviation;

    DISARRAY_FIELDS(mean, deviation)
    static constexpr Rules rules[] = {{"mean deviation", or_null}};
};

/// The share that the worst k by K and the worst k by F have in common, over the choices among
/// queries that are equally bad.
struct WorstOverlap {
    std::uint64_t k = 0;
    ExactNumber least, expected, greatest;

    DISARRAY_FIELDS(k, least, expected, greatest)
};

struct WorstQuery {
    std::string query;
    /// Positions × 1, from 1: the rank of each position; tied positions share the best of theirs.
    std::vector<std::uint64_t> ranks;
    ExperimentNumber kendall, footrule;

    DISARRAY_FIELDS(query, ranks, kendall, footrule)
};
struct WorstQueries {
    std::vector<WorstQuery> by_kendall, by_footrule;  ///< equally many

    DISARRAY_FIELDS(by_kendall, by_footrule)
};

/// Queries that have the same K and the same F, or the same when rounded.
struct QueryPoint {
    ExperimentNumber kendall, footrule;
    std::uint64_t queries = 0;

    DISARRAY_FIELDS(kendall, footrule, queries)
};
struct QueryPoints {
    std::uint64_t distinct = 0;
    std::optional<std::uint64_t> rounded_to_places;  ///< of the points, where they are rounded
    std::uint64_t undecided_queries = 0;             ///< in no point: a digit was not settled
    std::vector<QueryPoint> points;

    DISARRAY_FIELDS(distinct, rounded_to_places, undecided_queries, points)
    static constexpr Rules rules[] = {{"rounded_to_places", or_null | may_lack},
                                      {"undecided_queries", or_absent}};
};

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

    DISARRAY_FIELDS_AS(
        "weighting, weights, ratio_mean, ratio_deviation, correlation_error, "
        "signed_squared_correlation, paper, correlation_error_to_unit, with_ratio, without_ratio, "
        "with_ratio_of_some_orders, kendall, footrule, overlap, worst, scatter",
        weighting, weights, ratio_mean, ratio_deviation, correlation_error,
        signed_squared_correlation, paper, error_to_unit, with_ratio, without_ratio, partly,
        kendall, footrule, overlaps, worst, scatter)
    static constexpr Rules rules[] = {
        {"ratio_mean ratio_deviation correlation_error", or_null},
        {"signed_squared_correlation paper correlation_error_to_unit", or_null | may_lack}};
};

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

    DISARRAY_FIELDS_AS(
        "experiment, seed, source, queries, complete, rankings, reading, ties, fixed_points",
        experiment, seed, data, queries, complete, rankings, reading, ties, fixed_points)
    static constexpr Rules rules[] = {{"seed", may_lack}};
};

}  // namespace disarray::record
