// SPDX-License-Identifier: MIT
#include "search/detail/conjecture_algebra.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace disarray::search::detail {

namespace {

bool same_factor(const Choice& a, const Choice& b) {
    return a.absolute == b.absolute && a.arguments == b.arguments;
}

/// The order in which distances are printed: K first, σ before σ⁻¹.
auto printing_order(const Distance& d) {
    const bool kendall = d.kind == Distance::Kind::kendall;
    return std::tuple(kendall ? 0 : 1 + static_cast<int>(d.reading), d.inverse);
}

void add_choice(DistanceSum& sum, const Rational& coefficient, Choice choice) {
    const auto place = std::ranges::find_if(
        sum.choices, [&](const Choice& other) { return same_factor(choice, other); });
    if (place == sum.choices.end()) {
        choice.coefficient = coefficient;
        if (coefficient.sign() != 0) sum.choices.push_back(std::move(choice));
        return;
    }
    place->coefficient += coefficient;
    if (place->coefficient.sign() == 0) sum.choices.erase(place);
}

/// True if every term has that sign; then so has the sum, since no distance is negative.
bool is_of_sign(const DistanceSum& sum, int sign) {
    return sum.choices.empty() && std::ranges::all_of(sum.terms, [&](const Term& term) {
               return term.coefficient.sign() == sign;
           });
}

/// The q with sum = q · (coprime integers, the first > 0). Of terms only, and not empty.
Rational content(const DistanceSum& sum) {
    Integer numerators = 0, denominators = 1;
    for (const Term& term : sum.terms) {
        numerators = gcd(numerators, term.coefficient.numerator());
        denominators = lcm(denominators, term.coefficient.denominator());
    }
    const Rational size(numerators, denominators);
    return sum.terms.front().coefficient.sign() < 0 ? -size : size;
}

/// True if a ≤ b whatever the distances are, as far as coefficients show it.
bool is_dominated(const DistanceSum& a, const DistanceSum& b) {
    if (a == b) return true;
    return a.choices.empty() && b.choices.empty() && is_of_sign(combined(b, -1, a), 1);
}

}  // namespace

bool operator==(const DistanceSum& a, const DistanceSum& b) {
    return a.terms == b.terms &&
           std::ranges::equal(a.choices, b.choices, [](const Choice& x, const Choice& y) {
               return x.coefficient == y.coefficient && same_factor(x, y);
           });
}

void add_term(DistanceSum& sum, const Rational& coefficient, const Distance& distance) {
    const auto place =
        std::ranges::lower_bound(sum.terms, printing_order(distance), {},
                                 [](const Term& t) { return printing_order(t.distance); });
    if (place == sum.terms.end() || !(place->distance == distance)) {
        if (coefficient.sign() != 0) sum.terms.insert(place, Term{coefficient, distance});
        return;
    }
    place->coefficient += coefficient;
    if (place->coefficient.sign() == 0) sum.terms.erase(place);
}

void add(DistanceSum& sum, const Rational& factor, const DistanceSum& other) {
    for (const Term& term : other.terms)
        add_term(sum, factor * term.coefficient, term.distance);
    for (const Choice& choice : other.choices)
        add_choice(sum, factor * choice.coefficient, choice);
}

DistanceSum scaled(const Rational& factor, const DistanceSum& sum) {
    DistanceSum result;
    add(result, factor, sum);
    return result;
}

DistanceSum combined(DistanceSum a, const Rational& factor, const DistanceSum& b) {
    add(a, factor, b);
    return a;
}

bool is_linear(const DistanceSum& sum) {
    return sum.choices.empty() && std::ranges::all_of(sum.terms, [](const Term& term) {
               return term.distance.is_linear();
           });
}

DistanceSum absolute_value(const DistanceSum& sum, TextPlace place) {
    if (is_of_sign(sum, 1)) return sum;
    if (is_of_sign(sum, -1)) return scaled(-1, sum);
    const Rational factor = sum.choices.empty() ? content(sum) : Rational(1);
    DistanceSum result;
    add_choice(result, abs(factor), Choice{1, true, {scaled(1 / factor, sum)}, place});
    return result;
}

DistanceSum maximum(const std::vector<DistanceSum>& arguments, TextPlace place) {
    std::vector<DistanceSum> kept;
    for (const DistanceSum& argument : arguments) {
        const auto dominates = [&](const DistanceSum& other) {
            return is_dominated(argument, other);
        };
        if (std::ranges::any_of(kept, dominates)) continue;
        std::erase_if(kept,
                      [&](const DistanceSum& other) { return is_dominated(other, argument); });
        kept.push_back(argument);
    }
    if (kept.size() == 1) return kept.front();
    return DistanceSum{{}, {Choice{1, false, std::move(kept), place}}};
}

DistanceSum minimum(std::vector<DistanceSum> arguments, TextPlace place) {
    for (DistanceSum& argument : arguments)
        argument = scaled(-1, argument);
    return scaled(-1, maximum(arguments, place));
}

AffineValue times(const Rational& factor, AffineValue value) {
    value.number *= factor;
    value.number_of_c *= factor;
    value.sum = scaled(factor, value.sum);
    value.sum_of_c = scaled(factor, value.sum_of_c);
    return value;
}

}  // namespace disarray::search::detail
