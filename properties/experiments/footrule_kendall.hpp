// SPDX-License-Identifier: MIT
//
// KV's experiment (KV 6.2–6.4): how footrule X = F*(σ) and Kendall distance Y = K*(σ) go together
// on the rankings that clicks or grades induce, for several weightings. Table 2: E[Z] and σ(Z) of
// Z = X/Y, and ε(X,Y) = 1 − (E[XY] − μ(X)μ(Y))/(σ(X)σ(Y)), moments of the population of all
// queries. Figure 1: the points (Y, X). Figure 2: the overlap of the worst queries.
//
// Z is undefined where Y = 0. Then X = 0 too, in every reading: an element that moves and has
// p̄ > 0 crosses a swap of cost δ > 0, another one crosses it the other way, and these two are an
// inverted pair with a_ij > 0.
//
// Under TieRule::average the X, Y and Z of a query are the means over the orders of its tied
// positions, and the moments are those of these means.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "formats/position_table.hpp"
#include "properties/experiments/figure.hpp"
#include "properties/experiments/pair_measure.hpp"
#include "properties/experiments/ranked_queries.hpp"
#include "properties/experiments/worst_queries.hpp"

namespace disarray::properties::experiments {

struct FootruleKendallOptions {
    std::vector<PairWeights> weightings;
    metrics::Reading reading = metrics::Reading::prefix;
    TieRule ties = TieRule::position;
    std::uint64_t seed = 1;                    ///< of TieRule::random
    std::vector<std::uint64_t> overlap_sizes;  ///< k; empty: the usual ones
    std::size_t worst = 10;                    ///< how many of the worst queries are listed
    int settled_places = 6;                    ///< digits after the point that figures are to have
    Stop stop;                                 ///< asked after each batch
    std::size_t batch_size = 1 << 12;          ///< different rankings; tests take others
    /// Called now and then with the number of different rankings that are done, and of all.
    std::function<void(std::uint64_t, std::uint64_t)> on_progress = {};
};

/// Queries with the same X and the same Y.
struct Point {
    Place place;
    std::size_t pattern = 0;  ///< the first one that has them
};

/// A row of Table 2 and what belongs to it.
struct WeightingResult {
    PairWeights weights;
    std::uint64_t with_ratio = 0;     ///< queries with a Z
    std::uint64_t without_ratio = 0;  ///< Y = 0 in every order: left out of Z
    std::uint64_t partly = 0;         ///< queries with a Z where some order has none

    // Absent where there is no query that counts.
    std::optional<Figure> ratio_mean, ratio_deviation;  ///< E[Z], σ(Z)
    std::optional<Figure> footrule_mean, footrule_deviation;
    std::optional<Figure> kendall_mean, kendall_deviation;
    std::optional<Figure> correlation_error;  ///< ε(X,Y); absent if σ(X) = 0 or σ(Y) = 0
    /// ρ·|ρ| for ρ = 1 − ε, exactly, where X and Y are rational: ρ is a root of a long fraction.
    std::optional<Rational> signed_square;

    std::vector<Point> points;  ///< by place: the largest K first, then the largest F
    std::vector<Overlap> overlaps;
    /// Queries, counted from 0, the largest distance first; those that are equal in the order of
    /// the table.
    std::vector<std::size_t> worst_by_kendall, worst_by_footrule;
};

/// How ε of `a` stands to ε of `b`; empty if one has none, or what is known does not tell them
/// apart.
std::optional<std::strong_ordering> compare_errors(const WeightingResult& a,
                                                   const WeightingResult& b);

/// The result, with what was measured.
class FootruleKendall {
public:
    /// \throws InputError for a grade out of range; NotSupported as PairMeasure and patterns_of.
    FootruleKendall(const formats::PositionTable& table, const FootruleKendallOptions& options);

    /// Queries that were looked at, the first of the table: all unless stopped.
    std::uint64_t queries() const { return queries_; }
    /// Of these, different rankings (with the grades, where some weighting has them as weights).
    std::uint64_t rankings() const { return counts_.size(); }
    const Patterns& patterns() const { return patterns_; }
    /// One for each weighting, in the order of the options.
    const std::vector<WeightingResult>& results() const { return results_; }

    /// X or Y of a pattern under a weighting, known well enough for so many places.
    Figure value(std::size_t weighting, PairMeasure::Quantity quantity, std::size_t pattern,
                 int places) const;

private:
    void measure(const FootruleKendallOptions& options);
    void count_queries(std::size_t measured_patterns);
    WeightingResult result_of(std::size_t weighting, const FootruleKendallOptions& options) const;
    std::vector<std::uint32_t> places(std::size_t weighting, PairMeasure::Quantity quantity) const;
    void set_ratios(std::size_t weighting, const FootruleKendallOptions& options,
                    WeightingResult& result) const;
    void set_moments(std::size_t weighting, const FootruleKendallOptions& options,
                     WeightingResult& result) const;
    std::vector<std::size_t> worst(const std::vector<std::uint32_t>& places,
                                   std::size_t most) const;

    Patterns patterns_;
    std::vector<PairMeasure> measures_;
    std::vector<std::vector<Measured>> measured_;  ///< by weighting, by pattern
    std::vector<std::uint64_t> counts_;            ///< queries of each pattern
    std::uint64_t queries_ = 0;
    std::vector<WeightingResult> results_;
};

}  // namespace disarray::properties::experiments
