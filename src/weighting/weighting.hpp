// SPDX-License-Identifier: MIT
//
// Everything that generalizes K and F at once: w, δ, D and the policy at fixed points. What is
// absent is unit, so an empty Weighting asks for the classical distances.
#pragma once

#include <optional>
#include <vector>

#include "exact/value.hpp"
#include "weighting/dissimilarity.hpp"
#include "weighting/weights.hpp"

namespace disarray {

struct Weighting {
    std::optional<ElementWeights> element_weights;          ///< w; absent: w_i = 1
    std::optional<SwapCosts> swap_costs;                    ///< δ; absent: δ_i = 1
    std::optional<Dissimilarity> dissimilarity;             ///< D; absent: D_ij = 1 for i ≠ j
    FixedPointPolicy fixed_points = FixedPointPolicy::one;  ///< p̄_i where element i does not move
    /// δ that are no rationals, in place of swap_costs: n−1 values >= 0. Metrics evaluate them;
    /// searches and grids do not take them.
    std::optional<std::vector<Value>> irrational_swap_costs = std::nullopt;

    bool is_unit() const {
        return !element_weights && !swap_costs && !dissimilarity && !irrational_swap_costs;
    }
};

/// \throws InputError that names the part which is not for n elements.
void require_size(const Weighting& weighting, std::size_t n);

}  // namespace disarray
