// SPDX-License-Identifier: MIT
//
// Mean changes from 0.001 to some hundred in one figure: horizontal bars on a logarithmic axis,
// named at the left, since 33 names do not fit below upright ones. A bar on such an axis has no
// natural beginning; what is read is where it ends. A mean of 0, and one that nobody could compute,
// has no bar but a word.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "reports/figures/figures.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

/// px around the plot.
constexpr double chart_left = 178, chart_right = 18, chart_top = 44, chart_bottom = 58;
constexpr double bar_height = 10, bar_space = 12;  ///< px: of a bar, and between two metrics

/// The bars of one change.
struct Chart {
    std::string change;
    std::vector<std::string> metrics;  ///< in the order of the document
    std::vector<std::size_t> lengths;  ///< n, ascending
    std::vector<const RobustnessBar*> bars;
    double low = 1e-3, high = 1;  ///< of the axis

    double px() const {
        const auto bars_of_one = static_cast<double>(lengths.size());
        return static_cast<double>(metrics.size()) * (bar_height * bars_of_one + bar_space);
    }
    /// Distance from the upper end of the axis, px, of the middle of the bar.
    double middle(const RobustnessBar& of) const {
        const auto metric = std::ranges::find(metrics, of.metric) - metrics.begin();
        const auto length = std::ranges::find(lengths, of.n) - lengths.begin();
        const auto group = bar_height * static_cast<double>(lengths.size()) + bar_space;
        return static_cast<double>(metric) * group + bar_space / 2 +
               (static_cast<double>(length) + 0.5) * bar_height;
    }
};

std::optional<double> decimal_value(const std::string& decimal) {
    if (decimal.empty()) return std::nullopt;
    return Rational::parse(decimal, "robustness").approximate();
}

/// Around all bars and the ends of their errors; an error that reaches 0 has no end.
void choose_axis(Chart& chart) {
    double low = 1e300, high = 0;
    for (const RobustnessBar* of : chart.bars) {
        const double mean = decimal_value(of->mean).value_or(0);
        const double error = decimal_value(of->standard_error).value_or(0);
        if (mean <= 0) continue;
        low = std::min(low, mean - error > 0 ? mean - error : mean);
        high = std::max(high, mean + error);
    }
    if (high == 0) return;
    chart.low = low / 1.6;
    chart.high = std::max(1.3 * high, 11 * chart.low);  // two tics at least
}

std::vector<Chart> charts_of(const Robustness& robustness) {
    std::vector<Chart> charts;
    for (const RobustnessBar& of : robustness.bars) {
        auto chart = std::ranges::find(charts, of.change, &Chart::change);
        if (chart == charts.end()) {
            charts.emplace_back().change = of.change;
            chart = charts.end() - 1;
        }
        chart->bars.push_back(&of);
        if (std::ranges::find(chart->metrics, of.metric) == chart->metrics.end()) {
            chart->metrics.push_back(of.metric);
        }
        if (std::ranges::find(chart->lengths, of.n) == chart->lengths.end()) {
            chart->lengths.push_back(of.n);
        }
    }
    for (Chart& chart : charts) {
        std::ranges::sort(chart.lengths);
        choose_axis(chart);
    }
    return charts;
}

/// Full, half, an outline; from the fourth n on in the next colour.
std::string fill_of(std::size_t index) {
    static constexpr std::array<std::string_view, 3> fills = {"1", "0.45", "0.08"};
    return fmt::format(
        "with boxxyerror lw 1 lc rgb '{0}' fs transparent solid {1} border lc rgb '{0}'",
        series_style(index / fills.size()).colour, fills[index % fills.size()]);
}

void add_change_bars(Script& script, std::vector<std::string>& plots, const Chart& chart) {
    std::vector<std::vector<double>> errors;
    for (std::size_t i = 0; i < chart.lengths.size(); ++i) {
        std::vector<std::vector<double>> rows;
        for (const RobustnessBar* of : chart.bars) {
            const double mean = decimal_value(of->mean).value_or(0), y = chart.middle(*of);
            if (of->n != chart.lengths[i] || mean <= 0) continue;
            rows.push_back(
                {chart.low, y, chart.low, mean, y - bar_height / 2 + 1, y + bar_height / 2 - 1});
            const double error = decimal_value(of->standard_error).value_or(0);
            errors.push_back({std::max(mean - error, chart.low), y});
            errors.push_back({mean + error, y});
            errors.emplace_back();
        }
        if (rows.empty()) continue;
        script.block(fmt::format("n{}", i), rows);
        plots.push_back(fmt::format("$n{} using 1:2:3:4:5:6 {}", i, fill_of(i)));
    }
    if (errors.empty()) return;
    script.block("errors", errors);
    plots.push_back(fmt::format("$errors with lines lw 3 lc rgb '{}'", palette::ink));
}

/// What stands in place of a bar that has no length.
void add_words(Script& script, const Chart& chart) {
    for (const RobustnessBar* of : chart.bars) {
        const auto mean = decimal_value(of->mean);
        if (mean && *mean > 0) continue;
        const std::string word = !mean ? "undefined" : *mean == 0 ? "0" : of->mean;
        script("set label {} at graph 0.005,first {:.6g} left font ',11' tc rgb '{}'",
               gnuplot_string(word, 20), chart.middle(*of), palette::muted);
    }
}

/// A box for each n above the plot.
void add_length_key(Script& script, const Chart& chart, const Figure& figure) {
    script.canvas(figure.width, figure.height);
    const double y = figure.height - 20;
    double x = 12;
    std::vector<std::string> plots;
    for (std::size_t i = 0; i < chart.lengths.size(); ++i) {
        script.block(fmt::format("k{}", i), {{x, y, x, x + 26, y - 5, y + 5}});
        plots.push_back(fmt::format("$k{} using 1:2:3:4:5:6 {}", i, fill_of(i)));
        const std::string name = fmt::format("n = {}", chart.lengths[i]);
        script.label(x + 34, y, name, {15, palette::ink, Anchor::left});
        x += 34 + text_width(name, 15) + 22;
    }
    script("plot {}\nunset label", fmt::join(plots, ", "));
}

std::string metric_tics(const Chart& chart) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < chart.metrics.size(); ++i) {
        names.push_back(fmt::format("{} {:g}", tic_text(chart.metrics[i], 24),
                                    chart.px() * (static_cast<double>(i) + 0.5) /
                                        static_cast<double>(chart.metrics.size())));
    }
    return fmt::format("({})", fmt::join(names, ", "));
}

std::string robustness_commands(const Figure& figure, const Chart& chart) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const Box inside{chart_left, whole.right - chart_right, chart_bottom, whole.top - chart_top};
    Script script;
    script("set multiplot");
    add_length_key(script, chart, figure);
    script.axes(inside, whole);
    script.titles(fmt::format("mean change by one {} ± one standard error", chart.change), "",
                  inside, whole);
    script("set logscale x");
    script("set xrange [{:.6g}:{:.6g}]\nset yrange [{:g}:0]", chart.low, chart.high, chart.px());
    script("set xtics 10 format '%g'\nset mxtics 1\nset ytics scale 0 {}", metric_tics(chart));
    script("set grid xtics lt 1 lc rgb '{}' lw 1", palette::grid);
    add_words(script, chart);
    std::vector<std::string> plots;
    add_change_bars(script, plots, chart);
    if (plots.empty()) plots.push_back("NaN");
    script("plot {}\nunset multiplot", fmt::join(plots, ", "));
    return script.text();
}

/// The metrics that change least and most at the greatest n.
std::string robustness_description(const Chart& chart) {
    const RobustnessBar *least = nullptr, *most = nullptr;
    for (const RobustnessBar* of : chart.bars) {
        const auto mean = decimal_value(of->mean);
        if (!mean || of->n != chart.lengths.back()) continue;
        if (!least || *mean < *decimal_value(least->mean)) least = of;
        if (!most || *mean > *decimal_value(most->mean)) most = of;
    }
    std::string out =
        fmt::format("Mean change by one {} of {}, n = {}.", chart.change,
                    counted(chart.metrics.size(), "metric"), fmt::join(chart.lengths, ", "));
    if (!least) return out;
    return out + fmt::format(" At n = {}: least {} ± {} ({}), greatest {} ± {} ({}).", least->n,
                             least->mean, least->standard_error, least->metric, most->mean,
                             most->standard_error, most->metric);
}

Figure robustness_figure(const Chart& chart, std::size_t number) {
    Figure figure;
    figure.id = fmt::format("robustness-{}-{}", number, chart.change);
    figure.title = fmt::format("Robustness: mean change by one {}", chart.change);
    figure.alt = robustness_description(chart);
    figure.width = plot_width;
    figure.height = static_cast<unsigned>(chart_top + chart.px() + chart_bottom);
    figure.columns = {"metric", "n", "mean", "standard error"};
    for (const RobustnessBar* of : chart.bars)
        figure.rows.push_back({of->metric, std::to_string(of->n), of->mean, of->standard_error});
    figure.commands = robustness_commands(figure, chart);
    return figure;
}

}  // namespace

std::vector<Figure> robustness_figures(const Robustness& robustness, std::size_t number) {
    std::vector<Figure> figures;
    for (const Chart& chart : charts_of(robustness))
        figures.push_back(robustness_figure(chart, number));
    return figures;
}

}  // namespace disarray::reports
