// SPDX-License-Identifier: MIT
#include "weighting/relabel.hpp"

#include <vector>

namespace disarray {

Weighting relabelled(const Weighting& weighting, const Permutation& pi) {
    Weighting moved = weighting;
    const std::size_t n = pi.size();
    if (weighting.element_weights) {
        std::vector<Rational> w;
        for (std::size_t i = 0; i < n; ++i)
            w.push_back((*weighting.element_weights)[pi[i]]);
        moved.element_weights = ElementWeights::from(w, "relabelled weights");
    }
    if (weighting.dissimilarity) {
        std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                rows[i][j] = (*weighting.dissimilarity)(pi[i], pi[j]);
        }
        moved.dissimilarity = Dissimilarity::from_rows(rows, "relabelled dissimilarity");
    }
    return moved;
}

Weighting scaled(const Weighting& weighting, std::size_t n, const Rational& element_weights,
                 const Rational& swap_costs, const Rational& dissimilarity) {
    Weighting changed = weighting;
    if (element_weights != Rational(1)) {
        std::vector<Rational> w;
        for (std::size_t i = 0; i < n; ++i) {
            w.push_back(element_weights * (weighting.element_weights
                                               ? (*weighting.element_weights)[i]
                                               : Rational(1)));
        }
        changed.element_weights = ElementWeights::from(w, "scaled weights");
    }
    if (swap_costs != Rational(1)) {
        std::vector<Rational> costs;
        for (std::size_t i = 0; i + 1 < n; ++i) {
            costs.push_back(swap_costs *
                            (weighting.swap_costs ? (*weighting.swap_costs)[i] : Rational(1)));
        }
        changed.swap_costs = SwapCosts::from(costs, "scaled swap costs");
    }
    if (dissimilarity != Rational(1)) {
        std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n));
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (i == j) continue;
                rows[i][j] =
                    dissimilarity *
                    (weighting.dissimilarity ? (*weighting.dissimilarity)(i, j) : Rational(1));
            }
        }
        changed.dissimilarity = Dissimilarity::from_rows(rows, "scaled dissimilarity");
    }
    return changed;
}

}  // namespace disarray
