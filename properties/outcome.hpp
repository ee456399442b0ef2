// SPDX-License-Identifier: MIT
//
// How a property writes down what it found: one relation between two named values.
#pragma once

#include <string>

#include <fmt/format.h>

#include "properties/property.hpp"

namespace disarray::properties {

inline Outcome does_not_apply(std::string reason) {
    return {Outcome::Kind::does_not_apply, std::move(reason)};
}

/// A side of a relation: the formula and its value.
struct Side {
    std::string_view formula;
    Value value;
};

namespace detail {

inline Outcome relation(const Side& left, const Side& right, bool (*holds)(Order),
                        std::string_view sign, std::string_view negated) {
    for (const Side& side : {left, right}) {
        if (!side.value.is_defined()) {
            return does_not_apply(
                fmt::format("{} is undefined: {}", side.formula, side.value.why_undefined()));
        }
    }
    const Order order = compare(left.value, right.value);
    const auto explained = [&](std::string_view between) {
        return fmt::format("{} = {} {} {} = {}", left.formula, left.value.to_string(), between,
                           right.formula, right.value.to_string());
    };
    if (order == Order::undecided) return {Outcome::Kind::undecided, explained("?")};
    if (holds(order)) return {Outcome::Kind::holds, explained(sign)};
    return {Outcome::Kind::violated, explained(negated)};
}

}  // namespace detail

// The explanation of a violation shows the relation that fails, with its sign negated.
inline Outcome equal(const Side& left, const Side& right) {
    return detail::relation(
        left, right, [](Order o) { return o == Order::equal; }, "=", "≠");
}
inline Outcome different(const Side& left, const Side& right) {
    return detail::relation(
        left, right, [](Order o) { return o != Order::equal; }, "≠", "=");
}
inline Outcome at_most(const Side& left, const Side& right) {
    return detail::relation(
        left, right, [](Order o) { return o != Order::greater; }, "<=", ">");
}
inline Outcome less(const Side& left, const Side& right) {
    return detail::relation(
        left, right, [](Order o) { return o == Order::less; }, "<", ">=");
}

}  // namespace disarray::properties
