// SPDX-License-Identifier: MIT
#include "search/verify/forms.hpp"

namespace disarray::verify {

namespace {

/// p̄_i(σ): the mean cost of the swaps from position i to σ(i). \param costs  δ
Rational mean_cost(const std::vector<Rational>& costs, bool local, int i, int to) {
    if (i == to && !local) return 1;
    // Costs first … last−1 (from 0): those passed on the way, or those beside a fixed point.
    const int first = i == to ? std::max(0, i - 1) : std::min(i, to);
    const int last = i == to ? std::min(static_cast<int>(costs.size()), i + 1) : std::max(i, to);
    Rational sum;
    for (int k = first; k < last; ++k)
        sum += costs[static_cast<std::size_t>(k)];
    return sum / Rational(last - first);
}

}  // namespace

template <>
Weighted<Rational> weighted(const Claim& claim, const Ranks& sigma) {
    Weighted<Rational> result{sigma, {}};
    for (int i = 0; i < sigma.size; ++i) {
        Rational factor = claim.weights.empty() ? 1 : claim.weights[static_cast<std::size_t>(i)];
        if (!claim.swap_costs.empty()) {
            factor *= mean_cost(claim.swap_costs, claim.local_fixed_points, i, sigma[i]);
        }
        result.factor.push_back(std::move(factor));
    }
    return result;
}

std::optional<Rational> integer_scale(const Claim& claim) {
    if (!claim.weights.empty() || !claim.swap_costs.empty()) return std::nullopt;
    std::vector<Rational> coefficients;
    for (const Expression* expression : {&claim.small, &claim.big}) {
        for (const Term& term : *expression) {
            if (term.inside.empty()) coefficients.push_back(term.coefficient);
            for (const Term& inner : term.inside)
                coefficients.push_back(term.coefficient * inner.coefficient);
        }
    }
    // 2^31 times 100 terms of which each adds at most 2n to a coefficient is far below 2^63.
    const Rational limit = std::int64_t{1} << 31;
    Integer scale = 2;
    for (const Rational& coefficient : coefficients) {
        scale = lcm(scale, Integer(2 * coefficient.denominator()));
        if (Rational(scale) > limit) return std::nullopt;
    }
    for (const Rational& coefficient : coefficients) {
        if (abs(coefficient * Rational(scale)) > limit) return std::nullopt;
    }
    return Rational(scale);
}

}  // namespace disarray::verify
