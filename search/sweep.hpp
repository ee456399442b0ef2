// SPDX-License-Identifier: MIT
//
// The conjecture K ≤ F over all of S_n: the exact minimum of F/K over every σ in S_n and every
// pseudometric D (w = δ = 1), how many σ fall below 1, and the least σ that attains the minimum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "search/ratio.hpp"
#include "verdict/verdict.hpp"

namespace disarray::search {

/// Largest n for which a sweep is offered: 13! programs is beyond a lifetime, and ranks stay far
/// inside 64 bits.
inline constexpr std::size_t max_sweep_n = 12;

/// How far a sweep has come; both count permutations.
struct SweepProgress {
    std::size_t n = 0;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
};

struct SweepOptions {
    metrics::Reading reading = metrics::Reading::prefix;
    std::size_t n_from = 3;  ///< first n reported, ≥ 1
    std::size_t n_to = 6;    ///< last n reported, ≤ max_sweep_n
    /// Solve only one σ of each symmetry class, and no decomposable σ. Off: solve all of S_n, for
    /// comparison.
    bool reduce = true;
    unsigned threads = 0;  ///< 0: all cores. The result does not depend on it.
    Stop stop;             ///< asked before each program
    std::function<void(const SweepProgress&)> progress;  ///< may be empty; called from any thread
};

/// What was found for one n. With `complete` false it speaks of the σ decided so far only.
struct SweepResult {
    std::size_t n = 0;
    metrics::Reading reading = metrics::Reading::prefix;
    bool complete = true;
    std::uint64_t programs = 0;   ///< linear programs solved for this n (and smaller n if reduced)
    std::uint64_t undecided = 0;  ///< programs without an exact answer
    std::uint64_t permutations = 0;   ///< n!
    std::uint64_t violating = 0;      ///< σ in S_n with min F/K < 1
    std::optional<Rational> minimum;  ///< of F/K over S_n; absent for n < 2
    /// Attains `minimum`: the lexicographically least such σ in S_n with a pseudometric of
    /// integers; F and K by the naive definition.
    std::optional<Witness> witness;
    /// The same σ with a metric in place of a pseudometric, still F < K; absent if minimum ≥ 1.
    std::optional<Witness> strict_witness;

    /// refuted if a violation was found, exhausted if the sweep is complete, else undecided.
    Verdict verdict() const;
};

/// One result for each n from n_from to n_to. O(n!) time, O(n²) memory for each thread.
/// \throws UsageError unless 1 ≤ n_from ≤ n_to ≤ max_sweep_n.
std::vector<SweepResult> sweep(const SweepOptions& options);

}  // namespace disarray::search
