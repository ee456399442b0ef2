// SPDX-License-Identifier: MIT
// Shows what each rule makes of ties and of elements that are left out, and that what no rule
// covers is refused.
#include "ranking/profile.hpp"

#include "base/error.hpp"
#include "tests/aggregation/profiles.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

namespace {

constexpr Rank none = not_ranked;

std::vector<Rank> ruled(std::vector<Rank> buckets, TieRule ties, UnrankedRule unranked) {
    return with_rules(profile_of({std::move(buckets)}), {ties, unranked}, "test").votes[0].buckets;
}

std::string refusal(const Profile& profile, const ProfileRules& rules = {}) {
    return message_of<InputError>([&] { with_rules(profile, rules, "votes.soc"); });
}

}  // namespace

TEST_CASE("A complete vote without ties is the same under all rules", "[aggregation]") {
    const std::vector<Rank> buckets{2, 0, 1};
    for (const ProfileRules& rules : all_rules(false))
        CHECK(ruled(buckets, rules.ties, rules.unranked) == buckets);
}

TEST_CASE("The rule bottom ties the elements left out below all others", "[aggregation]") {
    CHECK(ruled({none, 0, 1, none}, TieRule::half, UnrankedRule::bottom) ==
          std::vector<Rank>{2, 0, 1, 2});
    CHECK(ruled({none, none}, TieRule::free, UnrankedRule::bottom) == std::vector<Rank>{0, 0});
}

TEST_CASE("The rule absent leaves the elements left out where they are", "[aggregation]") {
    CHECK(ruled({none, 0, 0}, TieRule::half, UnrankedRule::absent) ==
          std::vector<Rank>{none, 0, 0});
    CHECK(ruled({none, 0, 0, 1}, TieRule::element_order, UnrankedRule::absent) ==
          std::vector<Rank>{none, 0, 1, 2});
}

TEST_CASE("The rule element-order puts the smaller number above, also of those left out",
          "[aggregation]") {
    CHECK(ruled({1, 0, 1, 0}, TieRule::element_order, UnrankedRule::refuse) ==
          std::vector<Rank>{2, 0, 3, 1});
    CHECK(ruled({none, 0, none, 0}, TieRule::element_order, UnrankedRule::bottom) ==
          std::vector<Rank>{2, 0, 3, 1});
}

TEST_CASE("Ties stay under the rules free and half", "[aggregation]") {
    CHECK(ruled({0, 0, 1}, TieRule::free, UnrankedRule::refuse) == std::vector<Rank>{0, 0, 1});
    CHECK(ruled({0, 0, 1}, TieRule::half, UnrankedRule::refuse) == std::vector<Rank>{0, 0, 1});
}

TEST_CASE("Counts stay, up to 2^32 together", "[aggregation]") {
    Profile profile = profile_of({{0, 1}, {1, 0}});
    profile.votes[0].count = (std::uint64_t{1} << 32) - 1;
    CHECK(with_rules(profile, {}, "test").votes == profile.votes);
    profile.votes[1].count = 2;
    CHECK(contains(refusal(profile), "votes.soc: found more than 4294967296 votes at vote 2"));
    profile.votes[1].count = ~std::uint64_t{0};
    CHECK(contains(refusal(profile), "at vote 2"));
}

TEST_CASE("A profile without votes or elements is refused", "[aggregation]") {
    CHECK(contains(refusal({3, {}}), "votes.soc: found no votes"));
    CHECK(contains(refusal({0, {Vote{{}, 1}}}), "votes.soc: found no elements"));
}

TEST_CASE("A count of 0 is refused with the number of the vote", "[aggregation]") {
    Profile profile = profile_of({{0, 1}, {1, 0}});
    profile.votes[1].count = 0;
    CHECK(contains(refusal(profile), "count 0 at vote 2"));
}

TEST_CASE("A vote that leaves an element out is refused with the rules that accept it",
          "[aggregation]") {
    const std::string message = refusal(profile_of({{0, 1, 2}, {0, none, 1}}));
    CHECK(contains(message, "vote 2 without element 2"));
    CHECK(contains(message, "bottom or absent"));
}

TEST_CASE("A vote of another size or with an empty bucket is misuse", "[aggregation]") {
    const auto misuse = [](Profile profile) {
        return message_of<UsageError>([&] { with_rules(std::move(profile), {}, "test"); });
    };
    CHECK(contains(misuse({3, {Vote{{0, 1}, 1}}}), "2 elements, not 3"));
    CHECK(contains(misuse(profile_of({{0, 2, 2}})), "empty bucket"));
    CHECK(contains(misuse(profile_of({{1, 1, 1}})), "empty bucket"));
    CHECK(contains(misuse(profile_of({{0, 3, 1}})), "bucket 3"));
}

TEST_CASE("Rules are found by their names, and a wrong name lists them", "[aggregation]") {
    for (const ProfileRules& rules : all_rules(false)) {
        CHECK(choice_named<TieRule>(name_of(rules.ties), "--ties") == rules.ties);
        CHECK(choice_named<UnrankedRule>(name_of(rules.unranked), "--unranked") == rules.unranked);
    }
    CHECK(contains(message_of<InputError>([] { choice_named<TieRule>("both", "--ties"); }),
                   "--ties: found \"both\", expected one of free, half, element-order"));
    CHECK(contains(message_of<InputError>([] { choice_named<UnrankedRule>("top", "--unranked"); }),
                   "--unranked: found \"top\", expected one of refuse, bottom, absent"));
}

TEST_CASE("Ties and elements left out are seen", "[aggregation]") {
    CHECK(has_ties({{0, 1, 0}, 1}));
    CHECK_FALSE(has_ties({{0, none, 1, none}, 1}));
    CHECK(ranks_all({{0, 1, 0}, 1}));
    CHECK_FALSE(ranks_all({{0, none}, 1}));
}

}  // namespace disarray::test
