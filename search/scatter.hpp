// SPDX-License-Identifier: MIT
//
// Which pairs (K, F) occur on S_n, and how many permutations have each: the picture of K against F
// that a report draws. One w, δ and D, one reading, every σ against the identity; all exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::search {

/// Largest n offered: S_10 takes seconds, and with general weights nearly every σ of a larger S_n
/// would be a point of its own.
inline constexpr std::size_t max_scatter_n = 10;

struct ScatterOptions {
    std::size_t n = 7;                                    ///< 1 … max_scatter_n
    metrics::Reading reading = metrics::Reading::prefix;  ///< of F
    Weighting weighting = {};                             ///< for n elements, δ rational
    std::size_t most_points = 100'000;  ///< more are refused: neither a picture nor a table
    unsigned threads = 0;               ///< 0: all cores
    Stop stop = {};                     ///< asked before each block of σ
    /// May be empty; called from any thread, one call at a time. In permutations.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
};

/// A pair (K, F), how many σ have it, and the lexicographically least of them.
struct ScatterPoint {
    Rational kendall, footrule;
    std::uint64_t count = 0;
    Permutation sigma;

    /// F/K. \throws UsageError if K = 0
    Rational ratio() const { return footrule / kendall; }
    friend bool operator==(const ScatterPoint&, const ScatterPoint&) = default;
};

struct Scatter {
    std::size_t n = 0;
    std::uint64_t permutations = 0;    ///< counted: n! if complete
    bool complete = false;             ///< not stopped before the end
    std::vector<ScatterPoint> points;  ///< by K, then F
};

/// The pairs (K(σ), F(σ)) over S_n. O(n!·n²) integer operations; memory for as many points as there
/// are, and for one block of σ a thread. The result of a complete run does not depend on the number
/// of threads. Each point is evaluated once more by metrics::, from its σ.
/// \throws InputError if there are more than most_points of them, or if a part of the weighting is
/// for another n; UsageError for n out of range or irrational swap costs
Scatter scatter(const ScatterOptions& options);

/// The points with the least and with the greatest F/K; of several, the one with the least σ.
struct RatioExtremes {
    ScatterPoint least, greatest;
};
/// Over the points with K > 0; empty if there is none.
std::optional<RatioExtremes> ratio_extremes(std::span<const ScatterPoint> points);

/// What F can be where K is this.
struct EnvelopeRow {
    Rational kendall;
    std::uint64_t count = 0;  ///< σ with this K
    Rational least, greatest;
};
/// One row for each K, ascending. \param points  by K, then F
std::vector<EnvelopeRow> envelope(std::span<const ScatterPoint> points);

/// The weighting with those parts left out that are given but all 1: what is left is_unit() exactly
/// if w = δ = D = 1, where all readings agree.
Weighting without_unit_parts(Weighting weighting);

}  // namespace disarray::search
