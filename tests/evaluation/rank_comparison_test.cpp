// SPDX-License-Identifier: MIT
// Two runs against each other: ranks over common documents, ties, weights, panels.
#include "evaluation/rank_comparison.hpp"

#include "metrics/rank_biased_overlap.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/evaluation/run_files.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using evaluation::Documents;
using evaluation::DocumentWeights;
using evaluation::RankComparison;
using evaluation::RankComparisonOptions;
using formats::Ties;
using test::contains;
using test::judgements_of;
using test::message_of;
using test::run_of;
using test::TemporaryFile;

namespace {

RankComparison compared(std::string_view first, std::string_view second,
                        const RankComparisonOptions& options,
                        std::string_view judgements = "q c 2") {
    const TemporaryFile a(run_of(first)), b(run_of(second));
    return compare_rankings(a.path(), b.path(), judgements_of(judgements), options);
}

RankComparisonOptions asking(std::vector<std::string> metrics, Ties ties = Ties::trec) {
    RankComparisonOptions options;
    options.metrics = std::move(metrics);
    options.run.ties = ties;
    return options;
}

std::vector<std::string> texts(const std::vector<Value>& values) {
    std::vector<std::string> texts;
    for (const Value& value : values)
        texts.push_back(value.to_string());
    return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("distances are taken between the common documents, whose ranks close up",
          "[evaluation]") {
    // Common: a b c in the first, c a b in the second.
    const RankComparison result =
        compared("q: a 9, x 8, b 7, c 6; r: a 1", "q: c 3, y 2.5, z 2.4, a 2, b 1; s: a 1; t: a 1",
                 asking({"kendall", "footrule[box]", "kendall-tau", "spearman-rho"}));
    CHECK(result.metrics == Texts{"kendall", "footrule[box]", "kendall-tau", "spearman-rho"});
    REQUIRE(result.queries.size() == 1);
    CHECK(result.queries[0].documents == 3);
    CHECK(result.queries[0].left_out == 3);
    CHECK(result.in_one_run == 3);
    CHECK(texts(result.queries[0].values) == Texts{"2", "4", "-1/3", "-1/2"});
}

TEST_CASE("weights of documents are 1 + grade, and swap costs those of their positions",
          "[evaluation]") {
    RankComparisonOptions options = asking({"kendall"});
    options.weights = DocumentWeights::grade;
    // Inverted: a before c, b before c; c has the weight 1 + 2.
    CHECK(texts(compared("q: a 3, b 2, c 1", "q: c 3, a 2, b 1", options).queries[0].values) ==
          Texts{"6"});
    options.weights = DocumentWeights::unit;
    options.swap_costs = "topk:1";
    CHECK(texts(compared("q: a 3, b 2, c 1", "q: c 3, a 2, b 1", options).queries[0].values) !=
          Texts{"2"});
}

TEST_CASE("ties stay ties where they are averaged", "[evaluation]") {
    // Scores 3 2 2 1 against 4 3 2 1: five concordant pairs of six, one tied in the first.
    const auto tied =
        compared("q: a 3, b 2, c 2, d 1", "q: a 4, b 3, c 2, d 1",
                 asking({"kendall-tau", "kendall-tau-b", "spearman-rho"}, Ties::average));
    CHECK(texts(tied.queries[0].values) == Texts{"5/6", "1/6*sqrt(30)", "3/10*sqrt(10)"});
    // Under trec the tie is broken by name: c before b.
    const auto broken = compared("q: a 3, b 2, c 2, d 1", "q: a 4, b 3, c 2, d 1",
                                 asking({"kendall-tau", "kendall-tau-b"}));
    CHECK(texts(broken.queries[0].values) == Texts{"2/3", "2/3"});
}

TEST_CASE("overlaps are of both lists as they are", "[evaluation]") {
    const auto uneven = compared("q: a 3, b 2", "q: b 3, c 2, a 1",
                                 asking({"rbo", "average-overlap", "1-rbo", "kendall"}));
    const std::vector<std::uint32_t> first{0, 1}, second{1, 2, 0};
    const Value rbo = metrics::extrapolated_overlap(first, second, Rational(9, 10));
    // At depth 1 nothing is shared, at depth 2 b is, and a beyond the end of the first list.
    CHECK(uneven.metrics ==
          Texts{"rbo", "rbo-min", "rbo-max", "average-overlap", "1-rbo", "kendall"});
    const Value least = metrics::least_overlap(first, second, Rational(9, 10));
    const Value greatest = metrics::greatest_overlap(first, second, Rational(9, 10));
    CHECK(texts(uneven.queries[0].values) == Texts{rbo.to_string(), least.to_string(),
                                                   greatest.to_string(), "1/4",
                                                   (Value(1) - rbo).to_string(), "1"});
}

TEST_CASE("overlaps keep the ties of both lists where these are averaged", "[evaluation]") {
    const auto tied = compared("q: a 3, b 3, c 2", "q: a 3, b 3, c 2",
                               asking({"rbo", "rbo-b", "rbo-w", "average-overlap"}, Ties::average));
    CHECK(tied.metrics == Texts{"rbo", "rbo-min", "rbo-max", "rbo-b", "rbo-w", "rbo-w-min",
                                "rbo-w-max", "average-overlap"});
    // At depth 1 agreement is 1/2, later 1.
    CHECK(tied.queries[0].values[0].to_string() == "19/20");
    CHECK(tied.queries[0].values[3].to_string() == "1");
    CHECK(tied.queries[0].values[4].to_string() == "1");
    CHECK(tied.queries[0].values[7].to_string() == "5/6");
}

TEST_CASE("what cannot be compared is refused with its reason", "[evaluation]") {
    const auto refusal = [](const RankComparisonOptions& options, std::string_view second) {
        return message_of<InputError>([&] { compared("q: a 3, b 2", second, options); });
    };
    CHECK(contains(refusal(asking({"kendall"}, Ties::average), "q: a 1, b 2"),
                   "kendall with --ties average"));
    CHECK(contains(refusal(asking({"kendall"}, Ties::best), "q: a 1, b 2"), "--ties best"));
    CHECK(contains(refusal(asking({"recall"}), "q: a 1, b 2"), "needs no cutoff"));
    CHECK(contains(refusal(asking({"kendal"}), "q: a 1, b 2"), "the nearest kendall,"));
    CHECK(contains(refusal(asking({"kendall"}), "r: a 1"), "no query that"));
    RankComparisonOptions weighted = asking({"kendall-tau"});
    weighted.weights = DocumentWeights::grade;
    CHECK(contains(refusal(weighted, "q: a 1, b 2"), "which none of the metrics takes"));
    weighted.weights = DocumentWeights::unit;
    weighted.swap_costs = "topk:1";
    CHECK(contains(refusal(weighted, "q: a 1, b 2"), "which none of the metrics takes"));
    RankComparisonOptions dcg = asking({"kendall"});
    dcg.swap_costs = "dcg";
    std::string many = "q: a 1";
    for (int i = 0; i < 101; ++i)
        many += ", x" + std::to_string(i) + " 1";
    CHECK(contains(message_of<InputError>([&] { compared(many, many, dcg); }),
                   "102 documents with --swap-costs dcg"));
    RankComparisonOptions same = asking({"kendall"});
    same.documents = Documents::same;
    CHECK(contains(refusal(same, "q: a 2, c 1"), "2 documents in one list only"));
    CHECK(texts(compared("q: a 3, b 2", "q: a 1, b 2", same).queries[0].values) == Texts{"1"});
    CHECK(texts(compared("q: a 3", "q: b 1", asking({"kendall"})).queries[0].values) ==
          Texts{"undefined"});
}

TEST_CASE("panels show grades, and the rank in the other list", "[evaluation]") {
    const TemporaryFile a(run_of("q: a 9, x 8, b 7; r: a 1")), b(run_of("q: b 3, a 2"));
    const auto panel =
        evaluation::side_by_side(a.path(), b.path(), "q", 2, judgements_of("q a 2; q x 0"), {});
    REQUIRE(panel.first.size() == 2);
    REQUIRE(panel.second.size() == 2);
    CHECK(panel.first[0].document == "a");
    CHECK(panel.first[0].grade == 2);
    CHECK(panel.first[0].rank_in_the_other == 2u);
    CHECK(panel.first[1].grade == 0);
    CHECK_FALSE(panel.first[1].rank_in_the_other);
    CHECK(panel.second[0].document == "b");
    CHECK_FALSE(panel.second[0].grade);
    CHECK(panel.second[0].rank_in_the_other == 3u);
    CHECK(contains(message_of<InputError>([&] {
                       evaluation::side_by_side(a.path(), b.path(), "r", 2, judgements_of("q a 2"),
                                                {});
                   }),
                   "expected a query of"));
}
