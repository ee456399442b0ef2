// SPDX-License-Identifier: MIT
//
// Profiles for tests: from a seed, so that a failure is one number, and printed whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "aggregation/aggregate.hpp"
#include "ranking/profile.hpp"
#include "tests/catch.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/permutations.hpp"
#include "tests/support/show.hpp"
#include "weighting/weighting.hpp"

namespace disarray::test {

/// From buckets counted from 0.
inline Profile profile_of(std::vector<std::vector<Rank>> votes) {
    Profile profile{votes.at(0).size(), {}};
    for (std::vector<Rank>& buckets : votes)
        profile.votes.push_back({std::move(buckets), 1});
    return profile;
}

/// From orders of elements counted from 0, top first.
inline Profile profile_of_orders(const std::vector<std::vector<Rank>>& orders) {
    Profile profile{orders.at(0).size(), {}};
    for (const std::vector<Rank>& order : orders) {
        std::vector<Rank> buckets(order.size());
        for (std::size_t r = 0; r < order.size(); ++r)
            buckets[order[r]] = static_cast<Rank>(r);
        profile.votes.push_back({std::move(buckets), 1});
    }
    return profile;
}

/// What may occur in a random vote.
struct Shape {
    bool ties = false;
    bool unranked = false;
    std::uint64_t most_count = 1;
};

/// A vote: keys drawn from few numbers tie, the greatest of them is left out.
inline Vote random_vote(std::size_t n, const Shape& shape, std::mt19937_64& random) {
    std::vector<std::uint64_t> keys(n);
    for (std::size_t i = 0; i < n; ++i)
        keys[i] = shape.ties ? random() % n : (random() % (1U << 30)) * n + i;
    std::vector<std::uint64_t> values = keys;
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const std::size_t ranked = shape.unranked ? random() % (values.size() + 1) : values.size();
    Vote vote{std::vector<Rank>(n, not_ranked), 1 + random() % shape.most_count};
    for (std::size_t i = 0; i < n; ++i) {
        const auto bucket =
            static_cast<std::size_t>(std::ranges::lower_bound(values, keys[i]) - values.begin());
        if (bucket < ranked) vote.buckets[i] = static_cast<Rank>(bucket);
    }
    return vote;
}

inline Profile random_profile(std::size_t n, std::size_t votes, const Shape& shape,
                              std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Profile profile{n, {}};
    for (std::size_t v = 0; v < votes; ++v)
        profile.votes.push_back(random_vote(n, shape, random));
    return profile;
}

/// w and D of n elements, each there or not.
inline Weighting random_element_weighting(std::size_t n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto fraction = [&](std::uint64_t least) {
        return Rational(Integer(least + random() % 9), Integer(1 + random() % 4));
    };
    Weighting weighting;
    if (random() % 2 == 0) {
        std::vector<Rational> w;
        for (std::size_t i = 0; i < n; ++i)
            w.push_back(fraction(1));
        weighting.element_weights = ElementWeights::from(w, "random");
    }
    if (random() % 2 == 0) {
        std::vector<Rational> above;
        for (std::size_t k = 0; k < n * (n - 1) / 2; ++k)
            above.push_back(fraction(0));
        weighting.dissimilarity = symmetric(n, above);
    }
    return weighting;
}

/// The same with random swap costs, zeros among them, and either policy.
inline Weighting random_weighting(std::size_t n, std::uint64_t seed) {
    Weighting weighting = random_element_weighting(n, seed);
    std::mt19937_64 random(seed + 1'000'000);
    std::vector<Rational> costs;
    for (std::size_t i = 0; i + 1 < n; ++i)
        costs.push_back(Rational(Integer(random() % 7), Integer(1 + random() % 4)));
    weighting.swap_costs = SwapCosts::from(costs, "random");
    if (random() % 2 == 0) weighting.fixed_points = FixedPointPolicy::local;
    return weighting;
}

inline std::string described(const Profile& profile) {
    std::string text = fmt::format("n = {}:", profile.n);
    for (const Vote& vote : profile.votes) {
        text += fmt::format(" {}x(", vote.count);
        for (std::size_t i = 0; i < vote.buckets.size(); ++i) {
            text += i > 0 ? " " : "";
            text += vote.buckets[i] == not_ranked ? "-" : fmt::format("{}", vote.buckets[i]);
        }
        text += ")";
    }
    return text;
}

/// Shows that a method which is asked for 1, 2, … optima finds as many of those that there are, and
/// says neither too early nor too late that these are all.
/// \param all  the optima, ascending. \param solve  an Aggregate, of the number that is asked for
template <class Solve>
void require_optima(const Solve& solve, const std::vector<std::vector<Rank>>& all) {
    const std::vector<Rank> usual = solve(1).order;
    for (const std::size_t asked : {std::size_t{2}, std::size_t{3}, all.size(), all.size() + 1}) {
        const aggregation::Aggregate found = solve(asked);
        CHECK(found.order == usual);
        std::vector<std::vector<Rank>> orders = found.others.orders;
        CHECK(std::ranges::is_sorted(orders));
        orders.push_back(found.order);
        std::ranges::sort(orders);
        CHECK(std::ranges::adjacent_find(orders) == orders.end());
        CHECK(std::ranges::includes(all, orders));
        // Where the list has no place for the answer's own, that is one more.
        CHECK(orders.size() >= std::min(asked, all.size()));
        CHECK(found.others.are_all == (all.size() < asked));
        CHECK((found.uniqueness() == aggregation::Uniqueness::unique) ==
              (all.size() == 1 && asked > 1));
        CHECK((found.uniqueness() == aggregation::Uniqueness::not_unique) ==
              (all.size() > 1 && asked > 1));
    }
}

/// The profile with element i called pi(i).
inline Profile relabelled(const Profile& profile, const Permutation& pi) {
    Profile result = profile;
    for (std::size_t v = 0; v < profile.votes.size(); ++v) {
        for (std::size_t i = 0; i < profile.n; ++i)
            result.votes[v].buckets[pi[i]] = profile.votes[v].buckets[i];
    }
    return result;
}

/// The rules under which a random profile is counted, all that differ for it.
inline std::vector<ProfileRules> all_rules(bool unranked) {
    std::vector<ProfileRules> rules;
    for (const TieRule ties : {TieRule::free, TieRule::half, TieRule::element_order}) {
        if (!unranked) rules.push_back({ties, UnrankedRule::refuse});
        rules.push_back({ties, UnrankedRule::bottom});
        rules.push_back({ties, UnrankedRule::absent});
    }
    return rules;
}

}  // namespace disarray::test
