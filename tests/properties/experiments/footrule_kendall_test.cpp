// SPDX-License-Identifier: MIT
// KV's experiment: the figures of small logs against the same computed plainly, ties, weights,
// readings, moments that do not exist, stopping, threads.
#include "properties/experiments/footrule_kendall.hpp"

#include <chrono>
#include <string>

#include <fmt/format.h>

#include "base/parallel.hpp"
#include "exact/decimal.hpp"
#include "properties/experiments/click_models.hpp"
#include "tests/catch.hpp"
#include "tests/properties/experiments/naive_footrule_kendall.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;
using metrics::Reading;

namespace {

using Quantity = PairMeasure::Quantity;

PairWeights named(std::string name, std::optional<SwapCosts> costs,
                  FixedPointPolicy policy = FixedPointPolicy::one) {
    PairWeights weights;
    weights.name = std::move(name);
    weights.swap_costs = std::move(costs);
    weights.fixed_points = policy;
    return weights;
}

PairWeights edit(std::size_t n, GradeWeight grades) {
    PairWeights weights = named("EDIT", SwapCosts::unit(n));
    weights.grades = grades;
    return weights;
}

/// KV's weightings of clicks, TOPK with a k that cuts, and EDIT.
std::vector<PairWeights> weightings(std::size_t n) {
    const auto local = FixedPointPolicy::local;
    return {named("UNIT", SwapCosts::unit(n)),
            named("DCG", std::nullopt),
            named("CTR", SwapCosts::click_through_rate(n, "test")),
            named("TOPK", SwapCosts::top_k(n, 1)),
            named("DCG", std::nullopt, local),
            named("CTR", SwapCosts::click_through_rate(n, "test"), local),
            named("TOPK", SwapCosts::top_k(n, 1), local),
            edit(n, GradeWeight::grade_plus_one),
            edit(n, GradeWeight::two_to_the_grade),
            edit(n, GradeWeight::grade_plus_one_half)};
}

/// Whether the figure is one of the numbers of the interval, as far as one can see, and prints its
/// digits.
void check_figure(const std::optional<Figure>& figure, const std::optional<Interval>& expected) {
    REQUIRE(figure.has_value() == expected.has_value());
    if (!figure) return;
    const auto [low, high] = expected->ends();
    if (figure->exact()) {
        CHECK(low <= *figure->exact());
        CHECK(*figure->exact() <= high);
    }
    const auto text = figure->fixed(6);
    REQUIRE(text);
    CHECK((*text == to_fixed(low, 6) || *text == to_fixed(high, 6)));
}

void check_log(const std::vector<std::vector<std::int64_t>>& rows, const PairWeights& weights,
               Reading reading, TieRule ties) {
    const auto table = test::table_of(rows);
    FootruleKendallOptions options;
    options.weightings = {weights};
    options.reading = reading;
    options.ties = ties;
    const FootruleKendall result(table, options);
    std::vector<test::naive::Query> queries;
    for (std::size_t query = 0; query < table.size(); ++query)
        queries.push_back(test::naive::query(table.row(query), weights, reading, ties));
    const auto expected = test::naive::moments(queries);
    const WeightingResult& row = result.results().front();
    INFO(weights.name << ", " << name_of(reading) << ", ties " << name_of(ties) << ", fixed points "
                      << name_of(weights.fixed_points));
    CHECK(row.without_ratio == expected.without_ratio);
    CHECK(row.with_ratio == rows.size() - expected.without_ratio);
    check_figure(row.ratio_mean, expected.ratio_mean);
    check_figure(row.ratio_deviation, expected.ratio_deviation);
    check_figure(row.correlation_error, expected.correlation_error);
    for (std::size_t query = 0; query < table.size(); ++query) {
        const std::size_t pattern = result.patterns().of_query[query];
        CHECK(result.value(0, Quantity::footrule, pattern, 12).fixed(12) ==
              to_fixed(queries[query].footrule, 12));
        CHECK(result.value(0, Quantity::kendall, pattern, 12).fixed(12) ==
              to_fixed(queries[query].kendall, 12));
    }
}

constexpr TieRule exact_rules[] = {TieRule::position, TieRule::reversed, TieRule::average};

const WeightingResult& only(const FootruleKendall& result) {
    return result.results().front();
}

FootruleKendall unit_result(const std::vector<std::vector<std::int64_t>>& rows,
                            TieRule ties = TieRule::position) {
    FootruleKendallOptions options;
    options.weightings = {named("UNIT", SwapCosts::unit(rows.front().size()))};
    options.ties = ties;
    return FootruleKendall(test::table_of(rows), options);
}

}  // namespace

TEST_CASE(
    "the figures of every log of two queries at three positions are those of the plain sums") {
    const auto rows = test::all_rows(3, 2);
    const auto all = weightings(3);
    for (std::size_t a = 0; a < rows.size(); ++a) {
        for (std::size_t b = 0; b <= a; ++b) {
            // One weighting, reading and rule for each log, all of them in turn.
            const std::size_t turn = a * (a + 1) / 2 + b;
            check_log({rows[a], rows[b]}, all[turn % all.size()],
                      metrics::all_readings[turn / all.size() % 4], exact_rules[turn % 3]);
        }
    }
}

TEST_CASE("the figures of the log of all rows at four positions are those of the plain sums") {
    const auto rows = test::all_rows(4, 1);
    for (const PairWeights& weights : weightings(4)) {
        for (const Reading reading : metrics::all_readings) {
            for (const TieRule rule : exact_rules)
                check_log(rows, weights, reading, rule);
        }
    }
}

TEST_CASE("a log of five positions without ties has the plain figures, DCG included") {
    std::vector<std::vector<std::int64_t>> rows;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const auto sigma = test::shuffled(5, seed);
        rows.push_back({sigma.ranks().begin(), sigma.ranks().end()});
    }
    for (const PairWeights& weights : weightings(5))
        check_log(rows, weights, Reading::prefix, TieRule::position);
}

TEST_CASE("under one of KV's own rankings X, Y and Z are those of KV's example") {
    // Order b c a: K = 2, F = 4 without weights; with w = (1,2,3) K = 5 and F = 10.
    const auto unit = unit_result({{1, 3, 2}});
    CHECK(only(unit).ratio_mean->exact() == Rational(2));
    CHECK(only(unit).kendall_mean->exact() == Rational(2));
    CHECK(only(unit).footrule_mean->exact() == Rational(4));
    // Grades 1, 3, 2 give that order and, plus one, the weights 2, 4, 3.
    FootruleKendallOptions options;
    options.weightings = {edit(3, GradeWeight::grade_plus_one)};
    const FootruleKendall weighted(test::table_of({{1, 3, 2}}), options);
    CHECK(only(weighted).kendall_mean->exact() == Rational(2 * 4 + 2 * 3));
}

TEST_CASE("ε and σ are those of a small log by hand") {
    // Ranks 2 1 3 (X = 2, Y = 1), 3 2 1 (X = 4, Y = 3), 1 2 3 (X = Y = 0, no Z).
    const auto result = unit_result({{2, 3, 1}, {1, 2, 3}, {3, 2, 1}});
    const WeightingResult& row = only(result);
    CHECK(row.with_ratio == 2);
    CHECK(row.without_ratio == 1);
    CHECK(row.ratio_mean->exact() == Rational(5, 3));       // (2 + 4/3)/2
    CHECK(row.ratio_deviation->exact() == Rational(1, 3));  // half of 2 − 4/3
    // μ(X) = 2, μ(Y) = 4/3, E[XY] = 14/3, σ²(X) = 8/3, σ²(Y) = 14/9: ρ = 2/√(112/27).
    CHECK(row.correlation_error->fixed(6) == "0.018019");
    CHECK(row.signed_square == Rational(27, 28));
    CHECK(compare_errors(row, row) == std::strong_ordering::equal);
}

TEST_CASE("errors of correlation are ordered, by exact squares where X and Y are rational") {
    // The second log adds a ranking with X = 4, Y = 2 that is off the line of the others.
    const auto near = unit_result({{2, 3, 1}, {1, 2, 3}, {3, 2, 1}});
    const auto far = unit_result({{2, 3, 1}, {1, 2, 3}, {3, 2, 1}, {1, 3, 2}});
    CHECK(only(far).correlation_error->fixed(3) > only(near).correlation_error->fixed(3));
    CHECK(compare_errors(only(near), only(far)) == std::strong_ordering::less);
    CHECK(compare_errors(only(far), only(near)) == std::strong_ordering::greater);
    FootruleKendallOptions options;
    options.weightings = {named("DCG", std::nullopt)};
    const FootruleKendall other(
        test::table_of({{2, 3, 1}, {1, 2, 3}, {3, 2, 1}, {1, 3, 2}, {3, 1, 2}}), options);
    CHECK_FALSE(only(other).signed_square);
    const auto order = compare_errors(only(other), only(near));
    REQUIRE(order);
    CHECK((*order < 0) == (only(other).correlation_error->near().value() <
                           only(near).correlation_error->near().value()));
    CHECK_FALSE(compare_errors(only(near), only(unit_result({{3, 2, 1}}))));
}

TEST_CASE("two points lie on a line, also where swap costs are irrational") {
    FootruleKendallOptions options;
    options.weightings = {named("DCG", std::nullopt), named("UNIT", SwapCosts::unit(3))};
    // X and Y are those of the identity and of its reverse, three times.
    const FootruleKendall rising(test::table_of({{3, 2, 1}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}),
                                 options);
    CHECK(rising.results()[0].correlation_error->exact() == Rational(0));
    CHECK(compare_errors(rising.results()[0], rising.results()[1]) == std::strong_ordering::equal);
}

TEST_CASE("where all X or all Y are equal there is no ε, and the deviation is 0 exactly") {
    for (const bool is_dcg : {false, true}) {
        FootruleKendallOptions options;
        options.weightings = {is_dcg ? named("DCG", std::nullopt)
                                     : named("UNIT", SwapCosts::unit(3))};
        // σ and σ⁻¹ have the same K*, and without w the same F*: 3 1 2 and 2 3 1.
        const FootruleKendall result(test::table_of({{1, 3, 2}, {2, 1, 3}}), options);
        CHECK_FALSE(only(result).correlation_error);
        CHECK(only(result).kendall_deviation->exact() == Rational(0));
        CHECK(only(result).footrule_deviation->exact() == Rational(0));
    }
    CHECK_FALSE(only(unit_result({{3, 2, 1}})).ratio_mean);
}

TEST_CASE("queries that rank alike are one pattern with a multiplicity, and points count them") {
    const auto result = unit_result({{9, 8, 7}, {3, 2, 1}, {1, 2, 3}, {5, 6, 7}, {2, 3, 1}});
    CHECK(result.queries() == 5);
    CHECK(result.rankings() == 3);
    const auto& points = only(result).points;
    REQUIRE(points.size() == 3);
    CHECK(points[0].place.queries == 2);  // 3 2 1, with the largest K, first
    CHECK(points[1].place.queries == 1);
    CHECK(points[2].place.queries == 2);
    CHECK(only(result).worst_by_kendall == std::vector<std::size_t>{2, 3, 4, 0, 1});
    CHECK(only(result).overlaps.back().k == 5);
    CHECK(only(result).overlaps.back().expected == Rational(5));
}

TEST_CASE("random ties are one of the orders of the tied, and depend on the seed") {
    std::vector<std::vector<std::int64_t>> rows(200, {1, 1, 1, 1});
    FootruleKendallOptions options;
    options.weightings = {named("UNIT", SwapCosts::unit(4))};
    options.ties = TieRule::random;
    const FootruleKendall first(test::table_of(rows), options);
    CHECK(first.rankings() > 15);  // of 24, in 200 draws
    options.seed = 2;
    const FootruleKendall second(test::table_of(rows), options);
    CHECK(first.patterns().above != second.patterns().above);
}

TEST_CASE("Z is averaged over the orders that have one, and says so") {
    const auto result = unit_result({{1, 1, 0}}, TieRule::average);
    CHECK(only(result).ratio_mean->exact() == Rational(2));
    CHECK(only(result).kendall_mean->exact() == Rational(1, 2));
    CHECK(only(result).footrule_mean->exact() == Rational(1));
    CHECK(only(result).partly == 1);
    CHECK(only(result).without_ratio == 0);
}

TEST_CASE("a base of logarithms changes nothing where p̄ of fixed points is local, and else does") {
    ClickModelOptions model;
    model.queries = 300;
    const auto log = generate_click_log(model).table;
    const auto figures = [&](std::uint64_t base, FixedPointPolicy policy) {
        FootruleKendallOptions options;
        options.weightings = {named("DCG", std::nullopt, policy)};
        options.weightings.front().log_base = base;
        const FootruleKendall result(log, options);
        return std::pair(only(result).ratio_mean->fixed(6),
                         only(result).correlation_error->fixed(6));
    };
    const auto local = FixedPointPolicy::local;
    for (const std::uint64_t base : {3u, 4u, 10u, 1000u})
        CHECK(figures(base, local) == figures(2, local));
    CHECK(figures(10, FixedPointPolicy::one) != figures(2, FixedPointPolicy::one));
}

TEST_CASE("a result is the same for any number of threads") {
    ClickModelOptions model;
    model.queries = 3000;
    model.spread = 1000;
    const auto log = generate_click_log(model).table;
    FootruleKendallOptions options;
    options.weightings = {named("UNIT", SwapCosts::unit(10)), named("DCG", std::nullopt),
                          named("CTR", SwapCosts::click_through_rate(10, "test")),
                          named("TOPK", SwapCosts::top_k(10, 5))};
    const auto run = [&](unsigned threads) {
        return with_threads(threads, [&] {
            const FootruleKendall result(log, options);
            std::string text;
            for (const WeightingResult& row : result.results()) {
                text += row.ratio_mean->fixed(9).value() + row.correlation_error->fixed(9).value();
                for (const Point& point : row.points)
                    text += fmt::format(" {}:{}", point.pattern, point.place.queries);
                text += fmt::format(" {} {}", fmt::join(row.worst_by_kendall, " "),
                                    fmt::join(row.worst_by_footrule, " "));
            }
            return text;
        });
    };
    const std::string one = run(1);
    CHECK(one == run(2));
    CHECK(one == run(5));
}

TEST_CASE("a run that is stopped has the result of the queries before that place") {
    const auto rows = test::all_rows(4, 2);
    FootruleKendallOptions options;
    options.weightings = {named("UNIT", SwapCosts::unit(4)), named("DCG", std::nullopt)};
    options.overlap_sizes = {1, 10, 60};
    options.stop = Stop(std::chrono::duration<double>(0));
    options.batch_size = 10;
    const FootruleKendall stopped(test::table_of(rows), options);
    CHECK(stopped.rankings() == 10);
    REQUIRE(stopped.queries() > 10);
    REQUIRE(stopped.queries() < 60);
    options.stop = {};
    options.overlap_sizes = {1, 10};
    const auto count = static_cast<std::ptrdiff_t>(stopped.queries());
    const FootruleKendall first(test::table_of({rows.begin(), rows.begin() + count}), options);
    CHECK(first.rankings() == 10);
    for (std::size_t w = 0; w < 2; ++w) {
        const WeightingResult &a = stopped.results()[w], &b = first.results()[w];
        CHECK(a.ratio_mean->fixed(9) == b.ratio_mean->fixed(9));
        CHECK(a.correlation_error->fixed(9) == b.correlation_error->fixed(9));
        CHECK(a.overlaps.size() == 2);
        CHECK(a.overlaps[1].expected == b.overlaps[1].expected);
        CHECK(a.worst_by_kendall == b.worst_by_kendall);
    }
}

TEST_CASE("a table without queries has no figures") {
    formats::PositionTable table;
    table.positions = 4;
    FootruleKendallOptions options;
    options.weightings = weightings(4);
    const FootruleKendall nothing(table, options);
    CHECK(nothing.queries() == 0);
    CHECK_FALSE(only(nothing).ratio_mean);
    CHECK_FALSE(only(nothing).kendall_mean);
    CHECK(only(nothing).points.empty());
}

TEST_CASE("figures that a double does not settle come from intervals, with the same digits") {
    ClickModelOptions model;
    model.queries = 50;
    const auto log = generate_click_log(model).table;
    FootruleKendallOptions options;
    options.weightings = {named("DCG", std::nullopt)};
    const FootruleKendall usual(log, options);
    options.settled_places = 17;
    const FootruleKendall fine(log, options);
    for (const auto figure : {&WeightingResult::ratio_mean, &WeightingResult::ratio_deviation,
                              &WeightingResult::footrule_mean, &WeightingResult::footrule_deviation,
                              &WeightingResult::kendall_mean, &WeightingResult::kendall_deviation,
                              &WeightingResult::correlation_error}) {
        REQUIRE((only(fine).*figure)->fixed(17));
        CHECK((only(fine).*figure)->fixed(9) == (only(usual).*figure)->fixed(9));
    }
}
