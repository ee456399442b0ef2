// SPDX-License-Identifier: MIT
//
// What is drawn is the exact number where the document has it, else its printed decimal. The area
// of a mark grows with the logarithm of the number of queries: most points are of one query, and
// the few of thousands would cover them. The lines F = K and F = 2K are those of KV's Figure 1;
// they bound the points for unit costs (Diaconis and Graham 1977), and for others they need not:
// the caption counts what lies outside.
#include "reports/figures/footrule_kendall.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "reports/figures/cloud.hpp"
#include "reports/figures/key.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

constexpr std::size_t weightings_in_a_figure = 5;  ///< series_style() repeats after these

std::string labelled(const FootruleKendall& experiment, std::string_view title) {
    return fmt::format("{}{}", title, experiment.data.is_synthetic ? " (synthetic data)" : "");
}

constexpr double synthetic_width = 116;  ///< px of the words below

/// In the drawing itself, which may be taken out of the report. On a canvas(), before its plot.
void add_synthetic(Script& script, const FootruleKendall& experiment, const Figure& figure) {
    if (!experiment.data.is_synthetic) return;
    script.label(figure.width - 8, figure.height - 18, "synthetic data",
                 {15, palette::muted, Anchor::right});
}

// --- Figure 1 -----------------------------------------------------------------------------------

struct Plane {
    std::vector<CloudMark> marks;  ///< those of many queries first, so that none is hidden
    double most_kendall = 1, most_footrule = 1;
    std::uint64_t most_queries = 1;
    std::uint64_t below = 0, above = 0;  ///< queries with F < K, and with F > 2K
};

/// The decimals are rounded: a point counts as outside only where no rounding could put it there.
void count_outside(Plane& plane, const QueryPoint& point) {
    const auto slack = [](const ExperimentNumber& number) {
        if (number.value) return Rational(0);
        const std::size_t dot = number.decimal.find('.');
        Rational unit(1);
        for (std::size_t i = dot; i != std::string::npos && i + 1 < number.decimal.size(); ++i)
            unit /= Rational(10);
        return unit;
    };
    const Rational k = *point.kendall.known(), f = *point.footrule.known();
    const Rational error = Rational(2) * slack(point.kendall) + slack(point.footrule);
    if (f + error < k) plane.below += point.queries;
    if (f > Rational(2) * k + error) plane.above += point.queries;
}

/// At most one mark in each cell of a raster, that of the most queries.
std::vector<CloudMark> thinned_marks(const Plane& plane) {
    if (plane.marks.size() <= most_marks) return plane.marks;
    std::set<std::pair<int, int>> taken;
    std::vector<CloudMark> kept;
    for (const CloudMark& mark : plane.marks) {
        const std::pair cell =
            raster_cell({mark.kendall, mark.footrule}, {plane.most_kendall, plane.most_footrule});
        if (taken.insert(cell).second) kept.push_back(mark);
    }
    return kept;
}

Plane plane_of(const WeightingRow& row) {
    Plane plane;
    double kendall = 0, footrule = 0;
    for (const QueryPoint& point : row.scatter.points) {
        const auto k = point.kendall.known(), f = point.footrule.known();
        if (!k || !f) continue;
        plane.marks.push_back({k->approximate(), f->approximate(), point.queries});
        kendall = std::max(kendall, plane.marks.back().kendall);
        footrule = std::max(footrule, plane.marks.back().footrule);
        plane.most_queries = std::max(plane.most_queries, point.queries);
        count_outside(plane, point);
    }
    if (kendall > 0) plane.most_kendall = kendall;
    if (footrule > 0) plane.most_footrule = footrule;
    std::ranges::stable_sort(plane.marks, std::greater{}, &CloudMark::count);
    return plane;
}

std::string query_scatter_commands(const FootruleKendall& experiment, const Figure& figure,
                                   const Plane& plane, const std::vector<CloudMark>& drawn) {
    const CloudFrame frame{
        plane.most_kendall,   plane.most_footrule, {plane.marks.size(), plane.most_queries, 5}, 80,
        "Kendall distance K", "footrule F"};
    Script script;
    script("set multiplot").canvas(figure.width, figure.height);
    add_synthetic(script, experiment, figure);
    std::vector<std::string> sizes;
    add_sizes(script, sizes, frame.radii, figure, 12, 20,
              [](std::uint64_t count) { return counted(count, "query", "queries"); });
    script("plot {}\nunset label", fmt::join(sizes, ", "));
    script("plot {}\nunset multiplot", fmt::join(add_cloud(script, figure, frame, drawn), ", "));
    return script.text();
}

std::string outside_text(const Plane& plane) {
    if (plane.below == 0 && plane.above == 0) return "No point lies outside the two lines";
    return fmt::format("Outside the two lines: F < K for {}, F > 2K for {}",
                       counted(plane.below, "query", "queries"),
                       counted(plane.above, "query", "queries"));
}

std::string query_scatter_caption(const FootruleKendall& experiment, const WeightingRow& row,
                                  const Plane& plane, std::size_t drawn) {
    std::string caption = fmt::format("{}KV Figure 1 with the weights {}. {}",
                                      experiment.data.is_synthetic ? "Synthetic data. " : "",
                                      row.weighting, outside_text(plane));
    if (row.scatter.rounded_to_places) {
        caption += fmt::format(". {} different points, rounded to {} digits after the point",
                               row.scatter.distinct, *row.scatter.rounded_to_places);
    }
    if (row.scatter.undecided_queries > 0) {
        caption += fmt::format(". Without a place, since a digit was not settled: {}",
                               counted(row.scatter.undecided_queries, "query", "queries"));
    }
    if (drawn < plane.marks.size())
        caption += fmt::format(". Drawn: {} of {} points", drawn, plane.marks.size());
    return caption;
}

FigureBlock query_scatter(const FootruleKendall& experiment, const WeightingRow& row,
                          const Plane& plane) {
    const std::vector<CloudMark> drawn = thinned_marks(plane);
    Figure figure;
    figure.id = row.id + "-scatter";
    figure.title =
        labelled(experiment, "Footrule against Kendall distance, weights " + row.weighting);
    figure.alt = fmt::format(
        "Footrule against Kendall distance of {} with the weights {}{}: {} different points; the "
        "greatest K is {:.6g}, the greatest F {:.6g}. {}.",
        counted(experiment.queries, "query", "queries"), row.weighting,
        experiment.data.is_synthetic ? ", synthetic" : "", row.scatter.points.size(),
        plane.most_kendall, plane.most_footrule, outside_text(plane));
    figure.width = plot_width;
    figure.height = 520;
    figure.columns = {"K", "F", "queries"};
    const auto text = [](const ExperimentNumber& number) {
        return number.value ? number.value->to_string() : number.decimal;
    };
    for (const QueryPoint& point : row.scatter.points) {
        figure.rows.push_back(
            {text(point.kendall), text(point.footrule), std::to_string(point.queries)});
    }
    figure.commands = query_scatter_commands(experiment, figure, plane, drawn);
    return {std::move(figure), query_scatter_caption(experiment, row, plane, drawn.size())};
}

// --- Figure 2 -----------------------------------------------------------------------------------

using Rows = std::vector<const WeightingRow*>;

bool has_band(const Rows& rows) {
    return std::ranges::any_of(rows, [](const WeightingRow* row) {
        return std::ranges::any_of(row->overlaps, [](const WorstOverlap& overlap) {
            return *overlap.least.value != *overlap.greatest.value;
        });
    });
}

std::vector<KeyEntry> overlap_key(const Rows& rows, double width) {
    std::vector<KeyEntry> key;
    for (std::size_t i = 0; i < rows.size(); ++i)
        key.push_back({rows[i]->weighting, series_style(i), series_style(i).filled});
    return laid_out(std::move(key), width);
}

/// 1, 10, 100, … as far as k goes; 2 and 5 as well where there is room for their names.
std::string tics_to(std::uint64_t most) {
    std::vector<std::string> tics;
    const bool has_room = most <= 100'000;
    for (std::uint64_t power = 1; power <= most; power *= 10) {
        for (const std::uint64_t factor : {1U, 2U, 5U}) {
            if (factor > 1 && (!has_room || factor * power > most)) continue;
            const std::string name =
                power < 1'000'000 ? std::to_string(factor * power)
                                  : fmt::format("1e{:.0f}", std::log10(static_cast<double>(power)));
            tics.push_back(fmt::format("{} {}", tic_text(name), factor * power));
        }
        if (power > most / 10) break;
    }
    return fmt::format("({})", fmt::join(tics, ", "));
}

/// Bands first, so that no line is under one. A band has a border in the dashes of its line: where
/// several overlap, shades alone do not tell them apart.
std::string overlap_plots(Script& script, const Rows& rows) {
    std::vector<std::string> bands, lines;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SeriesStyle& style = series_style(i);
        std::vector<std::vector<double>> data;
        bool is_line = true;
        for (const auto& [k, least, expected, greatest] : rows[i]->overlaps) {
            data.push_back({static_cast<double>(k), least.value->approximate(),
                            expected.value->approximate(), greatest.value->approximate()});
            is_line = is_line && *least.value == *greatest.value;
        }
        script.block(fmt::format("o{}", i), data);
        if (!is_line) {
            bands.push_back(fmt::format(
                "$o{} using 1:2:4 with filledcurves lc rgb '{}' fs transparent solid 0.13 noborder",
                i, style.colour));
            for (const int column : {2, 4}) {
                bands.push_back(fmt::format("$o{} using 1:{} with lines lw 0.7 dt {} lc rgb '{}'",
                                            i, column, style.dashes, style.colour));
            }
        }
        lines.push_back(
            fmt::format("$o{} using 1:3 with linespoints lw 2 dt {} pt {} ps {:.3g} "
                        "lc rgb '{}'",
                        i, style.dashes, style.filled, pointsize(4.5 * style.size), style.colour));
    }
    bands.insert(bands.end(), lines.begin(), lines.end());
    return fmt::format("{}", fmt::join(bands, ", "));
}

std::string overlap_commands(const FootruleKendall& experiment, const Figure& figure,
                             const Rows& rows) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const std::vector<KeyEntry> key =
        overlap_key(rows, whole.right - 8 - (experiment.data.is_synthetic ? synthetic_width : 0));
    const Box inside{72, whole.right - 24, 56, whole.top - key_height(key)};
    const std::uint64_t first = rows.front()->overlaps.front().k;
    const std::uint64_t last = rows.front()->overlaps.back().k;
    Script script;
    script.canvas(whole.right, whole.top)("set multiplot");
    add_synthetic(script, experiment, figure);
    add_key(script, key, whole.top);
    script("unset label").axes(inside, whole);
    script.titles("k", "share in common", inside, whole);
    script("set logscale x\nset xrange [{:.6g}:{:.6g}]\nset yrange [-0.02:1.03]",
           0.93 * static_cast<double>(first), 1.08 * static_cast<double>(last));
    script("set xtics {}\nset mxtics 1\nset ytics 0.2", tics_to(last));
    script("set grid ytics lt 1 lc rgb '{}' lw 1", palette::grid);
    script("plot {}\nunset logscale\nunset multiplot", overlap_plots(script, rows));
    return script.text();
}

/// The first, the middle and the last k of each weighting.
std::string overlap_description(const FootruleKendall& experiment, const Rows& rows) {
    std::string out = fmt::format(
        "Share that the worst k queries by Kendall distance and by footrule have in common, "
        "against k{}.",
        experiment.data.is_synthetic ? ", for synthetic data" : "");
    for (const WeightingRow* row : rows) {
        const std::size_t count = row->overlaps.size();
        std::vector<std::string> texts;
        for (const std::size_t i : std::set<std::size_t>{0, count / 2, count - 1}) {
            const WorstOverlap& overlap = row->overlaps[i];
            texts.push_back(fmt::format("{} at k = {}", overlap.expected.decimal, overlap.k));
        }
        out += fmt::format(" {}: {}.", row->weighting, fmt::join(texts, ", "));
    }
    return out;
}

FigureBlock overlap_of(const FootruleKendall& experiment, const Rows& rows, std::size_t number) {
    Figure figure;
    figure.id = experiment.id + "-overlap" + (number > 0 ? fmt::format("-{}", number + 1) : "");
    figure.title =
        labelled(experiment, "Overlap of the worst k queries by Kendall distance and by footrule");
    figure.alt = overlap_description(experiment, rows);
    figure.width = plot_width;
    figure.height = 400;
    figure.columns = {"weighting", "k", "least", "expected", "greatest"};
    for (const WeightingRow* row : rows) {
        for (const auto& [k, least, expected, greatest] : row->overlaps) {
            figure.rows.push_back({row->weighting, std::to_string(k), least.value->to_string(),
                                   expected.value->to_string(), greatest.value->to_string()});
        }
    }
    figure.commands = overlap_commands(experiment, figure, rows);
    std::string caption = fmt::format("{}KV Figure 2; k on a logarithmic axis",
                                      experiment.data.is_synthetic ? "Synthetic data. " : "");
    if (has_band(rows)) {
        caption +=
            ". Lines: what is expected where equally bad queries are chosen among at random; "
            "bands: from the least to the greatest over the choices";
    }
    return {std::move(figure), std::move(caption)};
}

}  // namespace

std::vector<FigureBlock> query_scatter_figures(const FootruleKendall& experiment) {
    std::vector<FigureBlock> figures;
    for (const WeightingRow& row : experiment.weightings) {
        const Plane plane = plane_of(row);
        if (!plane.marks.empty()) figures.push_back(query_scatter(experiment, row, plane));
    }
    return figures;
}

std::vector<FigureBlock> overlap_figures(const FootruleKendall& experiment) {
    std::vector<FigureBlock> figures;
    Rows rows;
    for (const WeightingRow& row : experiment.weightings) {
        if (row.overlaps.size() < 2) continue;
        rows.push_back(&row);
        const bool is_last = &row == &experiment.weightings.back();
        if (rows.size() < weightings_in_a_figure && !is_last) continue;
        figures.push_back(overlap_of(experiment, rows, figures.size()));
        rows.clear();
    }
    return figures;
}

}  // namespace disarray::reports
