// SPDX-License-Identifier: MIT
//
// Numbers on the way to the plainest one their place can have.
#pragma once

#include <vector>

#include "exact/rational.hpp"

namespace disarray::properties::generators::detail {

/// Where a number of a case stands.
enum class Place { element_weight, swap_cost, distance, scale };

/// How far a number ≥ 0 is from the plainest of its place: 0 for 1 (weights, swap costs), 0
/// (distances) or 2 (scale); 1 for a swap cost 0 or a distance 1; else numerator plus denominator.
Integer plainness(const Rational& value, Place place);

/// Numbers that are plainer and allowed (positive, for weights and the scale), in a fixed order:
/// the plainest ones, then whole numbers near the value and near its half, then smaller
/// denominators, then a smaller numerator. O(log) steps of halving reach any bound; the last ones
/// are single.
std::vector<Rational> plainer_numbers(const Rational& value, Place place);

}  // namespace disarray::properties::generators::detail
