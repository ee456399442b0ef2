// SPDX-License-Identifier: MIT
//
// The mean of a sample and its standard error, as certified intervals, and their decimals.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "exact/interval.hpp"

namespace disarray::properties::experiments {

/// A sample x₁, …, x_N of real numbers that are known as intervals.
class Estimate {
public:
    /// Bits. The sum of squares loses twice the digits by which the spread is smaller than the mean
    /// itself: of 38 digits enough are left.
    static constexpr unsigned precision = 128;

    /// In the order of the calls, since rounding depends on it.
    void add(const Interval& x);

    std::size_t count() const { return count_; }
    /// Σx/N. Empty for no x.
    std::optional<Interval> mean() const;
    /// √(s²/N) with s² = (Σx² − (Σx)²/N)/(N−1). Empty for fewer than two x.
    std::optional<Interval> standard_error() const;

private:
    std::size_t count_ = 0;
    Interval sum_{Rational(0), precision};
    Interval squares_{Rational(0), precision};
};

/// The number in as many significant digits, up to `digits`, as the whole interval has in common
/// when rounded; "<1e-18" for one that is 0 or above and has none.
std::string certain_decimal(const Interval& number, int digits = 9);

/// "0.071 ± 0.002": both rounded to the place of the first digit of the standard error (three
/// places where it is 0, or absent: "0.071"), one place more where the mean is a tie there; "-"
/// without a mean.
std::string estimate_text(const std::optional<Interval>& mean,
                          const std::optional<Interval>& standard_error);

}  // namespace disarray::properties::experiments
