// SPDX-License-Identifier: MIT
//
// Weightings carried along when elements get other names, or changed by a factor.
#pragma once

#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray {

/// w'_i = w_{π(i)}, D'_ij = D_{π(i)π(j)}: the weights of elements that are renamed by i ↦ π(i).
/// Swap costs belong to positions and stay.
Weighting relabelled(const Weighting& weighting, const Permutation& pi);

/// w, δ, D times c_w, c_δ, c_D > 0; an absent part counts as unit and appears only if its factor is
/// not 1. \param n  number of elements
Weighting scaled(const Weighting& weighting, std::size_t n, const Rational& element_weights,
                 const Rational& swap_costs, const Rational& dissimilarity);

}  // namespace disarray
