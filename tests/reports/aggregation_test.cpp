// SPDX-License-Identifier: MIT
// What a report says of rank aggregation: the order with its proof or its gap, the margins of the
// pairs, all optima where they are listed; and what it refuses.
#include <nlohmann/json.hpp>

#include "ranking/profile.hpp"
#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/documents.hpp"

using namespace disarray::reports;
namespace test = disarray::test;

namespace {

/// Condorcet's cycle: 2 of 3 votes for each of a > b, b > c, c > a.
Json cycle() {
    return Json::parse(
        R"({"schema": "disarray.aggregate/1", "version": "1", "command": "disarray aggregate",
        "profile": {"elements": ["a", "b", "c"], "rows": 3, "votes": 3,
                    "margins": [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]},
        "distance": "kendall", "options": {}, "method": "kemeny", "ranking": ["a", "b", "c"],
        "ranks": [1, 2, 3], "cost": "4", "lower_bound": "4", "bound_source": "all orders",
        "optimal": true, "gap": "0", "complete": true,
        "optima": [["a", "b", "c"], {"ranking": ["b", "c", "a"]}, ["c", "a", "b"]]})");
}

}  // namespace

TEST_CASE("an aggregation is told with its proof, its margins and all its optima", "[reports]") {
    const Report report = test::report_of(cycle());
    const std::string words = test::words_of(report, "aggregation-1");
    INFO(words);
    CHECK(test::contains(words, "a > b > c, of cost 4, proved least, by: all orders."));
    CHECK(test::contains(words, "a | – | 1 | -1 | \n"));
    CHECK(test::contains(words, "\nb > c > a | \n"));
    CHECK(
        test::contains(test::words_of(report, "summary"), "Aggregation of 3 votes on 3 elements"));
}

TEST_CASE("an aggregation that is not proved says its gap", "[reports]") {
    Json json = test::replaced(cycle(), "/lower_bound", "3");
    json["optimal"] = false;
    json["gap"] = "1";
    CHECK(test::contains(test::words_of(test::report_of(json), "aggregation-1"),
                         "not proved least: at most 1 above it, by: all orders"));
    const auto files = to_csv(test::model_of(json));
    REQUIRE(files.size() == 1);
    CHECK(test::contains(files[0].second,
                         "distance,votes,method,cost,lower_bound,bound_source,optimal,ranking,"));
    CHECK(test::contains(files[0].second, ",kendall,3,kemeny,4,3,all orders,false,a; b; c,"));
}

TEST_CASE("an aggregation that contradicts itself is refused", "[reports]") {
    CHECK(test::contains(test::refusal_with(cycle(), "/lower_bound", "5"), "at most the cost 4"));
    CHECK(test::contains(test::refusal_with(cycle(), "/optimal", false), "true, as cost"));
    CHECK(test::contains(test::refusal_with(cycle(), "/gap", "1"), "gap"));
    CHECK(test::contains(test::refusal_with(cycle(), "/ranking/0", "b"), "each element"));
    CHECK(test::contains(test::refusal_with(cycle(), "/optima/0/0", "b"), "each element"));
    CHECK(test::contains(test::refusal_with(cycle(), "/profile/margins/0/1", 2), "margins"));
    CHECK(test::contains(test::refusal_with(cycle(), "/profile/margins/2", nullptr), "margins"));
}

TEST_CASE("hostile names of an aggregation stay text", "[reports]") {
    Json json = cycle();
    const std::string text = test::hostile_text;
    json["profile"]["elements"][0] = text;
    json["ranking"][0] = text;
    json.erase("optima");
    const Model model = test::model_of(json);
    test::check_hostile_stays_text(model, compose(model, "VERSION"));
}

TEST_CASE("margins count votes above and below, and neither ties nor what is left out") {
    using disarray::not_ranked;
    const disarray::Profile profile{3, {{{0, 1, 2}, 4}, {{1, 0, 0}, 3}, {{0, not_ranked, 1}, 2}}};
    CHECK(disarray::margins_of(profile) ==
          std::vector<std::vector<std::int64_t>>{{0, 1, 3}, {-1, 0, 4}, {-3, -4, 0}});
}
