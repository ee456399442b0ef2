// SPDX-License-Identifier: MIT
// Shows that costs by pairs, stored or computed from the votes, are the sum of the distances as
// written down naively, under every rule and with weights, and that nothing overflows in silence.
#include "aggregation/pair_costs.hpp"

#include "aggregation/naive.hpp"
#include "base/error.hpp"
#include "metrics/kendall.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace aggregation;

namespace {

std::vector<Rank> random_order(std::size_t n, std::uint64_t seed) {
    const Permutation sigma = shuffled(n, seed);
    return {sigma.ranks().begin(), sigma.ranks().end()};
}

/// The order's cost as a sum of c(i,j), by the operator alone.
template <class Costs>
std::int64_t sum_of_pairs(const Costs& costs, const std::vector<Rank>& order) {
    std::int64_t total = 0;
    for (std::size_t r = 0; r < order.size(); ++r) {
        for (std::size_t s = r + 1; s < order.size(); ++s)
            total += costs(order[r], order[s]);
    }
    return total;
}

template <class Costs>
std::int64_t sum_of_minima(const Costs& costs) {
    std::int64_t total = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        for (std::size_t j = i + 1; j < costs.size(); ++j)
            total += std::min(costs(i, j), costs(j, i));
    }
    return total;
}

void require_naive(const Profile& given, const ProfileRules& rules, const Weighting& weighting,
                   std::uint64_t seed) {
    const Profile profile = with_rules(given, rules, "test");
    const std::vector<Rank> order = random_order(profile.n, seed);
    INFO(described(profile) << ", ties " << name_of(rules.ties) << ", unranked "
                            << name_of(rules.unranked) << ", " << described(weighting) << ", seed "
                            << seed);
    const VoteCosts votes(profile, rules, weighting);
    const PairCosts stored = votes.stored();
    const Rational naive = naive::kendall_cost(profile, rules, weighting, order);
    CHECK(votes.in_units(votes.cost(order)) == naive);
    CHECK(stored.in_units(stored.cost(order)) == naive);
    CHECK(votes.in_units(sum_of_pairs(votes, order)) == naive);
    CHECK(stored.in_units(sum_of_pairs(stored, order)) == naive);
    CHECK(votes.pair_minima() == sum_of_minima(votes));
    CHECK(stored.pair_minima() == sum_of_minima(stored));
}

}  // namespace

TEST_CASE("Pair costs give the summed distance under every rule and weighting", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const std::size_t n = 1 + seed % 9;
        const Shape shape{seed % 2 == 0, seed % 3 == 0, 1 + seed % 5};
        const Profile profile = random_profile(n, 1 + seed % 4, shape, seed);
        const Weighting weighting = random_element_weighting(n, seed / 2);
        for (const ProfileRules& rules : all_rules(shape.unranked))
            require_naive(profile, rules, weighting, seed);
    }
}

TEST_CASE("Of complete votes without ties the cost is the sum of Kendall's distances",
          "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Profile profile = random_profile(7, 4, {.most_count = 3}, seed);
        const Weighting weighting = random_element_weighting(7, seed);
        const std::vector<Rank> order = random_order(7, seed);
        const Permutation sigma = Permutation::from_ranks_unchecked(order).inverse();
        Rational sum = 0;
        for (const Vote& vote : profile.votes) {
            sum +=
                Rational(vote.count) *
                metrics::kendall(sigma, Permutation::from_ranks_unchecked(vote.buckets), weighting);
        }
        const VoteCosts costs(profile, {}, weighting);
        CHECK(costs.in_units(costs.cost(order)) == sum);
    }
}

TEST_CASE("A tie costs half a pair in either order, or nothing", "[aggregation]") {
    const Profile tie = profile_of({{0, 0}});
    for (const std::vector<Rank>& order : {std::vector<Rank>{0, 1}, std::vector<Rank>{1, 0}}) {
        const VoteCosts half(tie, {TieRule::half, UnrankedRule::refuse});
        CHECK(half.in_units(half.cost(order)) == fraction(1, 2));
        const VoteCosts free(tie, {TieRule::free, UnrankedRule::refuse});
        CHECK(free.cost(order) == 0);
    }
}

TEST_CASE("Minima of pairs are the same with counts beyond 32 bits", "[aggregation]") {
    Profile profile = random_profile(40, 9, {.most_count = 5}, 1);
    const VoteCosts small(profile, {});
    CHECK(small.pair_minima() == sum_of_minima(small));
    profile.votes[0].count = std::uint64_t{1} << 32;
    const VoteCosts large(profile, {});
    CHECK(large.pair_minima() == sum_of_minima(large));
}

TEST_CASE("Common divisors of weights go into the unit", "[aggregation]") {
    const Rational huge = Rational::parse("1e30", "test");
    Weighting weighting;
    weighting.element_weights =
        ElementWeights::from(std::vector<Rational>{huge, Rational(2) * huge}, "test");
    const VoteCosts costs(profile_of({{0, 1}}), {}, weighting);
    CHECK(costs(1, 0) == 2);
    CHECK(costs.in_units(1) == huge * huge);
}

TEST_CASE("Costs that would leave 62 bits are refused", "[aggregation]") {
    const auto with = [](std::int64_t first) {
        return weighting_of(ElementWeights::from(std::vector<std::int64_t>{first, 1}, "test"));
    };
    const Profile profile = profile_of({{0, 1}});
    const std::int64_t root = std::int64_t{1} << 31;
    CHECK_NOTHROW(VoteCosts(profile, {}, with(root - 2)));
    CHECK(contains(message_of<NotSupported>([&] { VoteCosts(profile, {}, with(root)); }), "2^62"));
    CHECK_THROWS_AS(VoteCosts(profile, {}, with(std::int64_t{1} << 62)), NotSupported);
    const std::int64_t limit = std::int64_t{1} << 62;
    CHECK_NOTHROW(PairCosts::from_integers(2, {0, limit - 2, 1, 0}));
    CHECK_THROWS_AS(PairCosts::from_integers(2, {0, limit - 2, 2, 0}), NotSupported);
    const Rational fine = Rational(1) / Rational(limit);
    CHECK_THROWS_AS(PairCosts::from(2, std::vector<Rational>{0, fine, 1, 0}), NotSupported);
}

TEST_CASE("Pair costs of rationals have a common unit", "[aggregation]") {
    const auto costs =
        PairCosts::from(2, std::vector<Rational>{0, fraction(3, 2), fraction(9, 4), 0});
    CHECK(costs.unit() == fraction(3, 4));
    CHECK(costs(0, 1) == 2);
    CHECK(costs(1, 0) == 3);
    CHECK(PairCosts::from(2, std::vector<Rational>(4)).pair_minima() == 0);
}

TEST_CASE("Pair costs refuse what they are not made for", "[aggregation]") {
    const Profile profile = profile_of({{0, 1, 2}});
    CHECK(contains(
        message_of<NotSupported>([&] { VoteCosts(profile, {}, weighting_of(SwapCosts::unit(3))); }),
        "swap costs"));
    CHECK_THROWS_AS(
        VoteCosts(profile, {},
                  weighting_of(ElementWeights::from(std::vector<std::int64_t>{1, 2}, "test"))),
        InputError);
    CHECK_THROWS_AS(VoteCosts({3, {}}, {}), UsageError);
    CHECK_THROWS_AS(VoteCosts({2, profile.votes}, {}), UsageError);
    const Profile partial = profile_of({{0, not_ranked}});
    CHECK_THROWS_AS(VoteCosts(partial, {}), UsageError);
    CHECK_THROWS_AS(VoteCosts(partial, {TieRule::half, UnrankedRule::bottom}), UsageError);
    CHECK_NOTHROW(VoteCosts(partial, {TieRule::half, UnrankedRule::absent}));
    const ProfileRules element_order{TieRule::element_order, UnrankedRule::refuse};
    CHECK_THROWS_AS(VoteCosts(profile_of({{0, 0}}), element_order), UsageError);
    const VoteCosts costs(profile, {});
    CHECK_THROWS_AS(costs.cost(std::vector<Rank>{0, 1}), UsageError);
    CHECK_THROWS_AS(costs.cost(std::vector<Rank>{0, 1, 1}), UsageError);
    CHECK_THROWS_AS(costs.cost(std::vector<Rank>{0, 1, 3}), UsageError);
    CHECK_THROWS_AS(costs.stored().cost(std::vector<Rank>{0, 1, 1}), UsageError);
    CHECK_THROWS_AS(costs.order_of(1), UsageError);
    CHECK_THROWS_AS(PairCosts::from_integers(2, {0, 1, 1}), UsageError);
    CHECK_THROWS_AS(PairCosts::from_integers(2, {0, -1, 1, 0}), UsageError);
    CHECK_THROWS_AS(PairCosts::from_integers(2, {0, 1, 1, 0}, 0), UsageError);
    CHECK(
        contains(message_of<NotSupported>([] { PairCosts::from_integers(20'000, {}); }), "pivot"));
}

TEST_CASE("A vote is an order with ties by number and those left out at the end", "[aggregation]") {
    const Profile profile = profile_of({{1, not_ranked, 0, 1, not_ranked}});
    const VoteCosts costs(profile, {TieRule::half, UnrankedRule::absent});
    CHECK(costs.order_of(0) == std::vector<Rank>{2, 0, 3, 1, 4});
}

TEST_CASE("Borda scores count the elements below less those above", "[aggregation]") {
    Profile profile = profile_of({{0, 1, 1, 2}, {not_ranked, 0, 1, not_ranked}});
    profile.votes[0].count = 2;
    const VoteCosts costs(profile, {TieRule::half, UnrankedRule::absent});
    CHECK(costs.borda_scores() == std::vector<std::int64_t>{6, 1, -1, -6});
}

TEST_CASE("A vote given k times costs as much as k votes", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Profile once = random_profile(6, 3, {.ties = true, .most_count = 4}, seed);
        Profile spread{6, {}};
        for (const Vote& vote : once.votes)
            spread.votes.insert(spread.votes.end(), vote.count, Vote{vote.buckets, 1});
        const VoteCosts a(once, {});
        const VoteCosts b(spread, {});
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t j = 0; j < 6; ++j)
                CHECK(a(i, j) == b(i, j));
        }
        CHECK(a.borda_scores() == b.borda_scores());
    }
}

}  // namespace disarray::test
