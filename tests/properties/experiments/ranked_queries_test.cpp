// SPDX-License-Identifier: MIT
// Rankings induced by rows of numbers, tie rules, orders of the tied, patterns.
#include "properties/experiments/ranked_queries.hpp"

#include <map>
#include <set>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/properties/experiments/naive_footrule_kendall.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

namespace {

Patterns patterns(const std::vector<std::vector<std::int64_t>>& rows, TieRule rule,
                  std::uint64_t seed = 1, bool with_values = false) {
    return patterns_of(test::table_of(rows), rule, seed, with_values);
}

std::vector<Rank> above(const Patterns& patterns, std::size_t query) {
    const auto found = patterns.above_of(patterns.of_query[query]);
    return {found.begin(), found.end()};
}

using Ranks = std::set<std::vector<Rank>>;

Ranks orders_of(std::span<const Rank> above) {
    Ranks found;
    std::size_t count = 0;
    for_each_tie_order(above, [&](std::span<const Rank> sigma) {
        found.insert({sigma.begin(), sigma.end()});
        ++count;
    });
    CHECK(count == found.size());
    return found;
}

}  // namespace

TEST_CASE("the rankings of every row of four are those of the plain definition") {
    for (const auto& row : test::all_rows(4, 3)) {
        for (const TieRule rule : {TieRule::position, TieRule::reversed}) {
            const auto expected = test::naive::rankings(row, rule);
            REQUIRE(expected.size() == 1);
            const auto ranks = expected.front().ranks();
            CHECK(above(patterns({row}, rule), 0) == std::vector<Rank>(ranks.begin(), ranks.end()));
        }
        Ranks expected;
        for (const Permutation& sigma : test::naive::rankings(row, TieRule::average))
            expected.insert({sigma.ranks().begin(), sigma.ranks().end()});
        const Patterns tied = patterns({row}, TieRule::average);
        CHECK(orders_of(tied.above_of(0)) == expected);
        CHECK(tie_orders(tied.above_of(0)) == expected.size());
        const auto random = above(patterns({row}, TieRule::random), 0);
        CHECK(expected.contains(random));
    }
}

TEST_CASE("random ties give every order of the tied about as often") {
    const std::vector<std::vector<std::int64_t>> rows(6000, {1, 2, 1, 1});
    const Patterns drawn = patterns(rows, TieRule::random, 7);
    std::map<std::vector<Rank>, int> count;
    for (std::size_t query = 0; query < rows.size(); ++query)
        ++count[above(drawn, query)];
    REQUIRE(count.size() == 6);
    for (const auto& [order, times] : count) {
        CHECK(times > 850);
        CHECK(times < 1150);
    }
    CHECK(patterns(rows, TieRule::random, 7).of_query == drawn.of_query);
}

TEST_CASE("patterns are numbered by their first query, and told apart by values if asked") {
    const std::vector<std::vector<std::int64_t>> rows{{2, 1}, {1, 2}, {5, 3}, {2, 1}};
    const Patterns by_rank = patterns(rows, TieRule::position);
    CHECK(by_rank.of_query == std::vector<std::uint32_t>{0, 1, 0, 0});
    CHECK(by_rank.first_query == std::vector<std::size_t>{0, 1});
    CHECK(by_rank.values_of(0).empty());
    const Patterns by_value = patterns(rows, TieRule::position, 1, true);
    CHECK(by_value.of_query == std::vector<std::uint32_t>{0, 1, 2, 0});
    CHECK(by_value.values_of(2)[1] == 3);
}

TEST_CASE("more orders of the tied than can be gone through are refused, with the query") {
    const std::vector<std::int64_t> ten(10, 4), eleven(11, 4);
    CHECK(tie_orders(patterns({ten}, TieRule::average).above_of(0)) == most_tie_orders);
    const std::string message =
        test::message_of<NotSupported>([&] { patterns({eleven}, TieRule::average); });
    CHECK(test::contains(message, "\"q1\""));
    CHECK(test::contains(message, "3628800"));
    CHECK(patterns({eleven}, TieRule::random).size() == 1);
    CHECK(tie_orders(std::vector<Rank>(30, 0)) == most_tie_orders + 1);
}

TEST_CASE("tie rules have names") {
    for (const TieRule rule :
         {TieRule::position, TieRule::reversed, TieRule::random, TieRule::average})
        CHECK(choice_named<TieRule>(name_of(rule), "test") == rule);
    CHECK(test::contains(
        test::message_of<InputError>([] { choice_named<TieRule>("averages", "--ties"); }),
        "did you mean average?"));
}
