// SPDX-License-Identifier: MIT
#include "properties/experiments/figure.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "exact/decimal.hpp"

namespace disarray::properties::experiments {

namespace {

/// √value, if it is an integer.
std::optional<Integer> integer_root(const Integer& value) {
    const Integer root = sqrt(value);
    return root * root == value ? std::optional(root) : std::nullopt;
}

/// A double within the interval's width of each of its numbers.
Bounded around(const Interval& interval) {
    const auto [low, high] = interval.ends();
    const Bounded end = Bounded::near(low);
    const Bounded width = Bounded::near(high - low);
    return {end.value(), (end.error() + width.value() + width.error()) * (1 + 0x1p-50)};
}

}  // namespace

Figure::Figure(const Interval& enclosure) : near_(around(enclosure)), enclosure_(enclosure) {}

Figure Figure::root(const Rational& square) {
    if (square.sign() < 0) throw UsageError("Figure::root: a root of no number");
    const auto numerator = integer_root(square.numerator());
    const auto denominator = integer_root(square.denominator());
    if (numerator && denominator) return Figure(Rational(*numerator, *denominator));
    return Figure(Interval(square, precision).square_root());
}

std::optional<Interval> Figure::interval() const {
    return exact_ ? Interval(*exact_, precision) : enclosure_;
}

std::optional<std::string> Figure::fixed(int places) const {
    if (exact_) return to_fixed(*exact_, places);
    if (auto text = to_fixed(near_, places)) return text;
    if (!enclosure_) return std::nullopt;
    const auto [low, high] = enclosure_->ends();
    std::string text = to_fixed(low, places);
    return text == to_fixed(high, places) ? std::optional(text) : std::nullopt;
}

std::optional<std::strong_ordering> compare(const Figure& a, const Figure& b) {
    if (a.exact_ && b.exact_) return *a.exact_ <=> *b.exact_;
    if (const auto sign = certain_sign(a.near_ - b.near_)) return *sign <=> 0;
    const auto first = a.interval(), second = b.interval();
    const auto sign = first && second ? (*first - *second).sign() : std::nullopt;
    return sign ? std::optional<std::strong_ordering>(*sign <=> 0) : std::nullopt;
}

Bounded square_root(const Bounded& value) {
    constexpr double unit = 0x1p-53, slack = 1 + 0x1p-48;
    const double v = value.value(), e = value.error();
    if (v > e) {
        // |√x − √v| = |x − v|/(√x + √v) <= e/√v, and a root is rounded once.
        const double root = std::sqrt(v);
        return {root, (e / root + unit * root) * slack};
    }
    // Somewhere from 0 to √(v + e).
    const double most = std::sqrt(std::max(v, 0.0) + e) * slack;
    return {0, most};
}

std::optional<int> certain_sign(const Bounded& value) {
    // An error that is not known is infinite or NaN, and then neither holds.
    if (value.value() > value.error()) return 1;
    if (-value.value() > value.error()) return -1;
    return std::nullopt;
}

}  // namespace disarray::properties::experiments
