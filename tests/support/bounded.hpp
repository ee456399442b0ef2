// SPDX-License-Identifier: MIT
//
// Doubles with error bounds, held against exact numbers.
#pragma once

#include <cmath>
#include <cstdint>

#include "exact/bounded.hpp"
#include "exact/value.hpp"

namespace disarray::test {

/// A finite double, as the rational number that it is.
inline Rational exactly(double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    const Integer whole(static_cast<std::int64_t>(std::ldexp(mantissa, 53)));
    exponent -= 53;
    if (exponent >= 0) return Rational(whole << static_cast<unsigned>(exponent));
    return {whole, Integer(1) << static_cast<unsigned>(-exponent)};
}

/// Whether the bound of its error is true; one that is not finite claims nothing.
inline bool holds(const Bounded& bounded, const Value& exact) {
    if (!std::isfinite(bounded.error())) return true;
    if (!std::isfinite(bounded.value()) || bounded.error() < 0) return false;
    const Rational least = exactly(bounded.value()) - exactly(bounded.error());
    const Rational greatest = exactly(bounded.value()) + exactly(bounded.error());
    if (exact.is_rational()) return least <= exact.rational() && exact.rational() <= greatest;
    const auto [low, high] = exact.enclosure(192).ends();
    return least <= low && high <= greatest;
}

}  // namespace disarray::test
