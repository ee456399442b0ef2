// SPDX-License-Identifier: MIT
// One input under every convention: how it is read, which values it has, and what is joined.
#include "properties/audit/one_input.hpp"

#include "base/error.hpp"
#include "properties/audit/missing_values.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::properties::audit;
using test::contains;

namespace {

std::vector<EqualConventions> values_at(const std::string& json, const std::string& name) {
    const GivenInput given = given_input(json, "test");
    return equal_conventions(
        values_under_conventions(given, name, declared_conventions({}, "test"), true, "test"));
}

using Box = std::map<std::string, std::set<std::string>>;

}  // namespace

TEST_CASE("an input says by its members of which kind it is", "[audit][input]") {
    CHECK(given_input(R"({"first": [1, 2.5], "second": [2, 1]})", "t").ranks ==
          RankPair{{2, 5}, {4, 2}, 2});
    CHECK(given_input(R"({"first": [0.1], "second": [0.3]})", "t").ranks == RankPair{{1}, {3}, 10});
    const GivenInput by_rank = given_input(R"({"grades": [2, 0], "cutoff": 1})", "t");
    CHECK(by_rank.kind == MetricKind::relevance_by_rank);
    CHECK(by_rank.list.cutoff == 1);
    CHECK(by_rank.list.retrieved[0].score > by_rank.list.retrieved[1].score);
    const GivenInput scored = given_input(
        R"({"grades": [2, 0], "scores": [1, "NaN"], "ids": ["x", "y"], "not_retrieved": [1]})",
        "t");
    CHECK(scored.kind == MetricKind::relevance_and_scores);
    CHECK(scored.score_is_missing == IsMissing{false, true});
    CHECK(scored.input ==
          R"({"grades":[2,0],"scores":[1,"NaN"],"ids":["x","y"],"not_retrieved":[1]})");
}

TEST_CASE("equal values of many conventions are one line, without what makes no difference",
          "[audit][input]") {
    // A tie of a relevant document and another one: 1, 1/2 or the mean.
    const auto groups = values_at(R"({"ids": ["a", "b"], "scores": [1, 1], "grades": [0, 1]})",
                                  "average_precision");
    REQUIRE(groups.size() == 3);
    CHECK(groups[0].value->to_string() == "3/4");
    CHECK(groups[0].boxes == std::vector<Box>{{{"ties", {"average"}}}});
    CHECK(groups[1].value->to_string() == "1");
    CHECK(groups[1].boxes == std::vector<Box>{{{"ties", {"best", "trec"}}}});
    CHECK(groups[2].value->to_string() == "1/2");
    CHECK(groups[2].boxes == std::vector<Box>{{{"ties", {"block", "input-order", "worst"}}}});
    const auto undefined = values_at(R"({"grades": [0]})", "recall");
    REQUIRE(undefined.size() == 3);
    CHECK(undefined[1].boxes == std::vector<Box>{{{"undefined", {"zero"}}}});
}

TEST_CASE("votes have the points of every rule, one after the other", "[audit][input]") {
    const std::string json =
        R"({"elements": ["x", "y", "z"], "votes": [["y", "x", "z"], ["x", "y", "z"]]})";
    const GivenInput given = given_input(json, "t");
    CHECK(given.kind == MetricKind::votes);
    CHECK(given.votes == Votes{3, {{1, 0, 2}, {0, 1, 2}}});
    const auto all = values_at(json, "");
    REQUIRE(all.size() == vote_references().size());
    const auto borda = values_at(json, "borda_count");
    REQUIRE(borda.size() == 1);
    REQUIRE(borda[0].points.size() == 3);
    CHECK(borda[0].points[0].to_string() == "3");
    CHECK(borda[0].points[2].to_string() == "0");
    for (const char* wrong :
         {R"({"elements": ["x", "x"], "votes": []})",
          R"({"elements": ["x", "y"], "votes": [["x"]]})",
          R"({"elements": ["x", "y"], "votes": [["x", "x"]]})",
          R"({"elements": ["x", "y"], "votes": [["x", "z"]]})", R"({"elements": ["x", "y"]})",
          R"({"votes": [[]]})", R"({"elements": [1], "votes": [[1]]})"})
        CHECK_THROWS_AS(given_input(wrong, "t"), InputError);
}

TEST_CASE("NaN is refused, omitted or the least", "[audit][input]") {
    const auto groups = values_at(
        R"({"ids": ["a", "b", "c"], "scores": [3, "NaN", 1], "grades": [0, 1, 1]})", "RR");
    REQUIRE(groups.size() == 2);
    CHECK(!groups[0].value);
    CHECK(groups[0].boxes == std::vector<Box>{{{"missing", {"refuse"}}}});
    CHECK(groups[1].boxes == std::vector<Box>{{{"missing", {"least", "omit"}}}});
    const RankPair pair{{1, 3, 2}, {1, 2, 3}};
    const IsMissing second_missing{false, true, false}, no{false, false, false};
    CHECK(*without_missing(pair, second_missing, no, Missing::omit) == RankPair{{1, 2}, {1, 3}});
    CHECK(*without_missing(pair, second_missing, no, Missing::least) ==
          RankPair{{1, 3, 2}, {1, 2, 3}});
    CHECK(!without_missing(pair, second_missing, no, Missing::refuse));
    CHECK(*without_missing(pair, no, no, Missing::refuse) == pair);
    RetrievalCase list;
    list.retrieved = {{"a", Rational(-2), 1}, {"b", Rational(0), 2}};
    CHECK(without_missing(list, {false, true}, Missing::omit, true)->not_retrieved ==
          std::vector<retrieval::Grade>{2});
    CHECK(without_missing(list, {false, true}, Missing::omit, false)->not_retrieved.empty());
    CHECK(without_missing(list, {false, true}, Missing::least, true)->retrieved[1].score == -3);
}

TEST_CASE("names of metrics are those of libraries as well, and others are refused",
          "[audit][input]") {
    CHECK(values_at(R"({"first": [1, 2], "second": [2, 1]})", "kendalltau").front().reference ==
          "kendall-tau-b");
    CHECK(values_at(R"({"first": [1, 2], "second": [2, 1]})", "").size() > 10);
    CHECK(contains(test::message_of<InputError>(
                       [] { values_at(R"({"first": [1], "second": [1]})", "kendal"); }),
                   "the nearest kendall, "));
    CHECK_THROWS_AS(values_at(R"({"grades": [1]})", "no such"), InputError);
}
