// SPDX-License-Identifier: MIT
//
// Exact integers and rationals: thin value types around Boost.Multiprecision's GMP numbers. The
// class exists, instead of an alias, for one reason: no floating-point number can become a
// Rational by accident, so no verdict can rest on one.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/multiprecision/gmp.hpp>

namespace disarray {

/// An integer of any size.
using Integer =
    boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;

/// 128-bit accumulator of the hot loops; never the type of a public result.
__extension__ using Int128 = __int128;

/// `value`, exactly.
Integer to_integer(Int128 value);

/// A rational number p/q in lowest terms, q > 0.
class Rational {
public:
    Rational() = default;
    template <std::integral T>
    Rational(T value) : value_(value) {}               // NOLINT: an integer is a rational
    Rational(const Integer& value) : value_(value) {}  // NOLINT: as above
    template <std::floating_point T>
    Rational(T) = delete;

    /// numerator / denominator. \throws UsageError if the denominator is 0.
    Rational(const Integer& numerator, const Integer& denominator);

    /// Reads `3`, `-3/4`, `0.125`, `.5`, `1e-3`, `2.5E+2` exactly; surrounding blanks are not
    /// accepted. Exponents are limited to ±max_exponent and texts to max_digits characters, so
    /// that a short text cannot ask for gigabytes.
    /// \param where  begins the error message (file and line, or option)
    /// \throws InputError for anything else.
    static Rational parse(std::string_view text, std::string_view where);
    static constexpr int max_exponent = 10'000;
    static constexpr std::size_t max_digits = 100'000;

    Integer numerator() const;
    Integer denominator() const;
    int sign() const { return value_.sign(); }
    bool is_integer() const;

    /// "p/q" in lowest terms, "p" for an integer.
    std::string to_string() const;

    /// The nearest decimal with `digits` significant digits (more where the integer part has more,
    /// up to 15; ties to even), trailing zeros dropped: "0.333333", "13.5", "1e-09". Every printed
    /// digit is correctly rounded.
    std::string to_decimal(int digits = 6) const;

    /// The number as GMP has it, for libraries that build on GMP; lives as long as this does.
    mpq_srcptr gmp() const { return value_.backend().data(); }

    /// A double near the value, for figures and progress lines only.
    double approximate() const { return value_.convert_to<double>(); }

    Rational operator-() const { return Rational(Backend(-value_)); }
    Rational& operator+=(const Rational& other);
    Rational& operator-=(const Rational& other);
    Rational& operator*=(const Rational& other);
    /// \throws UsageError when dividing by 0.
    Rational& operator/=(const Rational& other);

    friend Rational operator+(Rational a, const Rational& b) { return a += b; }
    friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
    friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
    friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
    friend bool operator==(const Rational& a, const Rational& b) { return a.value_ == b.value_; }
    friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
        return a.value_.compare(b.value_) <=> 0;
    }

private:
    using Backend = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                                  boost::multiprecision::et_off>;
    explicit Rational(Backend value) : value_(std::move(value)) {}

    Backend value_;
};

/// |value|.
Rational abs(const Rational& value);

}  // namespace disarray
