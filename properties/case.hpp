// SPDX-License-Identifier: MIT
//
// One case of a property: the rankings it quantifies over, weights, and a scale factor for the laws
// that have one. Cases have a total order, so that "the least witness" means the same in every
// runner and for any number of threads.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::properties {

/// w = δ = D = 1.
inline const Weighting unit_weighting;

struct Case {
    std::vector<Permutation>
        rankings;         ///< σ, τ, ρ: as many as the property takes; all of one n ≥ 1
    Weighting weighting;  ///< for n elements
    Rational scale = 2;   ///< > 0; of the scale laws
    metrics::Parameters parameters{};  ///< of the metrics that take some

    std::size_t n() const { return rankings.front().size(); }
};

/// Of its rankings together.
std::uint64_t inversions_of_all(const Case& instance);

/// By n, then k, then inversions of all rankings together, then the size of the numbers (the digits
/// of numerators and denominators of weights, costs and dissimilarities that are present), then
/// rank vectors, then the numbers themselves: the order in which witnesses are preferred.
std::strong_ordering compare(const Case& a, const Case& b);

/// "σ = 3 1 2, τ = 1 2 3, w = 1 2 3, δ = 1 1/2, D = 0 1 1; 1 0 1; 1 1 0": absent parts are left
/// out.
std::string to_string(const Case& instance);

}  // namespace disarray::properties
