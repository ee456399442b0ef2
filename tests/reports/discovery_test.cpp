// SPDX-License-Identifier: MIT
// What a report says of what discover found: theorems, conjectures, regions with their hull and
// known curves; and what it refuses.
#include <nlohmann/json.hpp>

#include "reports/figures/figures.hpp"
#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/documents.hpp"

using namespace disarray::reports;
namespace test = disarray::test;

namespace {

/// kendall and footrule on S_3: counts add up to 6.
Json discovery() {
    return Json::parse(
        R"({"schema": "disarray.discover/1", "version": "1", "command": "disarray discover",
        "statistics": ["kendall", "footrule"], "n_from": 3, "n_to": 3, "complete": true,
        "theorems": [{"name": "upper", "statement": "footrule <= 2*kendall", "source": "nobody",
                      "verdict": "exhausted", "found": true}],
        "conjectures": [{"statement": "kendall <= footrule", "verdict": "exhausted",
                         "scope": "every σ in S_n, n = 3..3", "tight": [1]}],
        "refuted": [{"statement": "footrule <= 4", "verdict": "refuted",
                     "scope": "every σ in S_n, n = 3..3", "tight": [3]}],
        "distributions": [{"statistic": "footrule", "unimodal": [3], "variance": [],
                           "mean": [{"formula": "(n^2 - 1)/3", "modulus": 2, "residue": 1}]}],
        "regions": [{"statistics": ["kendall", "footrule"], "n": 3,
                     "points": [{"x": 0, "y": 0, "count": 1}, {"x": 1, "y": 2, "count": 2},
                                {"x": 2, "y": 4, "count": 2}, {"x": 3, "y": 4, "count": 1}],
                     "curves": [{"theorem": "upper", "points": [{"x": "0", "y": "0"},
                                                                {"x": "2", "y": "4"}]}]}]})");
}

}  // namespace

TEST_CASE("what discover found is a section with tables and a figure", "[reports]") {
    const Model model = test::model_of(discovery());
    REQUIRE(model.discoveries.size() == 1);
    CHECK(model.discoveries[0].theorems[0].origin == "nobody");
    CHECK(model.discoveries[0].regions[0].id == "discovery-1-kendall-footrule");
    const Figure figure = region_figure(model.discoveries[0].regions[0]);
    CHECK(figure.rows.size() == 4);
    CHECK(figure.alt == "4 points; their convex hull has 3 corners. Known theorems: upper.");
    CHECK(test::section(test::report_of(discovery()), "discovery-1").blocks.size() == 5);
}

TEST_CASE("what discover found has a line of the summary", "[reports]") {
    const Report report = test::report_of(discovery());
    CHECK(test::contains(test::words_of(report, "summary"),
                         "Inequalities between kendall and footrule, n = 3 to 3: 1 known theorem "
                         "checked, 0 refuted; 1 conjecture that follows from none of them, 1 "
                         "refuted at larger n."));
    CHECK(test::contains(test::words_of(report, "discovery-1"),
                         "footrule | (n^2 - 1)/3 for n = 1 mod 2 | no formula | 3"));
}

TEST_CASE("what discover found is in four CSV tables", "[reports]") {
    const auto files = to_csv(test::model_of(discovery()));
    REQUIRE(files.size() == 4);
    const std::string of = ",discovery-1,kendall; footrule,3,3,";
    CHECK(files[0].first == "theorems.csv");
    CHECK(
        test::contains(files[0].second, of + "upper,footrule <= 2*kendall,nobody,exhausted,true,"));
    CHECK(files[1].first == "conjectures.csv");
    CHECK(test::contains(files[1].second, of + "kendall <= footrule,"));
    CHECK(test::contains(files[1].second, of + "footrule <= 4,"));
    CHECK(files[2].first == "distributions.csv");
    CHECK(test::contains(files[2].second, of + "footrule,3,mean,(n^2 - 1)/3,2,1,"));
    CHECK(files[3].first == "regions.csv");
    CHECK(test::contains(files[3].second, ",kendall,footrule,3,3,4,1\r\n"));
}

TEST_CASE("a discovery whose counts are not those of all permutations is refused", "[reports]") {
    using Catch::Matchers::Contains;
    CHECK_THAT(test::refusal_with(discovery(), "/regions/0/points/1/count", 3),
               Contains("points for all 3! permutations"));
    Json about = discovery();
    about["constants"] = Json::array();
    CHECK_THAT(test::refusal(about), Contains("constants"));
}
