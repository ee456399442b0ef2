// SPDX-License-Identifier: MIT
// Shows what KV 5.1 says of classical aggregation, on all profiles of three votes on four elements
// up to the names of the elements: an optimum of the footrule and the best vote are
// 2-approximations to Kemeny's, and how near to 2 they come there.
#include "aggregation/baselines.hpp"
#include "aggregation/footrule_matching.hpp"
#include "aggregation/kemeny.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace aggregation;

namespace {

/// id, τ, υ with τ <= υ: every multiset of three votes after a renaming of the elements.
template <class Visit>
void for_each_three_votes(std::size_t n, const Visit& visit) {
    const std::vector<Permutation> all = all_permutations(n);
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a; b < all.size(); ++b) {
            Profile profile{n, {}};
            for (const Permutation* vote : {&all[0], &all[a], &all[b]})
                profile.votes.push_back({{vote->ranks().begin(), vote->ranks().end()}, 1});
            visit(profile);
        }
    }
}

}  // namespace

TEST_CASE("KV 5.1: a footrule optimum and the best vote cost at most twice Kemeny's optimum",
          "[aggregation]") {
    Rational worst_footrule = 1;
    Rational worst_vote = 1;
    for_each_three_votes(4, [&](const Profile& profile) {
        const VoteCosts votes(profile, {});
        const PairCosts costs = votes.stored();
        const Rational optimum = kemeny(costs).cost;
        const Rational footrule = costs.in_units(costs.cost(footrule_optimal(profile, {}).order));
        const Rational vote = best_input(votes).cost;
        CHECK(footrule <= Rational(2) * optimum);
        CHECK(vote <= Rational(2) * optimum);
        if (optimum.sign() == 0) return;
        worst_footrule = std::max(worst_footrule, footrule / optimum);
        worst_vote = std::max(worst_vote, vote / optimum);
    });
    CHECK(worst_vote == fraction(4, 3));
    CHECK(worst_footrule >= 1);
}

TEST_CASE("The best of two opposite votes is optimal, of a cycle's votes too", "[aggregation]") {
    for (const Profile& profile : {profile_of_orders({{0, 1, 2, 3}, {3, 2, 1, 0}}),
                                   profile_of_orders({{0, 1, 2}, {1, 2, 0}, {2, 0, 1}})}) {
        const VoteCosts votes(profile, {});
        CHECK(best_input(votes).cost == kemeny(votes.stored()).cost);
    }
}

TEST_CASE("KV 5.1: the best vote comes as near to twice the optimum as 2 - 2/n", "[aggregation]") {
    // Vote k is the order with the elements of pair k exchanged: each is 1 from the order, 2 from
    // the others.
    for (std::size_t pairs = 2; pairs <= 5; ++pairs) {
        Profile profile{2 * pairs, {}};
        for (std::size_t k = 0; k < pairs; ++k) {
            std::vector<Rank> buckets(2 * pairs);
            std::iota(buckets.begin(), buckets.end(), Rank{0});
            std::swap(buckets[2 * k], buckets[2 * k + 1]);
            profile.votes.push_back({std::move(buckets), 1});
        }
        const VoteCosts votes(profile, {});
        const auto m = static_cast<std::int64_t>(pairs);
        CHECK(best_input(votes).cost == Rational(2 * (m - 1)));
        CHECK(kemeny(votes.stored()).cost == Rational(m));
    }
}

}  // namespace disarray::test
