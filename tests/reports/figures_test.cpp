// SPDX-License-Identifier: MIT
// Each figure shows the numbers of the model, all of them and exactly, in its rows, in its commands
// and in words; and gnuplot draws it, whatever the names in it are.
#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "base/error.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/style.hpp"
#include "reports/figures/svg.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::reports;
using test::contains;
using test::message_of;

namespace {

using Rows = std::vector<std::vector<std::string>>;

const std::string nasty = "`touch pwned`'\"$x {a}_b^c %d @e\\";

Rational fraction(std::int64_t p, std::int64_t q = 1) {
    return Rational(p) / Rational(q);
}

Permutation ranks(const std::vector<std::int64_t>& values) {
    return Permutation::from_ranks(values, "test");
}

/// The numbers of a data block of the commands.
std::vector<std::vector<double>> block(const Figure& figure, const std::string& name) {
    std::istringstream in(figure.commands);
    std::vector<std::vector<double>> rows;
    bool is_inside = false;
    for (std::string line; std::getline(in, line);) {
        if (is_inside && line == "EOD") return rows;
        if (is_inside) {
            std::istringstream numbers(line);
            rows.emplace_back();
            for (double value = 0; numbers >> value;)
                rows.back().push_back(value);
        }
        is_inside = is_inside || line == "$" + name + " << EOD";
    }
    FAIL("no block " << name);
    return rows;
}

/// The drawing, empty with a warning if gnuplot is not installed.
std::string drawn(const Figure& figure) {
    try {
        return draw({figure}).front().svg;
    } catch (const GnuplotMissing& missing) {
        WARN("not drawn, since gnuplot is not installed");
        return "";
    }
}

void check_text(const std::string& svg, const std::string& text) {
    INFO(text);
    CHECK((svg.empty() || contains(svg, ">" + xml_escaped(text) + "</text>") ||
           contains(svg, text + "</text>")));
}

Result result(const std::string& reading, const std::string& side, std::size_t n,
              const Rational& value) {
    Result out;
    out.n = n;
    out.reading = reading;
    out.side = side;
    out.statement = side == "min" ? "K <= F[" + reading + "]" : "F[" + reading + "] <= 3*K";
    out.claimed = Rational(side == "min" ? 1 : 3);
    out.is_whole = true;
    out.value = value;
    out.ratio = value.to_string();
    return out;
}

Model small_model() {
    Model model;
    model.results = {result("prefix", "min", 6, fraction(6, 7)),
                     result("prefix", "min", 5, 1),
                     result("prefix", "min", 4, 1),
                     result("prefix-sym", "min", 6, fraction(6, 7)),
                     result("prefix-sym", "max", 6, 6),
                     result("box", "max", 5, fraction(13, 4)),
                     result("box", "max", 6, fraction(7, 2))};
    return model;
}

Scatter scatter_of(std::vector<Scatter::Point> points) {
    Scatter scatter;
    scatter.id = "scatter-x";
    scatter.n = 3;
    scatter.reading = "prefix";
    scatter.weights = "w = δ = D = 1";
    for (const Scatter::Point& point : points)
        scatter.permutations += point.count;
    scatter.points = std::move(points);
    return scatter;
}

Agreement small_agreement() {
    Agreement agreement;
    agreement.n = 10;
    agreement.pairs = 50;
    agreement.metrics = {"recall", nasty, "mrr"};
    agreement.ratios = {{Rational(1), fraction(49, 50), fraction(1, 3)},
                        {fraction(49, 50), Rational(1), std::nullopt},
                        {fraction(1, 3), std::nullopt, Rational(1)}};
    agreement.clusters = {{"recall", nasty}, {"mrr"}};
    return agreement;
}

RobustnessBar bar(const std::string& metric, std::size_t n, const std::string& change,
                  const std::string& mean, const std::string& error) {
    return {metric, "", n, {}, change, 100, 0, "", mean, error};
}

Figure witness(const std::vector<Permutation>& rankings, const Weighting& weighting = {}) {
    return witness_figure("witness-1", "A witness", rankings, weighting);
}

Weighting with_distances(std::size_t n) {
    Weighting weighting;
    std::vector<std::int64_t> classes;
    for (std::size_t i = 0; i < n; ++i)
        classes.push_back(static_cast<std::int64_t>(i % 2));
    weighting.dissimilarity = Dissimilarity::multi_class(classes);
    return weighting;
}

}  // namespace

// --- Ratios ---

TEST_CASE("a ratio figure lists the greatest, then the least, each reading by n",
          "[reports][figure]") {
    const auto figure = ratio_figure(small_model());
    REQUIRE(figure);
    CHECK(figure->columns ==
          std::vector<std::string>{"reading", "side", "n", "F/K", "exact", "claimed"});
    CHECK(figure->rows == Rows{{"prefix-sym", "max", "6", "6", "yes", "3"},
                               {"box", "max", "5", "13/4", "yes", "3"},
                               {"box", "max", "6", "7/2", "yes", "3"},
                               {"prefix", "min", "4", "1", "yes", "1"},
                               {"prefix", "min", "5", "1", "yes", "1"},
                               {"prefix", "min", "6", "6/7", "yes", "1"},
                               {"prefix-sym", "min", "6", "6/7", "yes", "1"}});
    CHECK(contains(figure->alt, "prefix: least F/K 1 for n = 4 to 5, 6/7 at n = 6;"));
    CHECK(contains(figure->alt, "box: greatest F/K 13/4 at n = 5, 7/2 at n = 6;"));
    CHECK(contains(figure->alt, "Claimed: F[box] ≤ 3·K, F[prefix-sym] ≤ 3·K"));
    CHECK_FALSE(contains(figure->alt, "bound"));
}

TEST_CASE("a ratio figure draws each value at its n, and its end in words", "[reports][figure]") {
    const auto figure = ratio_figure(small_model());
    REQUIRE(figure);
    // The last panel is the lower one; $e0 are the marks of its first series, prefix.
    const std::size_t lower = figure->commands.find("least F/K");
    REQUIRE(lower != std::string::npos);
    Figure panel;
    panel.commands = figure->commands.substr(lower);
    const auto marks = block(panel, "e0");
    REQUIRE(marks.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(std::abs(marks[i][0] - static_cast<double>(4 + i)) < 0.35);
    CHECK(marks[0][1] == 1);
    CHECK(std::abs(marks[2][1] - 6.0 / 7) < 1e-6);
    // The same value in two readings, side by side.
    const auto other = block(panel, "e1");
    REQUIRE(other.size() == 1);
    CHECK(other[0][1] == marks[2][1]);
    CHECK(other[0][0] != marks[2][0]);
    const std::string svg = drawn(*figure);
    for (const char* text : {"prefix", "prefix-sym", "box", "6/7", "7/2", "6", "F ≤ 3·K", "K ≤ F",
                             "claimed", "greatest F/K", "least F/K", "n"})
        check_text(svg, text);
}

TEST_CASE("a ratio figure leaves out what is not an extreme over all of S_n", "[reports][figure]") {
    Model model = small_model();
    for (Result& one : model.results)
        one.is_whole = false;
    CHECK_FALSE(ratio_figure(model));
    CHECK_FALSE(ratio_figure(Model{}));
    model.results[0].is_whole = true;
    model.results.push_back(result("", "min", 7, fraction(1, 9)));
    model.results.push_back(result("box", "other", 7, fraction(1, 9)));
    Result none = result("box", "max", 7, 1);
    none.value.reset();
    none.ratio = "";
    model.results.push_back(none);
    CHECK(ratio_figure(model)->rows == Rows{{"prefix", "min", "6", "6/7", "yes", "1"}});
}

TEST_CASE("of several results for one n the complete one is drawn, else the best bound",
          "[reports][figure]") {
    Model model;
    model.results = {result("box", "max", 7, 9), result("box", "max", 7, 4),
                     result("box", "max", 8, 4), result("box", "max", 8, 5),
                     result("box", "min", 8, 2), result("box", "min", 8, fraction(3, 2))};
    for (Result& one : model.results)
        one.complete = false;
    model.results[1].complete = true;
    const auto figure = ratio_figure(model);
    REQUIRE(figure);
    CHECK(figure->rows == Rows{{"box", "max", "7", "4", "yes", "3"},
                               {"box", "max", "8", "5", "no", "3"},
                               {"box", "min", "8", "3/2", "no", "1"}});
    CHECK(contains(figure->alt, "4 at n = 7, 5 at n = 8 (a bound)"));
    check_text(drawn(*figure), "not complete: a bound");
}

TEST_CASE("an unbounded ratio is an arrow", "[reports][figure]") {
    Model model;
    Result unbounded = result("interval", "max", 3, 1);
    unbounded.value.reset();
    unbounded.ratio = "unbounded";
    model.results = {unbounded};
    const auto figure = ratio_figure(model);
    REQUIRE(figure);
    CHECK(figure->rows == Rows{{"interval", "max", "3", "unbounded", "yes", "3"}});
    CHECK(contains(figure->alt, "unbounded at n = 3"));
    CHECK(contains(figure->commands, "set arrow from first 3,graph"));
    check_text(drawn(*figure), "∞");
}

TEST_CASE("ratios of very different size and readings of any name are drawn", "[reports][figure]") {
    Model model;
    for (std::size_t n = 2; n <= 30; ++n)
        model.results.push_back(
            result(nasty, "max", n, Rational(static_cast<std::int64_t>(n * n * n))));
    model.results.push_back(result("another", "max", 2, fraction(1, 7)));
    const auto figure = ratio_figure(model);
    REQUIRE(figure);
    CHECK(contains(figure->commands, "\nset logscale y"));
    CHECK_FALSE(contains(ratio_figure(small_model())->commands, "\nset logscale y"));
    check_text(drawn(*figure), nasty);
}

// --- Scatter ---

TEST_CASE("a scatter figure has every point with its count", "[reports][figure]") {
    const Figure figure = scatter_figure(
        scatter_of({{0, 0, 1}, {1, 2, 2}, {2, fraction(7, 2), 1}, {2, 4, 1}, {3, 4, 1}}));
    CHECK(figure.id == "scatter-x");
    CHECK(figure.columns == std::vector<std::string>{"K", "F", "count"});
    CHECK(
        figure.rows ==
        Rows{
            {"0", "0", "1"}, {"1", "2", "2"}, {"2", "7/2", "1"}, {"2", "4", "1"}, {"3", "4", "1"}});
    CHECK(contains(figure.alt, "for the 6 permutations of S_3: 5 different points"));
    CHECK(contains(figure.alt, "F/K lies between 4/3 and 2."));
    CHECK(block(figure, "least") ==
          std::vector<std::vector<double>>{{0, 0}, {1, 2}, {2, 3.5}, {3, 4}});
    CHECK(block(figure, "greatest") ==
          std::vector<std::vector<double>>{{0, 0}, {1, 2}, {2, 4}, {3, 4}});
    const auto marks = block(figure, "points");
    REQUIRE(marks.size() == 5);
    CHECK(marks[0][0] == 1);  // the one for two permutations, below the others and larger
    CHECK(marks[0][2] > marks[1][2]);
    const std::string svg = drawn(figure);
    for (const char* text : {"F = K", "F = 2K", "K", "F", "least F at K", "2 σ"})
        check_text(svg, text);
}

TEST_CASE("a scatter figure of one point is drawn", "[reports][figure]") {
    for (const std::int64_t value : {0, 5}) {
        const Figure figure = scatter_figure(scatter_of({{value, value, 1}}));
        CHECK(figure.rows.size() == 1);
        drawn(figure);
    }
}

TEST_CASE("of many points those drawn keep the envelope and a file stays below 500 KB",
          "[reports][figure]") {
    std::vector<Scatter::Point> points;
    std::map<std::int64_t, std::pair<Rational, Rational>> ends;
    for (std::int64_t k = 1; k <= 100; ++k) {
        for (std::int64_t i = 0; i < 200; ++i)
            points.push_back({k, fraction(k * (200 + i * (k % 7 + 1) / 7), 200), 1});
        ends[k] = {points[points.size() - 200].footrule, points.back().footrule};
    }
    const Figure figure = scatter_figure(scatter_of(points));
    CHECK(figure.rows.size() < 5000);
    CHECK(contains(figure.alt, fmt::format("Of the points {} are drawn", figure.rows.size())));
    for (const auto& [k, least_and_greatest] : ends) {
        for (const Rational& f : {least_and_greatest.first, least_and_greatest.second})
            CHECK(std::ranges::any_of(figure.rows, [&](const auto& row) {
                return row[0] == std::to_string(k) && row[1] == f.to_string();
            }));
    }
    CHECK(block(figure, "least").size() == 100);
    CHECK(block(figure, "points").size() == figure.rows.size());
    CHECK(drawn(figure).size() < 500'000);
    CHECK(scatter_figure(scatter_of(points)).commands == figure.commands);
}

TEST_CASE("with very many K the lines are the convex hull", "[reports][figure]") {
    std::vector<Scatter::Point> points;
    for (std::int64_t k = 0; k <= 200; ++k)
        points.push_back({k, fraction(2 * k + (k % 2 == 1 ? 1 : 0)), 1});
    const Figure figure = scatter_figure(scatter_of(points));
    CHECK(block(figure, "least") == std::vector<std::vector<double>>{{0, 0}, {200, 400}});
    CHECK(block(figure, "greatest") ==
          std::vector<std::vector<double>>{{0, 0}, {1, 3}, {199, 399}, {200, 400}});
    CHECK(contains(figure.alt, "convex hull"));
}

// --- Agreement ---

TEST_CASE("an agreement figure has each pair once, exactly, and an empty place where there is none",
          "[reports][figure]") {
    const Figure figure = agreement_figure(small_agreement(), 2);
    CHECK(figure.id == "agreement-2");
    CHECK(figure.rows == Rows{{"recall", "recall", "1"},
                              {"recall", nasty, "49/50"},
                              {"recall", "mrr", "1/3"},
                              {nasty, nasty, "1"},
                              {nasty, "mrr", ""},
                              {"mrr", "mrr", "1"}});
    CHECK(contains(figure.alt, "Least: 1/3 (0.333), recall and mrr."));
    CHECK(contains(figure.alt, "Cluster: recall, " + nasty));
    const auto cells = block(figure, "cells");
    CHECK(cells.size() == 7);
    for (const auto& cell : cells)  // symmetric: column, row, ratio
        CHECK(std::ranges::count(cells, std::vector{cell[1], cell[0], cell[2]}) == 1);
    CHECK(contains(figure.commands, "rectangle from -0.5,-0.5 to 1.5,1.5"));
    const std::string svg = drawn(figure);
    check_text(svg, "mrr");
    if (svg.empty()) return;
    const std::string name = xml_escaped(printable(nasty, 24));
    CHECK(contains(svg, name.substr(0, 10)));
}

TEST_CASE("a cluster whose metrics are no neighbours gets no box", "[reports][figure]") {
    Agreement agreement = small_agreement();
    agreement.clusters = {{"recall", "mrr"}, {"unknown"}, {}};
    CHECK_FALSE(contains(agreement_figure(agreement, 1).commands, "rectangle"));
}

// --- Robustness ---

TEST_CASE("each change has a figure with its bars", "[reports][figure]") {
    Robustness robustness;
    robustness.bars = {bar("recall", 50, "swap", "0.02", "0.001"),
                       bar("recall", 10, "swap", "0.5", "0.25"),
                       bar("recall", 10, "slide", "20", "1"), bar(nasty, 10, "swap", "0", "0"),
                       bar(nasty, 50, "swap", "", "")};
    const std::vector<Figure> figures = robustness_figures(robustness, 3);
    REQUIRE(figures.size() == 2);
    CHECK(figures[0].id == "robustness-3-swap");
    CHECK(figures[1].id == "robustness-3-slide");
    CHECK(figures[0].columns == std::vector<std::string>{"metric", "n", "mean", "standard error"});
    CHECK(figures[0].rows == Rows{{"recall", "50", "0.02", "0.001"},
                                  {"recall", "10", "0.5", "0.25"},
                                  {nasty, "10", "0", "0"},
                                  {nasty, "50", "", ""}});
    CHECK(figures[1].rows == Rows{{"recall", "10", "20", "1"}});
    CHECK(block(figures[0], "n0")[0][3] == 0.5);  // n = 10 is the first of a group
    CHECK(block(figures[0], "n1")[0][3] == 0.02);
    const auto errors = block(figures[0], "errors");
    CHECK(std::abs(errors[0][0] - 0.25) < 1e-6);
    CHECK(std::abs(errors[1][0] - 0.75) < 1e-6);
    const std::string svg = drawn(figures[0]);
    for (const char* text : {"n = 10", "n = 50", "recall", "undefined", "0"})
        check_text(svg, text);
    drawn(figures[1]);
}

TEST_CASE("an error that reaches 0 and a figure without any bar are drawn", "[reports][figure]") {
    Robustness robustness;
    robustness.bars = {bar("a", 10, "swap", "0.01", "0.02"), bar("a", 10, "slide", "0", "0"),
                       bar("b", 10, "slide", "", "")};
    for (const Figure& figure : robustness_figures(robustness, 1))
        drawn(figure);
    CHECK(robustness_figures({}, 1).empty());
}

// --- Witnesses ---

TEST_CASE("one ranking is drawn below the identity", "[reports][figure]") {
    const Figure figure = witness({ranks({3, 1, 2})});
    CHECK(figure.columns == std::vector<std::string>{"element", "rank in id", "rank in σ"});
    CHECK(figure.rows == Rows{{"1", "1", "3"}, {"2", "2", "1"}, {"3", "3", "2"}});
    CHECK(figure.alt == "σ with ranks 3 1 2 below id: 2 of 3 pairs inverted.");
    const std::string svg = drawn(figure);
    for (const char* text : {"id", "σ", "1", "2", "3"})
        check_text(svg, text);
}

TEST_CASE("two rankings are σ below τ, three are in their order", "[reports][figure]") {
    const Figure two = witness({ranks({2, 1, 3}), ranks({1, 3, 2})});
    CHECK(two.columns == std::vector<std::string>{"element", "rank in τ", "rank in σ"});
    CHECK(two.rows == Rows{{"1", "1", "2"}, {"2", "3", "1"}, {"3", "2", "3"}});
    CHECK(contains(two.alt, "σ with ranks 2 1 3 below τ with ranks 1 3 2: 2 of 3 pairs inverted."));
    const Figure three = witness({ranks({2, 1, 3}), ranks({1, 3, 2}), ranks({1, 2, 3})});
    CHECK(three.columns ==
          std::vector<std::string>{"element", "rank in σ", "rank in τ", "rank in ρ"});
    CHECK(three.rows[0] == std::vector<std::string>{"1", "2", "1", "1"});
    const std::string svg = drawn(three);
    for (const char* text : {"σ", "τ", "ρ"})
        check_text(svg, text);
}

TEST_CASE("lines are told apart by what an element does between two rows", "[reports][figure]") {
    // Element 2 keeps its place among crossing lines, element 4 keeps it alone.
    const Figure figure = witness({ranks({3, 2, 1, 4})});
    CHECK(block(figure, "line0").size() == 3);  // at rest: two ends and the gap
    CHECK(block(figure, "line1").size() == 3);  // up: 3
    CHECK(block(figure, "line2").size() == 3);  // down: 1
    CHECK(block(figure, "line3").size() == 3);  // crossed: 2
    const auto still = block(figure, "line0"), crossed = block(figure, "line3");
    CHECK(still[0][0] == still[1][0]);
    CHECK(crossed[0][0] == crossed[1][0]);
    CHECK(still[0][0] > crossed[0][0]);
    CHECK(block(figure, "line2")[0][0] < block(figure, "line2")[1][0]);
}

TEST_CASE("weights, costs and D are drawn where they are not unit", "[reports][figure]") {
    Weighting weighting;
    weighting.element_weights = ElementWeights::from(std::vector<std::int64_t>{1, 4, 9}, "w");
    weighting.swap_costs = SwapCosts::from(std::vector{fraction(1, 2), fraction(12345, 678)}, "δ");
    weighting.dissimilarity =
        Dissimilarity::line(std::vector{fraction(0), fraction(1), fraction(5, 2)});
    const Figure figure = witness({ranks({3, 1, 2})}, weighting);
    CHECK(figure.columns == std::vector<std::string>{"element", "rank in id", "rank in σ", "w", "δ",
                                                     "D 1", "D 2", "D 3"});
    CHECK(figure.rows == Rows{{"1", "1", "3", "1", "1/2", "0", "1", "5/2"},
                              {"2", "2", "1", "4", "4115/226", "1", "0", "3/2"},
                              {"3", "3", "2", "9", "", "5/2", "3/2", "0"}});
    CHECK(contains(figure.alt, "w = 1 4 9. δ = 1/2 4115/226. D is 1 to 5/2 between elements."));
    const auto marks = block(figure, "marks");  // areas as the weights: radii 1 : 2 : 3
    REQUIRE(marks.size() == 6);
    CHECK(std::abs(marks[1][2] / marks[0][2] - 2) < 1e-3);
    CHECK(std::abs(marks[2][2] / marks[0][2] - 3) < 1e-3);
    CHECK(block(figure, "cells").size() == 6);
    const std::string svg = drawn(figure);
    for (const char* text : {"δ", "1/2", "18.2", "w", "9", "D", "5/2", "3/2"})
        check_text(svg, text);
    Weighting unit;
    unit.element_weights = ElementWeights::from(std::vector<std::int64_t>{1, 1, 1}, "w");
    unit.swap_costs = SwapCosts::unit(3);
    CHECK(witness({ranks({3, 1, 2})}, unit).commands == witness({ranks({3, 1, 2})}).commands);
}

TEST_CASE("costs that are no rationals are drawn as decimals and listed exactly",
          "[reports][figure]") {
    Weighting weighting;
    weighting.irrational_swap_costs = discounted_gain_swap_costs(3);
    const Figure figure = witness({ranks({3, 1, 2})}, weighting);
    CHECK(figure.rows[0].back() == weighting.irrational_swap_costs->front().to_string());
    check_text(drawn(figure), weighting.irrational_swap_costs->front().to_decimal(3));
}

TEST_CASE("witnesses of all sizes are drawn", "[reports][figure]") {
    std::vector<Figure> figures;
    for (const std::size_t n : {1u, 2u, 8u, 9u, 12u, 13u, 14u, 15u, 30u, 60u, 120u}) {
        figures.push_back(witness({Permutation::reversal(n)}, with_distances(n)));
        CHECK(figures.back().rows.size() == n);
        CHECK(figures.back().width < 1500);
    }
    try {
        const std::vector<Drawing> drawings = draw(figures, {.pdf = true});
        CHECK(drawings.size() == figures.size());
    } catch (const GnuplotMissing& missing) {
        WARN("not drawn, since gnuplot is not installed");
    }
}

TEST_CASE("a witness at n = 6 is at most 16 KB", "[reports][figure]") {
    const std::string svg = drawn(witness({ranks({6, 3, 2, 5, 4, 1})}, with_distances(6)));
    CHECK(svg.size() <= 16'000);
}

TEST_CASE("rankings and weights of different lengths are no witness", "[reports][figure]") {
    CHECK_THROWS_AS(witness({}), UsageError);
    CHECK_THROWS_AS(witness({ranks({1, 2}), ranks({1, 2, 3})}), UsageError);
    CHECK_THROWS_AS(witness({ranks({1, 2})}, with_distances(3)), InputError);
}
