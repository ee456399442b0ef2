// SPDX-License-Identifier: MIT
//
// The weights over which exhaustive runs go: a stated, finite grid. A verdict "exhausted" means all
// of S_n and this grid, no more; for D the linear programs of search/ say more.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/property.hpp"
#include "weighting/weighting.hpp"

namespace disarray::properties {

/// The weightings for n elements that a property varies over: absent parts are unit, so the first
/// is always unit. Every combination of the values below for n ≤ 4; above, each part alone and the
/// parts' first values together.
///   w: unit; 1..n; n..1; n at one end, else 1; 1 at one end, else 100
///   δ: unit; decreasing; increasing; alternating 1, 1/2; and, unless positive_swap_costs, all 0,
///      and 1 at the first or last position only
///   D: unit; every cut (if a metric is wanted: 1 + 4·cut); the lines 0, 1, …, n−1 and 2^0, 2^1, …;
///      and, for any dissimilarity, (i−j)² and a single long edge
std::vector<Weighting> weighting_grid(std::size_t n, const Property& property,
                                      FixedPointPolicy policy);

/// The grid up to n in words, for scopes.
std::string grid_description(const Property& property, std::size_t n);

}  // namespace disarray::properties
