// SPDX-License-Identifier: MIT
#include "metrics/naive.hpp"

#include <algorithm>
#include <type_traits>

#include "base/error.hpp"

namespace disarray::metrics::naive {

namespace {

Rational element_weight(const Weighting& weighting, std::size_t i) {
    return weighting.element_weights ? (*weighting.element_weights)[i] : Rational(1);
}

/// p_r for rank r counted from 0: the sum of the first r swap costs.
template <class Number>
Number position(const std::vector<Number>& costs, std::size_t r) {
    Number p = 0;
    for (std::size_t i = 0; i < r; ++i)
        p += costs[i];
    return p;
}

template <class Number>
Number average_swap_cost(const std::vector<Number>& costs, const Weighting& weighting,
                         std::size_t sigma_i, std::size_t tau_i) {
    if (sigma_i != tau_i) {
        const Number moved = Rational(static_cast<std::int64_t>(sigma_i)) -
                             Rational(static_cast<std::int64_t>(tau_i));
        return (position(costs, sigma_i) - position(costs, tau_i)) / moved;
    }
    if (weighting.fixed_points == FixedPointPolicy::one) return 1;
    Number sum = 0;
    int beside = 0;
    if (sigma_i > 0) {
        sum += costs[sigma_i - 1];
        ++beside;
    }
    if (sigma_i < costs.size()) {
        sum += costs[sigma_i];
        ++beside;
    }
    return beside == 0 ? Number(1) : sum / Number(beside);
}

/// p̄ of an element, as a Rational or a Value.
template <class Number>
Number average_swap_cost(const Weighting& weighting, std::size_t sigma_i, std::size_t tau_i) {
    if constexpr (std::is_same_v<Number, Value>) {
        if (weighting.irrational_swap_costs) {
            return average_swap_cost(*weighting.irrational_swap_costs, weighting, sigma_i, tau_i);
        }
    }
    if (weighting.irrational_swap_costs) throw UsageError("naive: the swap costs are irrational");
    if (!weighting.swap_costs) return 1;
    return average_swap_cost(weighting.swap_costs->costs(), weighting, sigma_i, tau_i);
}

/// a_ij = w_i w_j p̄_i p̄_j D_ij for i ≠ j.
template <class Number>
Number term(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
            std::size_t i, std::size_t j) {
    const Rational d = weighting.dissimilarity ? (*weighting.dissimilarity)(i, j) : Rational(1);
    return Number(element_weight(weighting, i) * element_weight(weighting, j) * d) *
           average_swap_cost<Number>(weighting, sigma[i], tau[i]) *
           average_swap_cost<Number>(weighting, sigma[j], tau[j]);
}

template <class Number, class Term>
Number prefix(const Permutation& sigma, const Permutation& tau, const Term& a) {
    Number total = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        Number before_in_tau = 0;
        Number before_in_sigma = 0;
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (j == i) continue;
            if (tau[j] < tau[i]) before_in_tau += a(i, j);
            if (sigma[j] < sigma[i]) before_in_sigma += a(i, j);
        }
        total += abs(before_in_tau - before_in_sigma);
    }
    return total;
}

/// Σ_i Σ a_ij over j ≠ i with rank(j) in the closed interval between σ(i) and τ(i), σ(i) ≠ τ(i).
template <class Number, class Term>
Number interval(const Permutation& sigma, const Permutation& tau, const Term& a,
                const Permutation& rank) {
    Number total = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if (sigma[i] == tau[i]) continue;
        const Rank low = std::min(sigma[i], tau[i]);
        const Rank high = std::max(sigma[i], tau[i]);
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (j != i && low <= rank[j] && rank[j] <= high) {
                total += a(i, j);
            }
        }
    }
    return total;
}

/// Σ a_ij over the pairs that σ and τ order differently.
template <class Number, class Term>
Number inverted(const Permutation& sigma, const Permutation& tau, const Term& a) {
    Number total = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool sigma_puts_i_first = sigma[i] < sigma[j];
            const bool tau_puts_i_first = tau[i] < tau[j];
            if (sigma_puts_i_first != tau_puts_i_first) total += a(i, j);
        }
    }
    return total;
}

/// F in a reading. \param terms_of  the a_ij of a ranking, as a function of i and j
template <class Number, class TermsOf>
Number footrule_in(Reading reading, const Permutation& sigma, const Permutation& tau,
                   const TermsOf& terms_of) {
    const auto a = terms_of(sigma);
    switch (reading) {
        case Reading::prefix:
            return prefix<Number>(sigma, tau, a);
        case Reading::prefix_sym: {
            const Permutation inverse = sigma.inverse();
            return (prefix<Number>(sigma, tau, a) +
                    prefix<Number>(inverse, tau, terms_of(inverse))) /
                   Number(2);
        }
        case Reading::interval:
            return interval<Number>(sigma, tau, a, sigma);
        case Reading::box:
            return (interval<Number>(sigma, tau, a, sigma) + interval<Number>(sigma, tau, a, tau)) /
                   Number(2);
    }
    throw InternalError("footrule: a reading without a formula");
}

template <class Number>
Number kendall_of(const Permutation& sigma_given, const Permutation& tau_given,
                  const Weighting& weighting, Frame frame) {
    require_size(weighting, sigma_given.size());
    const Operands pair = operands(sigma_given, tau_given, frame);
    const Permutation& sigma = pair.sigma;
    const Permutation& tau = pair.tau;
    return inverted<Number>(sigma, tau, [&](std::size_t i, std::size_t j) {
        return term<Number>(sigma, tau, weighting, i, j);
    });
}

template <class Number>
Number footrule_of(const Permutation& sigma_given, const Permutation& tau_given,
                   const Weighting& weighting, Reading reading, Frame frame) {
    require_size(weighting, sigma_given.size());
    if (const auto reason = why_undefined(reading, frame, tau_given)) {
        throw NotSupported("footrule[" + std::string(name_of(reading)) + "]: " + *reason);
    }
    const Operands pair = operands(sigma_given, tau_given, frame);
    const Permutation& tau = pair.tau;
    return footrule_in<Number>(reading, pair.sigma, tau, [&](const Permutation& sigma) {
        return [&weighting, &tau, sigma](std::size_t i, std::size_t j) {
            return term<Number>(sigma, tau, weighting, i, j);
        };
    });
}

}  // namespace

Rational kendall(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                 Frame frame) {
    return kendall_of<Rational>(sigma, tau, weighting, frame);
}

Rational footrule(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                  Reading reading, Frame frame) {
    return footrule_of<Rational>(sigma, tau, weighting, reading, frame);
}

std::pair<Value, Value> kendall_and_footrule(const Permutation& sigma, const Terms& terms,
                                             Reading reading) {
    const Permutation identity = Permutation::identity(sigma.size());
    return {inverted<Value>(sigma, identity, terms),
            footrule_in<Value>(reading, sigma, identity,
                               [&](const Permutation&) -> const Terms& { return terms; })};
}

Value irrational_kendall(const Permutation& sigma, const Permutation& tau,
                         const Weighting& weighting, Frame frame) {
    return kendall_of<Value>(sigma, tau, weighting, frame);
}

Value irrational_footrule(const Permutation& sigma, const Permutation& tau,
                          const Weighting& weighting, Reading reading, Frame frame) {
    return footrule_of<Value>(sigma, tau, weighting, reading, frame);
}

}  // namespace disarray::metrics::naive
