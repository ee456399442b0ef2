// SPDX-License-Identifier: MIT
//
// Numbers c + f·ln(a), with c, f and a > 0 rational: what sums without an end (rank-biased overlap)
// and metrics on a logarithmic scale (yaap) come to. They are closed under addition and rational
// factors, and everything about them is decidable: ln of a positive rational other than 1 is
// transcendental (Lindemann 1882), so that such a number is 0 only where it is seen to be, and
// intervals at rising precision find any other sign.
#pragma once

#include <optional>
#include <string>

#include "exact/interval.hpp"
#include "exact/rational.hpp"

namespace disarray {

struct LogLinear {
    Rational constant, factor;
    Rational argument = 1;  ///< > 0

    /// Whether it is c alone.
    bool is_rational() const { return factor.sign() == 0 || argument == 1; }
    int sign() const;
    Interval enclosure(unsigned precision) const;
    /// "1/2 + 3/4*ln(10)"; the number alone where there is no logarithm.
    std::string to_string() const;
};

/// The sum. Of different arguments it has the product of powers that the factors ask for.
/// \throws NotSupported if that has more than a few million digits.
LogLinear operator+(const LogLinear& a, const LogLinear& b);
LogLinear operator*(const Rational& factor, const LogLinear& a);

}  // namespace disarray
