// SPDX-License-Identifier: MIT
// Grids and climbs of weights by a farm are those of one process.
#include "search/weight_tasks.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/farm.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

WeightSearchOptions options_for(Reading reading, std::size_t n) {
    WeightSearchOptions options;
    options.inequality = lower_side(reading);
    options.n = n;
    options.space = {3, {1, Rational(Integer(1), Integer(2))}, FixedPointPolicy::one};
    options.restarts = 12;
    options.programs_per_restart = 40;
    options.seed = 3;
    return options;
}

void check_same(const WeightSearchResult& a, const WeightSearchResult& b) {
    CHECK(a.effort == b.effort);
    CHECK(a.scope == b.scope);
    CHECK(a.programs == b.programs);
    CHECK(a.violating == b.violating);
    CHECK(a.undecided == b.undecided);
    CHECK(a.complete == b.complete);
    REQUIRE(a.best);
    REQUIRE(b.best);
    CHECK(a.best->sigma == b.best->sigma);
    CHECK(a.best->ratio() == b.best->ratio());
    CHECK(a.best->small == b.best->small);  // of one w and δ, most likely
    CHECK(a.best->big == b.best->big);
}

}  // namespace

TEST_CASE("a grid of weights by a farm is that of one process", "[farm]") {
    WeightSearchOptions options = options_for(Reading::interval, 4);
    const WeightSearchResult alone = search_weight_grid(options);
    CHECK(alone.decided > 1000);
    test::ThreadFarm farm(weight_tasks, 3);
    options.elsewhere = by_farm(*farm, options, WeightSearchKind::grid, Stop());
    check_same(search_weight_grid(options), alone);

    options.sigma = Permutation::from_ranks(std::vector<std::int64_t>{3, 2, 1, 4}, "test");
    options.elsewhere = {};
    const WeightSearchResult one = search_weight_grid(options);
    options.elsewhere = by_farm(*farm, options, WeightSearchKind::grid, Stop());
    check_same(search_weight_grid(options), one);
    CHECK(one.cases < alone.cases);
}

TEST_CASE("climbs by a farm are those of one process", "[farm]") {
    WeightSearchOptions options = options_for(Reading::box, 6);
    const WeightSearchResult alone = climb_weights(options);
    test::ThreadFarm farm(weight_tasks, 3);
    options.elsewhere = by_farm(*farm, options, WeightSearchKind::climb, Stop());
    check_same(climb_weights(options), alone);
}

TEST_CASE("a weight search by a farm that is stopped says so and keeps what it has", "[farm]") {
    WeightSearchOptions options = options_for(Reading::prefix, 7);
    options.space.largest_weight = 2;
    options.space.swap_costs = {1};
    test::ThreadFarm farm(weight_tasks, 2);
    options.elsewhere =
        by_farm(*farm, options, WeightSearchKind::grid, Stop(std::chrono::seconds(4)));
    const WeightSearchResult result = search_weight_grid(options);
    CHECK_FALSE(result.complete);
    CHECK(result.verdict() != Verdict::exhausted);
    CHECK(result.decided > 0);
}

TEST_CASE("what is no weight search is refused", "[farm]") {
    CHECK_THROWS_AS(weight_tasks("{}"), InputError);
    CHECK_THROWS_AS(weight_tasks(""), InputError);
    std::string job = weight_job(options_for(Reading::box, 4), WeightSearchKind::climb);
    CHECK_NOTHROW(weight_tasks(job));
    job.replace(job.find("K <= F[box]"), 11, "K <= F[bax]");
    CHECK_THROWS_AS(weight_tasks(job), InputError);
}
