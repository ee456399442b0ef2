// SPDX-License-Identifier: MIT
//
// Parallel tempering (Geyer 1991) over σ, w and δ together, for n beyond what can be gone through.
// Replicas walk at different temperatures and exchange their states; the energy of a state is the
// least M/N known for it. Floating point decides which moves are accepted and nothing else: what is
// reported is an exact ratio at an exact D, confirmed by the naive definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/stop.hpp"
#include "search/certificate.hpp"
#include "search/statement.hpp"
#include "search/weight_search.hpp"
#include "verdict/verdict.hpp"

namespace disarray::search {

inline constexpr std::size_t max_tempering_n = 30;

struct TemperingProgress {
    std::uint64_t done = 0, total = 0;  ///< moves, of all replicas
    std::optional<Rational> ratio;      ///< least so far
};

struct TemperingOptions {
    Inequality inequality;
    std::size_t n = 0;  ///< 3 … max_tempering_n
    WeightSpace space{1, {1}, FixedPointPolicy::one};
    std::uint64_t steps = 2000;  ///< moves of all replicas together, rounded up to whole rounds
    std::size_t replicas = 8;    ///< ≥ 1
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0: all cores. The result does not depend on it.
    Stop stop;             ///< asked before each move; the result then depends on the time
    std::function<void(const TemperingProgress&)> progress;  ///< may be empty
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

}  // namespace disarray::search
