// SPDX-License-Identifier: MIT
//
// Parallel tempering (Geyer 1991) over σ, w and δ together, for n beyond what can be gone through.
// Replicas walk at different temperatures and exchange their states; the energy of a state is the
// least M/N known for it. Floating point decides which moves are accepted and nothing else: what is
// reported is an exact ratio at an exact D, confirmed by the naive definitions.
//
// Chains are ladders of replicas of their own. They meet a given number of times: then the coldest
// replica of each goes on from the best that any of them has found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "search/certificate.hpp"
#include "search/statement.hpp"
#include "search/weight_search.hpp"
#include "verdict/verdict.hpp"

namespace disarray::search {

inline constexpr std::size_t max_tempering_n = 30;

struct TemperingProgress {
    std::uint64_t done = 0, total = 0;  ///< moves, of all replicas and chains
    std::optional<Rational> ratio;      ///< least so far
};

/// A point with a D; the energy is M/N there.
struct TemperingState {
    WeightPoint point;
    Dissimilarity d = Dissimilarity::unit(1);
    double energy = 0;
    bool proven = false;  ///< no D does better
};

/// The best that was found somewhere, exact.
struct TemperingRecord {
    RatedPoint rated;
    Dissimilarity d = Dissimilarity::unit(1);
    bool proven = false;
};

/// A stretch of a chain, between two meetings: a function of the options and of this alone.
struct ChainStretch {
    std::size_t chain = 0, stretch = 0;  ///< both from 0
    /// By rung, the coldest first; absent where N is 0. Empty: the chain begins.
    std::vector<std::optional<TemperingState>> states;
};

/// What it came to.
struct ChainOutcome {
    std::vector<std::optional<TemperingState>> states;
    std::optional<TemperingRecord> record;
    std::uint64_t moves = 0, accepted = 0, refused = 0, programs = 0, exchanges = 0;
    bool stopped = false;
};

/// Has stretches done by others than the threads of this process, and calls `receive`, in the
/// calling thread, once for each with its place among them. False if it was stopped before the end.
using ChainsElsewhere =
    std::function<bool(const std::vector<ChainStretch>& stretches,
                       const std::function<void(std::size_t place, ChainOutcome)>& receive)>;

struct TemperingOptions {
    Inequality inequality;
    std::size_t n = 0;  ///< 3 … max_tempering_n
    WeightSpace space{1, {1}, FixedPointPolicy::one};
    std::uint64_t steps = 2000;  ///< moves of all replicas of a chain, rounded up to whole rounds
    std::size_t replicas = 8;    ///< of a chain, ≥ 1
    std::size_t chains = 1;      ///< ≥ 1
    std::size_t meetings = 0;    ///< of the chains, at equal distances
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0: all cores. The result does not depend on it.
    Stop stop;             ///< asked before each move; the result then depends on the time
    std::function<void(const TemperingProgress&)> progress;  ///< may be empty; from any thread
    ChainsElsewhere elsewhere;  ///< if not empty; `threads` and `stop` are its own matter
};

struct TemperingResult {
    std::optional<Evidence> best;    ///< the least ratio found; absent if N was 0 everywhere
    std::optional<Evidence> strict;  ///< a metric with M < N; present if the ratio is < 1
    bool least_for_point = false;    ///< a program proved that no D does better at its σ, w, δ
    std::uint64_t moves = 0, accepted = 0, exchanges = 0;
    std::uint64_t refused = 0;   ///< moves to weights that do not go into 64 bits
    std::uint64_t programs = 0;  ///< linear programs solved
    bool complete = false;       ///< all steps were done
    std::string scope;
    std::string effort;

    /// refuted if the ratio is < 1, supported if not, undecided without any ratio.
    Verdict verdict() const;
};

/// \throws InputError if n or the space is out of range
TemperingResult temper(const TemperingOptions& options);

/// Called after each round with the moves in it and the best of the chain; may be empty.
using OnRound =
    std::function<void(std::uint64_t moves, const std::optional<TemperingRecord>& record)>;

/// One stretch of one chain, by the threads of the caller's arena.
ChainOutcome run_chain(const TemperingOptions& options, const ChainStretch& stretch,
                       const Stop& stop, const OnRound& on_round = {});

}  // namespace disarray::search
