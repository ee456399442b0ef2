// SPDX-License-Identifier: MIT
//
// Random element weights and swap costs, by name: those of the literature and those that a proof is
// likely to have forgotten (zeros, one element heavier than all others together).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "properties/generators/draw.hpp"
#include "properties/generators/labels.hpp"
#include "weighting/weights.hpp"

namespace disarray::properties::generators {

/// "unit", "small integers", "small rationals", "geometric", "one heavy".
std::vector<std::string_view> element_weight_kinds();
/// Weights of n ≥ 1 elements; label "element weights: <kind>".
Labelled<ElementWeights> draw_element_weights(Draw& draw, std::size_t n);

/// "unit", "ctr", "topk", "decreasing", "increasing", "small rationals". ctr needs n ≤ 10; topk has
/// zeros, and so may ctr and the small rationals: where costs have to be positive they are not
/// drawn.
std::vector<std::string_view> swap_cost_kinds();
/// The n−1 costs for n ≥ 1 positions; label "swap costs: <kind>".
Labelled<SwapCosts> draw_swap_costs(Draw& draw, std::size_t n, bool positive);

}  // namespace disarray::properties::generators
