// SPDX-License-Identifier: MIT
#include "exact/log_linear.hpp"

#include "base/error.hpp"

namespace disarray {

namespace {

std::size_t bits(const Integer& value) {
    return value.sign() == 0 ? 1 : msb(value) + 1;
}

/// base^exponent for an exponent of either sign.
Rational integer_power(const Rational& base, const Integer& exponent) {
    constexpr std::size_t most_bits = 1U << 25U;  // convention: a power in a few seconds
    const std::size_t base_bits = bits(base.numerator()) + bits(base.denominator());
    const Integer magnitude = exponent.sign() < 0 ? -exponent : exponent;
    if (magnitude * Integer(base_bits) > Integer(most_bits)) {
        throw NotSupported("a sum of logarithms", "factors of large quotient",
                           "numbers with a common factor");
    }
    const auto times = magnitude.convert_to<unsigned>();
    const Rational power(pow(base.numerator(), times), pow(base.denominator(), times));
    return exponent.sign() < 0 ? Rational(1) / power : power;
}

}  // namespace

int LogLinear::sign() const {
    if (is_rational()) return constant.sign();
    if (constant.sign() == 0) return argument > 1 ? factor.sign() : -factor.sign();
    for (unsigned precision = Interval::least_precision;; precision *= 2) {
        if (const auto sign = enclosure(precision).sign()) return *sign;
    }
}

Interval LogLinear::enclosure(unsigned precision) const {
    Interval value(constant, precision);
    if (is_rational()) return value;
    return value += Interval(argument, precision).logarithm() * Interval(factor, precision);
}

std::string LogLinear::to_string() const {
    if (is_rational()) return constant.to_string();
    const bool is_negative = factor.sign() < 0;
    const std::string before = constant.sign() == 0
                                   ? (is_negative ? "-" : "")
                                   : constant.to_string() + (is_negative ? " - " : " + ");
    const Rational times = abs(factor);
    return before + (times == 1 ? "" : times.to_string() + "*") + "ln(" + argument.to_string() +
           ")";
}

LogLinear operator+(const LogLinear& a, const LogLinear& b) {
    const Rational constant = a.constant + b.constant;
    if (a.is_rational()) return {constant, b.factor, b.argument};
    if (b.is_rational()) return {constant, a.factor, a.argument};
    if (a.argument == b.argument) return {constant, a.factor + b.factor, a.argument};
    // f = i·g and f' = j·g with whole i, j without a common divisor: g·ln(a^i · b^j).
    const Rational quotient = b.factor / a.factor;
    const Rational common = a.factor / Rational(quotient.denominator());
    return {constant, common,
            integer_power(a.argument, quotient.denominator()) *
                integer_power(b.argument, quotient.numerator())};
}

LogLinear operator*(const Rational& factor, const LogLinear& a) {
    return {factor * a.constant, factor * a.factor, a.argument};
}

}  // namespace disarray
