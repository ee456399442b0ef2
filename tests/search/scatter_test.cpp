// SPDX-License-Identifier: MIT
// The scatter of (K, F) over S_n: against a plain loop over the naive definitions, in 64 bits and
// beyond; the Mahonian numbers; the same for any number of threads; refused where it is no picture.
#include "search/scatter.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "metrics/naive.hpp"
#include "ranking/enumeration.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

ScatterOptions options_for(std::size_t n, Reading reading, Weighting weighting = {}) {
    ScatterOptions options;
    options.n = n;
    options.reading = reading;
    options.weighting = std::move(weighting);
    options.threads = 2;
    return options;
}

/// The points by the naive definitions, one σ after the other.
std::vector<ScatterPoint> naive_points(const ScatterOptions& options) {
    const Permutation identity = Permutation::identity(options.n);
    std::map<std::pair<Rational, Rational>, ScatterPoint> points;
    for (const Permutation& sigma : test::all_permutations(options.n)) {
        const Rational k = metrics::naive::kendall(sigma, identity, options.weighting);
        const Rational f =
            metrics::naive::footrule(sigma, identity, options.weighting, options.reading);
        // In lexicographic order, so the first is the least.
        ++points.try_emplace({k, f}, ScatterPoint{k, f, 0, sigma}).first->second.count;
    }
    std::vector<ScatterPoint> all;
    for (const auto& [pair, point] : points)
        all.push_back(point);
    return all;
}

std::uint64_t counted(const std::vector<ScatterPoint>& points) {
    std::uint64_t sum = 0;
    for (const ScatterPoint& point : points)
        sum += point.count;
    return sum;
}

/// Checks a complete scatter against the naive points.
void check_against_naive(const ScatterOptions& options) {
    INFO("n = " << options.n << ", reading " << name_of(options.reading) << ", "
                << test::described(options.weighting));
    const Scatter found = scatter(options);
    CHECK(found.complete);
    CHECK(found.permutations == factorial_64(options.n));
    CHECK(counted(found.points) == factorial_64(options.n));
    CHECK(found.points == naive_points(options));
}

void check_same(const Scatter& a, const Scatter& b) {
    CHECK(a.permutations == b.permutations);
    CHECK(a.complete == b.complete);
    CHECK(a.points == b.points);
}

/// A point for the functions on points; σ is the permutation of S_3 with that lexicographic rank.
ScatterPoint point(const Rational& k, const Rational& f, std::uint64_t count, std::uint64_t rank) {
    return {k, f, count, lexicographic_unrank(3, rank)};
}

}  // namespace

TEST_CASE("the scatter is that of the naive definitions, in every reading, for n = 1 to 5") {
    for (std::size_t n = 1; n <= 5; ++n) {
        for (const Weighting& weighting : test::sample_weightings(n)) {
            for (const Reading reading : metrics::all_readings)
                check_against_naive(options_for(n, reading, weighting));
        }
    }
}

TEST_CASE("the scatter is exact where the numbers leave 64 bits") {
    for (const Weighting& weighting : test::oversized_weightings(4)) {
        for (const Reading reading : metrics::all_readings)
            check_against_naive(options_for(4, reading, weighting));
    }
}

TEST_CASE("the scatter is exact where the terms just fit 64 bits and just do not") {
    // On S_4 the bound of the source, 2·(4w)² < 2^62, turns at w = 2^28.5.
    for (const std::int64_t w : {379'625'062, 379'625'063, 1'000'000'000}) {
        const auto weights = ElementWeights::from(std::vector<std::int64_t>(4, w), "test");
        for (const Reading reading : metrics::all_readings)
            check_against_naive(options_for(4, reading, test::weighting_of(weights)));
    }
}

TEST_CASE("the scatter is exact where every factor is 0 and D leaves 64 bits") {
    Weighting weighting = test::oversized_weightings(4)[8];
    REQUIRE_FALSE(weighting.dissimilarity.value().entries().is_small());
    weighting.swap_costs = SwapCosts::from(std::vector<Rational>(3, 0), "test");
    weighting.fixed_points = FixedPointPolicy::local;
    for (const Reading reading : metrics::all_readings)
        check_against_naive(options_for(4, reading, weighting));
}

TEST_CASE("without weights the counts by K are the Mahonian numbers") {
    // OEIS A008302, row n = 5.
    const std::vector<std::uint64_t> mahonian = {1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1};
    for (const Reading reading : metrics::all_readings) {
        const Scatter found = scatter(options_for(5, reading));
        const auto rows = envelope(found.points);
        REQUIRE(rows.size() == mahonian.size());
        for (std::size_t k = 0; k < rows.size(); ++k) {
            INFO("reading " << name_of(reading) << ", K = " << k);
            CHECK(rows[k].kendall == Rational(k));
            CHECK(rows[k].count == mahonian[k]);
        }
    }
}

TEST_CASE("without weights every reading has the classical points, also across blocks") {
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> counts;
    for (const Permutation& sigma : test::all_permutations(8))
        ++counts[{metrics::kendall(sigma), metrics::footrule(sigma)}];
    for (const Reading reading : metrics::all_readings) {
        INFO(name_of(reading));
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> found;
        for (const ScatterPoint& point : scatter(options_for(8, reading)).points) {
            const std::uint64_t k = metrics::kendall(point.sigma);
            const std::uint64_t f = metrics::footrule(point.sigma);
            CHECK(point.kendall == Rational(k));
            CHECK(point.footrule == Rational(f));
            found[{k, f}] = point.count;
        }
        CHECK(found == counts);
    }
}

TEST_CASE("the scatter is the same for any number of threads") {
    const Weighting weighting = test::sample_weightings(8)[5];  // all parts
    REQUIRE(weighting.element_weights);
    REQUIRE(weighting.swap_costs);
    REQUIRE(weighting.dissimilarity);
    for (const Reading reading : {Reading::prefix_sym, Reading::box}) {
        for (const Weighting& given : {Weighting{}, weighting}) {
            ScatterOptions options = options_for(8, reading, given);
            options.threads = 1;
            const Scatter one = scatter(options);
            options.threads = 4;
            check_same(one, scatter(options));
            CHECK(counted(one.points) == factorial_64(8));
        }
    }
}

TEST_CASE("a scatter with more points than allowed is refused in one line") {
    ScatterOptions options = options_for(5, Reading::box);
    const std::size_t points = scatter(options).points.size();
    REQUIRE(points > 1);
    options.most_points = points;
    CHECK(scatter(options).points.size() == points);
    options.most_points = points - 1;
    for (const unsigned threads : {1u, 4u}) {
        options.threads = threads;
        const auto message = test::message_of<InputError>([&] { scatter(options); });
        CHECK(message == "the points (K, F[box]) of S_5: found more than " +
                             std::to_string(points - 1) + ", expected at most " +
                             std::to_string(points - 1) + ": a smaller n or simpler weights");
    }
}

TEST_CASE("a scatter that was stopped is not complete") {
    ScatterOptions options = options_for(8, Reading::prefix);
    options.stop = Stop(std::chrono::duration<double>(0));
    const Scatter nothing = scatter(options);
    CHECK_FALSE(nothing.complete);
    CHECK(nothing.permutations == 0);
    CHECK(nothing.points.empty());
}

TEST_CASE("the progress of a scatter ends at n!") {
    ScatterOptions options = options_for(8, Reading::interval);
    std::vector<std::uint64_t> steps;
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
        CHECK(total == factorial_64(8));
        steps.push_back(done);
    };
    scatter(options);
    REQUIRE(steps.size() > 1);
    CHECK(std::is_sorted(steps.begin(), steps.end()));
    CHECK(steps.back() == factorial_64(8));
}

TEST_CASE("a scatter out of range is refused") {
    CHECK_THROWS_AS(scatter(options_for(0, Reading::box)), UsageError);
    CHECK_THROWS_AS(scatter(options_for(max_scatter_n + 1, Reading::box)), UsageError);
    CHECK_THROWS_AS(scatter(options_for(4, Reading::box, test::sample_weightings(5)[1])),
                    InputError);
    Weighting irrational;
    irrational.irrational_swap_costs = discounted_gain_swap_costs(4);
    CHECK(test::message_of<UsageError>([&] {
              scatter(options_for(4, Reading::box, irrational));
          }) == "scatter: the swap costs are irrational");
}

TEST_CASE("the extremes of F/K leave out K = 0 and prefer the least permutation") {
    CHECK_FALSE(ratio_extremes({}));
    CHECK_FALSE(ratio_extremes(std::vector{point(0, 0, 1, 0), point(0, 3, 1, 1)}));
    const std::vector points = {point(0, 7, 1, 0), point(1, 2, 1, 4), point(2, 3, 1, 3),
                                point(2, 4, 1, 2), point(4, 6, 1, 1)};
    const auto found = ratio_extremes(points);
    REQUIRE(found);
    CHECK(found->least == points[4]);     // 3/2, as points[2] has it
    CHECK(found->greatest == points[3]);  // 2, as points[1] has it
}

TEST_CASE("the envelope has the least and greatest F of every K") {
    CHECK(envelope({}).empty());
    const auto rows = envelope(std::vector{point(0, 0, 1, 0), point(2, 3, 5, 1), point(2, 4, 1, 2),
                                           point(2, 6, 7, 3), point(3, 3, 2, 4)});
    REQUIRE(rows.size() == 3);
    CHECK(rows[1].kendall == 2);
    CHECK(rows[1].count == 13);
    CHECK(rows[1].least == 3);
    CHECK(rows[1].greatest == 6);
    CHECK(rows[2].least == 3);
    CHECK(rows[2].greatest == 3);
}

TEST_CASE("parts of a weighting that are all 1 are left out, and only those") {
    const auto ones = ElementWeights::from(std::vector<std::int64_t>(4, 1), "test");
    CHECK(without_unit_parts(test::weighting_of(ones)).is_unit());
    CHECK(without_unit_parts(test::weighting_of(SwapCosts::unit(4))).is_unit());
    CHECK(without_unit_parts(test::weighting_of(Dissimilarity::unit(4))).is_unit());
    for (const Weighting& given : test::sample_weightings(4)) {
        INFO(test::described(given));
        const Weighting kept = without_unit_parts(given);
        CHECK(kept.element_weights.has_value() == given.element_weights.has_value());
        CHECK(kept.swap_costs.has_value() == given.swap_costs.has_value());
        CHECK(kept.dissimilarity.has_value() == given.dissimilarity.has_value());
        CHECK(kept.fixed_points == given.fixed_points);
    }
}
