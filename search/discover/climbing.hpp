// SPDX-License-Identifier: MIT
//
// Conjectures tested where S_n is too large to be swept: hill climbing over permutations, and
// parallel tempering (detail/ladder.hpp), which leaves hills from which no single move leads up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/discover/conjecture.hpp"

namespace disarray::search::discover {

/// The best that a walk came to at one n.
struct Climb {
    std::size_t n = 0;
    Rational slack;     ///< least bound(n) − direction(n)·x seen, in units of the direction
    Permutation sigma;  ///< which has it
    std::uint64_t evaluations = 0;

    bool refutes() const { return slack.sign() < 0; }
    bool attains() const { return slack.sign() == 0; }
};

/// Climbs by exchanges of two ranks, moves of one element and reversals of a stretch, equal values
/// allowed, from random σ and from a few that are often extreme. Same seed, same result. A σ that
/// refutes ends the climb, and is confirmed by the catalogue.
/// \param n     2 … max_statistic_n
/// \param stop  ends the climb with the best until then, after some evaluations at least
Climb climb(const Conjecture& conjecture, std::size_t n, std::uint64_t evaluations,
            std::uint64_t seed, const Stop& stop = {});

/// The same by eight replicas at temperatures from a quarter of a unit of the direction to the mean
/// change by a move, from the same starts. Floating point decides which moves are accepted, and
/// nothing else.
Climb temper(const Conjecture& conjecture, std::size_t n, std::uint64_t evaluations,
             std::uint64_t seed, const Stop& stop = {});

}  // namespace disarray::search::discover
