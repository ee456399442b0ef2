// SPDX-License-Identifier: MIT
//
// Agreement ratios as a heatmap. The colours are viridis (van der Walt and Smith, 2015): even in
// lightness, so that they keep their order in grey and for the colour-blind; the same in light and
// dark.
#include <algorithm>
#include <cmath>

#include "reports/figures/figures.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

/// px: beside and above the cells, of the bar of colours, of all.
constexpr double heatmap_right = 14, heatmap_top = 74, colour_bar_height = 16;
constexpr unsigned heatmap_width = 720;
constexpr std::size_t longest_metric_name = 24;

/// px for the names, at the left as below, and for a cell.
struct HeatmapLayout {
    double names = 0, cell = 0, font = 15;
};

HeatmapLayout heatmap_layout(const Agreement& agreement) {
    std::size_t longest = 4;
    for (const std::string& name : agreement.metrics)
        longest = std::max(longest, std::min(name.size(), longest_metric_name));
    const auto count = static_cast<double>(std::max<std::size_t>(agreement.metrics.size(), 1));
    HeatmapLayout layout;
    layout.font = std::clamp(0.85 * (heatmap_width - 180) / count, 8.0, 15.0);
    // Names are in small letters with few wide ones among them; two more make room for the worst.
    layout.names = std::max(110.0, text_width(std::string(longest + 2, 'x'), layout.font) + 6);
    layout.cell = (heatmap_width - layout.names - heatmap_right) / count;
    return layout;
}

/// A corner of the colour scale, a multiple of 0.1 that is not above any ratio.
double lowest_colour(const Agreement& agreement) {
    double low = 0.9;
    for (const auto& row : agreement.ratios) {
        for (const auto& ratio : row) {
            if (ratio) low = std::min(low, std::floor(10 * ratio->approximate()) / 10);
        }
    }
    return std::max(low, 0.0);
}

void add_ratio_cells(Script& script, const Agreement& agreement) {
    std::vector<std::vector<double>> cells;
    for (std::size_t i = 0; i < agreement.ratios.size(); ++i) {
        for (std::size_t j = 0; j < agreement.ratios[i].size(); ++j) {
            const auto& ratio = agreement.ratios[i][j];
            if (!ratio) continue;  // no pair could be compared: an empty place
            cells.push_back({static_cast<double>(j), static_cast<double>(i), ratio->approximate()});
        }
    }
    script.block("cells", cells);
}

/// The places of a cluster's metrics, if they are neighbours in the order that is drawn.
std::optional<std::pair<std::size_t, std::size_t>> span_of(
    const Agreement& agreement, const std::vector<std::string>& cluster) {
    std::vector<std::size_t> places;
    for (const std::string& metric : cluster) {
        const auto at = std::ranges::find(agreement.metrics, metric);
        if (at == agreement.metrics.end()) return std::nullopt;
        places.push_back(static_cast<std::size_t>(at - agreement.metrics.begin()));
    }
    if (places.empty()) return std::nullopt;
    const auto [first, last] = std::ranges::minmax(places);
    if (last - first + 1 != places.size()) return std::nullopt;
    return std::pair{first, last};
}

/// White below black, so that it is seen on every colour.
void add_clusters(Script& script, const Agreement& agreement) {
    for (const auto& cluster : agreement.clusters) {
        const auto span = span_of(agreement, cluster);
        if (!span) continue;
        for (const auto& [px, colour] : {std::pair{5.0, "#ffffff"}, std::pair{2.5, "#010101"}}) {
            script(
                "set object rectangle from {0:g},{0:g} to {1:g},{1:g} front fs empty border lc rgb "
                "'{2}' lw {3:g}",
                static_cast<double>(span->first) - 0.5, static_cast<double>(span->second) + 0.5,
                colour, px);
        }
    }
}

std::string heatmap_tics(const Agreement& agreement) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < agreement.metrics.size(); ++i)
        names.push_back(
            fmt::format("{} {}", tic_text(agreement.metrics[i], longest_metric_name), i));
    return fmt::format("({})", fmt::join(names, ", "));
}

std::string heatmap_commands(const Figure& figure, const Agreement& agreement) {
    const HeatmapLayout layout = heatmap_layout(agreement);
    const double last = static_cast<double>(agreement.metrics.size()) - 0.5;
    const Box whole{0, double(figure.width), 0, double(figure.height)};
    const Box inside{layout.names, whole.right - heatmap_right, layout.names,
                     whole.top - heatmap_top};
    Script script;
    script.axes(inside, whole)("unset border\nunset key");
    script("set xrange [-0.5:{0:g}]\nset yrange [{0:g}:-0.5]", last);
    script("set tics out scale 0 font ',{:.3g}'", layout.font);
    script("set xtics rotate by 90 right {0}\nset ytics {0}", heatmap_tics(agreement));
    script(
        "set palette defined (0 '#440154', 1 '#482878', 2 '#3e4989', 3 '#31688e', 4 '#26828e', "
        "5 '#1f9e89', 6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725') maxcolors 50");
    script("set cbrange [{0:g}:1]\nset cbtics {0:g},0.1,1 font ',15'", lowest_colour(agreement));
    script(
        "set colorbox horizontal user origin screen {:.4f},screen {:.4f} size screen {:.4f},screen "
        "{:.4f}",
        inside.left / whole.right, 1 - 28 / whole.top, (inside.right - inside.left) / whole.right,
        colour_bar_height / whole.top);
    script.label((inside.left - 12) / whole.right, 1 - (28 - colour_bar_height / 2) / whole.top,
                 "agreement", {15, palette::ink, Anchor::right, false, "screen"});
    add_ratio_cells(script, agreement);
    add_clusters(script, agreement);
    script("plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror fs solid noborder lc palette");
    return script.text();
}

/// The pair that agrees least, and the clusters with more than one metric.
std::string heatmap_description(const Agreement& agreement) {
    const Rational* least = nullptr;
    std::string pair;
    for (std::size_t i = 0; i < agreement.metrics.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto& ratio = agreement.ratios[i][j];
            if (!ratio || (least && !(*ratio < *least))) continue;
            least = &*ratio;
            pair = agreement.metrics[j] + " and " + agreement.metrics[i];
        }
    }
    std::string out = fmt::format("How often {} order two rankings alike, n = {}, {}.",
                                  counted(agreement.metrics.size(), "metric"), agreement.n,
                                  counted(agreement.pairs, "pair"));
    if (least) {
        out += fmt::format(" Least: {} ({}), {}.", least->to_string(), least->to_decimal(3), pair);
    }
    for (const auto& cluster : agreement.clusters) {
        if (cluster.size() > 1) out += fmt::format(" Cluster: {}.", fmt::join(cluster, ", "));
    }
    return out;
}

}  // namespace

Figure agreement_figure(const Agreement& agreement, std::size_t number) {
    Figure figure;
    figure.id = fmt::format("agreement-{}", number);
    figure.title = fmt::format("Agreement of metrics, n = {}", agreement.n);
    figure.alt = heatmap_description(agreement);
    figure.width = heatmap_width;
    figure.height = static_cast<unsigned>(std::lround(heatmap_width - heatmap_right + heatmap_top));
    figure.columns = {"first", "second", "agreement"};
    for (std::size_t i = 0; i < agreement.metrics.size(); ++i) {
        for (std::size_t j = i; j < agreement.metrics.size(); ++j) {
            const auto& ratio = agreement.ratios[i][j];
            figure.rows.push_back(
                {agreement.metrics[i], agreement.metrics[j], ratio ? ratio->to_string() : ""});
        }
    }
    figure.commands = heatmap_commands(figure, agreement);
    return figure;
}

}  // namespace disarray::reports
