// SPDX-License-Identifier: MIT
//
// Runs one proof step over all of S_n, n = 1, 2, …, and stops at the first n with a violation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/stop.hpp"
#include "properties/proofs/step.hpp"

namespace disarray::properties::proofs {

/// Where a statement fails.
struct StepViolation {
    Permutation sigma;
    std::optional<Permutation> tau;  ///< present if the statement is about a pair
    std::string explanation;         ///< the numbers put into the formula
};

/// What a run found.
struct StepVerdict {
    /// The least violation: by n, then inversions of σ and τ together, then the rank vectors of σ
    /// and of τ lexicographically. If n_done is below its n, the run was stopped and the violation
    /// is a true one but perhaps not the least.
    std::optional<StepViolation> least;
    std::size_t n_done = 0;   ///< every case of every n ≤ n_done was looked at
    std::uint64_t cases = 0;  ///< σ, or pairs (σ,τ), looked at
};

/// Largest n for a step about one ranking, and for one about two: 10! = (6!)²·7 cases.
inline constexpr std::size_t max_step_n_one = 10;
inline constexpr std::size_t max_step_n_two = 6;

/// \param most_n   the last n looked at if nothing is found before, ≥ 1
/// \param threads  0: all cores. Unless stopped, the result does not depend on it.
/// \throws UsageError if most_n is 0 or above max_step_n_one / max_step_n_two.
StepVerdict run_step(const ProofStep& step, std::size_t most_n, unsigned threads = 0,
                     Stop stop = {});

}  // namespace disarray::properties::proofs
