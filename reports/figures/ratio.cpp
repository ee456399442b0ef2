// SPDX-License-Identifier: MIT
//
// Extreme F/K against n. The least ratios lie between 2/3 and 8/7 or so, the greatest grow to n and
// more: in one linear panel the first would be one line, and a logarithmic one hides that they are
// small fractions. So there are two panels with one n-axis, the greatest above, the least below.
// Series that coincide (prefix and prefix-sym at the lower side, always) are told apart by marks
// that stand side by side, a few px each, and by dashes of one over the solid line of the other.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/key.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

struct ExtremeRatio {
    std::size_t n = 0;
    std::optional<Rational> value;  ///< absent: unbounded
    bool is_exact = false;  ///< the search is complete, or found no bound; else the value is one
    std::string statement;
    std::optional<Rational> claimed;
};

struct RatioSeries {
    std::string side, reading;
    std::vector<ExtremeRatio> marks;  ///< by n
    std::size_t style = 0;
};

std::string_view extreme_name(const std::string& side) {
    return side == "max" ? "greatest F/K" : side == "min" ? "least F/K" : "least M/N";
}

// --- From the model ---

bool has_extreme(const Result& result) {
    const bool has_side = result.side == "min" || result.side == "max";
    const bool has_ratio = result.value || result.ratio == "unbounded";
    return result.is_whole && has_side && has_ratio && !result.reading.empty();
}

ExtremeRatio extreme_of(const Result& result) {
    const bool is_exact = result.complete || !result.value;
    return {result.n, result.value, is_exact, result.statement,
            result.asks_constant ? std::nullopt : result.claimed};
}

/// Of two results for one n: the exact one, else the one that says more about the extreme.
bool is_better(const ExtremeRatio& a, const ExtremeRatio& b, bool is_min) {
    if (a.is_exact != b.is_exact) return a.is_exact;
    if (!a.value || !b.value) return !a.value && b.value.has_value();
    return is_min ? *a.value < *b.value : *b.value < *a.value;
}

/// By side, max first, then in the order of the readings; the same style for a reading at both.
/// \param own  of inequalities of one's own, which take the place of readings
std::vector<RatioSeries> series_in(const Model& model, bool own) {
    std::vector<RatioSeries> all;
    for (const Result& result : model.results) {
        if (own ? !is_own_over_all(result) : !has_extreme(result)) continue;
        const std::string& name = own ? result.statement : result.reading;
        const auto same = [&](const RatioSeries& s) {
            return s.side == result.side && s.reading == name;
        };
        auto found = std::ranges::find_if(all, same);
        if (found == all.end()) {
            all.push_back({result.side, name, {}});
            found = all.end() - 1;
        }
        const ExtremeRatio mark = extreme_of(result);
        const auto old = std::ranges::find(found->marks, mark.n, &ExtremeRatio::n);
        if (old == found->marks.end()) {
            found->marks.push_back(mark);
        } else if (is_better(mark, *old, result.side != "max")) {
            *old = mark;
        }
    }
    std::ranges::sort(all, [](const RatioSeries& a, const RatioSeries& b) {
        return a.side != b.side ? a.side == "max" : reading_before(a.reading, b.reading);
    });
    for (RatioSeries& series : all)
        std::ranges::sort(series.marks, {}, &ExtremeRatio::n);
    return all;
}

/// A style of its own for each reading; the known ones have always the same.
void choose_styles(std::vector<RatioSeries>& all) {
    const std::vector<std::string> known = {"prefix", "prefix-sym", "interval", "box", "classical"};
    std::vector<std::string> readings = known;
    for (RatioSeries& series : all) {
        auto found = std::ranges::find(readings, series.reading);
        if (found == readings.end()) {
            readings.push_back(series.reading);
            found = readings.end() - 1;
        }
        series.style = static_cast<std::size_t>(found - readings.begin());
    }
}

/// "F <= 3*K" for "F[box] <= 3*K": what the statements about one constant have in common.
std::string without_reading(const std::string& statement) {
    const std::size_t open = statement.find('['), close = statement.find(']', open);
    if (open == std::string::npos || close == std::string::npos) return statement;
    return statement.substr(0, open) + statement.substr(close + 1);
}

/// A claimed constant and the statements that have it, without the reading: "F ≤ 3·K".
std::map<Rational, std::string> claims_of(const std::vector<RatioSeries>& panel) {
    std::map<Rational, std::set<std::string>> statements;
    for (const RatioSeries& series : panel) {
        for (const ExtremeRatio& mark : series.marks) {
            if (mark.claimed) {
                statements[*mark.claimed].insert(typeset(without_reading(mark.statement)));
            }
        }
    }
    std::map<Rational, std::string> out;
    for (const auto& [constant, names] : statements)
        out[constant] = fmt::format("{}", fmt::join(names, ", "));
    return out;
}

// --- The drawing ---

struct Axis {
    double first = 0, last = 0;  ///< n
    double px_of_n = 1;
};

/// px below the lower panel, for its tics and title.
constexpr double axis_height = 54;

struct Range {
    double low = 0, high = 1;
    bool is_log = false;
};

Range value_range(const std::vector<RatioSeries>& panel) {
    std::vector<double> values;
    for (const auto& [constant, name] : claims_of(panel))
        values.push_back(constant.approximate());
    for (const RatioSeries& series : panel) {
        for (const ExtremeRatio& mark : series.marks) {
            if (mark.value) values.push_back(mark.value->approximate());
        }
    }
    if (values.empty()) values.push_back(1);
    const auto [low, high] = std::ranges::minmax(values);
    if (low > 0 && high > 20 * low) return {low / 1.5, high * 1.5, true};
    const double pad = std::max(0.12 * (high - low), 0.02 * std::abs(high));
    return {low - pad, high + 1.4 * pad, false};
}

/// Where the series stands beside the n it is for, so that marks of equal value are side by side.
double place_of(const ExtremeRatio& mark, std::size_t index, std::size_t count, const Axis& axis) {
    const double px = 11 * (static_cast<double>(index) - static_cast<double>(count - 1) / 2);
    const double most = 0.35 * axis.px_of_n;
    const double fit = std::min(1.0, 2 * most / (11.0 * static_cast<double>(count)));
    return static_cast<double>(mark.n) + px * fit / axis.px_of_n;
}

struct Placed {
    std::vector<std::vector<double>> line, exact, bound, unbounded;
};

Placed placed(const RatioSeries& series, std::size_t index, std::size_t count, const Axis& axis) {
    Placed out;
    for (const ExtremeRatio& mark : series.marks) {
        const double x = place_of(mark, index, count, axis);
        if (!mark.value) {
            out.unbounded.push_back({x});
            continue;
        }
        const std::vector<double> point = {x, mark.value->approximate()};
        out.line.push_back(point);
        (mark.is_exact ? out.exact : out.bound).push_back(point);
    }
    return out;
}

void add_series(Script& script, std::vector<std::string>& plots, const RatioSeries& series,
                const Placed& at, std::size_t number) {
    const SeriesStyle& style = series_style(series.style);
    const auto plot = [&](char kind, const auto& points, const std::string& how) {
        if (points.empty()) return;
        script.block(fmt::format("{}{}", kind, number), points);
        plots.push_back(
            fmt::format("${}{} using 1:2 {} lc rgb '{}'", kind, number, how, style.colour));
    };
    const double size = pointsize(5 * style.size);
    plot('l', at.line, fmt::format("with lines lw 2 dt {}", style.dashes));
    plot('e', at.exact, fmt::format("with points pt {} ps {:.3g}", style.filled, size));
    plot('b', at.bound, fmt::format("with points pt {} ps {:.3g}", style.hollow, size));
    for (const auto& x : at.unbounded) {
        script(
            "set arrow from first {0:.6g},graph 0.8 to first {0:.6g},graph 0.98 lw 2 lc rgb '{1}'",
            x[0], style.colour);
        script("set label '∞' at first {:.6g},graph 0.72 center font ',20' tc rgb '{}'", x[0],
               style.colour);
    }
}

/// Where a value stands in the panel, 0 below to 1 above.
double height_of(const Rational& value, const Range& range) {
    const double v = value.approximate();
    return range.is_log ? std::log(v / range.low) / std::log(range.high / range.low)
                        : (v - range.low) / (range.high - range.low);
}

/// Texts at the height of their values in a column to the right, 17 px apart at least.
void add_column(Script& script, const std::map<Rational, std::string>& texts, const Range& range,
                const Box& panel, double offset, std::string_view colour) {
    double lowest = -1;
    for (const auto& [value, text] : texts) {
        const double y = std::max(height_of(value, range), lowest);
        lowest = y + 17 / (panel.top - panel.bottom);
        script.label(1 + offset / (panel.right - panel.left), y, text,
                     {15, colour, Anchor::left, false, "graph"});
    }
}

/// The value at the end of each line, exactly, equal ones once; beside them the claimed constants.
void add_values(Script& script, const std::vector<RatioSeries>& panel, const Range& range,
                const Box& box) {
    std::map<Rational, std::string> ends;
    for (const RatioSeries& series : panel) {
        if (const auto& end = series.marks.back().value) ends[*end] = short_number(*end);
    }
    const auto claims = claims_of(panel);
    add_column(script, ends, range, box, 8, palette::ink);
    add_column(script, claims, range, box, 8 + 46, palette::muted);
    for (const auto& [constant, name] : claims) {
        script(
            "set arrow from graph 0,first {0:.7g} to graph 1,first {0:.7g} nohead lw 1.5 dt (1,3) "
            "lc rgb '{1}' back",
            constant.approximate(), palette::muted);
    }
}

void add_panel(Script& script, const std::vector<RatioSeries>& panel, const Axis& axis,
               const Box& box, const Box& whole) {
    const Range range = value_range(panel);
    const bool is_last = box.bottom == axis_height;
    script("unset label\nunset arrow\nunset logscale y").axes(box, whole);
    if (range.is_log) script("set logscale y");
    script("set xrange [{:g}:{:g}]", axis.first, axis.last);
    script("set yrange [{:.7g}:{:.7g}]", range.low, range.high);
    script("set xtics {},{:g} format '{}'", std::ceil(axis.first),
           std::max(1.0, std::ceil((axis.last - axis.first) / 15)), is_last ? "%.0f" : "");
    script("set grid ytics lt 1 lc rgb '{}' lw 1", palette::grid);
    script.titles(is_last ? "n" : "", extreme_name(panel.front().side), box, whole);
    add_values(script, panel, range, box);
    std::vector<std::string> plots;
    for (std::size_t i = 0; i < panel.size(); ++i)
        add_series(script, plots, panel[i], placed(panel[i], i, panel.size(), axis), i);
    if (plots.empty()) plots.emplace_back("NaN");
    script("plot {}", fmt::join(plots, ", "));
}

bool has_bound(const std::vector<RatioSeries>& all) {
    return std::ranges::any_of(all, [](const RatioSeries& series) {
        return std::ranges::any_of(series.marks,
                                   [](const ExtremeRatio& m) { return m.value && !m.is_exact; });
    });
}

std::vector<KeyEntry> ratio_key(const std::vector<RatioSeries>& all, double width) {
    std::map<std::size_t, std::string> readings;
    bool has_claims = false;
    for (const RatioSeries& series : all) {
        readings[series.style] = series.reading;
        has_claims = has_claims || std::ranges::any_of(series.marks, [](const ExtremeRatio& mark) {
                         return mark.claimed.has_value();
                     });
    }
    std::vector<KeyEntry> key;
    key.reserve(readings.size() + 2);
    for (const auto& [style, reading] : readings)
        key.push_back({printable(reading), series_style(style), series_style(style).filled});
    if (has_bound(all)) {
        key.push_back({"not complete: a bound", {palette::ink, "solid", 6, 7, 1}, 6, false});
    }
    if (has_claims) key.push_back({"claimed", {palette::muted, "(1,3)", 0, 0, 1}});
    return laid_out(std::move(key), width);
}

Axis axis_of(const std::vector<RatioSeries>& all, double px) {
    std::vector<double> lengths;
    for (const RatioSeries& series : all) {
        for (const ExtremeRatio& mark : series.marks)
            lengths.push_back(static_cast<double>(mark.n));
    }
    const auto [first, last] = std::ranges::minmax(lengths);
    return {first - 0.5, last + 0.5, px / (last - first + 1)};
}

std::string ratio_commands(const Figure& figure, const std::vector<RatioSeries>& all,
                           const std::vector<std::vector<RatioSeries>>& panels) {
    constexpr double left = 84, right = 128, gap = 18;
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const std::vector<KeyEntry> key = ratio_key(all, whole.right - 8);
    const double top = key_height(key);
    const auto count = static_cast<double>(panels.size());
    const double each = (whole.top - top - axis_height - gap * (count - 1)) / count;
    const Axis axis = axis_of(all, whole.right - left - right);
    Script script;
    script.canvas(whole.right, whole.top)("set multiplot");
    add_key(script, key, whole.top);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const double low = axis_height + (count - 1 - static_cast<double>(i)) * (each + gap);
        add_panel(script, panels[i], axis, {left, whole.right - right, low, low + each}, whole);
    }
    script("unset multiplot");
    return script.text();
}

// --- In words ---

std::string ratio_value_text(const ExtremeRatio& mark) {
    return mark.value ? mark.value->to_string() : "unbounded";
}

/// "1 for n = 3 to 5, 6/7 at n = 6 (a bound)".
std::string series_in_words(const RatioSeries& series) {
    std::string out;
    for (auto run = series.marks.begin(); run != series.marks.end();) {
        const auto end = std::find_if(run, series.marks.end(), [&](const ExtremeRatio& mark) {
            return mark.value != run->value || mark.is_exact != run->is_exact;
        });
        const std::size_t first = run->n, last = (end - 1)->n;
        out += fmt::format("{}{} {}{}", out.empty() ? "" : ", ", ratio_value_text(*run),
                           first == last ? fmt::format("at n = {}", first)
                                         : fmt::format("for n = {} to {}", first, last),
                           run->is_exact ? "" : " (a bound)");
        run = end;
    }
    return out;
}

std::string ratio_description(const std::vector<RatioSeries>& all) {
    std::string out;
    for (const RatioSeries& series : all) {
        out += fmt::format("{}{}: {} {}", out.empty() ? "" : "; ", series.reading,
                           extreme_name(series.side), series_in_words(series));
    }
    std::set<std::string> claims;
    for (const RatioSeries& series : all) {
        for (const ExtremeRatio& mark : series.marks) {
            if (mark.claimed) claims.insert(typeset(mark.statement));
        }
    }
    if (!claims.empty()) out += fmt::format(". Claimed: {}", fmt::join(claims, ", "));
    return out + (has_bound(all) ? ". Hollow marks are bounds, from a search that is not complete."
                                 : ".");
}

std::optional<Figure> ratio_figure_of(const Model& model, bool own) {
    std::vector<RatioSeries> all = series_in(model, own);
    if (all.empty()) return std::nullopt;
    choose_styles(all);
    std::vector<std::vector<RatioSeries>> panels;
    for (const RatioSeries& series : all) {
        if (panels.empty() || panels.back().front().side != series.side) panels.emplace_back();
        panels.back().push_back(series);
    }
    Figure figure;
    figure.id = own ? "own-ratios" : "ratios";
    figure.title =
        own ? "Least M/N over all permutations, by n" : "Extreme F/K over all permutations, by n";
    figure.alt = ratio_description(all);
    figure.width = plot_width;
    figure.height = panels.size() == 1 ? 360 : 560;
    figure.columns = {
        own ? "inequality" : "reading", "side", "n", own ? "M/N" : "F/K", "exact", "claimed"};
    for (const RatioSeries& series : all) {
        for (const ExtremeRatio& mark : series.marks) {
            figure.rows.push_back({series.reading, series.side, std::to_string(mark.n),
                                   ratio_value_text(mark), mark.is_exact ? "yes" : "no",
                                   mark.claimed ? mark.claimed->to_string() : ""});
        }
    }
    figure.commands = ratio_commands(figure, all, panels);
    return figure;
}

}  // namespace

std::optional<Figure> ratio_figure(const Model& model) {
    return ratio_figure_of(model, false);
}

std::optional<Figure> own_ratio_figure(const Model& model) {
    return ratio_figure_of(model, true);
}

}  // namespace disarray::reports
