// SPDX-License-Identifier: MIT
//
// How long a call takes. A single call is measured for each n, by the audit, on its machine: the
// figure shows how the time grows, not how fast a program is, and its caption says so.
#include "reports/figures/audit.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reports/figures/key.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

constexpr std::size_t longest_audited_name = 40;

/// By n.
std::vector<CallTime> drawn_times(const Audit& audit) {
    std::vector<CallTime> times;
    for (const CallTime& time : audit.timings) {
        if (time.n > 0 && time.seconds > 0) times.push_back(time);
    }
    std::ranges::stable_sort(times, {}, &CallTime::n);
    return times;
}

/// "100 µs", "1 s", "1e+15 s": 10^exponent seconds.
std::string power_of_seconds(int exponent) {
    const auto power = [](int of) { return fmt::format("{:g}", std::pow(10.0, of)); };
    if (exponent < -9) return power(exponent) + " s";
    if (exponent < -6) return power(exponent + 9) + " ns";
    if (exponent < -3) return power(exponent + 6) + " µs";
    if (exponent < 0) return power(exponent + 3) + " ms";
    return power(exponent) + " s";
}

/// "100000", "1e6": wider words would stick out at the end of the axis.
std::string power_of_ten(int exponent) {
    return exponent < 6 ? fmt::format("{:.0f}", std::pow(10.0, exponent))
                        : fmt::format("1e{}", exponent);
}

/// A logarithmic axis from one power of ten to another, around some numbers.
class Decades {
public:
    Decades(double least, double greatest)
        // What lies on a power of ten, or next to it, is not to lie on the edge.
        : first_(static_cast<int>(std::floor(std::log10(least) - 0.05))),
          last_(static_cast<int>(std::ceil(std::log10(greatest) + 0.05))) {}

    double least() const { return std::pow(10.0, first_); }
    double greatest() const { return std::pow(10.0, last_); }

    /// At most eight, evenly: ("1 ms" 0.001, …).
    template <class Label>
    std::string tics(const Label& label) const {
        const int step = (last_ - first_) / 8 + 1;
        std::vector<std::string> tics;
        for (int exponent = first_; exponent <= last_; exponent += step) {
            tics.push_back(
                fmt::format("{} {:g}", tic_text(label(exponent)), std::pow(10.0, exponent)));
        }
        return fmt::format("({})", fmt::join(tics, ", "));
    }

private:
    int first_, last_;
};

std::vector<KeyEntry> timing_key(double width) {
    KeyEntry guide{"in proportion to n", {palette::muted, "(2,3)", 0, 0, 1}};
    return laid_out({{"one call", series_style(0), series_style(0).filled}, guide}, width);
}

std::string timing_commands(const Figure& figure, const std::vector<CallTime>& times) {
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const std::vector<KeyEntry> key = timing_key(whole.right - 8);
    const Box inside{92, whole.right - 28, 56, whole.top - key_height(key)};
    const auto [least, greatest] = std::ranges::minmax(times, {}, &CallTime::seconds);
    const Decades x(static_cast<double>(times.front().n), static_cast<double>(times.back().n));
    const Decades y(least.seconds, greatest.seconds);
    Script script;
    script.canvas(whole.right, whole.top)("set multiplot");
    add_key(script, key, whole.top);
    script("unset label").axes(inside, whole);
    script.titles("n, elements or documents of the input", "time of a call", inside, whole);
    script("set logscale xy\nset xrange [{:g}:{:g}]\nset yrange [{:g}:{:g}]", x.least(),
           x.greatest(), y.least(), y.greatest());
    script("set xtics {}\nset ytics {}", x.tics(power_of_ten), y.tics(power_of_seconds));
    script("set grid xtics ytics lt 1 lc rgb '{}' lw 1", palette::grid);
    std::vector<std::vector<double>> points;
    points.reserve(times.size());
    for (const CallTime& time : times)
        points.push_back({static_cast<double>(time.n), time.seconds});
    const double slope = points.back()[1] / points.back()[0];
    // gnuplot draws no line whose ends are both outside.
    const double from = std::max(x.least(), y.least() / slope);
    const double to = std::min(x.greatest(), y.greatest() / slope);
    script.block("guide", {{from, slope * from}, {to, slope * to}});
    script.block("times", points);
    const SeriesStyle& style = series_style(0);
    script(
        "plot $guide with lines lw 1.5 dt (2,3) lc rgb '{}', $times with linespoints lw 2 dt {} "
        "pt {} ps {:.3g} lc rgb '{}'\nunset logscale\nunset multiplot",
        palette::muted, style.dashes, style.filled, pointsize(5 * style.size), style.colour);
    return script.text();
}

std::string timing_description(const Audit& audit, const std::vector<CallTime>& times) {
    constexpr std::size_t most = 12;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(times.size(), most); ++i)
        texts.push_back(fmt::format("{:.3g} s at n = {}", times[i].seconds, times[i].n));
    return fmt::format("Time of one call of {} against n: {}{}.",
                       printable(audit.metric.name, longest_audited_name), fmt::join(texts, ", "),
                       times.size() > most ? ", and so on" : "");
}

}  // namespace

std::optional<FigureBlock> timing_figure(const Audit& audit) {
    const std::vector<CallTime> times = drawn_times(audit);
    if (times.empty() || times.front().n == times.back().n) return std::nullopt;
    Figure figure;
    figure.id = audit.id + "-time";
    figure.title =
        fmt::format("Time of a call of {}", printable(audit.metric.name, longest_audited_name));
    figure.alt = timing_description(audit, times);
    figure.width = plot_width;
    figure.height = 380;
    figure.columns = {"n", "seconds"};
    for (const CallTime& time : audit.timings)
        figure.rows.push_back({std::to_string(time.n), fmt::format("{}", time.seconds)});
    figure.commands = timing_commands(figure, times);
    std::string caption =
        "A single call for each n, until there was an answer or none could be had, on the machine "
        "of the audit: how the time grows, no benchmark. Both axes are logarithmic";
    if (times.size() < audit.timings.size()) {
        caption += fmt::format(". Left out, since they have no place on such axes: {} of {}",
                               audit.timings.size() - times.size(), audit.timings.size());
    }
    return FigureBlock{std::move(figure), std::move(caption)};
}

}  // namespace disarray::reports
