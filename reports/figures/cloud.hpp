// SPDX-License-Identifier: MIT
//
// What the two clouds of F against K share, that of all σ and that of queries: the lines F = K and
// F = 2K of KV's Figure 1, and marks whose area grows with the logarithm of how many a point stands
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/figure.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

/// More marks than this are thinned out: they lie upon each other, and the SVG would pass 400 KB.
inline constexpr std::size_t most_marks = 4000;

/// The cell of a raster over the cloud that (k, f) lies in; `high` are the greatest of each.
std::pair<int, int> raster_cell(std::pair<double, double> point, std::pair<double, double> high);

/// Radii of marks in px, in steps of 0.2.
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

/// A point and how many it stands for.
struct CloudMark {
    double kendall = 0, footrule = 0;
    std::uint64_t count = 0;
};

/// What a cloud is drawn in: its greatest values, above 0, and the sizes of its marks.
struct CloudFrame {
    double most_kendall = 1, most_footrule = 1;
    MarkRadii radii;
    double left = 70;  ///< px beside the axis
    std::string_view x_title, y_title;
};

/// A point in a plane, exact.
using Corner = std::pair<Rational, Rational>;
/// The lower or upper convex hull of points ordered by the first coordinate (Andrew 1979), exactly.
std::vector<Corner> hull_of(const std::vector<Corner>& points, bool is_lower);
std::vector<std::vector<double>> approximate(const std::vector<Corner>& corners);

/// Above the plot, from `x` on: a mark that stands for one, and one for the most, with `words`.
void add_sizes(Script& script, std::vector<std::string>& plots, const MarkRadii& radii,
               const Figure& figure, double x, double gap,
               const std::function<std::string(std::uint64_t)>& words);

/// Axes, the lines F = K and F = 2K, and the marks, small ones on top. \return what is to be
/// plotted
std::vector<std::string> add_cloud(Script& script, const Figure& figure, const CloudFrame& frame,
                                   std::vector<CloudMark> marks);

}  // namespace disarray::reports
