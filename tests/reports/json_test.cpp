// SPDX-License-Identifier: MIT
// The report as JSON says from what it was made, has each document as it was read, what a campaign
// has so far, and the summary in words.
#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/golden_documents.hpp"
#include "tests/reports/sample_report.hpp"

using namespace disarray;
using namespace disarray::reports;

namespace {

const std::string awkward = "a \"b\" \\ c\nσ <d>";

Json json_of(const std::string& text) {
    return Json::parse(
        to_json(test::sample_model(text), test::sample_report(text), "0.1", "disarray report"));
}

}  // namespace

TEST_CASE("JSON says what it is and from what it was made", "[reports]") {
    const Json json = json_of(awkward);
    CHECK(json["schema"] == "disarray.report/2");
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
                                     {"complete", false},
                                     {"content", nullptr}});
    const std::string text = to_json({}, {}, "0.1", "disarray report");
    CHECK(text.ends_with("}\n"));
    CHECK(Json::parse(text)["sources"] == Json::array());
}

TEST_CASE("JSON has each document as it was read", "[reports]") {
    for (const std::string& folder : {test::golden_documents(), test::evaluation_documents(),
                                      test::audit_documents(), test::experiment_documents()}) {
        const Json json =
            Json::parse(to_json(read_sources({folder}), {}, "0.1", "disarray report"));
        CHECK_FALSE(json["sources"].empty());
        for (const Json& source : json["sources"]) {
            INFO(source["path"]);
            std::ifstream file(source["path"].get<std::string>());
            CHECK((source["content"] == Json::parse(file)));
        }
    }
}

TEST_CASE("JSON has the first section in words", "[reports]") {
    Report report = test::sample_report("x");
    report.sections[0].blocks.insert(report.sections[0].blocks.begin(),
                                     Paragraph{{{"3 are "}, {"refuted", Span::Style::verdict}}});
    const Json json = Json::parse(to_json({}, report, "0.1", "disarray report"));
    REQUIRE(json["summary"].size() == 5);
    CHECK(json["summary"][0] == "3 are refuted");
    CHECK(json["summary"][2] == "x");
}

TEST_CASE("text that is no UTF-8 does not break JSON", "[reports]") {
    CHECK(json_of("a\xff")["sources"][0]["command"] == "a\xef\xbf\xbd");
}
