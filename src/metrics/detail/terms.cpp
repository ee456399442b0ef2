// SPDX-License-Identifier: MIT
#include "metrics/detail/terms.hpp"

namespace disarray::metrics::detail {

ScaledSequence factors(const Permutation& sigma, const Permutation& tau,
                       const Weighting& weighting) {
    const std::size_t n = sigma.size();
    if (!weighting.swap_costs) {
        return weighting.element_weights ? weighting.element_weights->values()
                                         : ScaledSequence(std::vector<std::int64_t>(n, 1));
    }
    std::vector<Rational> products =
        average_swap_costs(sigma, tau, *weighting.swap_costs, weighting.fixed_points);
    if (weighting.element_weights) {
        for (std::size_t i = 0; i < n; ++i)
            products[i] *= (*weighting.element_weights)[i];
    }
    return ScaledSequence(products);
}

}  // namespace disarray::metrics::detail
