// SPDX-License-Identifier: MIT
// Shows that the bounds of the linear-ordering program are true before and after every round, for
// all orders and for those that extend given pairs, and that given pairs are closed.
#include "aggregation/detail/ordering_program.hpp"

#include <numeric>
#include <random>

#include "aggregation/naive.hpp"
#include "tests/catch.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

using namespace aggregation;
using aggregation::detail::GivenPairs;
using aggregation::detail::OrderingProgram;

namespace {

PairCosts random_costs(std::size_t n, std::uint64_t below, std::mt19937_64& random) {
    std::vector<std::int64_t> entries(n * n);
    for (std::int64_t& entry : entries)
        entry = static_cast<std::int64_t>(random() % below);
    return PairCosts::from_integers(n, std::move(entries));
}

/// The least cost of the orders in which allowed(order) holds.
template <class Allowed>
std::int64_t least_cost(const PairCosts& costs, const Allowed& allowed) {
    std::vector<Rank> order(costs.size());
    std::iota(order.begin(), order.end(), Rank{0});
    std::int64_t least = INT64_MAX;
    do {
        if (allowed(order)) least = std::min(least, costs.cost(order));
    } while (std::next_permutation(order.begin(), order.end()));
    return least;
}

bool is_above(const std::vector<Rank>& order, std::size_t i, std::size_t j) {
    return std::ranges::find(order, i) < std::ranges::find(order, j);
}

}  // namespace

TEST_CASE("Bounds of the ordering program are true in every round", "[aggregation]") {
    std::mt19937_64 random(11);
    int tight = 0;
    for (int run = 0; run < 60; ++run) {
        const std::size_t n = 3 + random() % 4;
        const PairCosts costs = random_costs(n, run % 2 == 0 ? 10 : 1'000'000'000'000, random);
        GivenPairs given(n);
        const std::size_t i = random() % n;
        const std::size_t j = (i + 1 + random() % (n - 1)) % n;
        if (run % 3 == 0) given.place_above(i, j);
        const auto allowed = [&](const std::vector<Rank>& order) {
            return run % 3 != 0 || is_above(order, i, j);
        };
        const std::int64_t least = least_cost(costs, allowed);
        OrderingProgram program(costs, {});
        program.give(given);
        CHECK(program.lower_bound() <= least);
        do {
            REQUIRE(program.solve());
            CHECK(program.lower_bound() <= least);
            for (std::size_t a = 0; a < n; ++a) {
                for (std::size_t b = a + 1; b < n; ++b) {
                    const auto [above, bound] = program.opposite(a, b);
                    const std::int64_t least_opposite =
                        least_cost(costs, [&](const std::vector<Rank>& order) {
                            return allowed(order) && is_above(order, a, b) == above;
                        });
                    CHECK((given.is_given(a, b) || bound <= least_opposite));
                }
            }
        } while (program.separate() > 0);
        tight += program.lower_bound() == least ? 1 : 0;
    }
    // For so few elements the program has no gap (Grötschel, Jünger, Reinelt 1985: n <= 5), and
    // rounding to 2^−30 loses nothing that rounding up does not give back.
    CHECK(tight >= 55);
}

TEST_CASE("Given pairs are closed under transitivity", "[aggregation]") {
    std::mt19937_64 random(12);
    for (int run = 0; run < 50; ++run) {
        const std::size_t n = run == 0 ? 70 : 2 + random() % 8;  // 70: more than one word
        GivenPairs given(n);
        for (std::size_t step = 0; step < 3 * n; ++step) {
            const std::size_t i = random() % n;
            const std::size_t j = (i + 1 + random() % (n - 1)) % n;
            const bool possible = !given.is_above(j, i);
            CHECK(given.place_above(i, j) == possible);
            CHECK(given.is_above(i, j) == possible);
            CHECK(given.is_given(i, j));
        }
        bool closed = true;
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < n; ++b) {
                closed &= !(given.is_above(a, b) && given.is_above(b, a));
                for (std::size_t c = 0; c < n; ++c) {
                    closed &=
                        !(given.is_above(a, b) && given.is_above(b, c)) || given.is_above(a, c);
                }
            }
        }
        CHECK(closed);
    }
}

}  // namespace disarray::test
