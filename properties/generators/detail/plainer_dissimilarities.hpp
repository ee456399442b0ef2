// SPDX-License-Identifier: MIT
//
// Dissimilarities on the way to distances 0 and 1. A single entry of a pseudometric can rarely be
// changed alone, so most moves are of the whole matrix: those that keep the triangle inequality
// whatever D is, and single entries followed by shortest paths.
#pragma once

#include <span>
#include <vector>

#include "weighting/dissimilarity.hpp"

namespace disarray::properties::generators::detail {

/// Dissimilarities that a D may be replaced by, in a fixed order. They need be neither in the class
/// of D nor plainer: the caller chooses.
using DissimilarityMove = std::vector<Dissimilarity> (*)(const Dissimilarity& d);

/// In the order in which they are tried: D > 0 as 0/1; the cuts by D_ij ≤ t; whole multiples and
/// divisors of D; D rounded up, rounded down, and cut off at each of its values; two elements made
/// one point; one entry plainer, as it is and, if a triangle then fails, with its shortest paths.
/// Each makes at most some n² · (number of different entries) matrices.
std::span<const DissimilarityMove, 6> dissimilarity_moves();

}  // namespace disarray::properties::generators::detail
