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
    Rational value;
};

namespace detail {

inline Outcome relation(bool holds, const Side& left, std::string_view sign, const Side& right) {
    return {holds ? Outcome::Kind::holds : Outcome::Kind::violated,
            fmt::format("{} = {} {} {} = {}", left.formula, left.value.to_string(), sign,
                        right.formula, right.value.to_string())};
}

}  // namespace detail

// The explanation of a violation shows the relation that fails, with its sign negated.
inline Outcome equal(const Side& left, const Side& right) {
    const bool holds = left.value == right.value;
    return detail::relation(holds, left, holds ? "=" : "≠", right);
}
inline Outcome at_most(const Side& left, const Side& right) {
    const bool holds = left.value <= right.value;
    return detail::relation(holds, left, holds ? "<=" : ">", right);
}

}  // namespace disarray::properties
