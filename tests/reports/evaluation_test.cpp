// SPDX-License-Identifier: MIT
// Documents of evaluate: what they say is in the report, each figure's numbers are recomputed from
// the JSON, and a document changed in one place is refused by file and entry. The runs and the
// judgements of "mir" are those of MIR chapter 4 "Precision and Recall" and "DCG Curves".
#include <functional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/build.hpp"
#include "reports/compose/compose.hpp"
#include "tests/catch.hpp"
#include "tests/reports/documents.hpp"
#include "tests/reports/golden_documents.hpp"

using namespace disarray;
using namespace disarray::reports;
using test::contains;
using test::model_of;
using test::plain_text;
using test::refusal;
using test::report_of;

namespace {

Json document(const std::string& name) {
    return test::document_in(test::evaluation_documents(), name);
}

std::string refusal_with(const std::string& name, const std::string& pointer, const Json& value) {
    return refusal(test::replaced(document(name), pointer, value));
}

Figure figure(const Report& report, const std::string& id) {
    for (const Figure& candidate : figures_of(report)) {
        if (candidate.id == id) return candidate;
    }
    FAIL("no figure " << id);
    throw;
}

const FigureBlock& figure_block(const Report& report, const std::string& id) {
    for (const Section& section : report.sections) {
        for (const Block& block : section.blocks) {
            const auto* found = std::get_if<FigureBlock>(&block);
            if (found != nullptr && found->figure.id == id) return *found;
        }
    }
    FAIL("no figure " << id);
    throw;
}

const Table& table(const Report& report, const std::string& id) {
    for (const Section& section : report.sections) {
        for (const Block& block : section.blocks) {
            const auto* found = std::get_if<Table>(&block);
            if (found != nullptr && found->id == id) return *found;
        }
    }
    FAIL("no table " << id);
    throw;
}

std::vector<std::string> texts(const Row& row) {
    std::vector<std::string> out;
    for (const Cell& cell : row.cells)
        out.push_back(plain_text(cell.text));
    return out;
}

/// A document about `count` queries of two runs whose P differs by (i − count/2)/count.
Json many_queries(std::size_t count) {
    const auto number = [](const Rational& value) {
        return Json{{"decimal", value.to_decimal(15)}, {"value", value.to_string()}};
    };
    Json json = document("mir.json");
    for (const char* key : {"between", "side_by_side"})
        json.erase(key);
    Json rows = Json::array();
    const Rational half(Integer(1), Integer(2));
    std::map<std::string, std::uint64_t> better;
    Rational sum;
    for (std::size_t r = 0; r < 2; ++r) {
        json["runs"][r].erase("curves");
        json["runs"][r].erase("points");
        json["runs"][r]["queries"] = Json::object();
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string query = fmt::format("t{}", i);
        const Rational first(Integer(i), Integer(64));
        json["runs"][0]["queries"][query] = {{"P", number(first)}};
        json["runs"][1]["queries"][query] = {{"P", number(half)}};
        sum += first;
        const Rational difference = first - half;
        const std::string which = difference.sign() > 0   ? "first"
                                  : difference.sign() < 0 ? "second"
                                                          : "neither";
        ++better[which];
        rows.push_back({{"query", query},
                        {"first", number(first)},
                        {"second", number(half)},
                        {"difference", number(difference)},
                        {"better", which}});
    }
    json["judgements"]["queries"] = count;
    for (std::size_t r = 0; r < 2; ++r) {
        Json mean = number(r == 0 ? sum / Rational(count) : half);
        mean["queries"] = count;
        mean["undefined_queries"] = 0;
        json["runs"][r]["mean"] = {{"P", mean}};
    }
    json["histogram"] = {{"metric", "P"},
                         {"runs", {"mir", "other"}},
                         {"queries", rows},
                         {"first_better", better["first"]},
                         {"second_better", better["second"]},
                         {"equal", better["neither"]},
                         {"without_value", 0},
                         {"undecided", 0}};
    return json;
}

}  // namespace

TEST_CASE("a query without a value is counted and says why", "[reports]") {
    const Model model = model_of(document("small.json"));
    const EvaluatedRun& run = model.evaluations.front().runs.front();
    CHECK(run.without_judgements == std::vector<std::string>{"q5"});
    CHECK(run.not_in_run == std::vector<std::string>{"q4"});
    CHECK(run.metrics[1].queries == 3);
    CHECK(run.metrics[1].undefined_queries == 2);
    CHECK(run.queries[1].values[1].why_undefined == "no document is relevant");
    CHECK_FALSE(run.queries[1].values[1].approximate());
    const Report report = compose(model, "VERSION");
    CHECK_FALSE(run.documents_not_judged);  // an earlier version did not count them
    CHECK(texts(table(report, "evaluation-1").rows[1]) ==
          std::vector<std::string>{"AP", "small", "0.277778", "3", "2"});
    const Row& facts = table(report, "evaluation-1-runs").rows[0];
    CHECK(texts(facts) ==
          std::vector<std::string>{"small", "small.run", "6", "", "5", "1", "1", "to its end"});
    CHECK(plain_text(facts.cells[5].details.front().value) == "q5");
}

TEST_CASE("the mean precision at recall levels of MIR is drawn", "[reports]") {
    const Figure curves = figure(report_of(document("mir.json")), "evaluation-1-iP");
    // MIR "Precision and Recall", the average over both queries.
    const std::vector<std::string> mir = {"2/3", "2/3",  "1/2",  "5/12", "13/40", "7/24",
                                          "1/8", "1/10", "1/10", "1/10", "1/10"};
    REQUIRE(curves.rows.size() == 22);
    for (std::size_t i = 0; i < mir.size(); ++i) {
        CHECK(curves.rows[i][0] == "mir");
        CHECK(curves.rows[i][2] == mir[i]);
    }
    CHECK(contains(curves.alt, "mir: 0.666667 at recall 0, 0.291667 at recall 0.5, 0.1 at recall"));
}

TEST_CASE("each figure of curves has the numbers of its document", "[reports]") {
    const Json json = document("mir.json");
    const Report report = report_of(json);
    const std::pair<std::string, std::string> curves[] = {
        {"iP", ""}, {"CG", "ICG"}, {"DCG", "IDCG"}, {"NCG", ""}, {"nDCG", ""}};
    for (const auto& [name, ideal] : curves) {
        std::vector<std::vector<std::string>> expected;
        for (const Json& run : json["runs"]) {
            for (std::size_t i = 0; i < run["curves"][name].size(); ++i) {
                const Json& point = run["curves"][name][i];
                std::vector<std::string> row = {run["run"].get<std::string>()};
                for (const char* key : {"at", "value", "decimal"})
                    row.push_back(point[key].get<std::string>());
                if (!ideal.empty()) {
                    for (const char* key : {"value", "decimal"})
                        row.push_back(run["curves"][ideal][i][key].get<std::string>());
                }
                expected.push_back(row);
            }
        }
        INFO(name);
        CHECK(figure(report, "evaluation-1-" + name).rows == expected);
    }
}

TEST_CASE("the histogram has the differences of its document in their order", "[reports]") {
    const Json json = document("mir.json");
    std::vector<std::vector<std::string>> expected;
    for (const Json& row : json["histogram"]["queries"]) {
        expected.push_back(
            {row["query"].get<std::string>(), row["first"]["value"].get<std::string>(),
             row["second"]["value"].get<std::string>(),
             row["difference"]["value"].get<std::string>(), row["better"].get<std::string>()});
    }
    const Report report = report_of(json);
    const FigureBlock& block = figure_block(report, "evaluation-1-histogram");
    CHECK(block.figure.rows == expected);
    CHECK(contains(block.figure.commands, "$first using 1:2:3:4:5:6 with boxxyerror"));
    CHECK(contains(block.caption, "in the order of the first run"));
    CHECK(contains(block.figure.alt, "mir is better for 1, other for 0, equal for 1 of 2 queries"));
}

TEST_CASE("more than sixty queries are sorted and drawn as an area, and the caption says so",
          "[reports]") {
    const Report bars = report_of(many_queries(60));
    CHECK(contains(figure(bars, "evaluation-1-histogram").commands, "boxxyerror"));
    const Report areas = report_of(many_queries(61));
    const FigureBlock& block = figure_block(areas, "evaluation-1-histogram");
    CHECK(contains(block.figure.commands, "filledcurves y1=0"));
    CHECK_FALSE(contains(block.figure.commands, "boxxyerror"));
    CHECK(contains(block.caption, "sorted by the difference: 61 queries"));
    CHECK(block.figure.rows.front().front() == "t0");  // as in the document
    // The first point of the area is the greatest difference, t60: 60/64 − 1/2.
    CHECK(contains(block.figure.commands, "$first << EOD\n0.5 0.4375\n1.5 0.4375\n"));
}

TEST_CASE("smaller values of E are better, below the axis", "[reports]") {
    Json json = document("mir.json");
    json["histogram"]["metric"] = "E@5";
    CHECK(contains(refusal(json), "expected second: the difference is 0.1"));
    json["histogram"]["queries"][0]["better"] = "second";
    json["histogram"]["first_better"] = 0;
    json["histogram"]["second_better"] = 1;
    CHECK(refusal(json) == "accepted");
}

TEST_CASE("tables show the means, the points, the panel and the distances", "[reports]") {
    const Report report = report_of(document("mir.json"));
    const Table& means = table(report, "evaluation-1");
    REQUIRE(means.rows.size() == 8);
    CHECK(texts(means.rows[0]) == std::vector<std::string>{"AP", "mir", "0.275556", "2", "0"});
    CHECK(texts(means.rows[1]) == std::vector<std::string>{"AP", "other", "0.392989", "2", "0"});
    REQUIRE(means.rows[0].cells[0].details.size() == 1);
    CHECK(plain_text(means.rows[0].cells[0].details.front().value) == "62/225");
    const Table& points = table(report, "evaluation-1-points");
    REQUIRE(points.rows.size() == 16);
    CHECK(texts(points.rows[7]) == std::vector<std::string>{"mir", "q2", "15", "1", "1/5"});
    CHECK(texts(table(report, "evaluation-1-panel").rows[0]) ==
          std::vector<std::string>{"1", "d123", "1", "3", "d3", "3", "15"});
    const Table& between = table(report, "evaluation-1-between");
    CHECK(texts(between.rows[0]) == std::vector<std::string>{"kendall", "mean of 2", "30", "53"});
    CHECK(between.rows.size() == 15);
}

TEST_CASE("a decimal that is not its exact value rounded is refused", "[reports]") {
    CHECK(contains(refusal_with("mir.json", "/runs/0/mean/AP/decimal", "0.275557"),
                   " runs[0] mean AP: found \"decimal\": 0.275557, expected 0.275556"));
    CHECK(contains(refusal_with("mir.json", "/runs/1/queries/q1/P@5/decimal", "0.40"),
                   " runs[1] queries q1 P@5: found"));
    CHECK(contains(refusal_with("mir.json", "/runs/0/curves/iP/3/decimal", "0.42"),
                   " runs[0] curves iP[3]: found"));
    CHECK(contains(refusal_with("mir.json", "/histogram/queries/0/difference/decimal", "0.2"),
                   " histogram queries[0] difference: found"));
    CHECK(contains(refusal_with("mir.json", "/between/queries/1/values/kendall/decimal", "45"),
                   " between queries[1] values kendall: found"));
    CHECK(contains(refusal_with("mir.json", "/runs/0/mean/nDCG@10/decimal", "about 0.3"),
                   "expected a decimal"));
}

TEST_CASE("a mean that is not that of its queries is refused", "[reports]") {
    Json json = document("mir.json");
    json["runs"][0]["mean"]["P@5"]["decimal"] = "0.4";
    json["runs"][0]["mean"]["P@5"]["value"] = "2/5";
    CHECK(contains(refusal(json), " runs[0] mean P@5: found \"value\": 2/5, expected 3/10"));
    json = document("mir.json");
    json["runs"][1]["queries"]["q2"]["AP"] = {{"decimal", "0.5"}, {"value", "1/2"}};
    CHECK(contains(refusal(json), " runs[1] mean AP: found"));
    // Of a count the sum, not the mean: 5 and 3 relevant documents retrieved.
    json = document("mir.json");
    json["runs"][0]["mean"]["num_rel_ret"]["decimal"] = "4";
    json["runs"][0]["mean"]["num_rel_ret"]["value"] = "4";
    CHECK(contains(refusal(json), "expected 8, the sum"));
    json = document("mir.json");
    json["between"]["mean"]["kendall"]["decimal"] = "54";
    json["between"]["mean"]["kendall"]["value"] = "54";
    CHECK(contains(refusal(json), " between mean kendall: found"));
}

TEST_CASE("a quotient of means is taken as it stands under the normalization of averages",
          "[reports]") {
    Json json = document("mir.json");
    for (Json& run : json["runs"]) {
        run["mean"]["P@5"]["value"] = "1/3";
        run["mean"]["P@5"]["decimal"] = "0.333333";
    }
    std::string text = json.dump();
    for (std::size_t at; (at = text.find("P@5\"")) != std::string::npos;)
        text.replace(at, 4, "NCG@5\"");
    Json ncg = Json::parse(text);
    for (Json& run : ncg["runs"])
        run.erase("curves");
    CHECK(contains(refusal(ncg), " runs[0] mean NCG@5: found \"value\": 1/3"));
    for (Json& run : ncg["runs"])
        run["conventions"]["normalization"] = "of-averages";
    CHECK(refusal(ncg) == "accepted");
}

TEST_CASE("counts that do not fit what they count are refused", "[reports]") {
    const std::tuple<const char*, const char*, int> counts[] = {
        {"mir.json", "/runs/0/mean/AP/queries", 1},
        {"mir.json", "/runs/0/mean/AP/undefined_queries", 1},
        {"small.json", "/runs/0/mean/AP/queries", 5},
        {"small.json", "/runs/0/mean/AP/undefined_queries", 0},
        {"mir.json", "/judgements/queries", 3},
        {"mir.json", "/histogram/first_better", 2},
        {"mir.json", "/histogram/second_better", 1},
        {"mir.json", "/histogram/equal", 0},
        {"mir.json", "/histogram/without_value", 1},
        {"mir.json", "/histogram/undecided", 1},
        {"mir.json", "/between/mean/kendall/queries", 1},
        {"mir.json", "/runs/0/points/q1/1/rank", 1},
        {"mir.json", "/side_by_side/first/0/rank_in_the_other", 4},
        {"mir.json", "/side_by_side/second/1/rank_in_the_other", 2},
        {"mir.json", "/side_by_side/second/2/grade", 2}};
    for (const auto& [name, pointer, value] : counts) {
        INFO(pointer);
        CHECK(contains(refusal_with(name, pointer, value), "expected"));
    }
}

TEST_CASE("a query left out of the document is missed by the number of those judged", "[reports]") {
    Json json = document("small.json");
    json["runs"][0]["queries"].erase("q2");
    CHECK(contains(refusal(json), "found 4 queries, expected 5"));
    // Of a run that was not read to its end nobody knows.
    json["runs"][0]["complete"] = false;
    CHECK(contains(refusal(json), " mean num_rel_ret: found \"queries\": 5, expected 4"));
}

TEST_CASE("a difference that is not first minus second is refused", "[reports]") {
    Json json = document("mir.json");
    Json& row = json["histogram"]["queries"][0];
    row["difference"] = {{"decimal", "0.2"}, {"value", "1/5"}};
    CHECK(contains(refusal(json), " histogram queries[0]: found \"difference\": 1/5, expected "));
    CHECK(contains(refusal_with("mir.json", "/histogram/queries/0/better", "second"),
                   "expected first: the difference is 0.1"));
    CHECK(contains(refusal_with("mir.json", "/histogram/queries/1/better", "first"),
                   "expected neither"));
    CHECK(contains(refusal_with("mir.json", "/histogram/queries/1/query", "q1"), "again"));
    CHECK(contains(refusal_with("mir.json", "/histogram/queries/1/query", "q9"),
                   "expected a query of run mir"));
    CHECK(contains(refusal_with("mir.json", "/histogram/runs/0", "other"), "the runs of the"));
}

TEST_CASE("the values of the histogram are those of the runs, where these have the metric",
          "[reports]") {
    Json json = document("mir.json");
    json["histogram"]["metric"] = "P@5";
    CHECK(contains(refusal(json), "expected 2/5, as in run other"));
}

TEST_CASE("a curve agrees with the mean of its metric and has every place", "[reports]") {
    CHECK(contains(refusal_with("mir.json", "/runs/0/curves/nDCG/9/decimal", "0.295792"),
                   ", the mean of nDCG@10"));
    CHECK(contains(refusal_with("mir.json", "/runs/0/curves/DCG/4/at", "6"), "expected 5"));
    CHECK(contains(refusal_with("mir.json", "/runs/0/curves/iP/4/at", "0.5"), "expected 0.4"));
    Json json = document("mir.json");
    json["runs"][0]["curves"]["NCG"].erase(14);
    CHECK(contains(refusal(json), "14 points of NCG"));
    json = document("mir.json");
    json["runs"][0]["curves"]["XCG"] = json["runs"][0]["curves"]["CG"];
    CHECK(contains(refusal(json), "a curve of XCG"));
}

TEST_CASE("points of precision and recall are those of their ranks", "[reports]") {
    CHECK(contains(refusal_with("mir.json", "/runs/0/points/q1/1/precision", "1/3"),
                   "expected 2/3, 2 of 3 documents"));
    CHECK(contains(refusal_with("mir.json", "/runs/0/points/q1/2/recall", "2/5"), "\"recall\""));
    CHECK(contains(refusal_with("mir.json", "/runs/0/points/q2/0/recall", "2/3"), "\"recall\""));
    // Multiples of 2/11, and of 1 beyond 1: shares of no number of documents.
    for (const Rational& first : {Rational(Integer(2), Integer(11)), Rational(1)}) {
        Json scaled = document("mir.json");
        Json& points = scaled["runs"][0]["points"]["q1"];
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i]["recall"] = (first * Rational(i + 1)).to_string();
        CHECK(contains(refusal(scaled), "of the relevant documents"));
    }
    Json json = document("mir.json");
    json["runs"][0]["points"].erase("q2");
    CHECK(contains(refusal(json), "other queries"));
}

TEST_CASE("an undefined value fits the policy and has a reason", "[reports]") {
    CHECK(contains(refusal_with("small.json", "/runs/0/conventions/undefined", "zero"),
                   "by the convention"));
    CHECK(contains(refusal_with("small.json", "/runs/0/conventions/undefined", "two"),
                   "skip, zero or one"));
    Json json = document("small.json");
    json["runs"][0]["queries"]["q2"]["AP"].erase("undefined");
    CHECK(contains(refusal(json), "an undefined value without a reason"));
}

TEST_CASE("negative counts and values of other kinds are refused by their place", "[reports]") {
    const std::tuple<const char*, Json> changes[] = {
        {"/judgements/judgements", -13},
        {"/runs/0/documents", -1},
        {"/runs/0/documents", "30"},
        {"/runs/0/mean/AP/queries", -2},
        {"/runs/0/mean/AP/queries", 2.5},
        {"/runs/0/mean/AP/value", 0.275},
        {"/runs/0/mean/AP/value", "124/450"},
        {"/runs/0/mean/AP/value", "1/0"},
        {"/runs/0/mean/AP/value", "0.275"},
        {"/runs/0/mean/AP/value", "log2"},
        {"/runs/0/mean/nDCG@10/value", "1/log2(3"},
        {"/runs/0/mean/nDCG@10/value", "<b>1/log2(3)</b>"},
        {"/runs/0/mean/AP", 1},
        {"/runs/0/mean", Json::object()},
        {"/runs/0/queries", Json::array()},
        {"/runs/0/queries/q1", {{"AP", {{"decimal", "0.29"}, {"value", "29/100"}}}}},
        {"/runs/0/complete", "yes"},
        {"/runs/0/complete", nullptr},
        {"/between/queries/1/query", "q1"},
        {"/runs/0/not_in_run", "q9"},
        {"/runs/0/conventions/ties", 1},
        {"/runs/0/curves/iP", 1},
        {"/runs/0/points/q1", 1},
        {"/runs/0/points/q1/0/rank", 0},
        {"/runs/0/run", ""},
        {"/runs", Json::array()},
        {"/histogram/first_better", -1},
        {"/side_by_side/first/0/grade", -1},
        {"/side_by_side/first/0/grade", "1"},
        {"/between/queries/0/documents", -1},
        {"/schema", "disarray.evaluate/2"}};
    for (const auto& [pointer, value] : changes) {
        INFO(pointer << " " << value.dump());
        CHECK(contains(refusal_with("mir.json", pointer, value), "expected"));
    }
}

TEST_CASE("a metric that nobody knows is refused", "[reports]") {
    std::string text = document("mir.json").dump();
    for (std::size_t at; (at = text.find("\"AP\"")) != std::string::npos;)
        text.replace(at, 4, "\"AQ\"");
    CHECK(contains(refusal(Json::parse(text)), "runs[0] mean"));
}

TEST_CASE("a run that was not read to its end is flagged", "[reports]") {
    Json json = document("mir.json");
    json["runs"][1]["complete"] = false;
    const Model model = model_of(json);
    CHECK_FALSE(model.sources.front().complete);
    const Report report = compose(model, "VERSION");
    CHECK(report.notices.size() == 1);
    CHECK(
        contains(texts(table(report, "evaluation-1-runs").rows[1]).back(), "queries are missing"));
}

TEST_CASE("runs of one name are told apart by their files", "[reports]") {
    Json json = document("mir.json");
    json["runs"][1]["run"] = "mir";
    json["histogram"]["runs"] = {"mir", "mir"};
    json["between"]["runs"] = {"mir", "mir"};
    const Model model = model_of(json);
    CHECK(model.evaluations.front().runs[0].name == "mir (mir.run)");
    CHECK(model.evaluations.front().runs[1].name == "mir (other.run)");
}

TEST_CASE("six runs take two figures of each curve", "[reports]") {
    Json json = document("mir.json");
    for (const char* key : {"histogram", "between", "side_by_side"})
        json.erase(key);
    for (int k = 2; k < 6; ++k) {
        json["runs"].push_back(json["runs"][1]);
        json["runs"].back()["run"] = fmt::format("run {}", k);
    }
    const Report report = report_of(json);
    CHECK(figure(report, "evaluation-1-iP-1").rows.size() == 55);
    const Figure last = figure(report, "evaluation-1-iP-2");
    CHECK(last.rows.size() == 11);
    CHECK(last.rows.front().front() == "run 5");
    CHECK(contains(last.title, "runs 6 to 6"));
}

TEST_CASE("an ideal curve of all runs is drawn once, others in the colour of their run",
          "[reports]") {
    Json json = document("mir.json");
    const std::string same = figure(report_of(json), "evaluation-1-CG").commands;
    CHECK(contains(same, "$i0"));
    CHECK_FALSE(contains(same, "$i1"));
    Json& point = json["runs"][1]["curves"]["ICG"][0];
    point["decimal"] = "2";
    point["value"] = "2";
    CHECK(contains(figure(report_of(json), "evaluation-1-CG").commands, "$i1"));
}

TEST_CASE("the summary of a report names the runs evaluated", "[reports]") {
    const Report report = report_of(document("mir.json"));
    REQUIRE(report.sections.front().id == "summary");
    const auto& list = std::get<List>(report.sections.front().blocks.front());
    CHECK(plain_text(list.items.front()) ==
          "Retrieval evaluation of 2 runs against the judgements of 2 queries: mean AP is 0.275556 "
          "for mir and 0.392989 for other.");
    const Report without = compose(read_sources({test::golden_documents()}), "VERSION");
    for (const Section& section : without.sections)
        CHECK(section.id != "evaluation-section");
}

TEST_CASE("the figures of an evaluation are drawn by gnuplot", "[reports][gnuplot]") {
    std::vector<Drawing> drawings;
    try {
        drawings = draw(figures_of(report_of(document("mir.json"))));
        const auto areas = draw(figures_of(report_of(many_queries(64))));
        drawings.insert(drawings.end(), areas.begin(), areas.end());
    } catch (const GnuplotMissing&) {
        WARN("gnuplot is not installed");
        return;
    }
    CHECK(drawings.size() == 7);
    for (const Drawing& drawing : drawings) {
        INFO(drawing.id);
        CHECK(contains(drawing.svg, "<desc>"));
        CHECK(contains(drawing.svg, "better") == contains(drawing.id, "histogram"));
    }
}
