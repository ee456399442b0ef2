// SPDX-License-Identifier: MIT
// Shows that sums of K* and F* in every reading are minimized exactly by the searches, that the
// lower bounds are below every optimum, and what each refuses.
#include "aggregation/distance_sum.hpp"

#include <chrono>

#include "aggregation/footrule_matching.hpp"
#include "aggregation/kemeny.hpp"
#include "aggregation/naive.hpp"
#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace aggregation;
using metrics::Frame;
using metrics::Reading;

namespace {

using Order = std::vector<Rank>;

/// Every distance that is defined, with the weighting.
std::vector<Distance> all_distances(const Weighting& weighting) {
    std::vector<Distance> distances;
    for (const Frame frame : both_frames) {
        distances.push_back({std::nullopt, weighting, frame});
        for (const Reading reading : metrics::all_readings) {
            if (reading == Reading::prefix_sym && frame == Frame::element) continue;
            distances.push_back({reading, weighting, frame});
        }
    }
    return distances;
}

std::string named(const Profile& profile, const Distance& distance) {
    return described(profile) + ", " +
           (distance.reading ? std::string(name_of(*distance.reading)) : "kendall") + ", frame " +
           std::string(name_of(distance.frame)) + ", " + described(distance.weighting);
}

/// Term by term, in rationals.
Rational naive_cost(const Profile& profile, const Distance& d, const Order& order) {
    const Permutation sigma = Permutation::from_ranks_unchecked(order).inverse();
    Rational total = 0;
    for (const Vote& vote : profile.votes) {
        const Permutation tau = Permutation::from_ranks_unchecked(vote.buckets);
        total += Rational(vote.count) *
                 (d.reading ? metrics::naive::footrule(sigma, tau, d.weighting, *d.reading, d.frame)
                            : metrics::naive::kendall(sigma, tau, d.weighting, d.frame));
    }
    return total;
}

naive::Optimum naive_optimum(const Profile& profile, const Distance& distance) {
    return naive::optimum(profile.n,
                          [&](const Order& order) { return naive_cost(profile, distance, order); });
}

Weighting weighting_from(std::uint64_t seed, std::size_t n) {
    return seed % 3 == 0 ? random_element_weighting(n, seed) : random_weighting(n, seed);
}

void check_optimum(const Aggregate& found, const Rational& cost, const Order& order,
                   BoundSource bound) {
    CHECK(found.cost == cost);
    CHECK(found.order == order);
    CHECK(found.is_optimal);
    CHECK(found.bound == bound);
}

}  // namespace

TEST_CASE("The optimum over all orders is the naive one, for every distance", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        const std::size_t n = 1 + seed % 5;
        const Profile profile = random_profile(n, 1 + seed % 3, {.most_count = 2}, seed);
        for (const Distance& distance : all_distances(weighting_from(seed, n))) {
            INFO(named(profile, distance));
            const naive::Optimum naive = naive_optimum(profile, distance);
            const DistanceSum sum(profile, distance);
            check_optimum(exhaustive_optimum(sum), naive.cost, naive.orders.front(),
                          BoundSource::search);
            require_optima([&](std::size_t optima) { return exhaustive_optimum(sum, {}, optima); },
                           naive.orders);
        }
    }
}

TEST_CASE("Lower bounds are below the optimum, for every distance", "[aggregation]") {
    int positive = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const std::size_t n = 1 + seed % 6;
        const Profile profile = random_profile(n, 1 + seed % 4, {.most_count = 3}, seed);
        for (const Distance& distance : all_distances(weighting_from(seed, n))) {
            INFO(named(profile, distance));
            const DistanceSum sum(profile, distance);
            const LowerBound bound = lower_bound(sum);
            CHECK(bound.value <= exhaustive_optimum(sum).cost);
            positive += bound.value.sign();
        }
    }
    CHECK(positive > 500);
}

TEST_CASE("Without swap costs Kendall's lower bound is its optimum", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Profile profile = random_profile(6, 3, {}, seed);
        for (const Frame frame : both_frames) {
            const DistanceSum sum(profile,
                                  {.weighting = random_element_weighting(6, seed), .frame = frame});
            CHECK(lower_bound(sum).value == exhaustive_optimum(sum).cost);
        }
    }
}

TEST_CASE("Relaxed pair costs are below the cost of every order, and equal without swap costs",
          "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Profile profile = random_profile(5, 2, {}, seed);
        for (const Weighting& weighting :
             {random_weighting(5, seed), random_element_weighting(5, seed)}) {
            const DistanceSum sum(profile, {.weighting = weighting});
            const PairCosts relaxed = relaxed_pair_costs(sum);
            for (const Permutation& sigma : all_permutations(5)) {
                const Order order(sigma.ranks().begin(), sigma.ranks().end());
                const Rational bound = relaxed.in_units(relaxed.cost(order));
                CHECK(bound <= sum.cost(order));
                if (!weighting.swap_costs) CHECK(bound == sum.cost(order));
            }
        }
    }
}

TEST_CASE("Classical footrules: every bound is the optimum of the matching", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const Profile profile = random_profile(6, 3, {.most_count = 2}, seed);
        const Rational optimum = footrule_optimal(profile, {}).cost;
        for (const Reading reading : {Reading::prefix, Reading::interval, Reading::box}) {
            const DistanceSum sum(profile, {.reading = reading});
            CHECK(exhaustive_optimum(sum).cost == optimum);
            CHECK(lower_bound(sum).value == optimum);
        }
    }
}

TEST_CASE("Subsets find the optimum of footrule[prefix], and the least such order",
          "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const std::size_t n = 1 + seed % 7;
        const Profile profile = random_profile(n, 1 + seed % 5, {.most_count = 3}, seed);
        const Distance distance{Reading::prefix, random_element_weighting(n, seed), Frame::element};
        INFO(named(profile, distance));
        const DistanceSum sum(profile, distance);
        const Aggregate all = exhaustive_optimum(sum);
        check_optimum(prefix_optimum(sum), all.cost, all.order, BoundSource::subsets);
        const std::size_t every = 5041;  // more than there are orders
        std::vector<Order> optima = exhaustive_optimum(sum, {}, every).others.orders;
        optima.push_back(all.order);
        std::ranges::sort(optima);
        require_optima([&](std::size_t number) { return prefix_optimum(sum, {}, number); }, optima);
    }
}

TEST_CASE("Local search and best input are between the bound and the votes", "[aggregation]") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const std::size_t n = 2 + seed % 5;
        const Profile profile = random_profile(n, 3, {.most_count = 2}, seed);
        for (const Distance& distance : all_distances(weighting_from(seed, n))) {
            INFO(named(profile, distance));
            const DistanceSum sum(profile, distance);
            const Rational optimum = exhaustive_optimum(sum).cost;
            const Aggregate vote = best_input(sum);
            for (std::size_t v = 0; v < sum.votes(); ++v)
                CHECK(vote.cost <= naive_cost(profile, distance, sum.order_of(v)));
            const Aggregate local = local_search(sum);
            CHECK(local.cost <= vote.cost);
            CHECK(local.cost >= optimum);
            CHECK(local.lower_bound <= optimum);
            CHECK(local.cost == naive_cost(profile, distance, local.order));
            // No insertion is cheaper.
            for (std::size_t from = 0; from < n; ++from) {
                for (std::size_t to = 0; to < n; ++to) {
                    Order moved = local.order;
                    moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(from));
                    moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(to),
                                 local.order[from]);
                    CHECK(naive_cost(profile, distance, moved) >= local.cost);
                }
            }
        }
    }
}

TEST_CASE("An order of another method is evaluated", "[aggregation]") {
    const Profile profile = random_profile(5, 3, {}, 2);
    const Distance distance{Reading::box, random_weighting(5, 2), Frame::element};
    const DistanceSum sum(profile, distance);
    const Aggregate found = evaluated(sum, {4, 3, 2, 1, 0}, Method::borda);
    CHECK(found.cost == naive_cost(profile, distance, {4, 3, 2, 1, 0}));
    CHECK(found.method == Method::borda);
    CHECK(found.bound == BoundSource::relaxed_matching);
    CHECK_THROWS_AS(evaluated(sum, {0, 1}, Method::borda), UsageError);
    CHECK_THROWS_AS(sum.cost(Order{0, 1, 2, 3, 3}), UsageError);
    CHECK_THROWS_AS(sum.order_of(3), UsageError);
}

TEST_CASE("KV 5.1 at its word: the pair costs against the identity can miss the optimum of K*",
          "[aggregation]") {
    const Rational costs[] = {1, 0};
    const Weighting weighting = weighting_of(SwapCosts::from(costs, "test"));
    bool missed = false;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const DistanceSum sum(random_profile(3, 3, {}, seed), {.weighting = weighting});
        const Aggregate surrogate = kemeny(identity_pair_costs(sum));
        const Rational optimum = exhaustive_optimum(sum).cost;
        CHECK(sum.cost(surrogate.order) >= optimum);
        missed |= sum.cost(surrogate.order) > optimum;
    }
    CHECK(missed);
}

TEST_CASE("Pair costs against the identity are K*(τ) at the identity", "[aggregation]") {
    // The one candidate for which KV's sentence is right.
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const DistanceSum sum(random_profile(5, 2, {}, seed),
                              {.weighting = random_weighting(5, seed)});
        const PairCosts costs = identity_pair_costs(sum);
        const Order identity{0, 1, 2, 3, 4};
        CHECK(costs.in_units(costs.cost(identity)) == sum.cost(identity));
    }
}

TEST_CASE("Stopped searches of sums still answer", "[aggregation]") {
    const Stop at_once(std::chrono::duration<double>(0));
    const DistanceSum sum(
        random_profile(9, 3, {}, 1),
        {.reading = Reading::prefix, .weighting = random_element_weighting(9, 1)});
    const Rational optimum = prefix_optimum(sum).cost;
    for (const Aggregate& stopped : {exhaustive_optimum(sum, at_once), prefix_optimum(sum, at_once),
                                     local_search(sum, {}, at_once)}) {
        CHECK(stopped.cost == sum.cost(stopped.order));
        CHECK(stopped.cost >= optimum);
        CHECK(stopped.lower_bound <= optimum);
    }
}

TEST_CASE("Sums of distances refuse what has no meaning, with what would serve", "[aggregation]") {
    const auto refusal = [](const Profile& profile, const Distance& distance) {
        return message_of<InputError>([&] { DistanceSum(profile, distance); });
    };
    const Profile votes = profile_of({{0, 1, 2}, {1, 0, 2}});
    CHECK(contains(refusal(profile_of({{0, 1, 2}, {0, 0, 1}}), {}), "vote 2 with ties"));
    CHECK(contains(refusal(profile_of({{0, 1, not_ranked}}), {}), "bottom and element-order"));
    CHECK(contains(refusal(votes, {.reading = Reading::prefix_sym}), "the literal frame"));
    CHECK(contains(refusal(votes, {.weighting = weighting_of(SwapCosts::unit(4))}), "swap costs"));
    Weighting irrational;
    irrational.irrational_swap_costs = discounted_gain_swap_costs(3);
    CHECK(contains(refusal(votes, {.weighting = irrational}), "irrational"));
    CHECK_THROWS_AS(DistanceSum({3, {}}, {}), UsageError);
    CHECK_THROWS_AS(DistanceSum({2, votes.votes}, {}), UsageError);
    const auto too_large = weighting_of(
        ElementWeights::from(std::vector<std::int64_t>{std::int64_t{1} << 60, 1, 1}, "test"));
    CHECK(contains(refusal(votes, {.weighting = too_large}), "120 bits"));
}

TEST_CASE("Searches of sums refuse other distances and sizes, with what would serve",
          "[aggregation]") {
    const auto sum_of = [](std::size_t n, Distance distance) {
        return DistanceSum(random_profile(n, 2, {}, 1), std::move(distance));
    };
    const DistanceSum footrule = sum_of(4, {.reading = Reading::interval});
    CHECK_THROWS_AS(relaxed_pair_costs(footrule), NotSupported);
    CHECK_THROWS_AS(identity_pair_costs(footrule), NotSupported);
    CHECK_THROWS_AS(prefix_optimum(footrule), NotSupported);
    CHECK_THROWS_AS(prefix_optimum(sum_of(4, {})), NotSupported);
    CHECK_THROWS_AS(
        prefix_optimum(sum_of(4, {.reading = Reading::prefix, .frame = Frame::literal})),
        NotSupported);
    CHECK_THROWS_AS(prefix_optimum(sum_of(4, {.reading = Reading::prefix,
                                              .weighting = weighting_of(SwapCosts::unit(4))})),
                    NotSupported);
    CHECK(contains(
        message_of<NotSupported>([&] { prefix_optimum(sum_of(21, {.reading = Reading::prefix})); }),
        "at most 20"));
    CHECK(contains(message_of<NotSupported>([&] { exhaustive_optimum(sum_of(11, {})); }),
                   "at most 10"));
    CHECK_THROWS_AS(local_search(footrule, {0, 1}), UsageError);
}

TEST_CASE("Bounds hold where costs must be rounded down to 64 bits", "[aggregation]") {
    std::vector<std::int64_t> w;
    for (std::int64_t i = 0; i < 5; ++i)
        w.push_back((std::int64_t{1} << 35) + 12'345 * i + 1);
    const Profile profile = random_profile(5, 3, {}, 9);
    for (const Distance& distance : all_distances(weighting_of(ElementWeights::from(w, "test")))) {
        const DistanceSum sum(profile, distance);
        const Rational optimum = exhaustive_optimum(sum).cost;
        const Rational bound = lower_bound(sum).value;
        CHECK(bound <= optimum);
        if (!distance.reading) CHECK(Rational(1001) * bound >= Rational(1000) * optimum);
        if (distance.reading == Reading::prefix && distance.frame == Frame::element) {
            CHECK_THROWS_AS(prefix_optimum(sum), NotSupported);
        }
    }
}

}  // namespace disarray::test
