// SPDX-License-Identifier: MIT
#include "formats/detail/score_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "formats/detail/refused.hpp"

namespace disarray::formats::detail {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A text cut at its sign and its exponent.
struct Parts {
    bool is_negative = false;
    std::string_view mantissa;  ///< digits, with a point or without
    std::string_view exponent;  ///< digits with a sign; empty if none is written
    bool has_exponent = false;
};

bool cut_sign(std::string_view& text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative || text.starts_with('+')) text.remove_prefix(1);
    return is_negative;
}

Parts parts_of(std::string_view text) {
    Parts parts;
    parts.is_negative = cut_sign(text);
    const std::size_t e = text.find_first_of("eE");
    parts.mantissa = text.substr(0, e);
    parts.has_exponent = e != std::string_view::npos;
    if (parts.has_exponent) parts.exponent = text.substr(e + 1);
    return parts;
}

bool is_mantissa(std::string_view text) {
    const auto points = std::ranges::count(text, '.');
    const auto digits = std::ranges::count_if(text, is_digit);
    return points <= 1 && digits >= 1 && points + digits == std::ssize(text);
}

bool is_exponent(std::string_view text) {
    cut_sign(text);
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

/// The value of a written exponent; beyond the bound, any number beyond it.
int exponent_value(std::string_view text) {
    const bool is_negative = cut_sign(text);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) value = std::numeric_limits<int>::max();
    return is_negative ? -value : value;
}

/// A decimal number 0.d1 d2 d3 … times a power of ten, with d1 other than 0.
struct Decimal {
    int sign = 0;                ///< -1, 0, 1
    std::int64_t magnitude = 0;  ///< the power of ten
    std::string_view digits;     ///< d1 d2 d3 …, among them perhaps a point
};

Decimal decimal_of(std::string_view text) {
    const Parts parts = parts_of(text);
    const std::string_view mantissa = parts.mantissa;
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) return {};
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const auto place = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
    Decimal decimal;
    decimal.sign = parts.is_negative ? -1 : 1;
    decimal.magnitude = place + (first > point ? 1 : 0);  // the point itself is no digit
    if (parts.has_exponent) decimal.magnitude += exponent_value(parts.exponent);
    decimal.digits = mantissa.substr(first);
    return decimal;
}

/// Compares d1 d2 d3 … as fractions: what one has more than the other counts unless it is 0.
std::strong_ordering compare_digits(std::string_view a, std::string_view b) {
    const auto next = [](std::string_view& digits) {
        if (digits.starts_with('.')) digits.remove_prefix(1);
        if (digits.empty()) return '0';
        const char digit = digits.front();
        digits.remove_prefix(1);
        return digit;
    };
    while (!a.empty() || !b.empty()) {
        const char digit_a = next(a);
        const char digit_b = next(b);
        if (digit_a != digit_b) return digit_a <=> digit_b;
    }
    return std::strong_ordering::equal;
}

[[noreturn]] void refuse(std::string_view text) {
    throw Refused{"score " + in_quotes(text), "a decimal number such as 12, -0.5 or 1.5e-3"};
}

/// What std::from_chars says is out of range: infinite or 0, with the sign.
double beyond_doubles(std::string_view text) {
    const Decimal decimal = decimal_of(text);
    const double size = decimal.magnitude > 0 ? std::numeric_limits<double>::infinity() : 0;
    return decimal.sign < 0 ? -size : size;
}

}  // namespace

double nearest_double(std::string_view text) {
    // from_chars accepts less and more than we do: no "+", but "inf", "nan" and what follows a
    // number. What ends with a digit and of which it takes all, beginning with a digit, is plain.
    std::string_view unsigned_text = text;
    const bool is_negative = cut_sign(unsigned_text);
    const bool looks_plain = !unsigned_text.empty() && is_digit(unsigned_text.front());
    double value = 0;
    const char* const end = unsigned_text.data() + unsigned_text.size();
    const auto [stop, error] = std::from_chars(unsigned_text.data(), end, value);
    if (looks_plain && error == std::errc{} && stop == end &&
        unsigned_text.find_first_of("eE") == std::string_view::npos) {
        return is_negative ? -value : value;
    }

    const Parts parts = parts_of(text);
    if (!is_mantissa(parts.mantissa) || (parts.has_exponent && !is_exponent(parts.exponent))) {
        refuse(text);
    }
    if (parts.has_exponent) {
        const int exponent = exponent_value(parts.exponent);
        if (exponent > max_score_exponent || exponent < -max_score_exponent) {
            throw Refused{"score " + in_quotes(text),
                          fmt::format("an exponent from -{0} to {0}", max_score_exponent)};
        }
    }
    if (error == std::errc::result_out_of_range) return beyond_doubles(text);
    return is_negative ? -value : value;
}

std::strong_ordering compare_decimals(std::string_view text_a, std::string_view text_b) {
    if (text_a == text_b) return std::strong_ordering::equal;
    const Decimal a = decimal_of(text_a);
    const Decimal b = decimal_of(text_b);
    if (a.sign != b.sign) return a.sign <=> b.sign;
    if (a.sign == 0) return std::strong_ordering::equal;
    const std::strong_ordering of_sizes = a.magnitude != b.magnitude
                                              ? a.magnitude <=> b.magnitude
                                              : compare_digits(a.digits, b.digits);
    return a.sign > 0 ? of_sizes : 0 <=> of_sizes;
}

}  // namespace disarray::formats::detail
