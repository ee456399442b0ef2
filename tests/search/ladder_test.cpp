// SPDX-License-Identifier: MIT
// What tempering of every kind has in common: temperatures, moves, exchanges.
#include "search/detail/ladder.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "tests/catch.hpp"

namespace disarray::test {

using namespace search::detail;

TEST_CASE("Temperatures are geometric between their ends", "[tempering]") {
    const auto ladder = temperature_ladder(1, 16, 5);
    REQUIRE(ladder.size() == 5);
    for (std::size_t k = 0; k < ladder.size(); ++k)
        CHECK(ladder[k] == Approx(static_cast<double>(1U << k)));
    CHECK(temperature_ladder(2, 16, 1) == std::vector<double>{2});
}

TEST_CASE("A move changes σ, and moves lead everywhere", "[tempering]") {
    Random random(1);
    std::vector<Rank> ranks{0, 1, 2, 3};
    std::set<std::vector<Rank>> seen;
    for (int step = 0; step < 2000; ++step) {
        const auto before = ranks;
        change_ranks(ranks, random);
        CHECK(ranks != before);
        seen.insert(ranks);
    }
    CHECK(seen.size() == 24);
}

TEST_CASE("Neighbours exchange what the colder has less of", "[tempering]") {
    const std::vector<double> temperatures{1, 2, 4, 8};
    std::vector<std::optional<int>> states{5, 3, {}, 0};
    Random random(1);
    const auto energy = [](int state) { return static_cast<double>(state); };
    CHECK(exchange_neighbours(states, temperatures, 0, random, energy) == 1);
    CHECK(states[0] == 3);  // a gain is always taken; a rung without a state takes no part
    CHECK(states[1] == 5);
    CHECK(exchange_neighbours(states, temperatures, 1, random, energy) == 0);
    // A loss of 2 is taken with probability e^-1.
    int taken = 0;
    for (int k = 0; k < 4000; ++k) {
        std::vector<std::optional<int>> two{0, 2};
        taken += exchange_neighbours(two, {temperatures.data(), 2}, 0, random, energy) == 1 ? 1 : 0;
    }
    CHECK(taken > 1350);
    CHECK(taken < 1600);
}

TEST_CASE("A worse energy is accepted as Metropolis has it", "[tempering]") {
    Random random(1);
    int taken = 0;
    for (int k = 0; k < 4000; ++k)
        taken += 1 <= accepted_energy(0, 1, random) ? 1 : 0;
    CHECK(taken > 1350);  // e^-1 of 4000 is 1472
    CHECK(taken < 1600);
}

}  // namespace disarray::test
