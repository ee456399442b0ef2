// SPDX-License-Identifier: MIT
//
// Scores as decimal numbers, compared exactly without being computed: by sign, by the power of ten
// of the first digit that is not 0, and then digit by digit. A number such as 1e4000 costs no more
// than its six characters.
#pragma once

#include <compare>
#include <string_view>

namespace disarray::formats::detail {

/// Written exponents are limited. The bound leaves room to the numbers that the JSON parser can
/// take in its long double, whose range ends near 10^4932, so that all forms accept the same.
constexpr int max_score_exponent = 4000;

/// The double nearest to the decimal number `text` ("12", "+.5", "-1.5e-3"); infinite if it is
/// too large for one. Rounding keeps order: a < b never gives a larger double for a.
/// \throws Refused for any other text, and for an exponent beyond max_score_exponent.
double nearest_double(std::string_view text);

/// The order of the numbers that two such texts stand for.
std::strong_ordering compare_decimals(std::string_view a, std::string_view b);

}  // namespace disarray::formats::detail
