// SPDX-License-Identifier: MIT
// Shows what the claims of KV 5.1 stand on: profiles are each multiset once with the right costs,
// tables are exact, factors compare without dividing, the grid is what its words say, and a
// comparison that the definitions do not confirm is refused.
#include "properties/claims/aggregation_rows.hpp"

#include <map>
#include <set>

#include "base/error.hpp"
#include "metrics/kendall.hpp"
#include "ranking/enumeration.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using namespace properties::kv;
using metrics::Frame;
using properties::all_weights;
using properties::Varies;

namespace {

Setting kendall_setting(const Varies& varies = no_swap_costs) {
    return {kendall_and_footrules().front(), Frame::element, varies, FixedPointPolicy::one};
}

Permutation order_named(std::string_view letters) {
    std::vector<Rank> order;
    for (const char letter : letters)
        order.push_back(static_cast<Rank>(letter - 'a'));
    return permutation_of_order(order);
}

Table kendall_table(const std::vector<Permutation>& all) {
    return Table(all, [](const Permutation& order, const Permutation& vote) {
        return Rational(metrics::kendall(compose(order, vote.inverse())));
    });
}

Rational half_of(std::int64_t value) {
    return Rational(value) / Rational(2);
}

}  // namespace

TEST_CASE("Every multiset of votes is visited once, with what each order costs it") {
    const std::vector<Permutation> all = all_permutations(3);
    const Table kendall = kendall_table(all);
    const Table doubled(all, [](const Permutation& order, const Permutation& vote) {
        return Rational(2 * metrics::kendall(compose(order, vote.inverse())));
    });
    std::map<std::size_t, std::set<std::vector<std::size_t>>> seen;
    for_each_profile({&kendall, &doubled}, 2, 3, false, [&](const ProfileCosts& profile) {
        CHECK(std::ranges::is_sorted(profile.votes));
        CHECK(seen[profile.votes.size()].insert(profile.votes).second);
        for (std::size_t order = 0; order < all.size(); ++order) {
            std::uint64_t cost = 0;
            for (const std::size_t vote : profile.votes)
                cost += metrics::kendall(compose(all[order], all[vote].inverse()));
            CHECK(kendall.in_units(profile.costs[0][order]) == Rational(cost));
            CHECK(doubled.in_units(profile.costs[1][order]) == Rational(2 * cost));
        }
    });
    REQUIRE(seen.size() == 2);
    CHECK(seen[2].size() == 21);  // C(6+1, 2)
    CHECK(seen[3].size() == 56);  // C(6+2, 3)
}

TEST_CASE("Profiles with the identity are all profiles up to the names of the elements") {
    const std::vector<Permutation> all = all_permutations(3);
    const Table table = kendall_table(all);
    const auto canonical = [&](const std::vector<std::size_t>& votes) {
        std::set<std::vector<std::vector<Rank>>> images;
        for (const Permutation& pi : all) {
            std::vector<std::vector<Rank>> image;
            for (const std::size_t vote : votes) {
                const Permutation named = compose(all[vote], pi);
                image.emplace_back(named.ranks().begin(), named.ranks().end());
            }
            std::ranges::sort(image);
            images.insert(image);
        }
        return *images.begin();
    };
    for (std::size_t count = 1; count <= 4; ++count) {
        std::set<std::vector<std::vector<Rank>>> with_identity, of_all;
        std::size_t visited = 0;
        for_each_profile({&table}, count, count, true, [&](const ProfileCosts& profile) {
            ++visited;
            CHECK(profile.votes.front() == 0);
            with_identity.insert(canonical(profile.votes));
        });
        for_each_profile({&table}, count, count, false, [&](const ProfileCosts& profile) {
            of_all.insert(canonical(profile.votes));
        });
        CHECK(with_identity == of_all);
        CHECK(visited < 6 * 6 * 6 * 6);
    }
}

TEST_CASE("A table keeps fractions exactly, and refuses numbers that sums might not hold") {
    const std::vector<Permutation> all = all_permutations(3);
    const auto value = [&](const Permutation& order, const Permutation& vote) {
        const std::uint64_t k = metrics::kendall(compose(order, vote.inverse()));
        return Rational(Integer(k), Integer(1 + k));
    };
    const Table table(all, value);
    for (std::size_t vote = 0; vote < all.size(); ++vote) {
        for (std::size_t order = 0; order < all.size(); ++order)
            CHECK(table.in_units(table.of_vote(vote)[order]) == value(all[order], all[vote]));
    }
    const auto constant = [&](std::int64_t number) {
        return Table(all, [=](const Permutation&, const Permutation&) { return Rational(number); });
    };
    CHECK_NOTHROW(constant((std::int64_t{1} << 40) - 1));
    CHECK_THROWS_AS(constant(std::int64_t{1} << 40), InternalError);
}

TEST_CASE("Factors compare as fractions, above all where the optimum is 0") {
    CHECK(Factor{3, 2} < Factor{5, 3});
    CHECK(Factor{4, 2} == Factor{2, 1});
    CHECK(Factor{1, 0} > Factor{1'000'000, 1});
    CHECK(Factor{1, 0} == Factor{7, 0});
    CHECK(Factor{std::int64_t{1} << 42, 1} > Factor{std::int64_t{1} << 41, 1});
}

TEST_CASE("The grid of three elements is what its words say") {
    const auto size_of = [](const Varies& varies) {
        return weightings_of_three(varies, FixedPointPolicy::one).size();
    };
    // Tuples with a 1: all without those that have none.
    CHECK(size_of(element_weights_only) == 5 * 5 * 5 - 4 * 4 * 4);
    CHECK(size_of(swap_costs_only) == 6 * 6);
    // 0 1 1, 1 1 1, 1 1 2, and 1 x x for x = 2, 4, 8, 16, in every order.
    CHECK(size_of(dissimilarity_only) == 3 + 1 + 3 + 3 * 4);
    // 0 1 1, 1 1 1, 1 4 4, in every order.
    CHECK(size_of(no_swap_costs) == (2 * 2 * 2 - 1) * (3 + 1 + 3));
    CHECK(size_of(all_weights) == size_of(no_swap_costs) * 3 * 3);
    for (const Varies& varies :
         {element_weights_only, swap_costs_only, dissimilarity_only, no_swap_costs, all_weights}) {
        std::set<std::string> seen;
        for (const Weighting& weighting : weightings_of_three(varies, FixedPointPolicy::local)) {
            CHECK(seen.insert(to_string(properties::Case{{Permutation::identity(3)}, weighting, 2}))
                      .second);
            CHECK(weighting.element_weights.has_value() == varies.element_weights);
            CHECK(weighting.swap_costs.has_value() == varies.swap_costs);
            CHECK(weighting.dissimilarity.has_value() == varies.dissimilarity);
            CHECK(weighting.fixed_points == FixedPointPolicy::local);
            if (weighting.dissimilarity) CHECK(weighting.dissimilarity->is_pseudometric());
        }
    }
    CHECK(weightings_in_words(swap_costs_only) == "δ of 0, 1/4, 1/2, 1, 2, 4");
    CHECK(weightings_in_words(all_weights) ==
          "w of 1, 16; δ of 0, 1, 4; pseudometrics D of 0, 1, 4");
}

TEST_CASE("Random weightings of four elements depend on seed and number only") {
    const Setting setting{kendall_and_footrules().front(), Frame::element, all_weights,
                          FixedPointPolicy::local};
    std::set<std::string> seen;
    for (std::uint64_t index = 0; index < 30; ++index) {
        const auto described = [&](std::uint64_t seed) {
            return to_string(properties::Case{
                {Permutation::identity(4)}, random_weighting_of_four(setting, seed, index), 2});
        };
        CHECK(described(1) == described(1));
        seen.insert(described(1));
        seen.insert(described(2));
        const Weighting weighting = random_weighting_of_four(setting, 1, index);
        CHECK(weighting.fixed_points ==
              (weighting.swap_costs ? FixedPointPolicy::local : weighting.fixed_points));
        if (weighting.dissimilarity) CHECK(weighting.dissimilarity->is_pseudometric());
    }
    CHECK(seen.size() > 40);
}

TEST_CASE("Orders are written from the top") {
    CHECK(letters(Permutation::from_ranks_unchecked({0, 2, 1})) == "acb");
    CHECK(letters(Permutation::from_ranks_unchecked({2, 0, 1})) == "bca");
    CHECK(letters(order_named("cab")) == "cab");
    CHECK(words({order_named("acb")}) == "vote acb");
    CHECK(words({order_named("acb"), order_named("bca")}) == "votes acb, bca");
}

TEST_CASE("Settings have every frame in which a metric compares two rankings") {
    const auto all = settings(kendall_and_footrules(), {element_weights_only, all_weights});
    std::map<std::string, int> frames;
    for (const Setting& setting : all) {
        if (setting.varies.swap_costs) continue;
        ++frames[setting.metric->full_name() + ", " + std::string(name_of(setting.frame))];
    }
    CHECK(frames.size() == 9);
    CHECK_FALSE(frames.contains("footrule[prefix-sym], element"));
    CHECK(all.size() == 9 * 3);
}

TEST_CASE("A comparison is confirmed only with its own numbers") {
    const std::vector<Permutation> votes = {order_named("abc"), order_named("abc"),
                                            order_named("cba")};
    const Comparison right{votes, {}, order_named("cba"), order_named("abc"), 6, 3};
    CHECK_NOTHROW(require_confirmed(kendall_setting(), right));
    CHECK(right.factor() == Rational(2));
    CHECK(right.to_string() == "votes abc, abc, cba: cba costs 6, abc 3");
    Comparison wrong = right;
    wrong.found_cost = 7;
    CHECK_THROWS_AS(require_confirmed(kendall_setting(), wrong), InternalError);
    wrong = right;
    wrong.optimum = half_of(5);
    CHECK_THROWS_AS(require_confirmed(kendall_setting(), wrong), InternalError);
    // A cost that is right, of an order that is no optimum.
    wrong = right;
    wrong.best = order_named("bac");
    wrong.optimum = 4;
    CHECK_THROWS_AS(require_confirmed(kendall_setting(), wrong), InternalError);
    // The same numbers are wrong for other weights.
    wrong = right;
    wrong.weighting.element_weights =
        ElementWeights::from(std::vector<std::int64_t>{2, 1, 1}, "test");
    CHECK_THROWS_AS(require_confirmed(kendall_setting(), wrong), InternalError);
}

TEST_CASE("A factor over an optimum of 0 is no number") {
    const Comparison comparison{{order_named("ab")}, {}, order_named("ba"),
                                order_named("ab"),   1,  0};
    CHECK_FALSE(comparison.factor());
    CHECK(factor_in_words(comparison) == "no factor (the optimum is 0)");
    CHECK(largest_factor_in_words(comparison) == "no factor (the optimum is 0)");
    Comparison other = comparison;
    other.optimum = half_of(1);
    CHECK(largest_factor_in_words(other) == "largest factor 2");
}

}  // namespace disarray::test
