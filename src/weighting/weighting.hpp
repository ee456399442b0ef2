// SPDX-License-Identifier: MIT
//
// Everything that generalizes K and F at once: w, δ, D and the policy at fixed points. What is
// absent is unit, so an empty Weighting asks for the classical distances.
#pragma once

#include <optional>

#include "weighting/dissimilarity.hpp"
#include "weighting/weights.hpp"

namespace disarray {

struct Weighting {
    std::optional<ElementWeights> element_weights;          ///< w; absent: w_i = 1
    std::optional<SwapCosts> swap_costs;                    ///< δ; absent: δ_i = 1
    std::optional<Dissimilarity> dissimilarity;             ///< D; absent: D_ij = 1 for i ≠ j
    FixedPointPolicy fixed_points = FixedPointPolicy::one;  ///< p̄_i where element i does not move

    bool is_unit() const { return !element_weights && !swap_costs && !dissimilarity; }
};

/// \throws InputError that names the part which is not for n elements.
void require_size(const Weighting& weighting, std::size_t n);

}  // namespace disarray
