// SPDX-License-Identifier: MIT
#include "exact/decimal.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/error.hpp"

namespace disarray {

namespace {

/// "-0.00" as "0.00".
std::string without_sign_of_zero(std::string text) {
    if (text.starts_with('-') && text.find_first_of("123456789") == std::string::npos) {
        text.erase(0, 1);
    }
    return text;
}

std::string fixed(double value, int places) {
    // Up to 309 digits before the point, and a sign.
    std::array<char, 400> buffer;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::fixed, places);
    if (error != std::errc()) throw InternalError("to_fixed: a number that does not fit");
    return without_sign_of_zero({buffer.data(), end});
}

}  // namespace

std::string to_fixed(const Rational& value, int places) {
    if (places < 0 || places > max_places) throw UsageError("to_fixed: too many digits");
    Integer scale = 1;
    for (int i = 0; i < places; ++i)
        scale *= 10;
    // floor(2·|value|·scale) and its remainder decide between the two neighbours.
    const Integer denominator = value.denominator();
    const Integer numerator = value.sign() < 0 ? Integer(-value.numerator()) : value.numerator();
    Integer quotient = numerator * scale / denominator;
    const Integer twice = 2 * (numerator * scale - quotient * denominator);
    if (twice > denominator || (twice == denominator && quotient % 2 != 0)) quotient += 1;
    std::string digits = quotient.to_string();
    const auto after = static_cast<std::size_t>(places);
    if (digits.size() <= after) digits.insert(0, after + 1 - digits.size(), '0');
    if (places > 0) digits.insert(digits.size() - after, 1, '.');
    return without_sign_of_zero(value.sign() < 0 ? "-" + digits : digits);
}

std::string to_fixed(const Value& value, int places) {
    if (!value.is_defined()) return value.to_string();
    if (value.is_rational()) return to_fixed(value.rational(), places);
    return settled_decimal(places, [&](unsigned precision) { return value.enclosure(precision); })
        .value_or("undecided");
}

std::optional<std::string> to_fixed(const Bounded& value, int places) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!std::isfinite(value.value()) || !std::isfinite(value.error())) return std::nullopt;
    // The differences are rounded to nearest; one step outwards makes up for it.
    const double low = std::nextafter(value.value() - value.error(), -infinity);
    const double high = std::nextafter(value.value() + value.error(), infinity);
    if (!std::isfinite(low) || !std::isfinite(high)) return std::nullopt;
    std::string text = fixed(low, places);
    if (text != fixed(high, places)) return std::nullopt;
    return text;
}

std::string without_trailing_zeros(std::string decimal) {
    if (decimal.find('.') == std::string::npos) return decimal;
    decimal.erase(decimal.find_last_not_of('0') + 1);
    if (decimal.ends_with('.')) decimal.pop_back();
    return decimal;
}

}  // namespace disarray
