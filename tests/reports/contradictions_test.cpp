// SPDX-License-Identifier: MIT
// Which numbers of a saved document a report takes on trust: each one of the golden documents is
// changed, and what is accepted then is listed here with the reason.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/reports/documents.hpp"
#include "tests/reports/golden_documents.hpp"

using namespace disarray::reports;
namespace test = disarray::test;

namespace {

/// Another number: one more, or one more in the last digit. Null if the value is none.
Json another(const Json& value) {
    if (value.is_number_integer()) return value.get<std::int64_t>() + 1;
    if (value.is_number()) return value.get<double>() + 0.5;
    if (!value.is_string()) return {};
    auto text = value.get<std::string>();
    if (!std::regex_match(text, std::regex("-?[0-9]+([./][0-9]+)?"))) return {};
    text.back() = text.back() == '9' ? '7' : static_cast<char>(text.back() + 1);
    return text;
}

/// "search results violating": where a number is, without places in lists.
std::string name_of_place(const Json& document, const std::string& pointer) {
    const auto schema = document.at("schema").get<std::string>();
    std::string name = std::regex_replace(schema, std::regex("^disarray\\.|/.*"), "");
    return name + std::regex_replace(std::regex_replace(pointer, std::regex("/[0-9]+"), ""),
                                     std::regex("/"), " ");
}

/// An order of a cycle whose bound is not reached, as aggregate prints it.
Json aggregation() {
    return Json::parse(R"({
      "schema": "disarray.aggregate/1", "version": "1", "command": "disarray aggregate", "seed": 1,
      "profile": {"elements": ["a", "b", "c"], "rows": 3, "votes": 3,
                  "margins": [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]},
      "distance": "kendall", "options": {"ties": "half", "unranked": "refuse"},
      "method": "kemeny", "ranking": ["b", "c", "a"], "ranks": [3, 1, 2], "cost": "4",
      "lower_bound": "3", "bound_source": "minimum of each pair", "optimal": false, "gap": "1",
      "ratio": "4/3", "decimal": {"cost": "4", "lower_bound": "3", "ratio": "1.33333"},
      "effort": {"components": 1, "largest_component": 3, "nodes": 5, "inequalities": 0},
      "seconds": 0.5, "unique": null, "optima": [], "optima_complete": false, "complete": true})");
}

/// Why nothing in a document contradicts another number there, and where.
const std::pair<const char*, std::vector<std::string>> on_trust[] = {
    {"how much was tried, and for how long; no answer depends on it",
     {"aggregate effort components",
      "aggregate effort inequalities",
      "aggregate effort largest_component",
      "aggregate effort nodes",
      "aggregate seconds",
      "aggregate seed",
      "audit restarts",
      "audit seed",
      "audit timings n",
      "audit timings seconds",
      "check cells effort applicable",
      "check cells effort examples",
      "check cells effort exhaustive_cases",
      "check cells effort exhaustive_n",
      "check cells effort random_cases",
      "check cells effort seed",
      "check claims effort applicable",
      "check claims effort examples",
      "check claims effort exhaustive_cases",
      "check claims effort exhaustive_n",
      "check claims effort random_cases",
      "check claims effort seed",
      "check seed",
      "experiment seed",
      "search results classes",
      "search results undecided"}},
    {"another program's answers and the inputs it was given, which `audit --replay` asks again",
     {"audit agreements compared",
      "audit agreements differing",
      "audit agreements expected",
      "audit agreements got",
      "audit agreements input first",
      "audit agreements input grades",
      "audit agreements input scores",
      "audit agreements input second",
      "audit agreements worst_units",
      "audit compared",
      "audit differing",
      "audit failing",
      "audit failing_first",
      "audit failing_input first",
      "audit failing_input second",
      "audit first",
      "audit input first",
      "audit input second",
      "audit inputs",
      "audit laws expected",
      "audit laws got",
      "audit laws input first",
      "audit laws input grades",
      "audit laws input scores",
      "audit laws input second",
      "audit laws related got",
      "audit laws related input first",
      "audit laws related input second",
      "audit second",
      "audit worst_units"}},
    {"what was asked for, which no answer repeats",
     {"audit agreements input cutoff", "audit laws input cutoff", "audit metric least_length",
      "audit metric range", "check cells parameters beta", "check cells parameters k", "check n",
      "check pairs", "check parameters beta", "check parameters k",
      "evaluate runs conventions beta", "evaluate runs conventions greatest-grade",
      "evaluate runs conventions persistence", "evaluate runs conventions relevance-level"}},
    {"means over cases that are drawn and not kept, and their counts",
     {"check agreement counts",
      "check agreement printed",
      "check agreement printed_second_first",
      "check agreement strict",
      "check agreement undecided",
      "check agreement undefined",
      "check merges height",
      "check pairs agreement compared",
      "check pairs agreement printed",
      "check pairs agreement strict",
      "check pairs agreement undefined",
      "check pairs agreement weak",
      "check pairs linearly_equivalent a",
      "check pairs linearly_equivalent b",
      "check robustness k",
      "check robustness mean",
      "check robustness n",
      "check robustness pairs",
      "check robustness standard_error",
      "check robustness undefined",
      "check stability averaged cases",
      "check stability averaged undecided",
      "check stability averaged undefined",
      "check stability averaged within",
      "check stability each cases",
      "check stability each share",
      "check stability each undecided",
      "check stability each undefined",
      "check stability each within",
      "check stability mean_difference",
      "check stability n",
      "check stability pairs"}},
    {"a witness of two metrics, which `check pairs` finds again",
     {"check pairs consistent witness mu", "check pairs consistent witness nu",
      "check pairs consistent witness sigma", "check pairs consistent_other_mu witness mu",
      "check pairs consistent_other_mu witness nu",
      "check pairs consistent_other_mu witness sigma"}},
    {"what comes of judgements and runs that are not in the document; logarithms, which are no "
     "fractions",
     {"evaluate between in_one_run", "evaluate between queries documents",
      "evaluate between queries left_out", "evaluate judgements greatest_grade",
      "evaluate judgements judgements", "evaluate runs curves IDCG decimal",
      "evaluate runs curves nDCG decimal", "evaluate runs documents",
      "evaluate runs mean nDCG decimal", "evaluate runs queries q1 nDCG decimal",
      "evaluate runs queries q1 nDCG@10 decimal", "evaluate runs queries q2 nDCG@10 decimal",
      "evaluate side_by_side first grade", "evaluate side_by_side first rank_in_the_other",
      "evaluate side_by_side second grade", "evaluate side_by_side second rank_in_the_other"}},
    {"means over a log or labels that are not in the document; the paper's own numbers",
     {"experiment rankings",
      "experiment source left_out queries",
      "experiment source queries",
      "experiment source rates paper",
      "experiment source sessions",
      "experiment weightings correlation_error decimal",
      "experiment weightings footrule deviation decimal",
      "experiment weightings footrule mean decimal",
      "experiment weightings footrule mean value",
      "experiment weightings kendall deviation decimal",
      "experiment weightings kendall mean decimal",
      "experiment weightings kendall mean value",
      "experiment weightings paper correlation_error",
      "experiment weightings paper ratio_deviation",
      "experiment weightings paper ratio_mean",
      "experiment weightings ratio_deviation decimal",
      "experiment weightings ratio_mean decimal",
      "experiment weightings scatter distinct",
      "experiment weightings scatter rounded_to_places",
      "experiment weightings signed_squared_correlation",
      "experiment weightings weights swap_costs",
      "experiment weightings with_ratio_of_some_orders",
      "experiment weightings worst by_footrule ranks",
      "experiment weightings worst by_kendall ranks"}},
    {"how many there are is found by the whole search alone",
     {"search results n", "search results violating", "search scatter points F",
      "search scatter points K", "search scatter points ranks"}},
};

}  // namespace

TEST_CASE("each number of a document that a report takes on trust is known, with the reason",
          "[reports]") {
    std::set<std::string> accepted;
    const auto change_each = [&](const Json& document) {
        REQUIRE(test::refusal(document) == "accepted");
        std::map<std::string, int> seen;  // two of each list
        const Json leaves = document.flatten();
        for (const auto& [pointer, value] : leaves.items()) {
            const Json number = another(value);
            const std::string name = name_of_place(document, pointer);
            if (pointer == "/version" || number.is_null() || ++seen[name] > 2) continue;
            if (test::refusal(test::replaced(document, pointer, number)) == "accepted")
                accepted.insert(name);
        }
    };
    for (const std::string& folder : {test::golden_documents(), test::evaluation_documents(),
                                      test::audit_documents(), test::experiment_documents()}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            change_each(test::document_in(folder, entry.path().filename().string()));
    }
    change_each(aggregation());
    for (const auto& [reason, names] : on_trust)
        for (const std::string& name : names)
            if (accepted.erase(name) == 0) FAIL_CHECK(name << " is refused: " << reason);
    for (const std::string& name : accepted)
        FAIL_CHECK(name << " is accepted whatever it is");
}

TEST_CASE("what an aggregation says of itself follows from its margins, order and bound",
          "[reports]") {
    const auto refused = [](const Json& json, const char* pointer, const Json& value) {
        return test::refusal_with(json, pointer, value);
    };
    CHECK(test::contains(refused(aggregation(), "/profile/votes", 4), "cost"));
    CHECK(test::contains(refused(aggregation(), "/ratio", "2"), "ratio"));
    CHECK(test::contains(refused(aggregation(), "/decimal/ratio", "1.857"), "decimal"));
    CHECK(test::contains(refused(aggregation(), "/ranks/0", 1), "ranks"));
    Json least = aggregation();
    least.merge_patch(Json::parse(R"({"lower_bound": "4", "optimal": true, "gap": "0", "ratio": "1",
        "decimal": {"lower_bound": "4", "ratio": "1"}, "unique": true, "optima_complete": true,
        "optima": [["b", "c", "a"]]})"));
    CHECK(test::refusal(least) == "accepted");
    CHECK(test::contains(refused(least, "/unique", false), "unique"));
    CHECK(test::contains(refused(least, "/optima_complete", false), "unique"));
    least["optima"].push_back({"a", "b", "c"});
    CHECK(test::contains(test::refusal(least), "unique"));
    least["unique"] = false;
    CHECK(test::refusal(least) == "accepted");
}
