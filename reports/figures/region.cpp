// SPDX-License-Identifier: MIT
//
// One statistic against another over all of S_n: a mark for each point that occurs, the convex
// hull, whose sides are the linear inequalities between the two, and what was known, as curves.
#include <algorithm>

#include "reports/figures/cloud.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

std::vector<Corner> corners_of(const std::vector<Discovery::Point>& points) {
    std::vector<Corner> corners;
    for (const Discovery::Point& point : points)
        corners.emplace_back(Integer(point.x), Integer(point.y));
    std::ranges::sort(corners);
    return corners;
}

/// All sides, from the leftmost corner along the lower ones and back.
std::vector<Corner> hull_around(const std::vector<Discovery::Point>& points) {
    const std::vector<Corner> corners = corners_of(points);
    std::vector<Corner> hull = hull_of(corners, true);
    const std::vector<Corner> upper = hull_of(corners, false);
    hull.insert(hull.end(), upper.rbegin(), upper.rend());
    return hull;
}

std::string region_commands(const Figure& figure, const Discovery::Region& region) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const Box inside{64, whole.right - 20, 54, whole.top - 16};
    double right = 1, top = 1;
    std::vector<std::vector<double>> marks;
    for (const Discovery::Point& point : region.points) {
        marks.push_back({double(point.x), double(point.y)});
        right = std::max(right, double(point.x));
        top = std::max(top, double(point.y));
    }
    Script script;
    script.axes(inside, whole).titles(region.statistics[0], region.statistics[1], inside, whole);
    script("unset key");
    script("set grid lt 1 lc rgb '{}' lw 1", palette::grid);
    script("set xrange [{:.6g}:{:.6g}]\nset yrange [{:.6g}:{:.6g}]", -0.02 * right, 1.04 * right,
           -0.02 * top, 1.06 * top);
    script.block("marks", marks).block("hull", approximate(hull_around(region.points)));
    std::vector<std::string> plots{
        fmt::format("$marks with points pt 7 ps {:.4g} lc rgb '#60{}'",
                    pointsize(marks.size() > 800 ? 2 : 3), palette::blue.substr(1)),
        fmt::format("$hull with lines lw 2 lc rgb '{}'", palette::vermillion)};
    for (std::size_t k = 0; k < region.curves.size(); ++k) {
        std::vector<Corner> corners;
        for (const Discovery::Corner& corner : region.curves[k].points)
            corners.emplace_back(corner.x, corner.y);
        script.block(fmt::format("curve{}", k), approximate(corners));
        plots.push_back(
            fmt::format("$curve{} with lines lw 1.5 dt '-' lc rgb '{}'", k, palette::ink));
    }
    script("plot {}", fmt::join(plots, ", "));
    return script.text();
}

}  // namespace

Figure region_figure(const Discovery::Region& region) {
    Figure figure;
    figure.id = region.id;
    figure.title = fmt::format("{} and {} of all σ in S_{}", region.statistics[0],
                               region.statistics[1], region.n);
    std::vector<std::string> names;
    for (const Discovery::Curve& curve : region.curves)
        if (std::ranges::find(names, curve.theorem) == names.end()) names.push_back(curve.theorem);
    figure.alt = fmt::format("{} points; their convex hull has {} corners. Known theorems: {}.",
                             region.points.size(), hull_around(region.points).size() - 2,
                             names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
    figure.width = plot_width;
    figure.height = 440;
    figure.columns = {region.statistics[0], region.statistics[1], "count"};
    for (const Discovery::Point& point : region.points)
        figure.rows.push_back(
            {std::to_string(point.x), std::to_string(point.y), std::to_string(point.count)});
    figure.commands = region_commands(figure, region);
    return figure;
}

}  // namespace disarray::reports
