// SPDX-License-Identifier: MIT
//
// What a report keeps of a document of `disarray experiment robustness` (KV 6): how footrule X and
// Kendall distance Y go together on the rankings that clicks or grades induce. The names are those
// of the document. Descriptions, queries and reasons are texts from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exact/rational.hpp"

namespace disarray::reports {

/// A number as it was printed, with the number that it is where that is a short fraction.
struct ExperimentNumber {
    std::string decimal;            ///< "1.796458", "undecided"
    std::optional<Rational> value;  ///< rounds to `decimal`

    /// The exact number or else the decimal; empty where no digit was decided.
    std::optional<Rational> known() const;
};

/// Click-through rate of a position, counted from 1 in the order of the list.
struct PositionRate {
    ExperimentNumber rate;
    std::string paper;  ///< KV Table 1; "" where it has none
};

/// Queries that were not measured, and why.
struct LeftOutQueries {
    std::uint64_t queries = 0;
    std::string why;
};

/// What the rankings are of.
struct ExperimentData {
    std::string kind;         ///< "clicks", "labels", "run", "synthetic"
    std::string description;  ///< a file, or the model and its parameters
    /// Generated here, or a file that says of itself that it was: no user clicked.
    bool is_synthetic = false;
    std::string label;          ///< "synthetic: …"; "" where it is not
    std::uint64_t queries = 0;  ///< read or generated
    std::uint64_t positions = 0;
    std::vector<LeftOutQueries> left_out;
    std::optional<std::uint64_t> sessions;
    std::string rates_are;  ///< "share of all clicks"; "" where there are no rates
    std::vector<PositionRate> rates;

    bool has_clicks() const { return kind == "clicks" || kind == "synthetic"; }
};

/// A row of KV Table 2, as printed.
struct PrintedRow {
    std::string data;  ///< "D1" or "D2"
    std::string ratio_mean, ratio_deviation, correlation_error;
};

/// The share that the worst k by K and the worst k by F have in common, over the choices among
/// queries that are equally bad.
struct WorstOverlap {
    std::uint64_t k = 0;
    ExperimentNumber least, expected, greatest;
};

struct WorstQuery {
    std::string query;
    /// Positions × 1, from 1: the rank of each position; tied positions share the best of theirs.
    std::vector<std::uint64_t> ranks;
    ExperimentNumber kendall, footrule;
};

/// Queries that have the same K and the same F, or the same when rounded.
struct QueryPoint {
    ExperimentNumber kendall, footrule;
    std::uint64_t queries = 0;
};

/// The results for one weighting.
struct WeightingRow {
    std::string id;         ///< of its row; unique in the report
    std::string weighting;  ///< "UNIT", "DCG", …
    std::vector<std::string> swap_costs;
    std::string swap_cost_formula;  ///< where the costs are irrational, in place of `swap_costs`
    std::string rates;              ///< where CTR has its rates from; "" for the others
    std::string element_weights;    ///< the rule; "" for none

    // Absent where they are undefined.
    std::optional<ExperimentNumber> ratio_mean, ratio_deviation, correlation_error;
    std::optional<Rational> signed_squared_correlation;
    std::optional<PrintedRow> paper;
    std::string error_to_unit;        ///< "smaller", "equal", "greater", "undecided"; "": no answer
    std::uint64_t with_ratio = 0;     ///< queries with a Z = X/Y
    std::uint64_t without_ratio = 0;  ///< Y = 0
    std::uint64_t partly = 0;         ///< with a Z that leaves out some orders of the tied
    std::optional<ExperimentNumber> kendall_mean, kendall_deviation, footrule_mean,
        footrule_deviation;
    std::vector<WorstOverlap> overlaps;  ///< by k; the same k for each weighting
    std::vector<WorstQuery> worst_by_kendall, worst_by_footrule;  ///< equally many

    std::uint64_t distinct_points = 0;
    std::optional<std::uint64_t> rounded_to_places;  ///< of the points, where they are rounded
    std::uint64_t undecided_queries = 0;             ///< in no point: a digit was not settled
    std::vector<QueryPoint> points;
};

struct FootruleKendall {
    std::size_t source = 0;
    std::string id;  ///< "experiment-1": of its section, and the beginning of its tables' ids
    ExperimentData data;
    std::uint64_t queries = 0;  ///< measured
    std::uint64_t rankings = 0;
    bool complete = true;  ///< false: a time budget or an interrupt ended it
    std::string reading, ties, fixed_points;
    std::vector<WeightingRow> weightings;
};

}  // namespace disarray::reports
