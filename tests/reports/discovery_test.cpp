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
    CHECK(test::section(test::report_of(discovery()), "discovery-1").blocks.size() == 3);
}

TEST_CASE("a discovery whose counts are not those of all permutations is refused", "[reports]") {
    using Catch::Matchers::Contains;
    CHECK_THAT(test::refusal_with(discovery(), "/regions/0/points/1/count", 3),
               Contains("points for all 3! permutations"));
    Json about = discovery();
    about["constants"] = Json::array();
    CHECK_THAT(test::refusal(about), Contains("constants"));
}
