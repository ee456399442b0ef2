// SPDX-License-Identifier: MIT
//
// Curves and differences. What is drawn is the printed decimal of a value, or the rational itself;
// `rows` carry the exact values. The ideal gains of several runs are one line where they are the
// same, which they are if all runs have the same queries. Precision has an axis from 0 to 1,
// whatever the values, as books draw it; the other axes end above the greatest value.
#include "reports/figures/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reports/figures/key.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

constexpr std::size_t runs_in_a_figure = 5;  ///< series_style() repeats after these
constexpr std::size_t longest_run_name = 28;

// --- Curves ---

struct CurveKind {
    std::string_view name, ideal;  ///< of curves; "" if there is no ideal one
    std::string_view title;
    std::string_view place;  ///< what the curve is against
    std::string_view value;
};
constexpr CurveKind curve_kinds[] = {
    {"iP", "", "Precision at recall levels, interpolated", "recall", "mean precision"},
    {"DCG", "IDCG", "Discounted cumulated gain", "rank", "mean DCG"},
    {"CG", "ICG", "Cumulated gain", "rank", "mean CG"},
    {"nDCG", "", "Normalized discounted cumulated gain", "rank", "mean nDCG"},
    {"NCG", "", "Normalized cumulated gain", "rank", "mean NCG"}};

struct CurveOfRun {
    const EvaluatedRun* run = nullptr;
    const EvaluatedCurve* curve = nullptr;
    const EvaluatedCurve* ideal = nullptr;
};

std::vector<CurveOfRun> lines_of(const Evaluation& evaluation, const CurveKind& kind) {
    std::vector<CurveOfRun> lines;
    for (const EvaluatedRun& run : evaluation.runs) {
        const EvaluatedCurve* curve = run.curve(std::string(kind.name));
        if (curve == nullptr) continue;
        lines.push_back({&run, curve, run.curve(std::string(kind.ideal))});
    }
    return lines;
}

bool are_equal(const EvaluatedCurve& a, const EvaluatedCurve& b) {
    return std::ranges::equal(a.points, b.points, [](const auto& p, const auto& q) {
        return p.mean.exact == q.mean.exact;
    });
}

/// The one ideal curve of all lines; null if they differ or there is none.
const EvaluatedCurve* common_ideal(const std::vector<CurveOfRun>& lines) {
    const EvaluatedCurve* first = lines.front().ideal;
    if (first == nullptr) return nullptr;
    const bool same = std::ranges::all_of(lines, [&](const CurveOfRun& line) {
        return line.ideal != nullptr && are_equal(*line.ideal, *first);
    });
    return same ? first : nullptr;
}

/// Places that are drawn, of `count`: the first, every step-th, the last.
std::vector<std::size_t> drawn_places(std::size_t count) {
    constexpr std::size_t most = 400;
    const std::size_t step = (count + most - 1) / most;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count; i += std::max<std::size_t>(step, 1))
        places.push_back(i);
    if (!places.empty() && places.back() + 1 != count) places.push_back(count - 1);
    return places;
}

std::vector<std::vector<double>> points_of(const EvaluatedCurve& curve) {
    std::vector<std::vector<double>> points;
    for (const std::size_t i : drawn_places(curve.points.size())) {
        const auto& [at, mean] = curve.points[i];
        const auto value = mean.approximate();
        if (value) points.push_back({Rational::parse(at, "curve").approximate(), *value});
    }
    return points;
}

double greatest_mean(const std::vector<CurveOfRun>& lines) {
    double greatest = 0;
    for (const CurveOfRun& line : lines) {
        for (const EvaluatedCurve* curve : {line.curve, line.ideal}) {
            if (curve == nullptr) continue;
            for (const auto& point : curve->points)
                greatest = std::max(greatest, point.mean.approximate().value_or(0));
        }
    }
    return greatest > 0 ? greatest : 1;
}

std::string shown_name(const EvaluatedRun& run) {
    return printable(run.name, longest_run_name);
}

std::vector<KeyEntry> curve_key(const std::vector<CurveOfRun>& lines, double width) {
    std::vector<KeyEntry> key;
    for (std::size_t i = 0; i < lines.size(); ++i)
        key.push_back({shown_name(*lines[i].run), series_style(i), series_style(i).filled});
    const bool has_ideal = lines.front().ideal != nullptr;
    const std::string_view colour = common_ideal(lines) != nullptr ? palette::muted : palette::ink;
    if (has_ideal) {
        key.push_back({common_ideal(lines) != nullptr ? "ideal" : "ideal, each in its colour",
                       {colour, "(2,3)", 0, 0, 1}});
    }
    return laid_out(std::move(key), width);
}

void add_ideal(Script& script, std::vector<std::string>& plots, const EvaluatedCurve& ideal,
               std::string_view colour, std::size_t number) {
    const auto points = points_of(ideal);
    if (points.empty()) return;
    script.block(fmt::format("i{}", number), points);
    plots.push_back(fmt::format("$i{} with lines lw 2 dt (2,3) lc rgb '{}'", number, colour));
}

/// Marks at every place if there are few, else at about ten, each run's at others.
void add_curve(Script& script, std::vector<std::string>& plots, const CurveOfRun& line,
               std::size_t number, std::size_t count) {
    const auto points = points_of(*line.curve);
    if (points.empty()) return;
    const SeriesStyle& style = series_style(number);
    script.block(fmt::format("l{}", number), points);
    plots.push_back(
        fmt::format("$l{} with lines lw 2 dt {} lc rgb '{}'", number, style.dashes, style.colour));
    const std::size_t step = points.size() <= 21 ? 1 : points.size() / 10;
    plots.push_back(fmt::format("$l{} every {}::{} with points pt {} ps {:.3g} lc rgb '{}'", number,
                                step, step * number / count, style.filled,
                                pointsize(5 * style.size), style.colour));
}

std::string curve_commands(const Figure& figure, const CurveKind& kind,
                           const std::vector<CurveOfRun>& lines) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const std::vector<KeyEntry> key = curve_key(lines, whole.right - 8);
    const Box inside{72, whole.right - 20, 56, whole.top - key_height(key)};
    Script script;
    script.canvas(whole.right, whole.top)("set multiplot");
    add_key(script, key, whole.top);
    script("unset label").axes(inside, whole).titles(kind.place, kind.value, inside, whole);
    script("set grid ytics lt 1 lc rgb '{}' lw 1", palette::grid);
    if (kind.name == "iP") {
        script("set xrange [-0.015:1.015]\nset yrange [0:1.02]\nset xtics 0,0.1,1\nset ytics 0.2");
    } else {
        const auto last = static_cast<double>(lines.front().curve->points.size());
        const double pad = std::max(0.02 * (last - 1), 0.1);
        script("set xrange [{:.6g}:{:.6g}]\nset yrange [0:{:.6g}]", 1 - pad, last + pad,
               1.06 * greatest_mean(lines));
        if (last <= 20) script("set xtics 1,1,{:g}", last);
    }
    std::vector<std::string> plots;
    const EvaluatedCurve* ideal = common_ideal(lines);
    if (ideal != nullptr) add_ideal(script, plots, *ideal, palette::muted, 0);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (ideal == nullptr && lines[i].ideal != nullptr)
            add_ideal(script, plots, *lines[i].ideal, series_style(i).colour, i);
        add_curve(script, plots, lines[i], i, lines.size());
    }
    if (plots.empty()) plots.emplace_back("NaN");
    script("plot {}\nunset multiplot", fmt::join(plots, ", "));
    return script.text();
}

/// "mir: 0.666667 at recall 0, 0.291667 at recall 0.5, 0.1 at recall 1".
std::string curve_description(const CurveKind& kind, const std::vector<CurveOfRun>& lines) {
    std::string out;
    const auto values = [&](const EvaluatedCurve& curve) {
        const std::size_t count = curve.points.size();
        std::vector<std::size_t> places = {0, count / 2, count - 1};
        places.erase(std::unique(places.begin(), places.end()), places.end());
        std::vector<std::string> texts;
        for (const std::size_t i : places) {
            texts.push_back(fmt::format("{} at {} {}", curve.points[i].mean.decimal, kind.place,
                                        curve.points[i].at));
        }
        return fmt::format("{}", fmt::join(texts, ", "));
    };
    for (const CurveOfRun& line : lines) {
        out += fmt::format("{}{}: {}", out.empty() ? "" : "; ", shown_name(*line.run),
                           values(*line.curve));
    }
    if (const EvaluatedCurve* ideal = common_ideal(lines)) out += "; ideal: " + values(*ideal);
    std::string value(kind.value);
    value.front() = 'M';
    return fmt::format("{} against {}. {}.", value, kind.place, out);
}

void add_curve_rows(Figure& figure, const CurveKind& kind, const std::vector<CurveOfRun>& lines) {
    figure.columns = {"run", std::string(kind.place), std::string(kind.value), "decimal"};
    if (!kind.ideal.empty())
        figure.columns.insert(figure.columns.end(), {"ideal", "ideal decimal"});
    for (const CurveOfRun& line : lines) {
        for (std::size_t i = 0; i < line.curve->points.size(); ++i) {
            const auto& [at, mean] = line.curve->points[i];
            std::vector<std::string> row = {line.run->name, at, mean.exact, mean.decimal};
            if (!kind.ideal.empty()) {
                const bool has_ideal = line.ideal != nullptr && i < line.ideal->points.size();
                row.push_back(has_ideal ? line.ideal->points[i].mean.exact : "");
                row.push_back(has_ideal ? line.ideal->points[i].mean.decimal : "");
            }
            figure.rows.push_back(std::move(row));
        }
    }
}

std::string curve_caption(const CurveKind& kind, const std::vector<CurveOfRun>& lines) {
    std::string caption = kind.name == "iP"
                              ? "Mean over the queries of the greatest precision at this recall or "
                                "a greater one"
                              : "Mean over the queries, at each rank";
    if (common_ideal(lines) != nullptr) {
        caption += ". Dotted: the ideal, all judged documents of a query, best grades first";
    } else if (lines.front().ideal != nullptr) {
        caption +=
            ". Dotted: each run's ideal, all judged documents of a query, best grades first; "
            "they differ since the queries do";
    }
    const std::size_t count = lines.front().curve->points.size();
    const std::size_t drawn = drawn_places(count).size();
    if (drawn < count) caption += fmt::format(". Drawn at {} of {} ranks", drawn, count);
    return caption;
}

// --- Differences ---

using Difference = DifferenceHistogram::Row;

/// Bars for at most so many queries: of 9 px, with a name each.
constexpr std::size_t most_bars = 60;
constexpr double widest_bar = 48;  ///< px

struct Bars {
    const DifferenceHistogram& histogram;
    std::string first, second;  ///< names of the runs
    std::vector<const Difference*> rows;
    bool is_sorted = false;
};

Bars bars_of(const Evaluation& evaluation) {
    Bars bars{
        *evaluation.histogram, shown_name(evaluation.runs[0]), shown_name(evaluation.runs[1]), {}};
    for (const Difference& row : bars.histogram.rows)
        bars.rows.push_back(&row);
    bars.is_sorted = bars.rows.size() > most_bars;
    if (bars.is_sorted) {
        std::ranges::stable_sort(bars.rows, [](const Difference* a, const Difference* b) {
            return a->difference.approximate().value_or(0) >
                   b->difference.approximate().value_or(0);
        });
    }
    return bars;
}

std::string_view winner_colour(std::string_view better) {
    return better == "first"    ? palette::blue
           : better == "second" ? palette::vermillion
                                : palette::muted;
}

/// Around all bars and 0.
std::pair<double, double> difference_range(const Bars& bars) {
    double low = 0, high = 0;
    for (const Difference* row : bars.rows) {
        const double value = row->difference.approximate().value_or(0);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (low == high) return {-1, 1};
    const double pad = 0.06 * (high - low);
    return {low < 0 ? low - pad : -pad, high > 0 ? high + pad : pad};
}

/// A block of rectangles for each answer, in its colour.
void add_difference_bars(Script& script, std::vector<std::string>& plots, const Bars& bars,
                         double px) {
    const double half =
        std::min(0.4, 0.5 * widest_bar * static_cast<double>(bars.rows.size()) / px);
    for (const std::string_view better : {"first", "second"}) {
        std::vector<std::vector<double>> boxes;
        for (std::size_t i = 0; i < bars.rows.size(); ++i) {
            const double value = bars.rows[i]->difference.approximate().value_or(0);
            const double x = static_cast<double>(i) + 1;
            if (bars.rows[i]->better != better) continue;
            boxes.push_back({x, 0, x - half, x + half, std::min(value, 0.0), std::max(value, 0.0)});
        }
        if (boxes.empty()) continue;
        script.block(better, boxes);
        plots.push_back(
            fmt::format("${} using 1:2:3:4:5:6 with boxxyerror lc rgb '{}' fs solid 1 noborder",
                        better, winner_colour(better)));
    }
    std::vector<std::vector<double>> equal;
    for (std::size_t i = 0; i < bars.rows.size(); ++i) {
        if (bars.rows[i]->better == "neither") equal.push_back({static_cast<double>(i) + 1, 0});
    }
    if (equal.empty()) return;
    script.block("neither", equal);
    plots.push_back(fmt::format("$neither with points pt 7 ps {:.3g} lc rgb '{}'", pointsize(3.5),
                                palette::muted));
}

/// Sorted, what is above 0 comes first: an area at each end.
void add_areas(Script& script, std::vector<std::string>& plots, const Bars& bars) {
    const std::vector<std::size_t> places = drawn_places(bars.rows.size());
    for (const std::string_view better : {"first", "second"}) {
        std::vector<std::vector<double>> line;
        for (const std::size_t i : places) {
            if (bars.rows[i]->better != better) continue;
            const double x = static_cast<double>(i) + 1;
            const double value = bars.rows[i]->difference.approximate().value_or(0);
            line.push_back({x - 0.5, value});
            line.push_back({x + 0.5, value});
        }
        if (line.empty()) continue;
        script.block(better, line);
        plots.push_back(fmt::format("${} with filledcurves y1=0 lc rgb '{}' fs solid 1 noborder",
                                    better, winner_colour(better)));
    }
}

std::vector<KeyEntry> difference_key(const Bars& bars, double width) {
    std::vector<KeyEntry> key;
    const auto add = [&](const std::string& text, std::string_view better, int mark) {
        key.push_back({text, {winner_colour(better), "solid", mark, mark, 1.2}, mark, false});
    };
    const DifferenceHistogram& h = bars.histogram;
    add(fmt::format("{} better: {}", bars.first, h.first_better), "first", 5);
    add(fmt::format("{} better: {}", bars.second, h.second_better), "second", 5);
    add(fmt::format("equal: {}", h.equal), "neither", 7);
    if (h.undecided > 0) add(fmt::format("not decided: {}", h.undecided), "neither", 6);
    return laid_out(std::move(key), width);
}

/// How the names of queries stand below the bars.
struct Names {
    double font = 14, height = 0;
    bool upright = false;
};

constexpr std::size_t longest_query = 14;

Names names_of(const Bars& bars, double px) {
    if (bars.is_sorted) return {15, 22, false};
    std::size_t longest = 1;
    for (const Difference* row : bars.rows)
        longest = std::max(longest, printable(row->query, longest_query).size());
    const double slot = px / static_cast<double>(std::max<std::size_t>(bars.rows.size(), 1));
    Names names;
    names.upright = text_width(std::string(longest + 1, 'x'), names.font) > slot;
    if (names.upright) names.font = std::clamp(0.95 * slot, 8.0, 14.0);
    names.height =
        names.upright ? text_width(std::string(longest + 1, 'x'), names.font) : names.font + 6;
    return names;
}

std::string tics_of(const Bars& bars) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < bars.rows.size(); ++i)
        names.push_back(fmt::format("{} {}", tic_text(bars.rows[i]->query, longest_query), i + 1));
    return fmt::format("({})", fmt::join(names, ", "));
}

std::string difference_commands(const Figure& figure, const Bars& bars) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const std::vector<KeyEntry> key = difference_key(bars, whole.right - 8);
    const double left = 84, right = whole.right - 16;
    const Names names = names_of(bars, right - left);
    const Box inside{left, right, 34 + names.height, whole.top - key_height(key)};
    Script script;
    script.canvas(whole.right, whole.top)("set multiplot");
    add_key(script, key, whole.top);
    script("unset label").axes(inside, whole);
    script.titles(bars.is_sorted ? "queries, from the greatest difference to the least" : "query",
                  "difference of " + printable(bars.histogram.metric), inside, whole);
    const auto [low, high] = difference_range(bars);
    script("set border 2\nset xrange [0.4:{:g}]\nset yrange [{:.6g}:{:.6g}]",
           static_cast<double>(bars.rows.size()) + 0.6, low, high);
    script("set grid ytics lt 1 lc rgb '{}' lw 1", palette::grid);
    script("set xtics scale 0");
    if (!bars.is_sorted) {
        script("set xtics {} font ',{:.3g}' {}", names.upright ? "rotate by 90 right" : "norotate",
               names.font, tics_of(bars));
    }
    std::vector<std::string> plots;
    bars.is_sorted ? add_areas(script, plots, bars)
                   : add_difference_bars(script, plots, bars, right - left);
    plots.push_back(fmt::format("0 with lines lw 1.5 dt solid lc rgb '{}'", palette::ink));
    script("plot {}\nunset multiplot", fmt::join(plots, ", "));
    return script.text();
}

/// How many on either side, and the greatest differences.
std::string difference_description(const Bars& bars) {
    const DifferenceHistogram& h = bars.histogram;
    std::string out = fmt::format(
        "{} of {} minus {}, query by query: {} is better for {}, {} for {}, equal for {} of {}.",
        h.metric, bars.first, bars.second, bars.first, h.first_better, bars.second, h.second_better,
        h.equal, counted(h.rows.size(), "query", "queries"));
    const auto by_value = [](const Difference* a, const Difference* b) {
        return a->difference.approximate().value_or(0) < b->difference.approximate().value_or(0);
    };
    if (bars.rows.empty()) return out;
    const auto [least, greatest] = std::ranges::minmax_element(bars.rows, by_value);
    return out + fmt::format(" Greatest: {} ({}); least: {} ({}).", (*greatest)->difference.decimal,
                             printable((*greatest)->query), (*least)->difference.decimal,
                             printable((*least)->query));
}

std::string difference_caption(const Bars& bars) {
    const DifferenceHistogram& h = bars.histogram;
    std::string caption =
        fmt::format("{} of {} minus {}; {}", h.metric, bars.first, bars.second,
                    bars.is_sorted ? "sorted by the difference" : "in the order of the first run");
    if (bars.is_sorted) {
        const std::size_t drawn = drawn_places(bars.rows.size()).size();
        caption += fmt::format(": {} queries are too many for a bar each", bars.rows.size());
        if (drawn < bars.rows.size()) caption += fmt::format(", and {} are drawn", drawn);
    }
    const bool is_best_small = std::ranges::any_of(h.rows, [](const Difference& row) {
        return row.better == "first" && row.difference.approximate().value_or(0) < 0;
    });
    if (is_best_small) caption += ". Smaller values are better";
    if (h.without_value > 0) {
        caption +=
            fmt::format(". Without a value in one of the runs, and left out: {}", h.without_value);
    }
    return caption;
}

}  // namespace

std::vector<FigureBlock> curve_figures(const Evaluation& evaluation) {
    std::vector<FigureBlock> figures;
    for (const CurveKind& kind : curve_kinds) {
        const std::vector<CurveOfRun> all = lines_of(evaluation, kind);
        for (std::size_t first = 0; first < all.size(); first += runs_in_a_figure) {
            const std::size_t last = std::min(first + runs_in_a_figure, all.size());
            const std::vector<CurveOfRun> lines(all.begin() + static_cast<std::ptrdiff_t>(first),
                                                all.begin() + static_cast<std::ptrdiff_t>(last));
            Figure figure;
            figure.id = fmt::format("{}-{}", evaluation.id, kind.name);
            figure.title = kind.title;
            if (all.size() > runs_in_a_figure) {
                figure.id += fmt::format("-{}", first / runs_in_a_figure + 1);
                figure.title += fmt::format(", runs {} to {}", first + 1, last);
            }
            figure.alt = curve_description(kind, lines);
            figure.width = plot_width;
            figure.height = 400;
            add_curve_rows(figure, kind, lines);
            figure.commands = curve_commands(figure, kind, lines);
            figures.push_back({std::move(figure), curve_caption(kind, lines)});
        }
    }
    return figures;
}

std::optional<FigureBlock> difference_figure(const Evaluation& evaluation) {
    if (!evaluation.histogram) return std::nullopt;
    const Bars bars = bars_of(evaluation);
    Figure figure;
    figure.id = evaluation.id + "-histogram";
    figure.title = fmt::format("{} of two runs, query by query", bars.histogram.metric);
    figure.alt = difference_description(bars);
    figure.width = plot_width;
    figure.height = 380;
    figure.columns = {"query", "first", "second", "difference", "better"};
    for (const Difference& row : bars.histogram.rows) {
        figure.rows.push_back(
            {row.query, row.first.exact, row.second.exact, row.difference.exact, row.better});
    }
    figure.commands = difference_commands(figure, bars);
    return FigureBlock{std::move(figure), difference_caption(bars)};
}

}  // namespace disarray::reports
