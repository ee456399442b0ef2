// SPDX-License-Identifier: MIT
//
// The Diaconis–Graham inequality K ≤ F ≤ 2K (KV Theorem 1; Diaconis and Graham 1977) over all of
// S_n with all weights 1, from the pairs (K, F) that occur there. All readings of F agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "ranking/permutation.hpp"

namespace disarray::search {

/// An extreme value of F/K over S_n and the lexicographically least σ that has it.
struct ClassicalExtreme {
    std::uint64_t footrule = 0;
    std::uint64_t kendall = 0;
    Permutation sigma;

    Rational ratio() const { return Rational(Integer(footrule), Integer(kendall)); }
};

struct ClassicalSweep {
    std::size_t n = 0;
    std::uint64_t permutations = 0;    ///< visited: n!
    std::uint64_t below = 0;           ///< σ with F < K
    std::uint64_t above = 0;           ///< σ with F > 2K
    ClassicalExtreme least, greatest;  ///< of F/K over the σ with K > 0
};

/// Every σ in S_n. Empty if stopped before the end; the result does not depend on the number of
/// threads. \param threads  0: all cores
/// \throws UsageError unless 2 ≤ n ≤ discover::max_attained_n
std::optional<ClassicalSweep> sweep_classical(std::size_t n, unsigned threads = 0,
                                              const Stop& stop = {});

}  // namespace disarray::search
