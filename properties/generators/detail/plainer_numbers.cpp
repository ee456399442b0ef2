// SPDX-License-Identifier: MIT
#include "properties/generators/detail/plainer_numbers.hpp"

#include <algorithm>

namespace disarray::properties::generators::detail {

namespace {

/// From the plainest on; what follows them is ordered by numerator plus denominator.
std::vector<Rational> plainest(Place place) {
    switch (place) {
        case Place::element_weight:
            return {1};
        case Place::swap_cost:
            return {1, 0};
        case Place::distance:
            return {0, 1};
        case Place::scale:
            return {2};
    }
    return {};
}

bool is_allowed(const Rational& value, Place place) {
    const bool may_be_zero = place == Place::swap_cost || place == Place::distance;
    return value.sign() > 0 || (value.sign() == 0 && may_be_zero);
}

/// The multiples of 1/denominator just below (or at) and just above value ≥ 0.
std::vector<Rational> rounded(const Rational& value, const Integer& denominator) {
    const Integer below = value.numerator() * denominator / value.denominator();
    return {Rational(below, denominator), Rational(below + 1, denominator)};
}

std::vector<Rational> candidates(const Rational& value, Place place) {
    std::vector<Rational> found = plainest(place);
    const Integer p = value.numerator();
    const Integer q = value.denominator();
    const auto add = [&](const std::vector<Rational>& more) {
        found.insert(found.end(), more.begin(), more.end());
    };
    add(rounded(value / Rational(2), 1));
    add(rounded(value, 1));
    add({value - Rational(1)});
    for (const Integer& smaller : {Integer(q / 2), Integer(q - 1)}) {
        if (smaller > 1) add(rounded(value, smaller));
    }
    add({Rational(p / 2, q), Rational(p - 1, q)});
    return found;
}

}  // namespace

Integer plainness(const Rational& value, Place place) {
    const std::vector<Rational> first = plainest(place);
    const auto found = std::ranges::find(first, value);
    if (found != first.end()) return found - first.begin();
    return value.numerator() + value.denominator();
}

std::vector<Rational> plainer_numbers(const Rational& value, Place place) {
    const Integer limit = plainness(value, place);
    std::vector<Rational> plainer;
    for (const Rational& candidate : candidates(value, place)) {
        if (!is_allowed(candidate, place) || plainness(candidate, place) >= limit) continue;
        if (std::ranges::find(plainer, candidate) == plainer.end()) plainer.push_back(candidate);
    }
    return plainer;
}

}  // namespace disarray::properties::generators::detail
