// SPDX-License-Identifier: MIT
//
// A double that carries a proved bound of its error, for decimals that are computed millions of
// times: a printed digit counts only if both ends of the error bound round to it, else the exact
// value is computed. No verdict rests on it.
//
// The bounds are those of IEEE 754 rounding to nearest: |fl(x) − x| <= u·|fl(x)| with u = 2^−53,
// and η, the least normal number, where a product or quotient may underflow. Each bound is itself a
// floating-point sum of a few non-negative terms; `slack` makes up for its roundings. Interval
// (MPFI) does the same for any precision, at some forty times the cost.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "exact/rational.hpp"

namespace disarray {

class Bounded {
public:
    /// 0, exactly.
    Bounded() = default;
    /// That integer; exactly if it has at most 53 bits.
    Bounded(std::int64_t value)  // NOLINT: an integer is a number
        : value_(static_cast<double>(value)),
          error_(std::abs(value_) < 0x1p53 ? 0 : std::abs(value_) * unit * slack) {}
    /// A number within `error` of `value`; error >= 0, infinite if nothing is known.
    Bounded(double value, double error) : value_(value), error_(error) {}
    /// A double near the rational number, with a bound.
    static Bounded near(const Rational& value);
    /// 1/log₂(base), for a base >= 2, from an interval that is certain.
    static Bounded inverse_log2(std::uint64_t base);

    /// ln of a positive number, from an interval that is certain; the error is infinite where the
    /// number may be 0.
    static Bounded logarithm(const Bounded& number);

    double value() const { return value_; }
    /// Infinite or NaN if nothing is known.
    double error() const { return error_; }

    friend Bounded operator+(const Bounded& a, const Bounded& b) {
        const double value = a.value_ + b.value_;
        return {value, (a.error_ + b.error_ + unit * std::abs(value)) * slack};
    }
    friend Bounded operator-(const Bounded& a, const Bounded& b) {
        const double value = a.value_ - b.value_;
        return {value, (a.error_ + b.error_ + unit * std::abs(value)) * slack};
    }
    friend Bounded operator*(const Bounded& a, const Bounded& b) {
        const double value = a.value_ * b.value_;
        const double carried =
            std::abs(a.value_) * b.error_ + std::abs(b.value_) * a.error_ + a.error_ * b.error_;
        return {value, (carried + unit * std::abs(value) + tiny) * slack};
    }
    /// The error is infinite where the divisor may be 0.
    friend Bounded operator/(const Bounded& a, const Bounded& b) {
        // x/y − a/b = ((x − a)·b − a·(y − b))/(y·b), and |y| >= |b| − error of b.
        const double value = a.value_ / b.value_;
        const double least = std::abs(b.value_) - b.error_;
        if (!(least > 0)) return {0, std::numeric_limits<double>::infinity()};
        // A product that is lost in underflow is less than the least number there is.
        constexpr double lost = std::numeric_limits<double>::denorm_min();
        const double carried = (a.error_ + std::abs(value) * b.error_ * slack + lost) / least;
        return {value, (carried + unit * std::abs(value) + tiny) * slack};
    }
    Bounded& operator+=(const Bounded& other) { return *this = *this + other; }
    Bounded& operator*=(const Bounded& other) { return *this = *this * other; }

private:
    static constexpr double unit = 0x1p-53;
    /// More than (1 + u)^8: no bound above has more than eight roundings.
    static constexpr double slack = 1 + 0x1p-49;
    static constexpr double tiny = std::numeric_limits<double>::min();

    double value_ = 0;
    double error_ = 0;
};

}  // namespace disarray
