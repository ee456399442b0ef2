// SPDX-License-Identifier: MIT
#include "search/prove/periodic_family.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "search/evidence.hpp"

namespace disarray::search {

namespace {

/// So many values are held against the line through the first two.
constexpr std::size_t seen_values = 6;

std::vector<PatternElement> elements_of(const PeriodicFamily& family, std::size_t m) {
    std::vector<PatternElement> elements = family.left;
    for (std::size_t k = 0; k < m; ++k)
        elements.insert(elements.end(), family.block.begin(), family.block.end());
    elements.insert(elements.end(), family.right.begin(), family.right.end());
    return elements;
}

/// The line through (first, a) and (first + 1, b).
Affine line_through(std::size_t first, const Rational& a, const Rational& b) {
    return {a - Rational(first) * (b - a), b - a};
}

Rational at(const Affine& line, std::size_t m) {
    return line.constant + Rational(m) * line.slope;
}

std::size_t run_length(const InflatedElement& element, std::size_t m) {
    return element.grows ? m : 1;
}

std::vector<std::int64_t> inflated_ranks(const PeriodicFamily& family, std::size_t m) {
    std::vector<std::int64_t> ranks;
    for (const InflatedElement& element : family.inflated) {
        std::size_t before = 0;
        for (const InflatedElement& other : family.inflated)
            if (other.rank < element.rank) before += run_length(other, m);
        for (std::size_t k = 1; k <= run_length(element, m); ++k)
            ranks.push_back(static_cast<std::int64_t>(before + k));
    }
    return ranks;
}

bool can_be_inflated(const Expression& expression) {
    return expression.absolute.empty() &&
           std::ranges::all_of(expression.terms, [](const Term& term) {
               return term.distance.is_linear() && !term.distance.inverse;
           });
}

}  // namespace

std::size_t PeriodicFamily::length(std::size_t m) const {
    std::size_t sum = left.size() + m * block.size() + right.size();
    for (const InflatedElement& element : inflated)
        sum += run_length(element, m);
    return sum;
}

Permutation PeriodicFamily::sigma(std::size_t m) const {
    const auto n = static_cast<std::int64_t>(length(m));
    std::vector<std::int64_t> ranks = inflated_ranks(*this, m);
    for (const PatternElement& element : elements_of(*this, m)) {
        const std::size_t i = ranks.size();
        const bool at_end = i < left.size() || i >= left.size() + m * block.size();
        const std::int64_t from = !at_end            ? static_cast<std::int64_t>(i) + 1
                                  : element.rank > 0 ? 0
                                                     : n + 1;
        ranks.push_back(from + element.rank);
    }
    return Permutation::from_ranks(ranks, "the family " + name);
}

Dissimilarity PeriodicFamily::dissimilarity(std::size_t m) const {
    std::vector<std::int64_t> classes;
    for (const PatternElement& element : elements_of(*this, m))
        classes.push_back(element.colour);
    for (const InflatedElement& element : inflated)
        classes.insert(classes.end(), run_length(element, m), element.colour);
    return Dissimilarity::multi_class(classes);
}

std::optional<FamilyValues> values_on(const PeriodicFamily& family, const Inequality& inequality) {
    if (!family.inflated.empty() &&
        !(can_be_inflated(inequality.small) && can_be_inflated(inequality.big)))
        return std::nullopt;
    std::vector<Evidence> seen;
    for (std::size_t m = family.first; m < family.first + seen_values; ++m)
        seen.push_back(naive_evidence(inequality, family.sigma(m), {}, family.dissimilarity(m)));
    const FamilyValues values{line_through(family.first, seen[0].small, seen[1].small),
                              line_through(family.first, seen[0].big, seen[1].big)};
    for (std::size_t k = 0; k < seen.size(); ++k) {
        const std::size_t m = family.first + k;
        if (seen[k].small.sign() <= 0 || seen[k].small != at(values.small, m) ||
            seen[k].big != at(values.big, m)) {
            return std::nullopt;
        }
    }
    return values;
}

const std::vector<PeriodicFamily>& periodic_families() {
    // framed: n 3 2 5 4 … 1 and the cut into even and odd, which refutes K ≤ F[prefix].
    // threes: 2 4 6 1 8 3 … n n−5 n−3 n−1, whose elements move by 3, and a cut into pairs with the
    // colours of the ends flipped: F[box] is 4K − 1 on it, the most that there is for n = 6 and 8.
    // rotation: 2 3 … n 1 and the first element cut off, on which F[prefix-sym] is n·K; the last
    // cut off, F[prefix] is 2n − 2, and F[interval] and F[box] are n.
    static const std::vector<PeriodicFamily> all{
        {"framed", {{-1, 1}}, {{1, 0}, {-1, 1}}, {{1, 0}}, 1},
        {"threes",
         {{2, 0}, {4, 1}},
         {{3, 0}, {-3, 0}, {3, 1}, {-3, 1}},
         {{-1, 0}, {-6, 0}, {-4, 1}, {-2, 0}},
         0},
        {"threes", {{2, 0}, {4, 1}}, {{3, 0}, {-3, 0}, {3, 1}, {-3, 1}}, {{-4, 0}, {-2, 1}}, 1},
        {"rotation", {{2, 1}}, {{1, 0}}, {{1, 0}}, 1},
        {"rotation-last", {}, {{1, 0}}, {{1, 1}}, 1}};
    return all;
}

std::vector<PeriodicFamily> periodic_families_named(std::string_view name, std::string_view where) {
    std::vector<PeriodicFamily> named;
    std::vector<std::string_view> known;
    for (const PeriodicFamily& family : periodic_families()) {
        if (family.name == name) named.push_back(family);
        if (std::ranges::find(known, family.name) == known.end()) known.push_back(family.name);
    }
    if (named.empty()) {
        throw InputError(where, "\"" + printable(name) + "\"",
                         expected_one_of(name, known, "disarray search prove --help-all"));
    }
    return named;
}

PeriodicFamily padded_family(const Permutation& sigma, const std::vector<int>& side) {
    PeriodicFamily family{"padded", {}, {{0, 0}}, {}, 0};
    for (std::size_t i = 0; i < sigma.size(); ++i)
        family.left.push_back({static_cast<int>(sigma.ranks()[i]) + 1, side[i]});
    return family;
}

std::optional<PeriodicFamily> inflated_family(const Permutation& sigma,
                                              const Inequality& inequality) {
    const unsigned choices = 1U << sigma.size();
    for (unsigned grown = 1; grown < choices; ++grown) {
        for (unsigned cut = 1; cut < choices / 2; ++cut) {
            PeriodicFamily family{"inflated", {}, {}, {}, 1};
            for (std::size_t i = 0; i < sigma.size(); ++i)
                family.inflated.push_back({static_cast<int>(sigma[i]) + 1, (grown >> i & 1U) != 0,
                                           static_cast<int>(cut >> i & 1U)});
            const auto values = values_on(family, inequality);
            if (values && values->small.slope.sign() > 0 &&
                values->small.slope == values->big.slope)
                return family;
        }
    }
    return std::nullopt;
}

}  // namespace disarray::search
