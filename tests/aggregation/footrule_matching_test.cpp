// SPDX-License-Identifier: MIT
// Shows that footrule-optimal aggregation is the best of all orders, that its potentials prove it,
// and that potentials which prove nothing are seen.
#include "aggregation/footrule_matching.hpp"

#include "aggregation/kemeny.hpp"
#include "aggregation/naive.hpp"
#include "base/error.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace aggregation;

namespace {

/// Σ over votes and elements: count · |mean position of the element's bucket − its position|.
Rational naive_footrule_cost(const Profile& profile, const std::vector<Rank>& order) {
    Rational total = 0;
    for (const Vote& vote : profile.votes) {
        for (std::size_t r = 0; r < order.size(); ++r) {
            std::int64_t before = 0;
            std::int64_t same = 0;
            for (const Rank bucket : vote.buckets) {
                before += bucket < vote.buckets[order[r]] ? 1 : 0;
                same += bucket == vote.buckets[order[r]] ? 1 : 0;
            }
            // Positions before, …, before + same − 1.
            const Rational mean = Rational(before) + Rational(Integer(same - 1), Integer(2));
            total += Rational(vote.count) * abs(mean - Rational(static_cast<std::int64_t>(r)));
        }
    }
    return total;
}

/// Empty where it bounds nothing.
std::optional<Rational> half_of_optimum(const Profile& profile, const ProfileRules& rules) {
    return half_footrule(footrule_optimal(profile, rules), profile, rules);
}

}  // namespace

TEST_CASE("The footrule optimum is the naive one, with ties and partial votes", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::size_t n = 1 + seed % 6;
        const Shape shape{seed % 2 == 0, seed % 3 == 0, 1 + seed % 3};
        const ProfileRules rules{seed % 5 == 0   ? TieRule::element_order
                                 : seed % 5 == 1 ? TieRule::free
                                                 : TieRule::half,
                                 UnrankedRule::bottom};
        const Profile profile =
            with_rules(random_profile(n, 1 + seed % 4, shape, seed), rules, "test");
        INFO(described(profile));
        const auto naive = naive::optimum(
            n, [&](const std::vector<Rank>& order) { return naive_footrule_cost(profile, order); });
        const Aggregate found = footrule_optimal(profile, rules);
        CHECK(found.cost == naive.cost);
        CHECK(found.is_optimal);
        CHECK(naive_footrule_cost(profile, found.order) == found.cost);
        CHECK(footrule_optimal(profile, rules).order == found.order);
        const PositionCosts costs = PositionCosts::footrule(profile, rules);
        require_optima([&](std::size_t optima) { return least_matching(costs, optima); },
                       naive.orders);
    }
}

TEST_CASE("Half of the footrule optimum is below every Kemeny optimum", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Profile profile = random_profile(1 + seed % 9, 1 + seed % 5,
                                               {.ties = seed % 2 == 0, .most_count = 3}, seed);
        INFO(described(profile));
        CHECK(half_of_optimum(profile, {}).value() <= kemeny(VoteCosts(profile, {}).stored()).cost);
    }
}

TEST_CASE("Half of the footrule bounds nothing where ties cost nothing", "[aggregation]") {
    const ProfileRules free{TieRule::free, UnrankedRule::refuse};
    CHECK_FALSE(half_of_optimum(profile_of({{0, 0}}), free));
    CHECK(half_of_optimum(profile_of({{1, 0}}), free) == Rational(0));
    // All tied: half the footrule of 3 elements on one bucket, and K(1/2) = 3/2.
    CHECK(half_of_optimum(profile_of({{0, 0, 0}}), {}) == Rational(1));
}

TEST_CASE("Position costs are displacements from the mean position", "[aggregation]") {
    Profile profile = profile_of({{1, 0, 1}});
    profile.votes[0].count = 3;
    const PositionCosts costs = PositionCosts::footrule(profile, {});
    CHECK(costs.in_units(costs(0, 0)) == fraction(9, 2));
    CHECK(costs.in_units(costs(0, 1)) == fraction(3, 2));
    CHECK(costs.in_units(costs(1, 2)) == 6);
    CHECK(costs.in_units(costs.cost(std::vector<Rank>{1, 0, 2})) == 3);
}

TEST_CASE("Potentials prove their sum or nothing", "[aggregation]") {
    const PositionCosts costs = PositionCosts::from_integers(2, {3, 1, 2, 4});
    CHECK(proved_by({{1, 2}, {0, 0}}, costs) == 3);
    CHECK(proved_by({{1, 1}, {0, 0}}, costs) == 2);
    CHECK(proved_by({{-9, 0}, {0, 0}}, costs) == 0);
    CHECK_FALSE(proved_by({{2, 2}, {0, 0}}, costs));
    CHECK_FALSE(proved_by({{1, 2}, {1, 0}}, costs));
    CHECK_FALSE(proved_by({{1}, {0, 0}}, costs));
    CHECK_FALSE(proved_by({{1, 2}, {0}}, costs));
    CHECK(least_matching(costs).cost == 3);
    CHECK(least_matching(costs).order == std::vector<Rank>{1, 0});
}

TEST_CASE("A matching of large costs is exact", "[aggregation]") {
    const std::int64_t large = (position_cost_limit - 8) / 9;
    const PositionCosts costs = PositionCosts::from_integers(
        3, {large, large - 1, large, large - 2, large, large, large, large, large - 3});
    CHECK(least_matching(costs).cost == Rational(3 * large - 6));
    CHECK_THROWS_AS(
        PositionCosts::from_integers(2, std::vector<std::int64_t>(4, position_cost_limit / 4)),
        NotSupported);
}

TEST_CASE("The footrule refuses votes without positions for all elements", "[aggregation]") {
    const Profile partial = profile_of({{0, 1, 2}, {0, not_ranked, 1}});
    const auto refusal = [&](UnrankedRule rule) {
        return message_of<NotSupported>([&] { footrule_optimal(partial, {TieRule::half, rule}); });
    };
    CHECK(contains(refusal(UnrankedRule::absent), "the rule bottom"));
    CHECK(contains(refusal(UnrankedRule::refuse), "vote 2"));
    const std::size_t n = PositionCosts::most_elements + 1;
    Profile large{n, {Vote{std::vector<Rank>(n, 0), 1}}};
    CHECK(contains(message_of<NotSupported>([&] { footrule_optimal(large, {}); }), "pivot"));
    CHECK_THROWS_AS(footrule_optimal({3, {}}, {}), UsageError);
    CHECK_THROWS_AS(footrule_optimal({2, partial.votes}, {}), UsageError);
    CHECK_THROWS_AS(PositionCosts::from_integers(2, {1, 2, 3}), UsageError);
    CHECK_THROWS_AS(PositionCosts::from_integers(1, {-1}), UsageError);
    CHECK_THROWS_AS(PositionCosts::from_integers(1, {1}, 0), UsageError);
    CHECK_THROWS_AS(PositionCosts::from_integers(1, {1}).cost(std::vector<Rank>{1}), UsageError);
    Profile many = profile_of({{0, 1}});
    many.votes[0].count = std::uint64_t{1} << 60;
    CHECK_THROWS_AS(footrule_optimal(many, {}), NotSupported);
}

}  // namespace disarray::test
