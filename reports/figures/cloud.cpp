// SPDX-License-Identifier: MIT
#include "reports/figures/cloud.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace disarray::reports {

namespace {

/// How marks are plotted. \param size  a pointsize or "variable"
std::string mark_style(std::string_view size) {
    return fmt::format("with points pt 7 ps {} lc rgb '#60{}'", size, palette::blue.substr(1));
}

/// F = slope·K from the origin to the border of a plot that ends at `right` and `top`, named where
/// it leaves.
void add_slope(Script& script, std::vector<std::string>& plots, int slope, double right,
               double top) {
    const double end = std::min(right, top / slope);
    const std::string name = slope == 1 ? "F = K" : fmt::format("F = {}K", slope);
    script.block(fmt::format("line{}", slope), {{0, 0}, {end, end * slope}});
    plots.push_back(
        fmt::format("$line{} with lines lw 1.5 dt '.-' lc rgb '{}'", slope, palette::muted));
    const bool is_at_right = end * slope < top * 0.98;
    script("set label {} at {:.6g},{:.6g} {} font ',15' tc rgb '{}'", gnuplot_string(name), end,
           end * slope, is_at_right ? "left offset 0.6,0" : "center offset 0,0.4", palette::muted);
}

}  // namespace

std::pair<int, int> raster_cell(std::pair<double, double> point, std::pair<double, double> high) {
    constexpr double cells = 60;
    return {static_cast<int>(point.first / high.first * cells),
            static_cast<int>(point.second / high.second * cells)};
}

std::vector<Corner> hull_of(const std::vector<Corner>& points, bool is_lower) {
    std::vector<Corner> hull;
    for (const Corner& c : points) {
        while (hull.size() > 1) {
            const auto& [a, b] = std::pair{hull[hull.size() - 2], hull.back()};
            const Rational turn = (b.first - a.first) * (c.second - a.second) -
                                  (b.second - a.second) * (c.first - a.first);
            if (is_lower ? turn.sign() > 0 : turn.sign() < 0) break;
            hull.pop_back();
        }
        hull.push_back(c);
    }
    return hull;
}

std::vector<std::vector<double>> approximate(const std::vector<Corner>& corners) {
    std::vector<std::vector<double>> out;
    out.reserve(corners.size());
    for (const auto& [k, f] : corners)
        out.push_back({k.approximate(), f.approximate()});
    return out;
}

MarkRadii::MarkRadii(std::size_t marks, std::uint64_t most, double crowded)
    : most_(most),
      greatest_(marks <= 150   ? 10
                : marks <= 800 ? 7
                               : crowded) {}

double MarkRadii::operator()(std::uint64_t count) const {
    const auto area = [](std::uint64_t of) {
        return 1 + std::log(static_cast<double>(std::max<std::uint64_t>(of, 1)));
    };
    return std::max(1.6, std::round(5 * greatest_ * std::sqrt(area(count) / area(most_))) / 5);
}

void add_sizes(Script& script, std::vector<std::string>& plots, const MarkRadii& radii,
               const Figure& figure, double x, double gap,
               const std::function<std::string(std::uint64_t)>& words) {
    const double y = figure.height - 18;
    for (const std::uint64_t count : std::set<std::uint64_t>{1, radii.most()}) {
        const double r = radii(count);
        script.block(fmt::format("m{}", count), {{x + r, y}});
        plots.push_back(
            fmt::format("$m{} {}", count, mark_style(fmt::format("{:.4g}", pointsize(r)))));
        x += 2 * r + 6;
        script.label(x, y, words(count), {15, palette::ink, Anchor::left});
        x += text_width(words(count), 15) + gap;
    }
}

std::vector<std::string> add_cloud(Script& script, const Figure& figure, const CloudFrame& frame,
                                   std::vector<CloudMark> marks) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const Box inside{frame.left, whole.right - 84, 54, whole.top - 66};
    const double right = 1.04 * frame.most_kendall, top = 1.06 * frame.most_footrule;
    script.axes(inside, whole).titles(frame.x_title, frame.y_title, inside, whole);
    script("set grid lt 1 lc rgb '{}' lw 1", palette::grid);
    script("set xrange [{:.6g}:{:.6g}]\nset yrange [{:.6g}:{:.6g}]", -0.02 * frame.most_kendall,
           right, -0.02 * frame.most_footrule, top);
    std::vector<std::string> plots;
    add_slope(script, plots, 1, right, top);
    add_slope(script, plots, 2, right, top);
    std::ranges::stable_sort(marks, std::greater{}, &CloudMark::count);
    std::vector<std::vector<double>> rows;
    rows.reserve(marks.size());
    for (const CloudMark& mark : marks)
        rows.push_back({mark.kendall, mark.footrule, pointsize(frame.radii(mark.count))});
    script.block("points", rows);
    plots.push_back("$points using 1:2:3 " + mark_style("variable"));
    return plots;
}

}  // namespace disarray::reports
