// SPDX-License-Identifier: MIT
#include "exact/rational.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray {

namespace {

Integer power_of_ten(unsigned exponent) {
    return boost::multiprecision::pow(Integer(10), exponent);
}

bool is_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Splits `text` at the first of `separators`; the second part is empty and `found` false if none.
struct Split {
    std::string_view before, after;
    bool found;
};
Split split_at(std::string_view text, std::string_view separators) {
    const auto place = text.find_first_of(separators);
    if (place == std::string_view::npos) return {text, {}, false};
    return {text.substr(0, place), text.substr(place + 1), true};
}

[[noreturn]] void not_a_number(std::string_view text, std::string_view where) {
    throw InputError(where, "\"" + printable(text) + "\"",
                     "an exact number such as 3, -3/4, 0.125 or 1e-3");
}

/// The value of digits[.digits][e±digits], without sign. \param text  the part to read
/// \param whole  the text it is part of, for the message
Rational parse_unsigned_decimal(std::string_view text, std::string_view whole,
                                std::string_view where) {
    const Split scientific = split_at(text, "eE");
    const Split decimal = split_at(scientific.before, ".");
    const bool digits_only = (decimal.before.empty() || is_digits(decimal.before)) &&
                             (decimal.after.empty() || is_digits(decimal.after)) &&
                             !(decimal.before.empty() && decimal.after.empty());
    if (!digits_only) not_a_number(whole, where);

    int exponent = 0;
    if (scientific.found) {
        std::string_view digits = scientific.after;
        const bool negative = digits.starts_with('-');
        if (negative || digits.starts_with('+')) digits.remove_prefix(1);
        if (!is_digits(digits)) not_a_number(whole, where);
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
        if (error != std::errc{} || exponent > Rational::max_exponent) {
            throw InputError(
                where, "\"" + printable(whole) + "\"",
                fmt::format("a decimal exponent of at most {}", Rational::max_exponent));
        }
        if (negative) exponent = -exponent;
    }

    // Leading zeros would make GMP read the digits as octal.
    std::string digits = std::string(decimal.before) + std::string(decimal.after);
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    const Integer mantissa(digits);
    exponent -= static_cast<int>(decimal.after.size());
    if (exponent >= 0) return Rational(mantissa * power_of_ten(static_cast<unsigned>(exponent)));
    return Rational(mantissa, power_of_ten(static_cast<unsigned>(-exponent)));
}

/// Decimal digits whose first one stands for 10^exponent, written plainly where people would.
std::string with_point(std::string digits, int exponent) {
    if (exponent < -5 || exponent >= 15) {
        if (digits.size() > 1) digits.insert(1, ".");
        return digits + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
    }
    if (exponent < 0)
        return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    const auto whole = static_cast<std::size_t>(exponent) + 1;  // digits before the point
    if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0');
    return digits.insert(whole, ".");
}

}  // namespace

Integer to_integer(Int128 value) {
    const bool negative = value < 0;
    __extension__ using Unsigned128 = unsigned __int128;
    const Unsigned128 magnitude =
        negative ? -static_cast<Unsigned128>(value) : static_cast<Unsigned128>(value);
    Integer result = static_cast<std::uint64_t>(magnitude >> 64);
    result <<= 64;
    result += static_cast<std::uint64_t>(magnitude);
    return negative ? Integer(-result) : result;
}

Rational::Rational(const Integer& numerator, const Integer& denominator) {
    if (denominator.is_zero()) throw UsageError("Rational: the denominator is 0");
    value_ = Backend(numerator, denominator);
}

Rational Rational::parse(std::string_view text, std::string_view where) {
    if (text.size() > max_digits) {
        throw InputError(where, fmt::format("a number of {} characters", text.size()),
                         fmt::format("at most {}", max_digits));
    }
    std::string_view magnitude = text;
    const bool negative = magnitude.starts_with('-');
    if (negative || magnitude.starts_with('+')) magnitude.remove_prefix(1);

    const Split fraction = split_at(magnitude, "/");
    if (fraction.found && !(is_digits(fraction.before) && is_digits(fraction.after))) {
        not_a_number(text, where);
    }
    if (magnitude.empty()) not_a_number(text, where);
    Rational value = parse_unsigned_decimal(fraction.before, text, where);
    if (fraction.found) {
        const Rational denominator = parse_unsigned_decimal(fraction.after, text, where);
        if (denominator.sign() == 0) {
            throw InputError(where, "\"" + printable(text) + "\"", "a denominator other than 0");
        }
        value /= denominator;
    }
    return negative ? -value : value;
}

Integer Rational::numerator() const {
    return boost::multiprecision::numerator(value_);
}
Integer Rational::denominator() const {
    return boost::multiprecision::denominator(value_);
}
bool Rational::is_integer() const {
    return denominator() == 1;
}

std::string Rational::to_string() const {
    return value_.str();
}

std::string Rational::to_decimal(int digits) const {
    if (digits < 1) throw UsageError("to_decimal: fewer than one digit");
    if (sign() == 0) return "0";
    const Integer p = boost::multiprecision::abs(numerator());
    const Integer q = denominator();
    // The integer part is printed whole, as long as it is of a length that people read.
    if (p >= q)
        digits = std::max(digits, std::min(15, static_cast<int>(Integer(p / q).str().size())));

    // mantissa = round(p/q · 10^shift) with exactly `digits` digits; `shift` is guessed from the
    // lengths and corrected when the guess or a carry is off by one.
    int shift = digits - static_cast<int>(p.str().size()) + static_cast<int>(q.str().size());
    const Integer limit = power_of_ten(static_cast<unsigned>(digits));
    Integer mantissa;
    while (true) {
        const Integer top = shift > 0 ? Integer(p * power_of_ten(static_cast<unsigned>(shift))) : p;
        const Integer bottom =
            shift < 0 ? Integer(q * power_of_ten(static_cast<unsigned>(-shift))) : q;
        mantissa = top / bottom;
        const Integer twice_rest = 2 * (top - mantissa * bottom);
        if (twice_rest > bottom || (twice_rest == bottom && mantissa % 2 == 1)) ++mantissa;
        if (mantissa < limit) break;
        --shift;
    }

    std::string text = mantissa.str();
    const int exponent = static_cast<int>(text.size()) - 1 - shift;
    text.erase(text.find_last_not_of('0') + 1);
    return (sign() < 0 ? "-" : "") + with_point(text, exponent);
}

Rational& Rational::operator+=(const Rational& other) {
    value_ += other.value_;
    return *this;
}
Rational& Rational::operator-=(const Rational& other) {
    value_ -= other.value_;
    return *this;
}
Rational& Rational::operator*=(const Rational& other) {
    value_ *= other.value_;
    return *this;
}
Rational& Rational::operator/=(const Rational& other) {
    if (other.sign() == 0) throw UsageError("Rational: division by 0");
    value_ /= other.value_;
    return *this;
}

Rational abs(const Rational& value) {
    return value.sign() < 0 ? -value : value;
}

}  // namespace disarray
