// SPDX-License-Identifier: MIT
#include "metrics/irrational.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray::metrics {

namespace {

/// Σ_j a_j D_ij over the j ≠ i that are chosen: the inner sums of every reading.
class FactorRow {
public:
    FactorRow(const std::vector<Value>& factors, const Dissimilarity* dissimilarity, std::size_t i)
        : factors_(factors), dissimilarity_(dissimilarity), i_(i) {}

    template <class Chosen>
    Value sum(const Chosen& chosen) const {
        Value total;
        for (std::size_t j = 0; j < factors_.size(); ++j) {
            if (j == i_ || !chosen(j)) continue;
            total += dissimilarity_ ? factors_[j] * Value((*dissimilarity_)(i_, j)) : factors_[j];
        }
        return total;
    }

private:
    const std::vector<Value>& factors_;
    const Dissimilarity* dissimilarity_;
    std::size_t i_;
};

/// Σ_i a_i |Σ_{τ(j)<τ(i)} a_j D_ij − Σ_{σ(j)<σ(i)} a_j D_ij|: the factors are >= 0.
Value irrational_prefix(const Permutation& sigma, const Permutation& tau,
                        const std::vector<Value>& factors, const Dissimilarity* dissimilarity) {
    Value total;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const FactorRow row(factors, dissimilarity, i);
        // An element before i in both rankings is in both sums.
        const Value left =
            row.sum([&](std::size_t j) { return tau[j] < tau[i] && sigma[j] > sigma[i]; });
        const Value right =
            row.sum([&](std::size_t j) { return sigma[j] < sigma[i] && tau[j] > tau[i]; });
        total += factors[i] * abs(left - right);
    }
    return total;
}

Value irrational_interval(const Permutation& sigma, const Permutation& tau,
                          const std::vector<Value>& factors, const Dissimilarity* dissimilarity,
                          const Permutation& rank) {
    Value total;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if (sigma[i] == tau[i]) continue;
        const Rank low = std::min(sigma[i], tau[i]);
        const Rank high = std::max(sigma[i], tau[i]);
        const FactorRow row(factors, dissimilarity, i);
        total +=
            factors[i] * row.sum([&](std::size_t j) { return low <= rank[j] && rank[j] <= high; });
    }
    return total;
}

const Dissimilarity* dissimilarity_of(const Weighting& weighting) {
    return weighting.dissimilarity ? &*weighting.dissimilarity : nullptr;
}

}  // namespace

std::vector<Value> irrational_factors(const Permutation& sigma, const Permutation& tau,
                                      const Weighting& weighting) {
    const std::size_t n = sigma.size();
    std::vector<Value> factors(n, Value(1));
    if (weighting.irrational_swap_costs) {
        factors = average_swap_costs(sigma, tau, *weighting.irrational_swap_costs,
                                     weighting.fixed_points);
    } else if (weighting.swap_costs) {
        const auto averages =
            average_swap_costs(sigma, tau, *weighting.swap_costs, weighting.fixed_points);
        factors.assign(averages.begin(), averages.end());
    }
    if (weighting.element_weights) {
        for (std::size_t i = 0; i < n; ++i)
            factors[i] = factors[i] * Value((*weighting.element_weights)[i]);
    }
    return factors;
}

Value irrational_kendall(const Permutation& sigma, const Permutation& tau,
                         const std::vector<Value>& factors, const Dissimilarity* dissimilarity) {
    Value total;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        total += factors[i] * FactorRow(factors, dissimilarity, i).sum([&](std::size_t j) {
            return j < i && (sigma[j] < sigma[i]) != (tau[j] < tau[i]);
        });
    }
    return total;
}

Value irrational_footrule(const Permutation& sigma, const Permutation& tau,
                          const std::vector<Value>& factors,
                          const std::vector<Value>& inverse_factors,
                          const Dissimilarity* dissimilarity, Reading reading) {
    switch (reading) {
        case Reading::prefix:
            return irrational_prefix(sigma, tau, factors, dissimilarity);
        case Reading::prefix_sym:
            return (irrational_prefix(sigma, tau, factors, dissimilarity) +
                    irrational_prefix(sigma.inverse(), tau, inverse_factors, dissimilarity)) *
                   Value(Rational(1, 2));
        case Reading::interval:
            return irrational_interval(sigma, tau, factors, dissimilarity, sigma);
        case Reading::box:
            return (irrational_interval(sigma, tau, factors, dissimilarity, sigma) +
                    irrational_interval(sigma, tau, factors, dissimilarity, tau)) *
                   Value(Rational(1, 2));
    }
    throw InternalError("footrule: a reading without a formula");
}

Value irrational_kendall(const Permutation& sigma, const Permutation& tau,
                         const Weighting& weighting, Frame frame) {
    require_size(weighting, sigma.size());
    const Operands pair = operands(sigma, tau, frame);
    return irrational_kendall(pair.sigma, pair.tau,
                              irrational_factors(pair.sigma, pair.tau, weighting),
                              dissimilarity_of(weighting));
}

Value irrational_footrule(const Permutation& sigma, const Permutation& tau,
                          const Weighting& weighting, Reading reading, Frame frame) {
    require_size(weighting, sigma.size());
    const Operands pair = operands(sigma, tau, frame);
    return irrational_footrule(pair.sigma, pair.tau,
                               irrational_factors(pair.sigma, pair.tau, weighting),
                               irrational_factors(pair.sigma.inverse(), pair.tau, weighting),
                               dissimilarity_of(weighting), reading);
}

}  // namespace disarray::metrics
