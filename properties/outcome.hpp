// SPDX-License-Identifier: MIT
//
// How a property writes down what it found: one relation between two named values.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/near_names.hpp"
#include "properties/property.hpp"

namespace disarray::properties {

constexpr auto choices(Outcome::Kind) {
    return std::to_array<Choice<Outcome::Kind>>({{"holds", Outcome::Kind::holds},
                                                 {"violated", Outcome::Kind::violated},
                                                 {"does not apply", Outcome::Kind::does_not_apply},
                                                 {"undecided", Outcome::Kind::undecided}});
}

inline Outcome does_not_apply(std::string reason) {
    return {Outcome::Kind::does_not_apply, std::move(reason)};
}

/// Whether |a − b| <= tolerance·max(1, |a|, |b|), exactly; false for what is not rational, and for
/// tolerance 0.
inline bool nearly_equal(const Value& a, const Value& b, const Rational& tolerance) {
    if (tolerance == 0 || !a.is_rational() || !b.is_rational()) return false;
    const Rational &x = a.rational(), &y = b.rational();
    return abs(x - y) <= tolerance * std::max({Rational(1), abs(x), abs(y)});
}

/// The same for the end of a range: numbers in floating point, whose denominators are powers of
/// two, may miss it by rounding; exact ones may not.
inline bool misses_by_rounding(const Value& value, const Rational& end, const Rational& tolerance) {
    if (!value.is_rational() || !nearly_equal(value, end, tolerance)) return false;
    const Integer denominator = value.rational().denominator();
    return denominator == Integer(1) << msb(denominator);
}

/// A side of a relation: the formula and its value.
struct Side {
    std::string_view formula;
    Value value;
};

namespace detail {

inline std::string explained(const Side& left, std::string_view sign, const Side& right) {
    return fmt::format("{} = {} {} {} = {}", left.formula, left.value.to_string(), sign,
                       right.formula, right.value.to_string());
}

/// \param order  of the two sides
inline Outcome relation(const Side& left, const Side& right, Order order, bool holds,
                        std::string_view sign, std::string_view negated) {
    if (order == Order::undecided) {
        return {Outcome::Kind::undecided, explained(left, "?", right)};
    }
    if (holds) return {Outcome::Kind::holds, explained(left, sign, right)};
    return {Outcome::Kind::violated, explained(left, negated, right)};
}

/// "Undefined" is a value of its own: equal to itself, and to no number.
inline Order order_for_equality(const Value& a, const Value& b) {
    const Order order = compare(a, b);
    if (order != Order::undefined) return order;
    return a.is_defined() == b.is_defined() ? Order::equal : Order::undefined;
}

/// It is neither below nor above anything: an inequality does not apply.
inline std::optional<Outcome> without_order(const Side& left, const Side& right) {
    for (const Side* side : {&left, &right}) {
        if (side->value.is_defined() || side->value.is_undecided()) continue;
        return does_not_apply(
            fmt::format("{} is undefined: {}", side->formula, side->value.why_undefined()));
    }
    return std::nullopt;
}

}  // namespace detail

// The explanation of a violation shows the relation that fails, with its sign negated.
inline Outcome equal(const Side& left, const Side& right) {
    const Order order = detail::order_for_equality(left.value, right.value);
    return detail::relation(left, right, order, order == Order::equal, "=", "≠");
}
inline Outcome different(const Side& left, const Side& right) {
    const Order order = detail::order_for_equality(left.value, right.value);
    return detail::relation(left, right, order, order != Order::equal, "≠", "=");
}
inline Outcome at_most(const Side& left, const Side& right) {
    if (auto outcome = detail::without_order(left, right)) return *outcome;
    const Order order = compare(left.value, right.value);
    return detail::relation(left, right, order, order != Order::greater, "<=", ">");
}
inline Outcome less(const Side& left, const Side& right) {
    if (auto outcome = detail::without_order(left, right)) return *outcome;
    const Order order = compare(left.value, right.value);
    return detail::relation(left, right, order, order == Order::less, "<", ">=");
}

}  // namespace disarray::properties
