// SPDX-License-Identifier: MIT
//
// What the two clouds of F against K share, that of all σ and that of queries: the lines F = K and
// F = 2K of KV's Figure 1, and marks whose area grows with the logarithm of how many a point stands
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/figures/style.hpp"

namespace disarray::reports {

/// More marks than this are thinned out: they lie upon each other, and the SVG would pass 100 KB.
inline constexpr std::size_t most_marks = 4000;

/// The cell of a raster over the cloud that (k, f) lies in; `high` are the greatest of each.
std::pair<int, int> raster_cell(std::pair<double, double> point, std::pair<double, double> high);

/// Radii of marks in px, in steps of 0.2, so that marks of one size are one element of the drawing.
class MarkRadii {
public:
    /// \param marks    how many there are
    /// \param most     that one of them stands for, 1 at least
    /// \param crowded  the radius of that one among more than 800
    MarkRadii(std::size_t marks, std::uint64_t most, double crowded);

    double operator()(std::uint64_t count) const;
    std::uint64_t most() const { return most_; }

private:
    std::uint64_t most_;
    double greatest_;
};

/// How marks are plotted. \param size  a pointsize or "variable"
std::string mark_style(std::string_view size);

/// F = slope·K from the origin to the border of a plot that ends at `right` and `top`, named where
/// it leaves.
void add_slope(Script& script, std::vector<std::string>& plots, int slope, double right,
               double top);

}  // namespace disarray::reports
