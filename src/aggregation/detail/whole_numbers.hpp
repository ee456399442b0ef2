// SPDX-License-Identifier: MIT
//
// Rationals as 64-bit multiples of a unit, and the one limit of all costs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "exact/rational.hpp"
#include "exact/scaled.hpp"

namespace disarray::aggregation::detail {

/// A cost and every sum of costs is below: two bits of std::int64_t are left for differences.
inline constexpr std::int64_t cost_limit = std::int64_t{1} << 62;

/// "costs that need more than 62 bits", to be thrown.
NotSupported too_large(std::string_view who);

/// Integers without a common divisor and a unit > 0, value = integer · unit. All 0: unit 1.
/// \param values  >= 0. \throws NotSupported if one does not fit 62 bits
std::pair<std::vector<std::int64_t>, Rational> whole_numbers(const ScaledSequence& values,
                                                             std::string_view who);

/// The least integer that is not below value / divisor. \param divisor  > 0
constexpr Int128 quotient_rounded_up(Int128 value, Int128 divisor) {
    const Int128 quotient = value / divisor;  // towards 0, which is up for a negative one
    return value > 0 && quotient * divisor != value ? quotient + 1 : quotient;
}

/// Multiples of a unit that add up to less than `limit`: without a common divisor, and if that
/// is not enough, rounded down to multiples of a power of two. For lower bounds only.
/// \param values  >= 0, their sum below 2^126
std::pair<std::vector<std::int64_t>, Integer> rounded_down(std::span<const Int128> values,
                                                           std::int64_t limit);

}  // namespace disarray::aggregation::detail
