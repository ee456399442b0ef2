// SPDX-License-Identifier: MIT
#include "properties/generators/detail/plainer_dissimilarities.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>

#include "properties/generators/detail/plainer_numbers.hpp"
#include "properties/generators/dissimilarities.hpp"

namespace disarray::properties::generators::detail {

namespace {

using Dissimilarities = std::vector<Dissimilarity>;

/// Every entry mapped by `map`, which sends 0 to 0.
template <class Map>
Dissimilarity mapped(const Dissimilarity& d, const Map& map) {
    return dissimilarity_from(
        d.size(), [&](std::size_t i, std::size_t j) -> Rational { return map(d(i, j)); });
}

std::set<Rational> values_of(const Dissimilarity& d) {
    std::set<Rational> values;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = i + 1; j < d.size(); ++j)
            values.insert(d(i, j));
    }
    return values;
}

/// {j : D_ij ≤ t} against the rest, for each i and t, each cut once.
Dissimilarities cuts(const Dissimilarity& d) {
    Dissimilarities found;
    std::set<std::vector<std::int64_t>> seen;
    std::set<Rational> bounds = values_of(d);
    bounds.insert(Rational(0));
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (const Rational& bound : bounds) {
            std::vector<std::int64_t> side(d.size());
            const std::int64_t first = d(i, 0) <= bound ? 1 : 0;  // element 1 is on side 0
            for (std::size_t j = 0; j < d.size(); ++j)
                side[j] = (d(i, j) <= bound ? 1 : 0) ^ first;
            if (seen.insert(side).second) found.push_back(Dissimilarity::multi_class(side));
        }
    }
    return found;
}

/// D·q/g, D·q and D/2: q the common denominator, g the greatest common divisor of what then
/// results.
Dissimilarities multiples(const Dissimilarity& d) {
    const Integer q = d.entries().denominator();
    Integer g = 0;
    for (const Integer& numerator : d.entries().numerators())
        g = gcd(g, numerator);
    if (g == 0) return {};
    return {mapped(d, [&](const Rational& x) { return x * Rational(q, g); }),
            mapped(d, [&](const Rational& x) { return x * Rational(q); }),
            mapped(d, [](const Rational& x) { return x / Rational(2); })};
}

/// Rounding up keeps a triangle (⌈a+b⌉ ≤ ⌈a⌉+⌈b⌉), and so does cutting off; rounding down may not.
Dissimilarities roundings(const Dissimilarity& d) {
    const auto down = [](const Rational& x) { return Rational(x.numerator() / x.denominator()); };
    const auto up = [&](const Rational& x) { return x.is_integer() ? x : down(x) + Rational(1); };
    Dissimilarities found = {mapped(d, up), mapped(d, down)};
    for (const Rational& most : values_of(d)) {
        found.push_back(mapped(d, [&](const Rational& x) { return std::min(x, most); }));
    }
    return found;
}

/// Element k moves to the point of element `onto`.
Dissimilarities merges(const Dissimilarity& d) {
    Dissimilarities found;
    for (std::size_t onto = 0; onto < d.size(); ++onto) {
        for (std::size_t k = 0; k < d.size(); ++k) {
            if (k == onto || d(k, onto) == 0) continue;
            const auto point = [&](std::size_t i) { return i == k ? onto : i; };
            found.push_back(dissimilarity_from(
                d.size(), [&](std::size_t i, std::size_t j) { return d(point(i), point(j)); }));
        }
    }
    return found;
}

void add_entry(const Dissimilarity& d, std::size_t row, std::size_t column,
               Dissimilarities& found) {
    for (const Rational& plainer : plainer_numbers(d(row, column), Place::distance)) {
        found.push_back(dissimilarity_from(d.size(), [&](std::size_t i, std::size_t j) {
            return i == row && j == column ? plainer : d(i, j);
        }));
        if (!found.back().is_pseudometric()) found.push_back(closure(found.back()));
    }
}

Dissimilarities different_entries(const Dissimilarity& d) {
    Dissimilarities found;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = i + 1; j < d.size(); ++j)
            add_entry(d, i, j, found);
    }
    return found;
}

/// D > 0 as 0/1: elements at distance 0 of a pseudometric are its classes.
Dissimilarities positive_as_one(const Dissimilarity& d) {
    return {mapped(d, [](const Rational& x) { return Rational(x.sign()); })};
}

constexpr DissimilarityMove all_dissimilarity_moves[] = {
    positive_as_one, cuts, multiples, roundings, merges, different_entries};

}  // namespace

std::span<const DissimilarityMove, 6> dissimilarity_moves() {
    return all_dissimilarity_moves;
}

}  // namespace disarray::properties::generators::detail
