// SPDX-License-Identifier: MIT
// The report as JSON has every number of the model, and the data of every figure.
#include <string>

#include <nlohmann/json.hpp>

#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/sample_report.hpp"

using namespace disarray;
using namespace disarray::reports;

namespace {

const std::string awkward = "a \"b\" \\ c\nσ <d>";

Json json_of(const std::string& text) {
    return Json::parse(to_json(test::sample_model(text), test::sample_report(text)));
}

void check_finding(const Json& json, const Finding& finding) {
    CHECK(json["document"] == "check.json");
    CHECK(json["row"] == finding.id);
    CHECK(json["label"] == finding.label);
    CHECK(json["statement"] == finding.statement);
    CHECK(json["source"] == finding.origin);
    CHECK(json["metric"] == finding.metric);
    CHECK(json["reading"].is_null());
    CHECK(json["frame"] == finding.frame);
    CHECK(json["fixed_points"] == finding.fixed_points);
    CHECK(json["variant"] == finding.variant);
    CHECK(json["verdict"] == "refuted");
    CHECK(json["scope"] == finding.scope);
    CHECK(json["effort"] == finding.effort);
    CHECK(json["explanation"] == finding.explanation);
    CHECK(json["reproduce"] == finding.reproduce);
    CHECK(json["witness"] == *finding.witness_json);
}

}  // namespace

TEST_CASE("JSON says what it is and from what it was made", "[reports]") {
    const Json json = json_of(awkward);
    CHECK(json["schema"] == "disarray.report/1");
    CHECK(json["version"].is_string());
    CHECK(json.contains("command"));
    REQUIRE(json["sources"].size() == 2);
    CHECK(json["sources"][0]["document"] == "search.json");
    CHECK(json["sources"][0]["seed"].is_null());
    CHECK(json["sources"][1] == Json{{"document", "check.json"},
                                     {"path", "b/check.json"},
                                     {"schema", "disarray.check/1"},
                                     {"command", awkward},
                                     {"version", awkward},
                                     {"seed", 17},
                                     {"complete", false}});
    const std::string text = to_json({}, {});
    CHECK(text.ends_with("}\n"));
    CHECK(Json::parse(text)["claims"] == Json::array());
}

TEST_CASE("JSON has every result with its exact numbers", "[reports]") {
    const Json json = json_of(awkward);
    REQUIRE(json["results"].size() == 2);
    const Json& result = json["results"][0];
    CHECK(result["row"] == "result-1");
    CHECK(result["n"] == 3);
    for (const char* key :
         {"reading", "side", "statement", "weights", "scope", "effort", "certificate"}) {
        CHECK(result[key] == awkward);
    }
    CHECK(result["whole"] == false);
    CHECK(result["ratio"] == "6/7");
    CHECK(result["decimal"] == "0.857143");
    CHECK(result["claimed"] == "1");
    CHECK(result["permutations"] == 6);
    CHECK(result["violating"] == 1);
    CHECK(result["programs"].is_null());
    CHECK(result["complete"] == true);
    CHECK(result["verdict"] == "refuted");
    CHECK(result["witness"] == *test::sample_witness().json);
    CHECK(result["strict_witness"] == *test::sample_witness().json);
    const Json& bare = json["results"][1];
    CHECK(bare["ratio"] == "unbounded");
    for (const char* key : {"reading", "side", "weights", "decimal", "claimed", "permutations",
                            "violating", "witness", "strict_witness", "certificate"}) {
        CHECK(bare[key].is_null());
    }
}

TEST_CASE("JSON has all claims and cells", "[reports]") {
    const Model model = test::sample_model(awkward);
    const Json json = json_of(awkward);
    REQUIRE(json["claims"].size() == 1);
    check_finding(json["claims"][0], model.claims[0]);
    CHECK(json["claims"][0]["id"] == awkward);
    CHECK(json["claims"][0]["repairs"] == Json{awkward, "D > 0"});
    REQUIRE(json["cells"].size() == 1);
    check_finding(json["cells"][0], model.cells[0]);
    CHECK(json["cells"][0]["property"] == awkward);
}

TEST_CASE("JSON has the numbers of experiments", "[reports]") {
    const Json json = json_of(awkward);
    const Json& agreement = json["agreement"].at(0);
    CHECK(agreement["metrics"] == Json{awkward, "mcc", "f1"});
    CHECK(agreement["ratios"] ==
          Json{{"1", "2/3", nullptr}, {"2/3", "1", "0"}, {nullptr, "0", "1"}});
    CHECK(agreement["clusters"][0] == Json{awkward, "mcc"});
    CHECK(agreement["pairs"] == 500);
    CHECK(agreement["ties"] == awkward);
    CHECK(json["robustness"].at(0)["bars"].at(0) == Json{{"metric", awkward},
                                                         {"n", 10},
                                                         {"change", "swap"},
                                                         {"pairs", 1000},
                                                         {"undefined", 3},
                                                         {"mean", "0.25"},
                                                         {"standard_error", "0.01"}});
    CHECK(json["robustness"][0]["bars"].at(1)["mean"].is_null());
    const Json& stability = json["stability"].at(0)["rows"].at(0);
    CHECK(stability["each"] == Json{{"share", "41/62"}, {"stable", false}});
    CHECK(stability["averaged"] == Json{{"share", nullptr}, {"stable", true}});
    CHECK(stability["mean_difference"] == "0.0016");
    const Json& pair = json["pairs"].at(0);
    CHECK(pair["first"] == awkward);
    CHECK(pair["agreement"] == "41/276");
    CHECK(pair["answers"].at(0) ==
          Json{{"question", awkward}, {"verdict", "exhausted"}, {"explanation", awkward}});
}

TEST_CASE("JSON has scatters and campaigns", "[reports]") {
    const Json json = json_of(awkward);
    const Json& scatter = json["scatter"].at(0);
    CHECK(scatter["row"] == "scatter-1");
    CHECK(scatter["permutations"] == 6);
    CHECK(scatter["points"].at(1) == Json{{"K", "3/2"}, {"F", "4"}, {"count", 5}});
    const Json& campaign = json["campaigns"].at(0);
    CHECK(campaign["statement"] == awkward);
    CHECK(campaign["n"] == 8);
    CHECK(campaign["lengths"].at(0) == Json{{"n", 7},
                                            {"units_done", 3},
                                            {"units", 3},
                                            {"programs", 12},
                                            {"undecided", 0},
                                            {"violating", 1},
                                            {"ratio", "6/7"},
                                            {"ranks", {2, 1, 3}},
                                            {"seconds", 0.25}});
    CHECK(campaign["lengths"].at(1)["ranks"].is_null());
}

TEST_CASE("JSON has the first section in words and the data of every figure", "[reports]") {
    Report report = test::sample_report("x");
    report.sections[0].blocks.insert(report.sections[0].blocks.begin(),
                                     Paragraph{{{"3 are "}, {"refuted", Span::Style::verdict}}});
    const Json json = Json::parse(to_json({}, report));
    REQUIRE(json["summary"].size() == 5);
    CHECK(json["summary"][0] == "3 are refuted");
    CHECK(json["summary"][2] == "x");
    REQUIRE(json["figures"].size() == 2);
    CHECK(json["figures"][0] == Json{{"id", "figure-1"},
                                     {"title", "x"},
                                     {"alt", "x"},
                                     {"columns", {"n", "x"}},
                                     {"rows", Json::array({{"3", "6/7"}, {"4", "x"}})}});
    CHECK(json["figures"][1]["id"] == "figure-2");
}

TEST_CASE("text that is no UTF-8 does not break JSON", "[reports]") {
    CHECK(json_of("a\xff")["claims"][0]["statement"] == "a\xef\xbf\xbd");
}
