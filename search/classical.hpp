// SPDX-License-Identifier: MIT
//
// The Diaconis–Graham inequality K ≤ F ≤ 2K (KV Theorem 1; Diaconis and Graham 1977) over all of
// S_n, one permutation at a time, with all weights 1. All readings of F agree there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"

namespace disarray::search {

/// Largest n offered: S_13 takes minutes, and each further n that many times longer.
inline constexpr std::size_t max_classical_n = 14;

/// An extreme value of F/K over S_n and the lexicographically least σ that has it.
struct ClassicalExtreme {
    std::uint64_t footrule = 0;
    std::uint64_t kendall = 0;  ///< 0 only where S_n has no σ with K > 0
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

/// Visits every σ in S_n by adjacent transpositions, updating K and F. O(n!) time, O(n) memory for
/// each thread; the result does not depend on the number of threads.
/// \param threads  0: all cores
/// \throws UsageError unless 1 ≤ n ≤ max_classical_n
ClassicalSweep sweep_classical(std::size_t n, unsigned threads = 0);

}  // namespace disarray::search
