// SPDX-License-Identifier: MIT
//
// Convex hulls of points with whole coordinates in one, two and three dimensions, exact: all signs
// are those of integers. In three dimensions by gift wrapping (Chand and Kapur 1970), which takes
// the many coplanar points of statistics as they come: a facet is a polygon.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/discover/attained.hpp"

namespace disarray::search::discover {

/// normal·x ≤ offset for all points, with equality at as many as span the facet. Coprime.
struct Facet {
    Point normal{};  ///< 0 beyond the dimension
    std::int64_t offset = 0;
    friend auto operator<=>(const Facet&, const Facet&) = default;
};

std::int64_t dot(const Point& a, const Point& b);
/// The point with coprime coordinates in the same direction. \throws UsageError for 0
Point primitive(Point direction);

/// Dimension of the affine hull of the points; −1 for none.
int affine_dimension(std::span<const AttainedPoint> points);

/// The facets of the convex hull, ascending; empty unless the points span all `dimension` of 1 to 3
/// coordinates. Precondition: coordinates below 2^19 in absolute value, so that 64 bits are enough.
std::vector<Facet> hull_facets(std::span<const AttainedPoint> points, std::size_t dimension);

/// max normal·x over the points. \throws UsageError for no points
std::int64_t support(std::span<const AttainedPoint> points, const Point& normal);

}  // namespace disarray::search::discover
