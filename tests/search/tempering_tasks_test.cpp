// SPDX-License-Identifier: MIT
// Chains that are walked by a farm come to where one process comes, meetings included.
#include "search/tempering_tasks.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/search/tempering_results.hpp"
#include "tests/support/farm.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;
using test::check_same;

namespace {

TemperingOptions three_chains(std::size_t n, std::uint64_t steps) {
    TemperingOptions options;
    options.inequality = lower_side(Reading::box);
    options.n = n;
    options.space = {3, {1, Rational(Integer(1), Integer(2))}, FixedPointPolicy::local};
    options.steps = steps;
    options.replicas = 3;
    options.chains = 3;
    options.meetings = 2;
    options.seed = 5;
    return options;
}

}  // namespace

TEST_CASE("tempering by a farm is tempering by one process", "[farm][tempering]") {
    for (const std::size_t n : {5U, 16U}) {  // exact energies, and bounds
        // 10 and 4 rounds, which three stretches share unequally.
        TemperingOptions options = three_chains(n, n == 5 ? 300 : 120);
        const TemperingResult alone = temper(options);
        CHECK(alone.complete);
        CHECK(alone.moves == options.chains * options.steps);
        for (const int ranks : {1, 3}) {
            test::ThreadFarm farm(tempering_tasks, ranks);
            options.elsewhere = by_farm(*farm, options, Stop());
            check_same(temper(options), alone);
        }
    }
}

TEST_CASE("what a chain comes to is the same after the way from rank to rank", "[farm]") {
    const TemperingOptions options = three_chains(6, 60);
    ChainStretch stretch;
    stretch.chain = 1;
    const ChainOutcome outcome = run_chain(options, stretch, Stop());
    const ChainOutcome back = chain_outcome_from_bytes(to_bytes(outcome));
    CHECK(to_bytes(back) == to_bytes(outcome));
    REQUIRE(back.states.size() == 3);
    REQUIRE(back.states[0]);
    CHECK(back.states[0]->energy == outcome.states[0]->energy);
    CHECK(back.states[0]->d.entries() == outcome.states[0]->d.entries());
    CHECK(back.record->rated == outcome.record->rated);
    CHECK(back.moves == outcome.moves);

    // The next stretch from what came back is the one from what was there.
    ChainStretch next{1, 1, outcome.states}, next_of_back{1, 1, back.states};
    CHECK(to_bytes(run_chain(options, next, Stop())) ==
          to_bytes(run_chain(options, next_of_back, Stop())));

    // Of one round each, from one place: what is drawn differs.
    CHECK(to_bytes(run_chain(options, {1, 1, outcome.states}, Stop())) !=
          to_bytes(run_chain(options, {1, 2, outcome.states}, Stop())));

    const std::string bytes = to_bytes(outcome);
    CHECK_THROWS_AS(chain_outcome_from_bytes(bytes.substr(0, bytes.size() - 1)), InputError);
    CHECK_THROWS_AS(chain_outcome_from_bytes(""), InputError);
    CHECK_THROWS_AS(tempering_tasks("{}"), InputError);
    CHECK_THROWS_AS(tempering_tasks("no JSON"), InputError);
}

TEST_CASE("chains by a farm that is stopped are what they had come to", "[farm]") {
    TemperingOptions options = three_chains(12, 1'000'000);
    test::ThreadFarm farm(tempering_tasks, 2);
    options.elsewhere = by_farm(*farm, options, Stop(std::chrono::milliseconds(500)));
    const TemperingResult result = temper(options);
    CHECK_FALSE(result.complete);
    CHECK(result.moves > 0);
    CHECK(result.best);
}
