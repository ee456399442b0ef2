// SPDX-License-Identifier: MIT
// Shows that sums of pair costs, and of position costs, are recognized and given back, and that
// every other cost gets an obstruction that is confirmed without linear algebra. K* with swap costs
// is such a cost: KV 5.1's "the FAS formulation still holds" is refuted by one vote on three
// elements.
#include "aggregation/representation.hpp"

#include "aggregation/distance_sum.hpp"
#include "base/error.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace aggregation;

namespace {

using Order = std::vector<Rank>;
using CostFunction = std::function<Rational(const Order&)>;

Rational sum_of_pairs(const std::vector<Rational>& costs, const Order& order) {
    Rational total = 0;
    for (std::size_t r = 0; r < order.size(); ++r) {
        for (std::size_t s = r + 1; s < order.size(); ++s)
            total += costs[order[r] * order.size() + order[s]];
    }
    return total;
}

Rational sum_of_positions(const std::vector<Rational>& costs, const Order& order) {
    Rational total = 0;
    for (std::size_t r = 0; r < order.size(); ++r)
        total += costs[order[r] * order.size() + r];
    return total;
}

using SumOfCosts = Rational(const std::vector<Rational>&, const Order&);
using Confirmation = bool(const Obstruction&, std::size_t, const CostFunction&);

/// Exactly one of both answers is there, and it holds: costs whose sum is f, or an obstruction.
bool has_costs(std::size_t n, const CostFunction& f,
               const std::optional<std::vector<Rational>>& costs, SumOfCosts& sum,
               const std::optional<Obstruction>& obstruction, Confirmation& is_confirmed) {
    REQUIRE(costs.has_value() != obstruction.has_value());
    if (obstruction) {
        CHECK(is_confirmed(*obstruction, n, f));
        return false;
    }
    Order order(n);
    std::iota(order.begin(), order.end(), Rank{0});
    do {
        CHECK(sum(*costs, order) == f(order));
    } while (std::next_permutation(order.begin(), order.end()));
    return true;
}

bool has_position_costs(std::size_t n, const CostFunction& cost) {
    const PositionRepresentation found = position_cost_representation(n, cost);
    return has_costs(n, cost, found.position_costs, sum_of_positions, found.obstruction,
                     confirms_no_position_costs);
}

bool has_position_costs(const Profile& profile, Distance distance) {
    const DistanceSum sum(profile, std::move(distance));
    return has_position_costs(profile.n, [&](const Order& order) { return sum.cost(order); });
}

bool is_represented(std::size_t n, const CostFunction& cost) {
    const Representation found = pair_cost_representation(n, cost);
    return has_costs(n, cost, found.pair_costs, sum_of_pairs, found.obstruction, confirms);
}

bool is_represented(const Profile& profile, Distance distance) {
    const DistanceSum sum(profile, std::move(distance));
    return is_represented(profile.n, [&](const Order& order) { return sum.cost(order); });
}

/// For `f`, and not with another value or factor, without a term, without any, or for the cost 0.
void check_confirmed_as_it_is_only(const Obstruction& found, std::size_t n, const CostFunction& f,
                                   Confirmation& is_confirmed) {
    CHECK(is_confirmed(found, n, f));
    Obstruction other = found;
    other.value += Rational(1);
    CHECK_FALSE(is_confirmed(other, n, f));
    for (std::size_t k = 0; k < found.terms.size(); ++k) {
        other = found;
        other.terms[k].second += Rational(1);
        CHECK_FALSE(is_confirmed(other, n, f));
    }
    other = found;
    other.terms.pop_back();
    CHECK_FALSE(is_confirmed(other, n, f));
    CHECK_FALSE(is_confirmed({{}, 0}, n, f));
    CHECK_FALSE(is_confirmed(found, n, [](const Order&) { return Rational(0); }));
}

Weighting with_costs(const std::vector<Rational>& costs,
                     FixedPointPolicy policy = FixedPointPolicy::one) {
    return weighting_of(SwapCosts::from(costs, "test"), policy);
}

}  // namespace

TEST_CASE("Sums of pair costs are recognized", "[aggregation]") {
    std::mt19937_64 random(3);
    for (std::size_t n = 1; n <= 5; ++n) {
        for (int k = 0; k < 5; ++k) {
            std::vector<Rational> costs(n * n);
            for (Rational& cost : costs)
                cost = Rational(Integer(random() % 20), Integer(1 + random() % 3));
            CHECK(
                is_represented(n, [&](const Order& order) { return sum_of_pairs(costs, order); }));
        }
    }
}

TEST_CASE("A cost that is changed at one order is no sum of pair costs", "[aggregation]") {
    for (std::size_t n = 3; n <= 5; ++n) {
        Order changed(n);
        std::iota(changed.begin(), changed.end(), Rank{0});
        std::swap(changed[1], changed[2]);
        CHECK_FALSE(is_represented(
            n, [&](const Order& order) { return order == changed ? Rational(1) : Rational(0); }));
    }
    // Of two elements every cost is one.
    CHECK(is_represented(2, [](const Order& order) { return Rational(order[0] == 1 ? 7 : 3); }));
    CHECK_FALSE(is_represented(1, [](const Order&) { return Rational(1); }));
    CHECK(is_represented(1, [](const Order&) { return Rational(0); }));
}

TEST_CASE("K* without swap costs is a sum of pair costs, in both frames", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        for (const metrics::Frame frame : both_frames) {
            CHECK(is_represented(random_profile(4, 3, {}, seed),
                                 {.weighting = random_element_weighting(4, seed), .frame = frame}));
        }
    }
}

TEST_CASE("KV 5.1: with swap costs 1, 0 one vote on three elements has no pair costs",
          "[aggregation]") {
    const Profile one = profile_of_orders({{0, 1, 2}});
    for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local})
        CHECK_FALSE(is_represented(one, {.weighting = with_costs({1, 0}, policy)}));
    CHECK(is_represented(one, {.weighting = with_costs({1, 1})}));
    // Equal swap costs do not help where a fixed point counts 1.
    CHECK_FALSE(is_represented(one, {.weighting = with_costs({2, 2})}));
    CHECK(is_represented(one, {.weighting = with_costs({2, 2}, FixedPointPolicy::local)}));
}

TEST_CASE("The classical footrule is no sum of pair costs", "[aggregation]") {
    const Profile one = profile_of_orders({{0, 1, 2}});
    CHECK_FALSE(is_represented(one, {.reading = metrics::Reading::prefix}));
}

TEST_CASE("Sums of position costs are recognized, negative ones too", "[aggregation]") {
    std::mt19937_64 random(5);
    for (std::size_t n = 1; n <= 5; ++n) {
        for (int k = 0; k < 5; ++k) {
            std::vector<Rational> costs(n * n);
            for (Rational& cost : costs) {
                const auto numerator = static_cast<std::int64_t>(random() % 20) - 10;
                cost = fraction(numerator, 1 + static_cast<std::int64_t>(random() % 3));
            }
            CHECK(has_position_costs(
                n, [&](const Order& order) { return sum_of_positions(costs, order); }));
        }
    }
}

TEST_CASE("A cost that is changed at one order is no sum of position costs", "[aggregation]") {
    for (std::size_t n = 3; n <= 5; ++n) {
        Order changed(n);
        std::iota(changed.begin(), changed.end(), Rank{0});
        std::swap(changed[0], changed[n - 1]);
        CHECK_FALSE(has_position_costs(
            n, [&](const Order& order) { return order == changed ? Rational(1) : Rational(0); }));
    }
    // Of one or two elements every cost is one.
    CHECK(
        has_position_costs(2, [](const Order& order) { return Rational(order[0] == 1 ? 7 : 3); }));
    CHECK(has_position_costs(1, [](const Order&) { return Rational(4); }));
}

TEST_CASE("The classical footrule is a sum of position costs, the classical Kendall is none",
          "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Profile profile = random_profile(4, 3, {}, seed);
        for (const metrics::Reading reading :
             {metrics::Reading::prefix, metrics::Reading::interval, metrics::Reading::box})
            CHECK(has_position_costs(profile, {.reading = reading}));
    }
    // At 0 + 2 + 2 for the even orders and 1 + 1 + 3 for the odd ones; position costs have equal
    // sums.
    CHECK_FALSE(has_position_costs(profile_of_orders({{0, 1, 2}}), {}));
    CHECK_FALSE(has_position_costs(profile_of_orders({{0, 1, 2, 3}}), {}));
}

TEST_CASE("KV 5.1: with element weights 1, 2, 3 the footrule has no position costs",
          "[aggregation]") {
    const Weighting weighting =
        weighting_of(ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "test"));
    CHECK_FALSE(has_position_costs(profile_of_orders({{0, 1, 2}}),
                                   {.reading = metrics::Reading::prefix, .weighting = weighting}));
    // Equal weights change no form.
    const Weighting equal =
        weighting_of(ElementWeights::from(std::vector<std::int64_t>{2, 2, 2}, "test"));
    CHECK(has_position_costs(profile_of_orders({{0, 1, 2}}),
                             {.reading = metrics::Reading::prefix, .weighting = equal}));
}

TEST_CASE("An obstruction to position costs that was changed is not confirmed", "[aggregation]") {
    const CostFunction first = [](const Order& order) {
        return Rational(order == Order{0, 1, 2} ? 1 : 0);
    };
    const Obstruction found = *position_cost_representation(3, first).obstruction;
    check_confirmed_as_it_is_only(found, 3, first, confirms_no_position_costs);
    CHECK_FALSE(confirms_no_position_costs({{{{0, 1, 2}, 1}}, 1}, 3, first));
    // Each kind has obstructions of its own: these factors vanish on pairs, not on positions.
    const Obstruction of_pairs{{{{2, 0, 1}, 1}, {{0, 2, 1}, -1}, {{1, 0, 2}, 1}, {{1, 2, 0}, -1}},
                               1};
    const CostFunction last = [](const Order& order) {
        return Rational(order == Order{2, 0, 1} ? 1 : 0);
    };
    CHECK(confirms(of_pairs, 3, last));
    CHECK_FALSE(confirms_no_position_costs(of_pairs, 3, last));
}

TEST_CASE("An obstruction that was changed is not confirmed", "[aggregation]") {
    const DistanceSum sum(profile_of_orders({{0, 1, 2}}), {.weighting = with_costs({1, 0})});
    const CostFunction cost = [&](const Order& order) { return sum.cost(order); };
    const Obstruction found = *pair_cost_representation(3, cost).obstruction;
    check_confirmed_as_it_is_only(found, 3, cost, confirms);
    // The value is right, but sums of pair costs have others here too.
    CHECK_FALSE(confirms({{{{1, 0, 2}, 1}}, cost({1, 0, 2})}, 3, cost));
}

TEST_CASE("Representations are sought for one to five elements", "[aggregation]") {
    const CostFunction none = [](const Order&) { return Rational(0); };
    CHECK_THROWS_AS(pair_cost_representation(0, none), UsageError);
    CHECK_THROWS_AS(pair_cost_representation(6, none), UsageError);
    CHECK_THROWS_AS(position_cost_representation(0, none), UsageError);
    CHECK_THROWS_AS(position_cost_representation(6, none), UsageError);
}

}  // namespace disarray::test
