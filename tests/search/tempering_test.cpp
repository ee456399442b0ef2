// SPDX-License-Identifier: MIT
// Parallel tempering finds planted counterexamples, says how hard it tried, and does not depend on
// the number of threads.
#include "search/tempering.hpp"

#include "base/error.hpp"
#include "search/decision.hpp"
#include "tests/catch.hpp"
#include "tests/search/tempering_results.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;
using test::check_same;

namespace {

TemperingOptions options_for(const Inequality& inequality, std::size_t n, std::uint64_t steps) {
    TemperingOptions options;
    options.inequality = inequality;
    options.n = n;
    options.steps = steps;
    options.threads = 1;
    return options;
}

}  // namespace

TEST_CASE("tempering walks from the reversal to the refutation of K <= F under prefix at n = 6") {
    TemperingOptions options = options_for(lower_side(Reading::prefix), 6, 3000);
    options.replicas = 4;  // start points reversal, rotation, half-rotation, layered: none violates
    const TemperingResult result = temper(options);
    CHECK(result.verdict() == Verdict::refuted);
    REQUIRE(result.best);
    CHECK(result.best->ratio() == Rational(Integer(6), Integer(7)));  // the least of all of S_6
    CHECK(result.least_for_point);
    REQUIRE(result.strict);
    CHECK(result.strict->weighting.dissimilarity->is_metric());
    CHECK(result.strict->big < result.strict->small);
}

TEST_CASE("tempering over weights finds the least ratio of interval on a grid of S_4") {
    TemperingOptions options = options_for(lower_side(Reading::interval), 4, 3000);
    options.space = {4, {1}, FixedPointPolicy::one};
    const TemperingResult result = temper(options);
    REQUIRE(result.best);
    CHECK(result.best->ratio() == Rational(Integer(1), Integer(2)));
}

TEST_CASE("beyond exact energies the framed family is a start point and its ratio is kept") {
    TemperingOptions options = options_for(lower_side(Reading::prefix), 16, 80);
    const TemperingResult result = temper(options);
    REQUIRE(result.best);
    CHECK(result.best->ratio() <= Rational(Integer(8), Integer(11)));  // 2n/(3n−4) at n = 16
    CHECK(result.least_for_point);
}

TEST_CASE("on the upper side the ratio is one that some D has, even where no program is asked") {
    TemperingOptions options = options_for(upper_side(Reading::prefix_sym), 16, 80);
    const TemperingResult result = temper(options);
    REQUIRE(result.best);
    CHECK(result.best->small.sign() > 0);
    CHECK(result.best->ratio() <= Rational(Integer(3), Integer(16)));  // F = n·K at a rotation
}

TEST_CASE("the same seed gives the same walk for any number of threads, another seed another") {
    for (const std::size_t n : {std::size_t{7}, std::size_t{15}}) {
        TemperingOptions options = options_for(lower_side(Reading::prefix_sym), n, 160);
        options.space = {2, {Rational(Integer(1), Integer(2)), Rational(1)}, FixedPointPolicy::one};
        const TemperingResult one = temper(options);
        for (const unsigned threads : {2U, 5U}) {
            options.threads = threads;
            check_same(one, temper(options));
        }
        options.seed = 2;
        CHECK(temper(options).effort != one.effort);
    }
}

TEST_CASE("steps are rounded up to whole rounds, and none leaves the start points") {
    TemperingOptions options = options_for(lower_side(Reading::box), 5, 1);
    CHECK(temper(options).moves == 80);  // 8 replicas, 10 moves each
    options.steps = 0;
    const TemperingResult none = temper(options);
    CHECK(none.moves == 0);
    CHECK(none.best);
    CHECK(none.verdict() == Verdict::supported);
}

TEST_CASE("a walk stopped by time says so") {
    TemperingOptions options = options_for(lower_side(Reading::box), 8, 1'000'000);
    options.stop = Stop(std::chrono::duration<double>(0.05));
    const TemperingResult result = temper(options);
    CHECK_FALSE(result.complete);
    CHECK(test::contains(result.effort, "depends on"));
}

TEST_CASE("a walk stopped before its start ends at once, however many steps were asked for") {
    TemperingOptions options = options_for(lower_side(Reading::box), 8, 1'000'000'000'000);
    options.stop = Stop(std::chrono::duration<double>(0));
    const TemperingResult result = temper(options);
    CHECK_FALSE(result.complete);
    CHECK(result.moves == 0);
    CHECK(result.verdict() == Verdict::undecided);
}

TEST_CASE("a walk of which no start has a distance ends at once") {
    // With all swap costs 0 an element that moves costs nothing: N = 0 at the reversal.
    TemperingOptions options = options_for(lower_side(Reading::box), 4, 1'000'000'000'000);
    options.replicas = 1;
    options.space.swap_costs = {0};
    const TemperingResult result = temper(options);
    CHECK_FALSE(result.best);
    CHECK(result.moves == 0);
}

TEST_CASE("lengths and spaces that cannot be walked are refused") {
    const auto refused = [](const TemperingOptions& options) {
        return test::message_of<InputError>([&] { temper(options); });
    };
    CHECK(test::contains(refused(options_for(lower_side(Reading::box), 31, 1)), "from 3 to 30"));
    CHECK(test::contains(refused(options_for(lower_side(Reading::box), 2, 1)), "from 3 to 30"));
    TemperingOptions options = options_for(lower_side(Reading::box), 5, 1);
    options.space.swap_costs.clear();
    CHECK(test::contains(refused(options), "--swap-costs"));
}
