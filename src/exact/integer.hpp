// SPDX-License-Identifier: MIT
//
// Exact integers: a machine word where one is enough, else a number of Boost.Multiprecision, which
// has GMP do the arithmetic. Hot loops add, multiply and compare small numbers without a call; what
// does not fit goes to integer.cpp. Boost's header, which takes seconds to compile, is included
// there and in rational.cpp only.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace disarray {

/// 128-bit accumulator of the hot loops; never the type of a public result.
__extension__ using Int128 = __int128;

/// An integer of any size.
class Integer {
public:
    Integer() = default;
    template <std::integral T>
    Integer(T value) : Integer(static_cast<Int128>(value)) {}  // NOLINT: it is an integer
    Integer(Int128 value) {                                    // NOLINT: as above
        if (is_small(value)) {
            small_ = static_cast<std::int64_t>(value);
        } else {
            assign_big(value);
        }
    }
    template <std::floating_point T>
    Integer(T) = delete;
    /// The value of decimal digits, "-" before those of a negative number.
    /// \throws UsageError for any other text.
    static Integer from_digits(std::string_view digits);

    Integer(const Integer& other) : small_(other.small_) {
        if (other.big_ != nullptr) copy_big(other);
    }
    Integer(Integer&& other) noexcept
        : small_(std::exchange(other.small_, 0)), big_(std::exchange(other.big_, nullptr)) {}
    Integer& operator=(const Integer& other) {
        if (big_ != nullptr || other.big_ != nullptr) return *this = Integer(other);
        small_ = other.small_;
        return *this;
    }
    Integer& operator=(Integer&& other) noexcept {
        std::swap(small_, other.small_);
        std::swap(big_, other.big_);
        return *this;
    }
    ~Integer() {
        if (big_ != nullptr) delete_big();
    }

    /// −1, 0 or 1.
    int sign() const { return big_ != nullptr ? big_sign() : (small_ > 0) - (small_ < 0); }
    bool is_zero() const { return big_ == nullptr && small_ == 0; }
    std::string to_string() const;
    /// The value as a machine integer. \throws UsageError if it does not fit.
    template <std::integral T>
    T convert_to() const {
        if (big_ == nullptr && std::in_range<T>(small_)) return static_cast<T>(small_);
        return static_cast<T>(
            checked_int128(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    /// The word that holds the value, if one does: |value| < 2^63.
    const std::int64_t* word() const { return big_ == nullptr ? &small_ : nullptr; }

    Integer operator-() const { return big_ == nullptr ? Integer(-small_) : Integer() - *this; }
    Integer& operator+=(const Integer& other) {
        std::int64_t sum = 0;
        if (!both_small(other) || __builtin_add_overflow(small_, other.small_, &sum))
            return combine_big(Operation::add, other);
        return *this = Integer(sum);
    }
    Integer& operator-=(const Integer& other) {
        std::int64_t difference = 0;
        if (!both_small(other) || __builtin_sub_overflow(small_, other.small_, &difference))
            return combine_big(Operation::subtract, other);
        return *this = Integer(difference);
    }
    Integer& operator*=(const Integer& other) {
        std::int64_t product = 0;
        if (!both_small(other) || __builtin_mul_overflow(small_, other.small_, &product))
            return combine_big(Operation::multiply, other);
        return *this = Integer(product);
    }
    /// The quotient, rounded towards 0. \throws UsageError when dividing by 0.
    Integer& operator/=(const Integer& other) {
        if (!both_small(other) || other.small_ == 0) return combine_big(Operation::divide, other);
        small_ /= other.small_;
        return *this;
    }
    /// The rest of that division, with the sign of the dividend.
    Integer& operator%=(const Integer& other) {
        if (!both_small(other) || other.small_ == 0) return combine_big(Operation::rest, other);
        small_ %= other.small_;
        return *this;
    }
    /// Multiplies by 2^bits. \param bits  >= 0
    Integer& operator<<=(unsigned long bits);
    Integer& operator++() { return *this += 1; }

    friend Integer operator+(Integer a, const Integer& b) { return a += b; }
    friend Integer operator-(Integer a, const Integer& b) { return a -= b; }
    friend Integer operator*(Integer a, const Integer& b) { return a *= b; }
    friend Integer operator/(Integer a, const Integer& b) { return a /= b; }
    friend Integer operator%(Integer a, const Integer& b) { return a %= b; }
    template <std::integral T>
    friend Integer operator<<(Integer value, T bits) {
        return value <<= static_cast<unsigned long>(bits);
    }
    friend bool operator==(const Integer& a, const Integer& b) {
        return a.both_small(b) ? a.small_ == b.small_ : compare_big(a, b) == 0;
    }
    friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
        return a.both_small(b) ? a.small_ <=> b.small_ : compare_big(a, b) <=> 0;
    }

    struct Big;  ///< Boost's number, in detail/big_numbers.hpp
    /// \param big  a value that no word holds
    explicit Integer(Big big);
    const Big* big() const { return big_; }

private:
    enum class Operation { add, subtract, multiply, divide, rest };

    // |value| < 2^63, so that negation never overflows.
    static bool is_small(Int128 value) {
        constexpr Int128 limit = std::numeric_limits<std::int64_t>::max();
        return -limit <= value && value <= limit;
    }
    bool both_small(const Integer& other) const { return big_ == nullptr && other.big_ == nullptr; }
    Integer& combine_big(Operation operation, const Integer& other);
    void assign_big(Int128 value);
    void copy_big(const Integer& other);
    void delete_big();
    int big_sign() const;
    static int compare_big(const Integer& a, const Integer& b);
    Int128 checked_int128(Int128 least, Int128 most) const;

    std::int64_t small_ = 0;  ///< the value, if big_ is null
    Big* big_ = nullptr;      ///< owned; null if and only if |value| < 2^63
};

/// |value|.
Integer abs(const Integer& value);
/// The greatest common divisor, >= 0; gcd(0, 0) = 0.
Integer gcd(const Integer& a, const Integer& b);
/// The least common multiple, >= 0; 0 if one of the two is.
Integer lcm(const Integer& a, const Integer& b);
/// base^exponent.
Integer pow(const Integer& base, unsigned exponent);
/// ⌊value^(1/2)⌋. \throws UsageError if the value is negative.
Integer sqrt(const Integer& value);
/// ⌊log₂ |value|⌋, the index of the highest bit. \throws UsageError for 0.
std::size_t msb(const Integer& value);

}  // namespace disarray
