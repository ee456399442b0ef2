// SPDX-License-Identifier: MIT
//
// Rational numbers. Those of a certificate are nearly always small, and an allocation for each
// would double the time: numerators and denominators of 31 bits stay machine words, whose sums and
// products fit into 64 bits. GMP has the others.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>

#include <gmpxx.h>

namespace disarray::verify {

class Number {
public:
    Number(std::int64_t p = 0, std::int64_t q = 1) {  // p/q, q > 0
        const std::int64_t divisor = q == 1 ? 1 : std::gcd(p, q);
        p_ = static_cast<std::int32_t>(p / divisor);
        q_ = static_cast<std::int32_t>(q / divisor);
        if (p_ != p / divisor || q_ != q / divisor) *this = Number(mpq_class(p, q));
    }
    explicit Number(mpq_class value);
    explicit Number(const std::string& spelling);  ///< "-3/4" or "2"
    mpq_class in_gmp() const { return long_ ? *long_ : mpq_class(p_, q_); }
    std::string to_string() const { return in_gmp().get_str(); }
    /// Of a whole number of 31 bits. \throws std::range_error if it is another
    std::int64_t whole() const { return q_ == 1 ? p_ : throw std::range_error("no whole number"); }
    std::int64_t denominator() const { return q_; }  ///< 0 of a long number
    int sign() const { return long_ ? sgn(*long_) : (p_ > 0) - (p_ < 0); }

    friend Number operator+(const Number& a, const Number& b) {
        if (a.long_ || b.long_) return Number(mpq_class(a.in_gmp() + b.in_gmp()));
        return {a.p() * b.q_ + b.p() * a.q_, a.q() * b.q_};
    }
    friend Number operator*(const Number& a, const Number& b) {
        if (a.long_ || b.long_) return Number(mpq_class(a.in_gmp() * b.in_gmp()));
        return {a.p() * b.p_, a.q() * b.q_};
    }
    friend Number operator-(const Number& a) { return a * -1; }
    friend Number operator-(const Number& a, const Number& b) { return a + -b; }
    Number& operator+=(const Number& b) {
        std::int32_t sum = 0;  // of whole words, as most are, without a call
        if (q_ != 1 || b.q_ != 1 || __builtin_add_overflow(p_, b.p_, &sum))
            return *this = *this + b;
        p_ = sum;
        return *this;
    }
    Number& operator-=(const Number& b) { return *this = *this - b; }

    friend bool operator==(const Number& a, const Number& b) {
        return a.p_ == b.p_ && a.q_ == b.q_ && (!a.long_ || *a.long_ == *b.long_);
    }
    friend std::strong_ordering operator<=>(const Number& a, const Number& b) {
        if (a.long_ || b.long_) return (a - b).sign() <=> 0;
        return a.p() * b.q_ <=> b.p() * a.q_;
    }

private:
    std::int64_t p() const { return p_; }
    std::int64_t q() const { return q_; }

    std::int32_t p_ = 0, q_ = 1;             // in lowest terms, q > 0; both 0 beside a long number
    std::shared_ptr<const mpq_class> long_;  // never changed, so that copies can share it
};

}  // namespace disarray::verify
