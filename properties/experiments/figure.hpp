// SPDX-License-Identifier: MIT
//
// One number of an experiment, known in up to three ways: exactly, where it is a rational number of
// moderate length; as a double with a proved error; as an interval, where the double does not
// settle its digits. Printed digits are exact roundings or absent, and no comparison rests on a
// rounded number.
#pragma once

#include <compare>
#include <optional>
#include <string>

#include "exact/bounded.hpp"
#include "exact/interval.hpp"
#include "exact/rational.hpp"

namespace disarray::properties::experiments {

class Figure {
public:
    /// Bits of the intervals around irrational roots.
    static constexpr unsigned precision = 256;

    explicit Figure(const Rational& value) : exact_(value), near_(Bounded::near(value)) {}
    explicit Figure(const Bounded& near) : near_(near) {}
    explicit Figure(const Interval& enclosure);
    /// The non-negative root; exact where it is a rational number. \throws UsageError below 0.
    static Figure root(const Rational& square);

    const std::optional<Rational>& exact() const { return exact_; }
    const Bounded& near() const { return near_; }

    /// The number with so many digits after the point, 0 to 17, correctly rounded; empty if what is
    /// known does not settle them.
    std::optional<std::string> fixed(int places) const;

    /// Empty if what is known does not tell them apart.
    friend std::optional<std::strong_ordering> compare(const Figure& a, const Figure& b);

private:
    std::optional<Interval> interval() const;

    std::optional<Rational> exact_;
    Bounded near_;
    std::optional<Interval> enclosure_;
};

/// The square root of a number >= 0; what lies below 0 counts as 0.
Bounded square_root(const Bounded& value);

/// The sign of a number that is not 0, if the error leaves it one.
std::optional<int> certain_sign(const Bounded& value);

}  // namespace disarray::properties::experiments
