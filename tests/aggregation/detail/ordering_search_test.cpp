// SPDX-License-Identifier: MIT
// Shows that branch and bound finds the optimum by its branches alone, without local search, and
// that stopping it leaves a true bound.
#include "aggregation/detail/ordering_search.hpp"

#include <chrono>
#include <random>

#include "aggregation/detail/subset_table.hpp"
#include "tests/catch.hpp"

namespace disarray::test {

using namespace aggregation;
using aggregation::detail::OrderingSearch;
using aggregation::detail::search_orders;
using aggregation::detail::SubsetTable;

namespace {

/// A tournament in which every arc costs 1 … most: those that leave gaps in the program.
PairCosts random_tournament(std::size_t n, std::uint64_t most, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> entries(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            const auto cost = static_cast<std::int64_t>(1 + random() % most);
            entries[random() % 2 == 0 ? i * n + j : j * n + i] = cost;
        }
    }
    return PairCosts::from_integers(n, std::move(entries));
}

}  // namespace

TEST_CASE("Branches find the optimum without local search", "[aggregation]") {
    int branched = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const PairCosts costs = random_tournament(12 + seed % 4, 1 + seed % 3, seed);
        const std::int64_t optimum = SubsetTable::of(costs, {})->least();
        const OrderingSearch found = search_orders(costs, {}, false);
        INFO("seed " << seed);
        CHECK(found.cost == optimum);
        CHECK(found.lower_bound == optimum);
        CHECK(costs.cost(found.order) == optimum);
        CHECK(search_orders(costs, {}).cost == optimum);
        branched += found.nodes > 1 ? 1 : 0;
    }
    CHECK(branched >= 5);
}

TEST_CASE("A search stopped at any time has a true bound", "[aggregation]") {
    const PairCosts costs = random_tournament(20, 1, 4);
    const std::int64_t optimum = SubsetTable::of(costs, {})->least();
    for (const double milliseconds : {0.0, 1.0, 3.0, 10.0, 30.0, 100.0}) {
        const Stop stop(std::chrono::duration<double>(milliseconds / 1000));
        const OrderingSearch found = search_orders(costs, stop, false);
        CHECK(found.lower_bound <= optimum);
        CHECK(found.cost >= optimum);
        CHECK(costs.cost(found.order) == found.cost);
    }
}

}  // namespace disarray::test
