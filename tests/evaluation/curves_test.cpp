// SPDX-License-Identifier: MIT
// Points, mean curves and histograms, with MIR's worked example.
#include "evaluation/curves.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using evaluation::Curve;
using evaluation::Histogram;
using evaluation::JudgedQuery;
using evaluation::JudgedRun;
using evaluation::ScoreOptions;
using retrieval::Conventions;
using retrieval::Grade;
using retrieval::judged_list;

namespace {

/// MIR's q1 and q2 (Discounted Cumulated Gain): gains at ranks 1 to 15, and those not retrieved.
JudgedRun mir() {
    const std::vector<Grade> g1{1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3};
    const std::vector<Grade> g2{0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3};
    JudgedRun run;
    run.queries = {{"q1", judged_list(g1, std::vector<Grade>{3, 2, 2, 1, 1})},
                   {"q2", judged_list(g2)}};
    return run;
}

std::vector<std::string> exact_means(const Curve& curve) {
    std::vector<std::string> means;
    for (const auto& place : curve.places)
        means.push_back(place.mean.exact);
    return means;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("points are MIR's table of recall and precision", "[evaluation]") {
    const auto points = precision_recall_points(mir().queries[0], {});
    Texts found;
    for (const auto& point : points) {
        found.push_back(std::to_string(point.rank) + ": " + point.recall.to_string() + ", " +
                        point.precision.to_string());
    }
    CHECK(found ==
          Texts{"1: 1/10, 1", "3: 1/5, 2/3", "6: 3/10, 1/2", "10: 2/5, 2/5", "15: 1/2, 1/3"});
    Conventions level_2;
    level_2.relevance_level = 2;
    CHECK(precision_recall_points(mir().queries[0], level_2).size() == 3);
}

TEST_CASE("points of tied documents are refused", "[evaluation]") {
    const JudgedQuery tied{"q", {2, {{0, 2, 1}}, {1}}};
    CHECK(test::contains(test::message_of<NotSupported>([&] { precision_recall_points(tied, {}); }),
                         "tied documents under --ties average"));
}

TEST_CASE("mean curves are MIR's, at every recall level and every rank", "[evaluation]") {
    ScoreOptions options;
    options.exact = true;
    options.conventions.discount = retrieval::Discount::mir;
    const auto curves = mean_curves(mir(), 15, options);
    REQUIRE(curves.size() == 7);
    CHECK(curves[0].name == "iP");
    CHECK(exact_means(curves[0]) == Texts{"2/3", "2/3", "1/2", "5/12", "13/40", "7/24", "1/8",
                                          "1/10", "1/10", "1/10", "1/10"});
    CHECK(curves[1].name == "CG");
    CHECK(exact_means(curves[1]) ==
          Texts{"1/2", "1/2", "2", "2", "2", "7/2", "7/2", "4", "4", "5", "5", "5", "5", "5", "8"});
    CHECK(curves[3].name == "ICG");
    CHECK(exact_means(curves[3]) == Texts{"3", "11/2", "15/2", "17/2", "19/2", "21/2", "11", "23/2",
                                          "12", "25/2", "25/2", "25/2", "25/2", "25/2", "25/2"});
    CHECK(curves[4].places[2].request.label == "IDCG@3");
    CHECK(curves[4].places[2].mean.exact == "11/2 + 2/log2(3)");
}

TEST_CASE("a histogram says for each query which run is better", "[evaluation]") {
    JudgedRun first, second;
    const auto add = [](JudgedRun& run, const char* name, std::vector<Grade> list,
                        std::vector<Grade> missing = {}) {
        run.queries.push_back({name, judged_list(list, missing)});
    };
    add(first, "a", {1, 0}, {1});
    add(second, "a", {0, 0}, {1, 1});
    add(first, "b", {0, 1});
    add(second, "b", {1, 0});
    add(first, "c", {1, 0});
    add(second, "c", {1, 0});
    add(first, "none", {0});
    add(second, "none", {0, 0});
    add(first, "only first", {1});
    add(second, "only second", {1});
    ScoreOptions options;
    options.exact = true;
    const Histogram histogram =
        evaluation::histogram(retrieval::request_named("RR", ""), first, second, options);
    REQUIRE(histogram.queries.size() == 3);
    CHECK(histogram.first_better == 1);
    CHECK(histogram.second_better == 1);
    CHECK(histogram.equal == 1);
    CHECK(histogram.without_value == 1);
    CHECK(histogram.queries[1].query == "b");
    CHECK(histogram.queries[1].difference.exact == "-1/2");
    CHECK(histogram.queries[1].difference.decimal == "-0.5000");
    CHECK(histogram.queries[1].better == -1);

    // Smaller is better for E: the differences keep their signs, the winner does not.
    const Histogram e =
        evaluation::histogram(retrieval::request_named("E@1", ""), first, second, options);
    CHECK(e.queries[1].difference.exact == "1");
    CHECK(e.queries[1].better == -1);

    options.undefined = evaluation::Undefined::zero;
    const Histogram zero =
        evaluation::histogram(retrieval::request_named("RR", ""), first, second, options);
    CHECK(zero.without_value == 0);
    CHECK(zero.equal == 2);
}
