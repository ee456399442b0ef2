// SPDX-License-Identifier: MIT
#include "properties/experiments/estimate.hpp"

#include <fmt/format.h>

namespace disarray::properties::experiments {

namespace {

/// Convention: a standard error below is shown as 0.
constexpr int most_error_places = 9;

Rational power_of_ten(int exponent) {
    return Rational(pow(Integer(10), static_cast<unsigned>(exponent)));
}

/// "0.071": the nearest number with so many places, halves away from 0. \param value  >= 0
std::string nearest_decimal(const Rational& value, int places) {
    const Rational scaled = value * power_of_ten(places) + Rational(Integer(1), Integer(2));
    std::string digits = Integer(scaled.numerator() / scaled.denominator()).to_string();
    if (places == 0) return digits;
    const auto after = static_cast<std::size_t>(places);
    if (digits.size() <= after) digits.insert(0, after + 1 - digits.size(), '0');
    return digits.substr(0, digits.size() - after) + "." + digits.substr(digits.size() - after);
}

/// The number rounded to so many places; to one more where both ends lie around a tie, which is no
/// tie there; to fewer where the interval is wide.
std::string certain_fixed(const Interval& number, int places) {
    const auto [low, high] = number.ends();
    const Rational least = low.sign() < 0 ? Rational(0) : low;
    const auto is_certain = [&](int p) {
        return nearest_decimal(least, p) == nearest_decimal(high, p);
    };
    if (is_certain(places)) return nearest_decimal(least, places);
    if (is_certain(places + 1)) return nearest_decimal(least, places + 1);
    while (places > 0 && !is_certain(places))
        --places;
    return nearest_decimal(least, places);
}

/// The place of the first digit of a number >= 0; empty if it has none within most_places.
std::optional<int> first_place(const Rational& value) {
    for (int places = 0; places <= most_error_places; ++places) {
        if (value * power_of_ten(places) >= Rational(1)) return places;
    }
    return std::nullopt;
}

}  // namespace

void Estimate::add(const Interval& x) {
    ++count_;
    sum_ += x;
    squares_ += x * x;
}

std::optional<Interval> Estimate::mean() const {
    if (count_ == 0) return std::nullopt;
    return sum_ / Interval(Rational(count_), precision);
}

std::optional<Interval> Estimate::standard_error() const {
    if (count_ < 2) return std::nullopt;
    const Interval count(Rational(count_), precision);
    const Interval squares_about_mean = squares_ - sum_ * sum_ / count;
    return (squares_about_mean / (count * Interval(Rational(count_ - 1), precision))).square_root();
}

std::string certain_decimal(const Interval& number, int digits) {
    const auto [low, high] = number.ends();
    for (; digits > 0; --digits) {
        std::string text = low.to_decimal(digits);
        if (text == high.to_decimal(digits)) return text;
    }
    Rational bound = 1;
    while (bound <= high)
        bound *= Rational(10);
    while (bound * Rational(Integer(1), Integer(10)) > high)
        bound /= Rational(10);
    return "<" + bound.to_decimal(1);
}

std::string estimate_text(const std::optional<Interval>& mean,
                          const std::optional<Interval>& standard_error) {
    if (!mean) return "-";
    if (!standard_error) return certain_fixed(*mean, 3);
    const auto place = first_place(standard_error->ends().second);
    const int places = place.value_or(3);
    return fmt::format("{} ± {}", certain_fixed(*mean, places),
                       certain_fixed(*standard_error, places));
}

}  // namespace disarray::properties::experiments
