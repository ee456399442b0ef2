// SPDX-License-Identifier: MIT
//
// Exact rationals. A fraction of two machine words stays one and is added, multiplied and compared
// in 128 bits, whole numbers without a call; what does not fit is a number of Boost.Multiprecision,
// with GMP doing the arithmetic (see integer.hpp). No floating-point number can become a Rational
// by accident, so no verdict can rest on one.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "exact/integer.hpp"

namespace disarray {

/// `value`, exactly.
inline Integer to_integer(Int128 value) {
    return {value};
}

/// A rational number p/q in lowest terms, q > 0.
class Rational {
public:
    Rational() = default;
    template <std::integral T>
    Rational(T value) : Rational(Integer(value)) {}  // NOLINT: an integer is a rational
    Rational(const Integer& value) {                 // NOLINT: as above
        if (const std::int64_t* const word = value.word()) {
            numerator_ = *word;
        } else {
            *this = Rational(value, Integer(1));
        }
    }
    template <std::floating_point T>
    Rational(T) = delete;

    /// numerator / denominator. \throws UsageError if the denominator is 0.
    Rational(const Integer& numerator, const Integer& denominator);

    Rational(const Rational& other)
        : numerator_(other.numerator_), denominator_(other.denominator_) {
        if (other.big_ != nullptr) copy_big(other);
    }
    Rational(Rational&& other) noexcept { swap(other); }
    Rational& operator=(const Rational& other) {
        Rational copy(other);
        swap(copy);
        return *this;
    }
    Rational& operator=(Rational&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Rational() {
        if (big_ != nullptr) delete_big();
    }

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
    int sign() const { return big_ != nullptr ? big_sign() : (numerator_ > 0) - (numerator_ < 0); }
    bool is_integer() const;

    /// "p/q" in lowest terms, "p" for an integer.
    std::string to_string() const;

    /// The nearest decimal with `digits` significant digits (more where the integer part has more,
    /// up to 15; ties to even), trailing zeros dropped: "0.333333", "13.5", "1e-09". Every printed
    /// digit is correctly rounded.
    std::string to_decimal(int digits = 6) const;

    /// A double near the value, for figures and progress lines only.
    double approximate() const;

    Rational operator-() const;
    Rational& operator+=(const Rational& other) {
        std::int64_t sum = 0;
        if (!both_whole(other) || __builtin_add_overflow(numerator_, other.numerator_, &sum))
            return add(other);
        return *this = Rational(sum);
    }
    Rational& operator-=(const Rational& other) {
        std::int64_t difference = 0;
        if (!both_whole(other) || __builtin_sub_overflow(numerator_, other.numerator_, &difference))
            return subtract(other);
        return *this = Rational(difference);
    }
    Rational& operator*=(const Rational& other) {
        std::int64_t product = 0;
        if (!both_whole(other) || __builtin_mul_overflow(numerator_, other.numerator_, &product))
            return multiply(other);
        return *this = Rational(product);
    }
    /// \throws UsageError when dividing by 0.
    Rational& operator/=(const Rational& other);

    friend Rational operator+(Rational a, const Rational& b) { return a += b; }
    friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
    friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
    friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
    friend bool operator==(const Rational& a, const Rational& b) {
        if (!a.both_small(b)) return compare_big(a, b) == 0;
        return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
    }
    friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
        if (!a.both_small(b)) return compare_big(a, b) <=> 0;
        if (a.denominator_ == b.denominator_) return a.numerator_ <=> b.numerator_;
        return Int128{a.numerator_} * b.denominator_ <=> Int128{b.numerator_} * a.denominator_;
    }

    struct Big;  ///< Boost's number, in detail/big_numbers.hpp
    /// Null if the numerator and the denominator are machine words.
    const Big* big() const { return big_; }

private:
    bool both_small(const Rational& other) const {
        return big_ == nullptr && other.big_ == nullptr;
    }
    bool both_whole(const Rational& other) const {
        return both_small(other) && denominator_ == 1 && other.denominator_ == 1;
    }
    void swap(Rational& other) noexcept {
        std::swap(numerator_, other.numerator_);
        std::swap(denominator_, other.denominator_);
        std::swap(big_, other.big_);
    }
    struct Arithmetic;  ///< of what is not whole, or not small, in rational.cpp
    Rational& add(const Rational& other);
    Rational& subtract(const Rational& other);
    Rational& multiply(const Rational& other);
    void copy_big(const Rational& other);
    void delete_big();
    int big_sign() const;
    static int compare_big(const Rational& a, const Rational& b);

    // In lowest terms, |p| < 2^63 and 0 < q < 2^63; 0/1 beside a big number.
    std::int64_t numerator_ = 0;
    std::int64_t denominator_ = 1;
    Big* big_ = nullptr;  ///< owned; null if and only if p and q are words
};

/// |value|.
Rational abs(const Rational& value);

}  // namespace disarray
