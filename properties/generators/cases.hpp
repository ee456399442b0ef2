// SPDX-License-Identifier: MIT
//
// Random cases of a shape: rankings and weights drawn by name, small ones first.
#pragma once

#include <cstdint>

#include "properties/case.hpp"
#include "properties/generators/draw.hpp"
#include "properties/generators/labels.hpp"
#include "properties/generators/shape.hpp"

namespace disarray::properties::generators {

using LabelledCase = Labelled<Case>;

/// A case of the shape. n is uniform from least_n to a bound that grows with the size, reaching
/// most_n at size 50; each part that varies is absent one time in five. Labels as of the parts, and
/// "element weights: absent", "swap costs: absent", "dissimilarity: absent" for parts that could be
/// there. \throws UsageError unless rankings ≥ 1 and 1 ≤ least_n ≤ most_n.
LabelledCase draw_case(Draw& draw, const CaseShape& shape);

/// Case number `index` of the stream `seed`: a function of its arguments alone, so that any thread
/// can draw any case. Sizes cycle through 0..99, small ones first.
LabelledCase case_at(const CaseShape& shape, std::uint64_t seed, std::uint64_t index);

}  // namespace disarray::properties::generators
