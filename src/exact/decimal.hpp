// SPDX-License-Identifier: MIT
//
// Decimals with a fixed number of digits after the point, every digit correctly rounded (ties to
// even): "0.4000", "-1.50", "12". Minus is never written before a zero.
#pragma once

#include <optional>
#include <string>

#include "exact/bounded.hpp"
#include "exact/interval.hpp"
#include "exact/value.hpp"

namespace disarray {

/// Digits after the point that can be asked for.
constexpr int max_places = 1000;

/// \param places  digits after the point, 0 to max_places
/// \throws UsageError for other places.
std::string to_fixed(const Rational& value, int places);

/// As above; "undefined", or "undecided" where Value::max_precision does not settle a digit.
std::string to_fixed(const Value& value, int places);

/// Empty if the error bound does not settle all digits. \param places  0 to 17
std::optional<std::string> to_fixed(const Bounded& value, int places);

/// "0.4000" as "0.4", "12.0" as "12".
std::string without_trailing_zeros(std::string decimal);

/// The decimal on which both ends of intervals around a number agree in the end; empty if intervals
/// of Value::max_precision bits do not settle it. `enclose(precision)` returns an interval around
/// the number.
template <class Enclose>
std::optional<std::string> settled_decimal(int places, const Enclose& enclose) {
    for (unsigned precision = Interval::least_precision; precision <= Value::max_precision;
         precision *= 2) {
        const auto [low, high] = enclose(precision).ends();
        std::string text = to_fixed(low, places);
        if (text == to_fixed(high, places)) return text;
    }
    return std::nullopt;
}

}  // namespace disarray
