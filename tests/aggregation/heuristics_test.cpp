// SPDX-License-Identifier: MIT
// Shows that pivot, Borda, best input and local search answer with true costs between the lower
// bound and what they promise, and the same for the same seed.
#include <chrono>

#include "aggregation/baselines.hpp"
#include "aggregation/kemeny.hpp"
#include "aggregation/local_search.hpp"
#include "aggregation/pivot.hpp"
#include "base/error.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace aggregation;

namespace {

std::vector<Rank> identity(std::size_t n) {
    std::vector<Rank> order(n);
    std::iota(order.begin(), order.end(), Rank{0});
    return order;
}

void require_sound(const Aggregate& found, const PairCosts& costs, const Aggregate& optimum) {
    CHECK(costs.in_units(costs.cost(found.order)) == found.cost);
    CHECK(found.cost >= optimum.cost);
    CHECK(found.lower_bound <= optimum.cost);
    CHECK(found.lower_bound == costs.in_units(costs.pair_minima()));
    CHECK(found.bound == BoundSource::pair_minima);
}

/// No order that one insertion reaches costs less.
bool is_local_optimum(const PairCosts& costs, const std::vector<Rank>& order) {
    const std::int64_t cost = costs.cost(order);
    for (std::size_t from = 0; from < order.size(); ++from) {
        for (std::size_t to = 0; to < order.size(); ++to) {
            std::vector<Rank> moved = order;
            moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(from));
            moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(to), order[from]);
            if (costs.cost(moved) < cost) return false;
        }
    }
    return true;
}

/// van Zuylen and Williamson's choice, written down: the pivot for which the pairs that it places
/// against the cheaper direction cost least, divided by what they cost in that direction.
std::vector<Rank> naive_pivot_order(const PairCosts& costs, const std::vector<Rank>& elements) {
    if (elements.size() < 2) return elements;
    const auto is_above = [&](Rank j, Rank i) {
        return std::pair(costs(j, i), j) < std::pair(costs(i, j), i);
    };
    struct Choice {
        int group;  // 0: breaks nothing, 1: a finite quotient, 2: an infinite one
        Rational quotient, cost;
        std::vector<Rank> above, below;
        Rank pivot;
    };
    std::vector<Choice> choices;
    for (const Rank pivot : elements) {
        Choice choice{0, 0, 0, {}, {}, pivot};
        for (const Rank j : elements) {
            if (j != pivot) (is_above(j, pivot) ? choice.above : choice.below).push_back(j);
        }
        Rational least = 0;
        bool breaks = false;
        for (const Rank j : choice.above) {
            for (const Rank i : choice.below) {
                if (!is_above(i, j)) continue;
                breaks = true;
                choice.cost += Rational(costs(j, i));
                least += Rational(costs(i, j));
            }
        }
        choice.group = !breaks ? 0 : least.sign() > 0 ? 1 : 2;
        if (choice.group == 1) choice.quotient = choice.cost / least;
        choices.push_back(std::move(choice));
    }
    const Choice& best = *std::ranges::min_element(choices, {}, [](const Choice& c) {
        return std::tuple(c.group, c.quotient, c.group == 0 ? Rational(0) : c.cost);
    });
    std::vector<Rank> order = naive_pivot_order(costs, best.above);
    order.push_back(best.pivot);
    for (const Rank element : naive_pivot_order(costs, best.below))
        order.push_back(element);
    return order;
}

}  // namespace

TEST_CASE("The deterministic pivot costs what its definition costs", "[aggregation]") {
    std::mt19937_64 random(8);
    for (int run = 0; run < 200; ++run) {
        const std::size_t n = 3 + random() % 8;
        std::vector<std::int64_t> entries(n * n);
        for (std::int64_t& entry : entries)
            entry = static_cast<std::int64_t>(random() % 1000);
        const PairCosts costs = PairCosts::from_integers(n, std::move(entries));
        // Where several choices break nothing all of them lead to the same order.
        CHECK(deterministic_pivot(costs).order == naive_pivot_order(costs, identity(n)));
    }
}

TEST_CASE("Heuristics answer with true costs at or above the optimum", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const std::size_t n = 1 + seed % 8;
        const Shape shape{seed % 2 == 0, seed % 3 == 0, 3};
        const ProfileRules rules{TieRule::half,
                                 seed % 4 < 2 ? UnrankedRule::bottom : UnrankedRule::absent};
        const Profile profile =
            with_rules(random_profile(n, 1 + seed % 5, shape, seed), rules, "test");
        INFO(described(profile));
        const VoteCosts votes(profile, rules, random_element_weighting(n, seed));
        const PairCosts costs = votes.stored();
        const Aggregate optimum = kemeny(costs);
        require_sound(pivot(votes, {.seed = seed}), costs, optimum);
        require_sound(deterministic_pivot(costs), costs, optimum);
        require_sound(borda(votes), costs, optimum);
        require_sound(best_input(votes), costs, optimum);
        const Aggregate local = local_search(costs, identity(n));
        require_sound(local, costs, optimum);
        CHECK(is_local_optimum(costs, local.order));
    }
}

TEST_CASE("Pivots are the same on stored costs and on votes, for the same seed", "[aggregation]") {
    bool seeds_differ = false;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const VoteCosts votes(random_profile(30, 3, {}, seed), {});
        const Aggregate a = pivot(votes, {.seed = 5, .repetitions = 3});
        const Aggregate b = pivot(votes.stored(), {.seed = 5, .repetitions = 3});
        CHECK(a.order == b.order);
        CHECK(a.cost == b.cost);
        CHECK(pivot(votes, {.seed = 5, .repetitions = 20}).cost <= a.cost);
        seeds_differ |= pivot(votes, {.seed = 6}).order != pivot(votes, {.seed = 7}).order;
    }
    CHECK(seeds_differ);
}

TEST_CASE("Pivots find the order that every pair agrees with", "[aggregation]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const VoteCosts votes(random_profile(50, 1, {}, seed), {});
        for (const Aggregate& found : {pivot(votes, {.seed = seed}),
                                       deterministic_pivot(votes.stored()), best_input(votes)}) {
            CHECK(found.cost == 0);
            CHECK(found.is_optimal);
            CHECK(found.order == votes.order_of(0));
        }
    }
}

TEST_CASE("The deterministic pivot is at most twice the optimum", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const PairCosts costs =
            VoteCosts(random_profile(3 + seed % 9, 3 + seed % 4, {}, seed), {}).stored();
        CHECK(deterministic_pivot(costs).cost <= Rational(2) * kemeny(costs).cost);
    }
}

TEST_CASE("The deterministic pivot takes the one that breaks nothing", "[aggregation]") {
    // 1 > 2 > 3 > 1 is a cycle, 0 is above all: pivots 1, 2, 3 each break an arc of it.
    std::vector<std::int64_t> entries(16, 0);
    const auto prefer = [&](std::size_t i, std::size_t j, std::int64_t by) {
        entries[j * 4 + i] = by;
    };
    for (std::size_t j = 1; j < 4; ++j)
        prefer(0, j, 1);
    prefer(1, 2, 5);
    prefer(2, 3, 5);
    prefer(3, 1, 1);
    const Aggregate found = deterministic_pivot(PairCosts::from_integers(4, entries));
    CHECK(found.cost == 1);
    CHECK(found.order == std::vector<Rank>{0, 1, 2, 3});
}

TEST_CASE("Equal pairs go by element number", "[aggregation]") {
    const VoteCosts votes(profile_of({{0, 0, 0, 0, 0}}), {});
    CHECK(pivot(votes).order == identity(5));
    CHECK(deterministic_pivot(votes.stored()).order == identity(5));
    CHECK(borda(votes).order == identity(5));
}

TEST_CASE("Borda orders by mean rank", "[aggregation]") {
    const VoteCosts votes(profile_of_orders({{0, 1, 2, 3}, {3, 1, 2, 0}, {1, 0, 3, 2}}), {});
    // Sums of ranks from 1: 7, 5, 10, 8.
    CHECK(borda(votes).order == std::vector<Rank>{1, 0, 3, 2});
}

TEST_CASE("The best input is the first of the cheapest votes", "[aggregation]") {
    Profile profile = profile_of_orders({{2, 1, 0}, {0, 1, 2}, {0, 2, 1}, {0, 1, 2}});
    CHECK(best_input(VoteCosts(profile, {})).order == std::vector<Rank>{0, 1, 2});
    const Profile cycle = profile_of_orders({{1, 2, 0}, {0, 1, 2}, {2, 0, 1}});
    CHECK(best_input(VoteCosts(cycle, {})).order == std::vector<Rank>{1, 2, 0});
}

TEST_CASE("Without a lower bound it is 0 and says so", "[aggregation]") {
    const VoteCosts votes(random_profile(6, 3, {}, 4), {});
    for (const Aggregate& found : {pivot(votes, {.with_lower_bound = false}), borda(votes, false),
                                   best_input(votes, false)}) {
        CHECK(found.lower_bound == 0);
        CHECK(found.bound == BoundSource::none);
    }
}

TEST_CASE("Local search never costs more than its start, and keeps an optimum", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const PairCosts costs = VoteCosts(random_profile(9, 3, {}, seed), {}).stored();
        const Permutation sigma = shuffled(9, seed);
        const std::vector<Rank> start(sigma.ranks().begin(), sigma.ranks().end());
        CHECK(local_search(costs, start).cost <= costs.in_units(costs.cost(start)));
        const std::vector<Rank> optimum = kemeny(costs).order;
        CHECK(local_search(costs, optimum).order == optimum);
    }
    const PairCosts costs = VoteCosts(random_profile(3, 1, {}, 1), {}).stored();
    CHECK_THROWS_AS(local_search(costs, {0, 0, 1}), UsageError);
}

TEST_CASE("Stopped heuristics still answer", "[aggregation]") {
    const Stop at_once(std::chrono::duration<double>(0));
    const VoteCosts votes(random_profile(12, 3, {}, 4), {});
    const PairCosts costs = votes.stored();
    const Aggregate stopped = pivot(votes, {.seed = 3, .repetitions = 1000, .stop = at_once});
    CHECK(stopped.order == pivot(votes, {.seed = 3}).order);
    const Aggregate local = local_search(costs, identity(12), at_once);
    CHECK(local.order == identity(12));
    CHECK(local.cost == costs.in_units(costs.cost(identity(12))));
    const VoteCosts cheaper_later(profile_of_orders({{2, 1, 0}, {0, 1, 2}, {0, 1, 2}}), {});
    CHECK(best_input(cheaper_later, true, at_once).order == std::vector<Rank>{2, 1, 0});
    CHECK_THROWS_AS(pivot(votes, {.repetitions = 0}), UsageError);
}

}  // namespace disarray::test
