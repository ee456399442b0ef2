// SPDX-License-Identifier: MIT
//
// A witness as two rows of places, or more: an element is a mark at its rank in each row and a line
// from row to row, so that an inversion is a crossing. What only a table can say precisely (weights
// and costs as fractions) is written beside the marks; D is a small heatmap of ink on the page,
// which needs no second set of colours in dark mode.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "ranking/inversions.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/style.hpp"

namespace disarray::reports {

namespace {

/// What is drawn: rankings from the upper row to the lower, and the weights that are not unit.
struct Witnessed {
    std::vector<std::string> names;
    std::vector<Permutation> rows;
    std::vector<Rational> weights;        ///< empty: all 1
    std::vector<std::string> swap_costs;  ///< as they are written; empty: all 1
    std::vector<std::string> exact_swap_costs;
    std::optional<Dissimilarity> d;

    std::size_t n() const { return rows.front().size(); }
};

void take_weighting(Witnessed& out, const Weighting& weighting) {
    const auto is_one = [](const Rational& value) { return value == Rational(1); };
    if (weighting.element_weights) {
        for (std::size_t i = 0; i < weighting.element_weights->size(); ++i)
            out.weights.push_back((*weighting.element_weights)[i]);
        if (std::ranges::all_of(out.weights, is_one)) out.weights.clear();
    }
    if (weighting.irrational_swap_costs) {
        for (const Value& cost : *weighting.irrational_swap_costs) {
            out.swap_costs.push_back(cost.to_decimal(3));
            out.exact_swap_costs.push_back(cost.to_string());
        }
    } else if (weighting.swap_costs &&
               !std::ranges::all_of(weighting.swap_costs->costs(), is_one)) {
        for (const Rational& cost : weighting.swap_costs->costs()) {
            out.swap_costs.push_back(short_number(cost));
            out.exact_swap_costs.push_back(cost.to_string());
        }
    }
    out.d = weighting.dissimilarity;
}

/// One ranking σ stands below the identity, two are σ below τ, more are in their order.
Witnessed witnessed(const std::vector<Permutation>& rankings, const Weighting& weighting) {
    static constexpr std::array<std::string_view, 3> letters = {"σ", "τ", "ρ"};
    if (rankings.empty() || rankings.front().size() == 0) {
        throw UsageError("witness_figure: no ranking");
    }
    Witnessed out;
    for (const Permutation& ranking : rankings) {
        if (ranking.size() != rankings.front().size()) {
            throw UsageError("witness_figure: rankings of different lengths");
        }
        const std::size_t i = out.rows.size();
        out.names.emplace_back(i < letters.size() ? std::string(letters[i])
                                                  : fmt::format("σ{}", i + 1));
        out.rows.push_back(ranking);
    }
    if (rankings.size() == 1) {
        out.names.insert(out.names.begin(), "id");
        out.rows.insert(out.rows.begin(), Permutation::identity(out.n()));
    } else if (rankings.size() == 2) {
        std::swap(out.names[0], out.names[1]);
        std::swap(out.rows[0], out.rows[1]);
    }
    require_size(weighting, out.n());
    take_weighting(out, weighting);
    return out;
}

std::vector<std::string> short_weights(const Witnessed& what) {
    std::vector<std::string> out;
    for (const Rational& weight : what.weights)
        out.push_back(short_number(weight));
    return out;
}

// --- Where things are: px from the lower left corner ---

struct WitnessLayout {
    double spacing, font, radius, gap;        ///< radius: of the heaviest element
    double left = 42, over = 0, under = 0;    ///< room above the upper and below the lower row
    double cell = 0, heat_x = 0, heat_y = 0;  ///< of D: its upper left corner
    double width = 0, height = 0, top = 0;    ///< top: y of the upper row

    double x(double place) const { return left + spacing * (place + 0.5); }
    double y(std::size_t row) const { return top - gap * static_cast<double>(row); }
};

/// Room that numbers between or under the places take, upright where they are too wide.
struct Numbers {
    double room = 0;
    bool upright = false;
};

Numbers room_for(const std::vector<std::string>& texts, const WitnessLayout& layout) {
    double widest = 0;
    for (const std::string& text : texts)
        widest = std::max(widest, text_width(text, layout.font));
    if (texts.empty()) return {};
    if (widest <= layout.spacing - 3) return {layout.font + 8, false};
    return {widest + 8, true};
}

/// Above this many elements D stands below the rows, not beside them: the drawing would be too
/// wide.
constexpr std::size_t most_beside = 14;
constexpr std::size_t most_with_values = 8;
constexpr std::size_t most_with_names = 12;

constexpr double value_font = 14;

std::string distance_text(const Rational& value) {
    return short_number(value, 5);
}

double widest_value(const Dissimilarity& d) {
    double widest = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            widest = std::max(widest, text_width(distance_text(d(i, j)), value_font));
    }
    return widest;
}

void place_heatmap(WitnessLayout& layout, const Witnessed& what, double rows_height) {
    const auto n = static_cast<double>(what.n());
    const double names = what.n() <= most_with_names ? 18 : 0;
    layout.cell = std::clamp(208 / n, 7.0, 22.0);
    if (what.n() <= most_with_values)
        layout.cell = std::clamp(widest_value(*what.d) + 6, 30.0, 42.0);
    const double side = layout.cell * n;
    if (what.n() <= most_beside) {
        layout.heat_x = layout.width + 24 + names;
        layout.width = layout.heat_x + side + 12;
        layout.height = std::max(layout.height, side + names + 38);
        layout.heat_y = (layout.height + side - names - 22) / 2;
    } else {
        layout.heat_x = layout.left + names;
        layout.height += side + names + 40;
        layout.heat_y = layout.height - rows_height - names - 30;
    }
}

WitnessLayout witness_layout(const Witnessed& what) {
    const auto n = static_cast<double>(what.n());
    WitnessLayout layout{};
    layout.left = 42;
    layout.spacing = std::clamp(64 - 2 * n, 22.0, 48.0);
    if (n > 40) layout.spacing = std::max(10.0, 900 / n);
    const double digits = what.n() < 10 ? 1 : what.n() < 100 ? 2 : 3;
    layout.font = std::min(16.0, (layout.spacing - 3) / (0.56 * digits));
    layout.radius = what.weights.empty() ? std::min(5.0, 0.2 * layout.spacing)
                                         : std::min(11.0, 0.4 * layout.spacing);
    layout.gap = std::clamp(80 + 5 * n, 96.0, 220.0);
    layout.over = layout.radius + layout.font + 10 + room_for(what.swap_costs, layout).room;
    layout.under = layout.radius + layout.font + 10 + room_for(short_weights(what), layout).room;
    const double rows_height =
        layout.over + layout.gap * static_cast<double>(what.rows.size() - 1) + layout.under;
    layout.width = layout.left + layout.spacing * n + 8;
    layout.height = rows_height;
    if (what.d) place_heatmap(layout, what, rows_height);
    const double above = what.n() <= most_beside ? (layout.height - rows_height) / 2 : 0;
    layout.top = layout.height - above - layout.over;
    return layout;
}

// --- Drawing ---

/// What an element does between two rows.
enum class Move { none, up, down, stays_crossed };

std::vector<Move> moves(const Permutation& from, const Permutation& to) {
    std::vector<Move> out(from.size(), Move::none);
    // In the order of `from`, ranks in `to`: an inversion is a pair that the rows order
    // differently.
    for (const auto& [a, b] : inversions(compose(to, from.inverse()))) {
        for (const Rank place : {a, b}) {
            const Rank element = from.inverse()[place];
            const Rank there = to[element];
            out[element] = there < place   ? Move::up
                           : there > place ? Move::down
                                           : Move::stays_crossed;
        }
    }
    return out;
}

void add_lines(Script& script, std::vector<std::string>& plots, const Witnessed& what,
               const WitnessLayout& layout) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> styles = {
        {{palette::muted, "solid lw 1.5"},
         {palette::blue, "solid lw 2.5"},
         {palette::vermillion, "(14,4) lw 2.5"},
         {palette::purple, "(3,4) lw 2.5"}}};
    std::array<std::vector<std::vector<double>>, 4> lines;
    for (std::size_t row = 0; row + 1 < what.rows.size(); ++row) {
        const std::vector<Move> all = moves(what.rows[row], what.rows[row + 1]);
        for (std::size_t e = 0; e < what.n(); ++e) {
            auto& line = lines[static_cast<std::size_t>(all[e])];
            line.push_back({layout.x(what.rows[row][e]), layout.y(row)});
            line.push_back({layout.x(what.rows[row + 1][e]), layout.y(row + 1)});
            line.emplace_back();
        }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty()) continue;
        script.block(fmt::format("line{}", i), lines[i]);
        plots.push_back(fmt::format("$line{} with lines dt {} lc rgb '{}'", i, styles[i].second,
                                    styles[i].first));
    }
}

/// One for each row and element; the area is proportional to the weight.
void add_element_marks(Script& script, std::vector<std::string>& plots, const Witnessed& what,
                       const WitnessLayout& layout) {
    const Rational heaviest =
        what.weights.empty() ? Rational(1) : *std::ranges::max_element(what.weights);
    std::vector<std::vector<double>> marks;
    for (std::size_t row = 0; row < what.rows.size(); ++row) {
        for (std::size_t e = 0; e < what.n(); ++e) {
            const double share =
                what.weights.empty() ? 1 : (what.weights[e] / heaviest).approximate();
            marks.push_back({layout.x(what.rows[row][e]), layout.y(row),
                             pointsize(std::max(1.5, layout.radius * std::sqrt(share)))});
        }
    }
    script.block("marks", marks);
    plots.push_back(
        fmt::format("$marks using 1:2:3 with points pt 7 ps variable lc rgb '{}'", palette::ink));
}

/// The elements by name: above the upper row, below the lower one, beside the marks between.
void add_names(Script& script, const Witnessed& what, const WitnessLayout& layout) {
    const std::size_t last = what.rows.size() - 1;
    const double off = layout.radius + 5 + layout.font / 2;
    for (std::size_t row = 0; row <= last; ++row) {
        script.label(4, layout.y(row), what.names[row], {17, palette::ink, Anchor::left});
        const bool is_between = row != 0 && row != last;
        const double dx = is_between ? layout.radius + 3 : 0;
        const double dy = row == 0 ? off : row == last ? -off : 0;
        for (std::size_t e = 0; e < what.n(); ++e) {
            script.label(layout.x(what.rows[row][e]) + dx, layout.y(row) + dy,
                         std::to_string(e + 1),
                         {is_between ? 0.8 * layout.font : layout.font, palette::ink,
                          is_between ? Anchor::left : Anchor::center});
        }
    }
}

/// A row of numbers with its letter, the first one at `place`.
void add_numbers(Script& script, const WitnessLayout& layout, std::string_view letter,
                 const std::vector<std::pair<double, std::string>>& numbers, double y,
                 const Numbers& how) {
    if (numbers.empty()) return;
    const double middle = y + (how.upright ? how.room / 2 : 0);
    script.label(4, middle, letter, {17, palette::muted, Anchor::left});
    for (const auto& [place, text] : numbers) {
        script.label(layout.x(place), y, text,
                     {layout.font, palette::muted, how.upright ? Anchor::left : Anchor::center,
                      how.upright});
    }
}

void add_weights(Script& script, const Witnessed& what, const WitnessLayout& layout) {
    std::vector<std::pair<double, std::string>> costs, weights;
    for (std::size_t i = 0; i < what.swap_costs.size(); ++i)
        costs.emplace_back(static_cast<double>(i) + 0.5, what.swap_costs[i]);
    const std::vector<std::string> texts = short_weights(what);
    for (std::size_t e = 0; e < texts.size(); ++e)
        weights.emplace_back(static_cast<double>(what.rows.back()[e]), texts[e]);
    const Numbers over = room_for(what.swap_costs, layout), under = room_for(texts, layout);
    add_numbers(script, layout, "δ", costs,
                layout.top + layout.over - (over.upright ? over.room - 4 : 4 + layout.font / 2),
                over);
    const double end = layout.y(what.rows.size() - 1) - layout.under;
    add_numbers(script, layout, "w", weights, end + (under.upright ? 4 : 4 + layout.font / 2),
                under);
}

/// Opacity 0 to 3/4 in proportion, so that ink stays readable on every cell.
void add_distance_cells(Script& script, std::vector<std::string>& plots, const Witnessed& what,
                        const WitnessLayout& layout) {
    const Dissimilarity& d = *what.d;
    Rational greatest;
    for (std::size_t i = 0; i < what.n(); ++i) {
        for (std::size_t j = 0; j < what.n(); ++j)
            greatest = std::max(greatest, d(i, j));
    }
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < what.n(); ++i) {
        for (std::size_t j = 0; j < what.n(); ++j) {
            if (d(i, j).sign() == 0) continue;
            const double share = (d(i, j) / greatest).approximate();
            const auto clear = static_cast<double>(std::lround(255 * (1 - 0.75 * share)));
            const double blue =
                static_cast<double>(std::stoul(std::string(palette::heat.substr(1)), nullptr, 16));
            cells.push_back(
                fmt::format("{:.7g} {:.7g} {:.0f}",
                            layout.heat_x + layout.cell * (static_cast<double>(j) + 0.5),
                            layout.heat_y - layout.cell * (static_cast<double>(i) + 0.5),
                            clear * 0x1000000 + blue));
        }
    }
    if (cells.empty()) return;
    script("$cells << EOD\n{}\nEOD", fmt::join(cells, "\n"));
    plots.push_back(
        fmt::format("$cells using 1:2:({0:g}):({0:g}):3 with boxxyerror fs solid noborder lc "
                    "rgb variable",
                    layout.cell / 2));
}

void add_heatmap(Script& script, std::vector<std::string>& plots, const Witnessed& what,
                 const WitnessLayout& layout) {
    const double side = layout.cell * static_cast<double>(what.n());
    const bool has_names = what.n() <= most_with_names;
    add_distance_cells(script, plots, what, layout);
    script.block("frame", {{layout.heat_x, layout.heat_y},
                           {layout.heat_x + side, layout.heat_y},
                           {layout.heat_x + side, layout.heat_y - side},
                           {layout.heat_x, layout.heat_y - side},
                           {layout.heat_x, layout.heat_y}});
    plots.push_back(fmt::format("$frame with lines lw 1 lc rgb '{}'", palette::muted));
    script.label(layout.heat_x + side / 2, layout.heat_y + (has_names ? 29 : 13), "D", {17});
    for (std::size_t i = 0; i < what.n() && has_names; ++i) {
        const double at = layout.cell * (static_cast<double>(i) + 0.5);
        const Script::LabelStyle name{13, palette::muted};
        script.label(layout.heat_x - 11, layout.heat_y - at, std::to_string(i + 1), name);
        script.label(layout.heat_x + at, layout.heat_y + 10, std::to_string(i + 1), name);
    }
    for (std::size_t i = 0; i < what.n(); ++i) {
        const double at = layout.cell * (static_cast<double>(i) + 0.5);
        for (std::size_t j = 0; j < what.n() && what.n() <= most_with_values; ++j) {
            const std::string text = distance_text((*what.d)(i, j));
            const double font = std::min(value_font, (layout.cell - 2) / text_width(text, 1));
            script.label(layout.heat_x + layout.cell * (static_cast<double>(j) + 0.5),
                         layout.heat_y - at, text, {std::round(font * 2) / 2});
        }
    }
}

// --- In numbers and words ---

void add_data(Figure& figure, const Witnessed& what) {
    figure.columns = {"element"};
    for (const std::string& name : what.names)
        figure.columns.push_back("rank in " + name);
    if (!what.weights.empty()) figure.columns.emplace_back("w");
    if (!what.swap_costs.empty()) figure.columns.emplace_back("δ");
    for (std::size_t j = 0; what.d && j < what.n(); ++j)
        figure.columns.push_back(fmt::format("D {}", j + 1));
    for (std::size_t i = 0; i < what.n(); ++i) {
        std::vector<std::string> row = {std::to_string(i + 1)};
        for (const Permutation& ranking : what.rows)
            row.push_back(std::to_string(ranking[i] + 1));
        if (!what.weights.empty()) row.push_back(what.weights[i].to_string());
        if (!what.swap_costs.empty()) {
            row.push_back(i < what.exact_swap_costs.size() ? what.exact_swap_costs[i] : "");
        }
        for (std::size_t j = 0; what.d && j < what.n(); ++j)
            row.push_back((*what.d)(i, j).to_string());
        figure.rows.push_back(std::move(row));
    }
}

/// "σ with ranks 3 1 2 below id: 2 of 3 pairs inverted. w = 1 2 3. D is 0 to 1 between elements."
std::string witness_description(const Witnessed& what) {
    std::string out;
    const std::size_t pairs = what.n() * (what.n() - 1) / 2;
    for (std::size_t row = 0; row + 1 < what.rows.size(); ++row) {
        const Permutation across = compose(what.rows[row + 1], what.rows[row].inverse());
        const bool has_ranks = !what.rows[row].is_identity() || what.names[row] != "id";
        out += fmt::format("{}{} with ranks {} below {}{}: {} of {} inverted.", row == 0 ? "" : " ",
                           what.names[row + 1], what.rows[row + 1].to_string(), what.names[row],
                           has_ranks ? " with ranks " + what.rows[row].to_string() : "",
                           inversion_count(across), counted(pairs, "pair"));
    }
    std::vector<std::string> weights;
    for (const Rational& weight : what.weights)
        weights.push_back(weight.to_string());
    const bool is_short = what.n() <= most_with_names;
    if (!weights.empty() && is_short) out += fmt::format(" w = {}.", fmt::join(weights, " "));
    if (!what.exact_swap_costs.empty() && is_short) {
        out += fmt::format(" δ = {}.", fmt::join(what.exact_swap_costs, " "));
    }
    if (!what.d || what.n() < 2) return out;
    Rational least = (*what.d)(0, 1), greatest = least;
    for (std::size_t i = 0; i < what.n(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            least = std::min(least, (*what.d)(i, j));
            greatest = std::max(greatest, (*what.d)(i, j));
        }
    }
    return out + fmt::format(" D is {} between elements.",
                             least == greatest ? least.to_string()
                                               : fmt::format("{} to {}", least.to_string(),
                                                             greatest.to_string()));
}

std::string witness_commands(const Witnessed& what, const WitnessLayout& layout) {
    Script script;
    script.canvas(std::round(layout.width), std::round(layout.height));
    add_weights(script, what, layout);
    add_names(script, what, layout);
    std::vector<std::string> plots;
    add_lines(script, plots, what, layout);
    add_element_marks(script, plots, what, layout);
    if (what.d) add_heatmap(script, plots, what, layout);
    script("plot {}", fmt::join(plots, ", "));
    return script.text();
}

}  // namespace

Figure witness_figure(const std::string& id, const std::string& title,
                      const std::vector<Permutation>& rankings, const Weighting& weighting) {
    const Witnessed what = witnessed(rankings, weighting);
    const WitnessLayout layout = witness_layout(what);
    Figure figure;
    figure.id = id;
    figure.title = title;
    figure.alt = witness_description(what);
    figure.width = static_cast<unsigned>(std::round(layout.width));
    figure.height = static_cast<unsigned>(std::round(layout.height));
    figure.commands = witness_commands(what, layout);
    add_data(figure, what);
    return figure;
}

}  // namespace disarray::reports
