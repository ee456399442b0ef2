// SPDX-License-Identifier: MIT
//
// K against F over all of S_n. The area of a mark grows with the logarithm of the number of
// permutations: linear areas leave nothing of the extremes, which are what the figure is for. The
// envelope is the least and the greatest F for each K that occurs: the convex hull would hide by
// how much the bounds are missed in between, and is drawn only where K takes too many values.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "reports/figures/figures.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

using Point = Scatter::Point;

/// More marks than this are thinned out: the SVG would pass 100 KB, and they lie upon each other.
constexpr std::size_t many = 4000;

struct Extremes {
    Rational least, greatest;
};
using Corner = std::pair<Rational, Rational>;  ///< (K, F)

std::map<Rational, Extremes> envelope_of(const std::vector<Point>& points) {
    std::map<Rational, Extremes> out;
    for (const Point& point : points) {
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

Greatest greatest_of(const std::vector<Point>& points) {
    Greatest box{0, 0};
    for (const Point& point : points) {
        box.k = std::max(box.k, point.kendall.approximate());
        box.f = std::max(box.f, point.footrule.approximate());
    }
    return {box.k > 0 ? box.k : 1, box.f > 0 ? box.f : 1};
}

/// At most one point of each cell of a raster, the one for the most permutations, and all points of
/// the envelope.
std::vector<Point> thinned(const std::vector<Point>& points) {
    if (points.size() <= many) return points;
    constexpr double cells = 60;
    const Greatest box = greatest_of(points);
    const std::map<Rational, Extremes> envelope = envelope_of(points);
    std::map<std::pair<int, int>, std::size_t> best;
    std::set<std::size_t> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point& point = points[i];
        const Extremes& ends = envelope.at(point.kendall);
        if (point.footrule == ends.least || point.footrule == ends.greatest) kept.insert(i);
        const std::pair cell = {static_cast<int>(point.kendall.approximate() / box.k * cells),
                                static_cast<int>(point.footrule.approximate() / box.f * cells)};
        const auto [at, is_new] = best.try_emplace(cell, i);
        if (points[at->second].count < point.count) at->second = i;
    }
    for (const auto& [cell, index] : best)
        kept.insert(index);
    std::vector<Point> out;
    out.reserve(kept.size());
    for (const std::size_t index : kept)
        out.push_back(points[index]);
    return out;
}

/// Radii in px: those of one permutation and of the most.
class Radii {
public:
    explicit Radii(const std::vector<Point>& points) {
        for (const Point& point : points)
            most_ = std::max(most_, point.count);
        greatest_ = points.size() <= 150 ? 10 : points.size() <= 800 ? 7 : 4;
    }
    /// In steps of 0.2 px, so that marks of one size are one element of the drawing.
    double operator()(std::uint64_t count) const {
        const double area = (1 + std::log(static_cast<double>(std::max<std::uint64_t>(count, 1)))) /
                            (1 + std::log(static_cast<double>(most_)));
        return std::max(1.6, std::round(5 * greatest_ * std::sqrt(area)) / 5);
    }
    std::uint64_t most() const { return most_; }

private:
    std::uint64_t most_ = 1;
    double greatest_ = 7;
};

/// F = slope·K from the origin to the border of the plot, named where it leaves.
void add_line(Script& script, std::vector<std::string>& plots, int slope, const Greatest& high) {
    const double end = std::min(high.k, high.f / slope);
    const std::string name = slope == 1 ? "F = K" : fmt::format("F = {}K", slope);
    script.block(fmt::format("line{}", slope), {{0, 0}, {end, end * slope}});
    plots.push_back(
        fmt::format("$line{} with lines lw 1.5 dt '.-' lc rgb '{}'", slope, palette::muted));
    const bool is_at_right = end * slope < high.f * 0.98;
    script("set label {} at {:.6g},{:.6g} {} font ',15' tc rgb '{}'", gnuplot_string(name), end,
           end * slope, is_at_right ? "left offset 0.6,0" : "center offset 0,0.4", palette::muted);
}

/// The lower or upper convex hull of points ordered by K (Andrew 1979), exactly.
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

void add_marks(Script& script, std::vector<std::string>& plots, std::vector<Point> points) {
    const Radii radii(points);
    std::ranges::stable_sort(points, std::greater{}, &Point::count);  // the small ones on top
    std::vector<std::vector<double>> rows;
    rows.reserve(points.size());
    for (const Point& point : points) {
        rows.push_back({point.kendall.approximate(), point.footrule.approximate(),
                        pointsize(radii(point.count))});
    }
    script.block("points", rows);
    plots.push_back(fmt::format("$points using 1:2:3 with points pt 7 ps variable lc rgb '#60{}'",
                                palette::blue.substr(1)));
}

/// Above the plot: the lines of the envelope, and the marks of one permutation and of the most.
void add_key(Script& script, const Radii& radii, bool has_hull, const Figure& figure) {
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
        text(fmt::format("{}{}", is_least ? "least F" : "greatest F",
                         has_hull ? " (hull)" : " at K"));
    }
    for (const std::uint64_t count : std::set<std::uint64_t>{1, radii.most()}) {
        x += radii(count);
        script.block(fmt::format("m{}", count), {{x, y}});
        plots.push_back(fmt::format("$m{} with points pt 7 ps {:.4g} lc rgb '#60{}'", count,
                                    pointsize(radii(count)), palette::blue.substr(1)));
        x += radii(count) + 6;
        text(count == radii.most() ? counted(count, "permutation") : "1");
    }
    script("plot {}\nunset label", fmt::join(plots, ", "));
}

std::string commands(const Figure& figure, const std::vector<Point>& points) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const Box inside{70, whole.right - 84, 54, whole.top - 66};
    const Greatest box = greatest_of(points);
    const Greatest high{1.04 * box.k, 1.06 * box.f};
    const std::map<Rational, Extremes> envelope = envelope_of(points);
    Script script;
    script("set multiplot");
    add_key(script, Radii(points), is_hull(envelope), figure);
    script.axes(inside, whole).titles("K", "F", inside, whole);
    script("set grid lt 1 lc rgb '{}' lw 1", palette::grid);
    script("set xrange [{:.6g}:{:.6g}]\nset yrange [{:.6g}:{:.6g}]", -0.02 * box.k, high.k,
           -0.02 * box.f, high.f);
    std::vector<std::string> plots;
    add_line(script, plots, 1, high);
    add_line(script, plots, 2, high);
    add_marks(script, plots, points);
    add_envelope(script, plots, envelope);
    script("plot {}\nunset multiplot", fmt::join(plots, ", "));
    return script.text();
}

/// Least and greatest F/K over the points with K > 0.
std::string ratio_text(const std::vector<Point>& points) {
    std::optional<Rational> least, greatest;
    for (const Point& point : points) {
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
    const std::vector<Point> drawn = thinned(scatter.points);
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
    figure.width = 640;
    figure.height = 520;
    figure.columns = {"K", "F", "count"};
    for (const Point& point : drawn) {
        figure.rows.push_back(
            {point.kendall.to_string(), point.footrule.to_string(), std::to_string(point.count)});
    }
    figure.commands = commands(figure, drawn);
    return figure;
}

}  // namespace disarray::reports
