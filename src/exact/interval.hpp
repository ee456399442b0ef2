// SPDX-License-Identifier: MIT
//
// A closed interval that is certain to contain a real number: MPFI's outward rounding at a chosen
// precision. What a verdict takes from it is a sign that the whole interval has; never a midpoint.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include <mpfi.h>

#include "exact/rational.hpp"

namespace disarray {

class Interval {
public:
    /// Bits of precision of a first try; callers double it until they know.
    static constexpr unsigned least_precision = 64;

    /// An interval around `value`. \param precision  in bits
    Interval(const Rational& value, unsigned precision);
    /// From `low` to `high`, both finite. \param precision  at least 53
    static Interval between(double low, double high, unsigned precision);
    Interval(const Interval& other);
    Interval& operator=(const Interval& other);
    ~Interval();

    /// Around value^(1/degree), for a value >= 0 and a degree >= 1.
    static Interval root(const Integer& value, unsigned degree, unsigned precision);
    /// Around 1/log₂(base), for a base >= 2.
    static Interval inverse_log2(std::uint64_t base, unsigned precision);

    Interval& operator+=(const Interval& other);
    Interval& operator-=(const Interval& other);
    Interval& operator*=(const Interval& other);
    /// \throws UsageError if the divisor contains 0.
    Interval& operator/=(const Interval& other);
    friend Interval operator+(Interval a, const Interval& b) { return a += b; }
    friend Interval operator-(Interval a, const Interval& b) { return a -= b; }
    friend Interval operator*(Interval a, const Interval& b) { return a *= b; }
    friend Interval operator/(Interval a, const Interval& b) { return a /= b; }
    /// Around the absolute value.
    Interval absolute() const;
    /// Around the square root; what lies below 0 counts as 0.
    Interval square_root() const;

    /// Around the natural logarithm, of a positive interval.
    Interval logarithm() const;
    /// Around the root of that degree, >= 1; what lies below 0 counts as 0.
    Interval root(unsigned degree) const;

    /// The sign, if all of the interval has it; 0 only for the point 0.
    std::optional<int> sign() const;
    /// The ends, exactly.
    std::pair<Rational, Rational> ends() const;
    unsigned precision() const;

private:
    explicit Interval(unsigned precision);
    mpfi_t value_;
};

}  // namespace disarray
