// SPDX-License-Identifier: MIT
#include "metrics/naive.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray::metrics::naive {

namespace {

Rational element_weight(const Weighting& weighting, std::size_t i) {
    return weighting.element_weights ? (*weighting.element_weights)[i] : Rational(1);
}

/// p_r for rank r counted from 0: the sum of the first r swap costs.
Rational position(const SwapCosts& costs, std::size_t r) {
    Rational p;
    for (std::size_t i = 0; i < r; ++i)
        p += costs[i];
    return p;
}

Rational average_swap_cost(const Weighting& weighting, std::size_t sigma_i, std::size_t tau_i) {
    if (!weighting.swap_costs) return 1;
    const SwapCosts& costs = *weighting.swap_costs;
    if (sigma_i != tau_i) {
        const Rational moved = Rational(static_cast<std::int64_t>(sigma_i)) -
                               Rational(static_cast<std::int64_t>(tau_i));
        return (position(costs, sigma_i) - position(costs, tau_i)) / moved;
    }
    if (weighting.fixed_points == FixedPointPolicy::one) return 1;
    Rational sum;
    int beside = 0;
    if (sigma_i > 0) {
        sum += costs[sigma_i - 1];
        ++beside;
    }
    if (sigma_i + 1 < costs.positions()) {
        sum += costs[sigma_i];
        ++beside;
    }
    return beside == 0 ? Rational(1) : sum / Rational(beside);
}

/// a_ij = w_i w_j p̄_i p̄_j D_ij for i ≠ j.
Rational term(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
              std::size_t i, std::size_t j) {
    const Rational d = weighting.dissimilarity ? (*weighting.dissimilarity)(i, j) : Rational(1);
    return element_weight(weighting, i) * element_weight(weighting, j) *
           average_swap_cost(weighting, sigma[i], tau[i]) *
           average_swap_cost(weighting, sigma[j], tau[j]) * d;
}

Rational prefix(const Permutation& sigma, const Permutation& tau, const Weighting& weighting) {
    Rational total;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        Rational before_in_tau;
        Rational before_in_sigma;
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (j == i) continue;
            if (tau[j] < tau[i]) before_in_tau += term(sigma, tau, weighting, i, j);
            if (sigma[j] < sigma[i]) before_in_sigma += term(sigma, tau, weighting, i, j);
        }
        total += abs(before_in_tau - before_in_sigma);
    }
    return total;
}

/// Σ_i Σ a_ij over j ≠ i with rank(j) in the closed interval between σ(i) and τ(i), σ(i) ≠ τ(i).
Rational interval(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                  const Permutation& rank) {
    Rational total;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if (sigma[i] == tau[i]) continue;
        const Rank low = std::min(sigma[i], tau[i]);
        const Rank high = std::max(sigma[i], tau[i]);
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (j != i && low <= rank[j] && rank[j] <= high) {
                total += term(sigma, tau, weighting, i, j);
            }
        }
    }
    return total;
}

}  // namespace

Rational kendall(const Permutation& sigma_given, const Permutation& tau_given,
                 const Weighting& weighting, Frame frame) {
    require_size(weighting, sigma_given.size());
    const auto [sigma, tau] = operands(sigma_given, tau_given, frame);
    Rational total;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool sigma_puts_i_first = sigma[i] < sigma[j];
            const bool tau_puts_i_first = tau[i] < tau[j];
            if (sigma_puts_i_first != tau_puts_i_first) total += term(sigma, tau, weighting, i, j);
        }
    }
    return total;
}

Rational footrule(const Permutation& sigma_given, const Permutation& tau_given,
                  const Weighting& weighting, Reading reading, Frame frame) {
    require_size(weighting, sigma_given.size());
    if (const auto reason = why_undefined(reading, frame, tau_given)) {
        throw NotSupported("footrule[" + std::string(name_of(reading)) + "]: " + *reason);
    }
    const auto [sigma, tau] = operands(sigma_given, tau_given, frame);
    switch (reading) {
        case Reading::prefix:
            return prefix(sigma, tau, weighting);
        case Reading::prefix_sym:
            return (prefix(sigma, tau, weighting) + prefix(sigma.inverse(), tau, weighting)) /
                   Rational(2);
        case Reading::interval:
            return interval(sigma, tau, weighting, sigma);
        case Reading::box:
            return (interval(sigma, tau, weighting, sigma) + interval(sigma, tau, weighting, tau)) /
                   Rational(2);
    }
    throw InternalError("footrule: a reading without a formula");
}

}  // namespace disarray::metrics::naive
