// SPDX-License-Identifier: MIT
//
// The interface through which the ledger reaches a decision over all D at once. The linear programs
// live in search/, the claims in properties/, and neither includes the other: the program hands
// one to the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "verdict/verdict.hpp"

namespace disarray {

enum class Extreme : std::uint8_t { least, greatest };

/// The exact extreme of F/K over every σ in S_m, 2 ≤ m ≤ n, and every pseudometric D (w = δ = 1).
struct ExtremeRatio {
    std::size_t n = 0;              ///< as far as it was decided; 0: nothing
    std::optional<Rational> ratio;  ///< if n ≥ 2; absent if unbounded
    Witness witness;                ///< attains it, at the least n at which it is attained
    bool certified = false;         ///< disarray-verify has accepted the certificate
    /// F/K is at least this (for the least) or at most this (for the greatest) for every n: proved,
    /// with a certificate that disarray-verify has accepted. Absent where no proof was found.
    std::optional<Rational> every_n;
    /// The same for all w, δ, both policies and every symmetric D ≥ 0.
    std::optional<Rational> every_weighting;
};

/// \param reading  of F \param n  the largest length wanted
using ExtremeRatioDecider = std::function<ExtremeRatio(metrics::Reading reading, Extreme extreme,
                                                       std::size_t n, const Stop& stop)>;

}  // namespace disarray
