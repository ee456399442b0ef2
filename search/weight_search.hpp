// SPDX-License-Identifier: MIT
//
// Element weights w and swap costs δ for which an inequality N ≤ M does worst. For fixed σ, w and δ
// all D are decided by one program (decision.hpp); over w and δ the question is not convex, so they
// are either gone through, on a grid, or climbed: D from the program, then the best move in w or δ
// for this D, then the program again. What is found is confirmed by the naive definitions.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/evidence.hpp"
#include "search/statement.hpp"
#include "verdict/verdict.hpp"
#include "weighting/weighting.hpp"

namespace disarray::search {

/// Which weights are tried.
struct WeightSpace {
    std::int64_t largest_weight = 2;      ///< w_i ∈ {1, …, this}
    std::vector<Rational> swap_costs{1};  ///< δ_i among these: different, ≥ 0, in any order
    FixedPointPolicy fixed_points = FixedPointPolicy::one;

    /// 1 if δ_i may be 1, else the first of the swap costs.
    const Rational& plainest_cost() const;
    /// "w in {1..2}^4, every δ_i in {1/2, 1}", for n elements.
    std::string text(std::size_t n) const;
};

/// One choice of σ, w and δ. Compared by n, then lexicographically by σ, w, δ.
struct WeightPoint {
    Permutation sigma;
    std::vector<std::int64_t> weights;  ///< n of them, > 0
    std::vector<Rational> swap_costs;   ///< n−1 of them

    Weighting weighting(FixedPointPolicy policy) const;  ///< unit parts absent
    friend bool operator==(const WeightPoint&, const WeightPoint&) = default;
    friend std::strong_ordering operator<=>(const WeightPoint& a, const WeightPoint& b);
};

/// A point with a ratio M/N that it has for some D; the better one has the smaller ratio, then is
/// the smaller point.
struct RatedPoint {
    Rational ratio;
    WeightPoint point;
    friend bool operator==(const RatedPoint&, const RatedPoint&) = default;
    friend std::strong_ordering operator<=>(const RatedPoint& a, const RatedPoint& b);
};

/// Images of a point that have the same least ratio for every inequality between multiples of K and
/// F, itself included: turned upside down; and, if no distance in the inequality tells σ and τ
/// apart, with σ and τ exchanged. Proofs in the source file.
std::vector<WeightPoint> images(const WeightPoint& point, const Inequality& inequality);

/// What a part of a search came to. Adding up does not depend on the order.
struct WeightTally {
    std::optional<RatedPoint> best;
    std::uint64_t programs = 0, decided = 0, violating = 0, undecided = 0;
    bool stopped = false;

    void offer(const RatedPoint& found) {
        if (!best || found < *best) best = found;
    }
    void add(const WeightTally& other);
};

/// Has tasks 0 … count−1 of a search done by others than the threads of this process, and calls
/// `receive`, in the calling thread, once for each. False if it was stopped before the end.
using WeightTasksElsewhere = std::function<bool(
    std::uint64_t count, const std::function<void(const WeightTally&)>& receive)>;

struct WeightSearchProgress {
    std::uint64_t done = 0, total = 0;  ///< cases of a grid; restarts of a climb
    std::optional<Rational> ratio;      ///< least so far
};

struct WeightSearchOptions {
    Inequality inequality;
    std::size_t n = 0;
    std::optional<Permutation> sigma;  ///< of length n; absent: all of S_n
    WeightSpace space;
    bool reduce = true;         ///< leave out cases with the ratio of another (grid only)
    std::size_t restarts = 20;  ///< (climb only)
    std::size_t programs_per_restart = 200;  ///< at most (climb only)
    std::uint64_t seed = 1;                  ///< (climb only)
    unsigned threads = 0;                    ///< 0: all cores. The result does not depend on it.
    Stop stop;                               ///< asked before each program
    std::function<void(const WeightSearchProgress&)> progress;  ///< may be empty; from any thread
    WeightTasksElsewhere elsewhere;  ///< if not empty; `threads` and `stop` are its own matter
};

struct WeightSearchResult {
    std::optional<Evidence> best;    ///< attains the least ratio; absent if N is 0 everywhere
    std::optional<Evidence> strict;  ///< a metric with M < N; present if the ratio is < 1
    std::uint64_t programs = 0;      ///< linear programs solved
    std::uint64_t decided = 0;       ///< points (σ,w,δ) decided for all D
    std::uint64_t violating = 0;     ///< of these, with ratio < 1
    std::uint64_t undecided = 0;     ///< points without an exact answer
    std::uint64_t cases = 0;         ///< points of the grid before reductions; 0 for a climb
    bool complete = false;           ///< not stopped before the end
    bool exhaustive = false;         ///< a grid was gone through, not climbed
    std::string scope;   ///< "σ in S_4, w in {1..2}^4, δ_i in {1}, every pseudometric D"
    std::string effort;  ///< "384 points (σ,w,δ), 150 decided …"

    /// refuted if the ratio is < 1; exhausted for a complete grid without undecided points;
    /// supported for a climb; else undecided.
    Verdict verdict() const;
};

/// Grids with more points are refused: at 0.1 ms for the smallest programs this is hours of work.
inline constexpr std::uint64_t most_grid_points = 100'000'000;
/// All of S_n only up to this n.
inline constexpr std::size_t max_grid_n = 8;

/// Every w and δ of the space, for the σ given or every σ in S_n.
/// \throws InputError if the grid is larger than most_grid_points or the space is empty; UsageError
/// if σ is not of length n
WeightSearchResult search_weight_grid(const WeightSearchOptions& options);

/// From each of `restarts` starting points, moves of one w_i (±1, doubled, halved) or one δ_i for
/// as long as they lower the ratio. The first start has w = δ = 1 if the space allows; the others
/// are random. Without σ, the starts take the members of the families of length n in turn, then
/// random indecomposable σ.
WeightSearchResult climb_weights(const WeightSearchOptions& options);

/// One task of a search; it may be stopped in its middle. Called by several threads at once.
using WeightTask = std::function<WeightTally(std::uint64_t task, const Stop& stop)>;
/// The blocks of the grid that search_weight_grid goes through.
WeightTask grid_task(const WeightSearchOptions& options);
/// The restarts of climb_weights.
WeightTask climb_task(const WeightSearchOptions& options);

}  // namespace disarray::search
