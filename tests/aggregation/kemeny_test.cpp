// SPDX-License-Identifier: MIT
// Shows that exact Kemeny aggregation, by subsets and by branch and bound, has the cost and the
// order that all permutations have, and that its lower bound is one when it is stopped.
#include "aggregation/kemeny.hpp"

#include <chrono>

#include "aggregation/naive.hpp"
#include "base/error.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

using namespace aggregation;

namespace {

const KemenyOptions by_search{.subset_limit = 0, .stop = {}};

PairCosts random_costs(std::size_t n, std::uint64_t below, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> entries(n * n);
    for (std::int64_t& entry : entries)
        entry = static_cast<std::int64_t>(random() % below);
    return PairCosts::from_integers(n, std::move(entries));
}

naive::Optimum naive_optimum(const PairCosts& costs) {
    return naive::optimum(costs.size(), [&](const std::vector<Rank>& order) {
        Rational total = 0;
        for (std::size_t r = 0; r < order.size(); ++r) {
            for (std::size_t s = r + 1; s < order.size(); ++s)
                total += costs.in_units(costs(order[r], order[s]));
        }
        return total;
    });
}

void require_optimal(const Aggregate& found, const Rational& cost) {
    CHECK(found.cost == cost);
    CHECK(found.lower_bound == cost);
    CHECK(found.is_optimal);
}

/// Of several optima only subsets promise the least order.
void require_naive_optimum(const PairCosts& costs, const naive::Optimum& naive) {
    const Aggregate by_subsets = kemeny(costs);
    require_optimal(by_subsets, naive.cost);
    CHECK(by_subsets.order == naive.orders.front());
    require_optimal(kemeny(costs, by_search), naive.cost);
    for (const std::size_t subset_limit : {std::size_t{0}, std::size_t{3}, std::size_t{20}}) {
        const auto asked = [&](std::size_t optima, bool has_budget) {
            return kemeny(
                costs,
                {.subset_limit = subset_limit, .optima = optima, .has_optima_budget = has_budget});
        };
        require_optima([&](std::size_t optima) { return asked(optima, false); }, naive.orders);
        // With a budget it may not know, and is not wrong.
        const Uniqueness cheap = asked(2, true).uniqueness();
        const bool is_unique = naive.orders.size() == 1;
        CHECK(cheap != (is_unique ? Uniqueness::not_unique : Uniqueness::unique));
        CHECK(asked(2, true).order == kemeny(costs, {.subset_limit = subset_limit}).order);
    }
}

}  // namespace

TEST_CASE("Kemeny is the naive optimum on 1000 random profiles, and the least such order",
          "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const std::size_t n = seed % 10 == 0 ? 7 : 1 + seed % 6;
        const Shape shape{seed / 2 % 2 == 0, seed / 4 % 3 == 0, 1 + seed % 4};
        const std::vector<ProfileRules> rules = all_rules(shape.unranked);
        const ProfileRules rule = rules[seed / 7 % rules.size()];
        const Profile profile =
            with_rules(random_profile(n, 1 + seed / 3 % 5, shape, seed), rule, "test");
        const Weighting weighting = random_element_weighting(n, seed);
        INFO(described(profile) << ", ties " << name_of(rule.ties) << ", unranked "
                                << name_of(rule.unranked) << ", " << described(weighting));
        const auto naive = naive::optimum(n, [&](const std::vector<Rank>& order) {
            return naive::kendall_cost(profile, rule, weighting, order);
        });
        const PairCosts costs = VoteCosts(profile, rule, weighting).stored();
        require_naive_optimum(costs, naive);
    }
}

TEST_CASE("Kemeny is the naive optimum on arbitrary pair costs", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        // Few different costs make ties, and components that interleave.
        const PairCosts costs = random_costs(1 + seed % 7, 2 + seed % 5, seed);
        const naive::Optimum naive = naive_optimum(costs);
        INFO("seed " << seed);
        require_naive_optimum(costs, naive);
    }
}

TEST_CASE("Branch and bound and subsets agree where all orders are too many", "[aggregation]") {
    int decided = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const std::size_t n = 9 + seed % 8;
        // Arbitrary costs are harder than those of votes: programs with fractional optima occur.
        const PairCosts costs = seed % 2 == 0
                                    ? random_costs(n, 20, seed)
                                    : VoteCosts(random_profile(n, 5, {}, seed), {}).stored();
        const Aggregate by_subsets = kemeny(costs, {.optima = 2});
        INFO("seed " << seed);
        KemenyOptions options = by_search;
        options.optima = 2;
        const Aggregate found = kemeny(costs, options);
        require_optimal(found, by_subsets.cost);
        CHECK(by_subsets.is_optimal);
        if (found.uniqueness() == Uniqueness::unknown) continue;
        CHECK(found.uniqueness() == by_subsets.uniqueness());
        ++decided;
    }
    CHECK(decided >= 35);  // of 40, within the budget
}

TEST_CASE("Branch and bound takes costs that doubles cannot hold", "[aggregation]") {
    std::mt19937_64 random(5);
    std::vector<std::int64_t> entries(12 * 12);
    for (std::int64_t& entry : entries)
        entry = static_cast<std::int64_t>(random() % (std::uint64_t{1} << 54));
    const PairCosts costs = PairCosts::from_integers(12, entries);
    const Aggregate by_subsets = kemeny(costs);
    const Aggregate found = kemeny(costs, by_search);
    CHECK(found.lower_bound <= by_subsets.cost);
    CHECK(found.cost >= by_subsets.cost);
    CHECK(found.is_optimal);
}

TEST_CASE("Kemeny costs the same after the elements are relabelled", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Profile profile = random_profile(8, 5, {.ties = seed % 2 == 0}, seed);
        const Permutation pi = shuffled(8, seed);
        const PairCosts costs = VoteCosts(profile, {}).stored();
        const PairCosts renamed = VoteCosts(relabelled(profile, pi), {}).stored();
        const Aggregate before = kemeny(costs);
        CHECK(kemeny(renamed).cost == before.cost);
        std::vector<Rank> order;
        for (const Rank element : before.order)
            order.push_back(pi[element]);
        CHECK(renamed.in_units(renamed.cost(order)) == before.cost);
    }
}

TEST_CASE("One element, one vote, equal votes cost nothing", "[aggregation]") {
    const auto of = [](const Profile& profile) { return kemeny(VoteCosts(profile, {}).stored()); };
    require_optimal(of(profile_of({{0}})), 0);
    const Aggregate one = of(profile_of_orders({{2, 0, 3, 1}}));
    require_optimal(one, 0);
    CHECK(one.order == std::vector<Rank>{2, 0, 3, 1});
    CHECK(one.effort.components == 4);
    CHECK(one.bound == BoundSource::pair_minima);
    const Aggregate equal = of(profile_of_orders({{1, 0, 2}, {1, 0, 2}, {1, 0, 2}}));
    require_optimal(equal, 0);
    CHECK(equal.order == std::vector<Rank>{1, 0, 2});
}

TEST_CASE("Condorcet's cycle costs one pair more than the minima", "[aggregation]") {
    const Profile cycle = profile_of_orders({{0, 1, 2}, {1, 2, 0}, {2, 0, 1}});
    const PairCosts costs = VoteCosts(cycle, {}).stored();
    CHECK(costs.pair_minima() == 3);
    for (const std::size_t limit : {std::size_t{0}, std::size_t{20}}) {
        const Aggregate found = kemeny(costs, {.subset_limit = limit, .stop = {}});
        require_optimal(found, 4);
        CHECK(found.effort.largest_component == 3);
    }
    CHECK(kemeny(costs).order == std::vector<Rank>{0, 1, 2});
    CHECK(kemeny(costs).bound == BoundSource::subsets);
    CHECK(kemeny(costs, by_search).bound == BoundSource::triangles);
    CHECK(kemeny(costs, by_search).effort.inequalities == 1);
}

TEST_CASE("Two cycles one above the other are two components", "[aggregation]") {
    const Profile profile =
        profile_of_orders({{3, 4, 5, 0, 1, 2}, {4, 5, 3, 1, 2, 0}, {5, 3, 4, 2, 0, 1}});
    const Aggregate found = kemeny(VoteCosts(profile, {}).stored());
    require_optimal(found, 8);
    CHECK(found.effort.components == 2);
    CHECK(found.order == std::vector<Rank>{3, 4, 5, 0, 1, 2});
}

TEST_CASE("The order of ties between components is by element number", "[aggregation]") {
    // 0 and 3 tie with all; 1 must be below 2.
    std::vector<std::int64_t> entries(16, 1);
    entries[1 * 4 + 2] = 2;
    const Aggregate found = kemeny(PairCosts::from_integers(4, entries));
    CHECK(found.order == std::vector<Rank>{0, 2, 1, 3});
}

TEST_CASE("A stopped search says how far it got", "[aggregation]") {
    const Stop at_once(std::chrono::duration<double>(0));
    for (const std::size_t limit : {std::size_t{0}, std::size_t{20}}) {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const PairCosts costs = random_costs(14, 50, seed);
            const Rational optimum = kemeny(costs).cost;
            const Aggregate stopped = kemeny(costs, {.subset_limit = limit, .stop = at_once});
            CHECK(stopped.lower_bound <= optimum);
            CHECK(stopped.cost >= optimum);
            CHECK(stopped.lower_bound == costs.in_units(costs.pair_minima()));
            CHECK(stopped.is_optimal == (stopped.cost == stopped.lower_bound));
            CHECK(costs.in_units(costs.cost(stopped.order)) == stopped.cost);
        }
    }
}

TEST_CASE("A search that is stopped in the middle has a bound between minima and optimum",
          "[aggregation]") {
    const PairCosts costs = random_costs(60, 1000, 3);
    const Aggregate stopped = kemeny(costs, {.stop = Stop(std::chrono::duration<double>(0.3))});
    CHECK(stopped.lower_bound > costs.in_units(costs.pair_minima()));
    CHECK(stopped.lower_bound <= stopped.cost);
    CHECK_FALSE(stopped.is_optimal);
}

TEST_CASE("Kemeny refuses what is too large and what is misuse", "[aggregation]") {
    CHECK_THROWS_AS(kemeny(PairCosts::from_integers(0, {})), UsageError);
    CHECK_THROWS_AS(kemeny(random_costs(3, 5, 1), {.subset_limit = 27, .stop = {}}), UsageError);
    const std::size_t n = most_kemeny_elements + 1;
    const PairCosts many = PairCosts::from_integers(n, std::vector<std::int64_t>(n * n));
    CHECK(contains(message_of<NotSupported>([&] { kemeny(many); }), "pivot, borda, best-input"));
}

TEST_CASE("Doubling the counts doubles the cost of an optimum", "[aggregation]") {
    check_property("doubling the counts doubles the cost of a Kemeny optimum", [] {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        Profile profile = random_profile(7, 3, {.ties = true, .most_count = 3}, seed);
        const Rational once = kemeny(VoteCosts(profile, {}).stored()).cost;
        for (Vote& vote : profile.votes)
            vote.count *= 2;
        RC_ASSERT(kemeny(VoteCosts(profile, {}).stored()).cost == once + once);
    });
}

}  // namespace disarray::test
