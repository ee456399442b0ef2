// SPDX-License-Identifier: MIT
#include "reports/figures/cloud.hpp"

#include <algorithm>
#include <cmath>

namespace disarray::reports {

std::pair<int, int> raster_cell(std::pair<double, double> point, std::pair<double, double> high) {
    constexpr double cells = 60;
    return {static_cast<int>(point.first / high.first * cells),
            static_cast<int>(point.second / high.second * cells)};
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

std::string mark_style(std::string_view size) {
    return fmt::format("with points pt 7 ps {} lc rgb '#60{}'", size, palette::blue.substr(1));
}

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

}  // namespace disarray::reports
