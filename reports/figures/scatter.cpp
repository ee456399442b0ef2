// SPDX-License-Identifier: MIT
//
// K against F over all of S_n. The area of a mark grows with the logarithm of the number of
// permutations: linear areas leave nothing of the extremes, which are what the figure is for. The
// envelope is the least and the greatest F for each K that occurs: the convex hull would hide by
// how much the bounds are missed in between, and is drawn only where K takes too many values.
#include <algorithm>
#include <map>
#include <set>

#include "reports/figures/cloud.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

struct Extremes {
    Rational least, greatest;
};

std::map<Rational, Extremes> envelope_of(const std::vector<Scatter::Point>& points) {
    std::map<Rational, Extremes> out;
    for (const Scatter::Point& point : points) {
        const auto [at, is_new] =
            out.try_emplace(point.kendall, Extremes{point.footrule, point.footrule});
        at->second.least = std::min(at->second.least, point.footrule);
        at->second.greatest = std::max(at->second.greatest, point.footrule);
    }
    return out;
}

/// With that many different K (rational weights) there are few points for each, and a line from one
/// extreme to the next says nothing: the convex hull is drawn.
bool is_hull(const std::map<Rational, Extremes>& envelope) {
    return envelope.size() > 120;
}

/// Greatest values, > 0.
struct Greatest {
    double k = 1, f = 1;
};

Greatest greatest_values(const std::vector<Scatter::Point>& points) {
    Greatest box{0, 0};
    for (const Scatter::Point& point : points) {
        box.k = std::max(box.k, point.kendall.approximate());
        box.f = std::max(box.f, point.footrule.approximate());
    }
    return {box.k > 0 ? box.k : 1, box.f > 0 ? box.f : 1};
}

/// At most one point of each cell of a raster, the one for the most permutations, and all points of
/// the envelope.
std::vector<Scatter::Point> thinned_points(const std::vector<Scatter::Point>& points) {
    if (points.size() <= most_marks) return points;
    const Greatest box = greatest_values(points);
    const std::map<Rational, Extremes> envelope = envelope_of(points);
    std::map<std::pair<int, int>, std::size_t> best;
    std::set<std::size_t> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Scatter::Point& point = points[i];
        const Extremes& ends = envelope.at(point.kendall);
        if (point.footrule == ends.least || point.footrule == ends.greatest) kept.insert(i);
        const std::pair cell = raster_cell(
            {point.kendall.approximate(), point.footrule.approximate()}, {box.k, box.f});
        const auto [at, is_new] = best.try_emplace(cell, i);
        if (points[at->second].count < point.count) at->second = i;
    }
    for (const auto& [cell, index] : best)
        kept.insert(index);
    std::vector<Scatter::Point> out;
    out.reserve(kept.size());
    for (const std::size_t index : kept)
        out.push_back(points[index]);
    return out;
}

MarkRadii radii_of(const std::vector<Scatter::Point>& points) {
    std::uint64_t most = 1;
    for (const Scatter::Point& point : points)
        most = std::max(most, point.count);
    return {points.size(), most, 4};
}

void add_envelope(Script& script, std::vector<std::string>& plots,
                  const std::map<Rational, Extremes>& envelope) {
    std::vector<Corner> least, greatest;
    for (const auto& [k, ends] : envelope) {
        least.emplace_back(k, ends.least);
        greatest.emplace_back(k, ends.greatest);
    }
    if (is_hull(envelope)) {
        least = hull_of(least, true);
        greatest = hull_of(greatest, false);
    }
    script.block("least", approximate(least)).block("greatest", approximate(greatest));
    plots.push_back(
        fmt::format("$greatest with lines lw 2 dt '-' lc rgb '{}'", palette::vermillion));
    plots.push_back(fmt::format("$least with lines lw 2 lc rgb '{}'", palette::vermillion));
}

/// Above the plot: the lines of the envelope, and the marks of one permutation and of the most.
void add_cloud_key(Script& script, const MarkRadii& radii, bool has_hull, const Figure& figure) {
    script.canvas(figure.width, figure.height);
    const double y = figure.height - 18;
    double x = 12;
    std::vector<std::string> plots;
    const auto text = [&](const std::string& words) {
        script.label(x, y, words, {15, palette::ink, Anchor::left});
        x += text_width(words, 15) + 14;
    };
    for (const bool is_least : {false, true}) {
        script.block(fmt::format("k{}", is_least ? 0 : 1), {{x, y}, {x + 32, y}});
        plots.push_back(fmt::format("$k{} with lines lw 2 dt {} lc rgb '{}'", is_least ? 0 : 1,
                                    is_least ? "solid" : "'-'", palette::vermillion));
        x += 38;
        text(has_hull ? (is_least ? "lower hull" : "upper hull")
                      : (is_least ? "least F at K" : "greatest F at K"));
    }
    add_sizes(script, plots, radii, figure, x, 14, [&](std::uint64_t count) {
        return count == radii.most() ? fmt::format("{} σ", count) : "1";
    });
    script("plot {}\nunset label", fmt::join(plots, ", "));
}

std::string cloud_commands(const Figure& figure, const std::vector<Scatter::Point>& points) {
    const Greatest box = greatest_values(points);
    const std::map<Rational, Extremes> envelope = envelope_of(points);
    const CloudFrame frame{box.k, box.f, radii_of(points), 70, "K", "F"};
    Script script;
    script("set multiplot");
    add_cloud_key(script, frame.radii, is_hull(envelope), figure);
    std::vector<CloudMark> marks;
    for (const Scatter::Point& point : points)
        marks.push_back({point.kendall.approximate(), point.footrule.approximate(), point.count});
    std::vector<std::string> plots = add_cloud(script, figure, frame, std::move(marks));
    add_envelope(script, plots, envelope);
    script("plot {}\nunset multiplot", fmt::join(plots, ", "));
    return script.text();
}

/// Least and greatest F/K over the points with K > 0.
std::string ratio_text(const std::vector<Scatter::Point>& points) {
    std::optional<Rational> least, greatest;
    for (const Scatter::Point& point : points) {
        if (point.kendall.sign() <= 0) continue;
        const Rational ratio = point.footrule / point.kendall;
        least = least ? std::min(*least, ratio) : ratio;
        greatest = greatest ? std::max(*greatest, ratio) : ratio;
    }
    if (!least) return "";
    return fmt::format(" F/K lies between {} and {}.", least->to_string(), greatest->to_string());
}

}  // namespace

Figure scatter_figure(const Scatter& scatter) {
    const std::vector<Scatter::Point> drawn = thinned_points(scatter.points);
    Figure figure;
    figure.id = scatter.id;
    figure.title = fmt::format("K and F ({}) of all σ in S_{}, {}", scatter.reading, scatter.n,
                               scatter.weights);
    figure.alt = fmt::format("K against F in reading {} for the {} of S_{}: {} different points.{}",
                             scatter.reading, counted(scatter.permutations, "permutation"),
                             scatter.n, scatter.points.size(), ratio_text(scatter.points));
    if (drawn.size() < scatter.points.size()) {
        figure.alt += fmt::format(
            " Of the points {} are drawn: all that have the least or greatest F "
            "for their K, and one in each place where many lie.",
            drawn.size());
    }
    if (is_hull(envelope_of(scatter.points))) {
        figure.alt += " The lines are the lower and upper convex hull.";
    }
    figure.width = plot_width;
    figure.height = 520;
    figure.columns = {"K", "F", "count"};
    for (const Scatter::Point& point : drawn) {
        figure.rows.push_back(
            {point.kendall.to_string(), point.footrule.to_string(), std::to_string(point.count)});
    }
    figure.commands = cloud_commands(figure, drawn);
    return figure;
}

}  // namespace disarray::reports
