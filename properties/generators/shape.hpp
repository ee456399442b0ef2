// SPDX-License-Identifier: MIT
//
// Which cases a question is about: what is drawn, and within what a found case is shrunk.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "properties/case.hpp"
#include "properties/property.hpp"

namespace disarray::properties::generators {

struct CaseShape {
    std::size_t rankings = 2;  ///< how many, ≥ 1
    Varies varies = {};        ///< the parts that are not named are absent
    /// What D has to be. `any` asks for non-metrics: they are then half of what is drawn.
    DissimilarityClass dissimilarity = DissimilarityClass::pseudometric;
    std::size_t least_n = 1;  ///< ≥ 1
    std::size_t most_n = 6;   ///< ≥ least_n
    bool positive_swap_costs = false;
    /// Empty: both, where swap costs are present; `one` elsewhere.
    std::optional<FixedPointPolicy> fixed_points = std::nullopt;
    bool vary_scale = true;  ///< false: the scale factor is 2
};

/// Of the cases that a property is asked for.
CaseShape shape_of(const Property& property);

/// Why the case is not of the shape, or no valid case at all; empty if it is.
std::optional<std::string> why_not_of(const CaseShape& shape, const Case& instance);

}  // namespace disarray::properties::generators
