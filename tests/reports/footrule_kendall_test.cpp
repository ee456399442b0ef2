// SPDX-License-Identifier: MIT
// Documents of experiment robustness: what they say is in the report, synthetic data by that name;
// a document changed in one place is refused by file and entry; foreign text stays text in every
// format.
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/build.hpp"
#include "reports/compose/compose.hpp"
#include "reports/figures/footrule_kendall.hpp"
#include "tests/catch.hpp"
#include "tests/reports/documents.hpp"
#include "tests/reports/golden_documents.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::reports;
using namespace disarray::test;

namespace {

Json document(const std::string& name) {
    return document_in(experiment_documents(), name);
}

/// Paragraphs, items, captions and cells of a section, a line each; of a row, one line.
std::string words_of(const Section& section) {
    std::string out = section.title + "\n";
    for (const Block& block : section.blocks) {
        out += sentences(block);
        if (const auto* figure = std::get_if<FigureBlock>(&block)) {
            out += figure->figure.title + "\n" + figure->caption + "\n";
        } else if (const auto* table = std::get_if<Table>(&block)) {
            out += table->caption + "\n";
            for (const Row& row : table->rows) {
                for (const Cell& cell : row.cells)
                    out += plain_text(cell.text) + " | ";
                out += "\n";
            }
        }
    }
    return out;
}

std::vector<Figure> figures_in(const Json& json) {
    return figures_of(report_of(json));
}

}  // namespace

TEST_CASE("keys that are not known are passed over", "[reports]") {
    Json json = document("clicks.json");
    json["later"] = {{"x", 1}};
    json["source"]["later"] = 1;
    json["weightings"][0]["later"] = Json::array();
    json["weightings"][0]["scatter"]["points"][0]["later"] = nullptr;
    CHECK(refusal(json) == "accepted");
}

TEST_CASE("synthetic data are called so wherever they stand", "[reports]") {
    const Report report = report_of(document("synthetic.json"));
    const Section& experiment = section(report, "experiment-1");
    CHECK(experiment.title == "Footrule and Kendall distance on synthetic clicks");
    std::size_t captions = 0;
    for (const Block& block : experiment.blocks) {
        if (const auto* table = std::get_if<Table>(&block)) {
            CHECK(table->caption.starts_with("Synthetic data. "));
            ++captions;
        } else if (const auto* figure = std::get_if<FigureBlock>(&block)) {
            CHECK(figure->caption.starts_with("Synthetic data. "));
            CHECK(figure->figure.title.ends_with("(synthetic data)"));
            CHECK(contains(figure->figure.alt, "synthetic"));
            CHECK(contains(figure->figure.commands, "'synthetic data'"));
            ++captions;
        }
    }
    CHECK(captions == 12);
    CHECK(contains(words_of(report.sections.front()), "on synthetic clicks of 60 queries"));
    for (const auto& [name, text] : to_csv(model_of(document("synthetic.json"))))
        CHECK(contains(text, ",synthetic,true,"));
    CHECK_FALSE(contains(words_of(section(report_of(document("clicks.json")), "experiment-1")),
                         "ynthetic"));
}

TEST_CASE("a log that says it is synthetic is called so as well", "[reports]") {
    Json json = document("clicks.json");
    json["source"]["synthetic"] = true;
    json["source"]["label"] = "synthetic: by hand";
    const std::string words = words_of(section(report_of(json), "experiment-1"));
    CHECK(contains(words, "on synthetic clicks"));
    CHECK(contains(words, "synthetic: by hand"));
}

TEST_CASE("Table 2 stands beside the figures of KV for the same kind of data", "[reports]") {
    const std::string clicks =
        words_of(section(report_of(document("synthetic.json")), "experiment-1"));
    CHECK(contains(clicks, "UNIT | 1.761953 | 1.756 | "));
    CHECK(contains(clicks, "their D1: clicks at ten positions"));
    const std::string grades =
        words_of(section(report_of(document("grades.json")), "experiment-1"));
    CHECK(contains(grades, "UNIT | 1.678571 | 1.799 | "));
    CHECK(contains(grades, "their D2: grades at five positions"));
    const std::string others =
        words_of(section(report_of(document("clicks.json")), "experiment-1"));
    CHECK(contains(others, "As KV Table 2\n"));
    CHECK(contains(others, "KV print no figures for this kind of data"));
}

TEST_CASE("what is undefined is counted and explained", "[reports]") {
    const std::string words =
        words_of(section(report_of(document("in-order.json")), "experiment-1"));
    CHECK(contains(words, "UNIT | undefined | undefined | undefined |  | 0 | 2 | "));
    CHECK(contains(words, "leave out the queries with Y = 0"));
    CHECK(contains(words, "UNIT: no ε(X,Y), since all X or all Y are equal."));
    const std::string ties = words_of(section(report_of(document("clicks.json")), "experiment-1"));
    CHECK(contains(ties, "UNIT: in 1 query some orders of the tied have Y = 0"));
    CHECK(contains(ties, "left out: 1: fewer than 6 clicks"));
    Json stopped = document("clicks.json");
    stopped["complete"] = false;
    CHECK(
        contains(words_of(section(report_of(stopped), "experiment-1")), "Stopped before its end"));
}

TEST_CASE("the figures draw the points and overlaps of the document", "[reports]") {
    const Json json = document("clicks.json");
    const auto figures = figures_in(json);
    REQUIRE(figures.size() == 4);
    CHECK(figures[0].id == "experiment-1-UNIT-scatter");
    std::uint64_t queries = 0;
    for (const auto& row : figures[0].rows)
        queries += std::stoul(row[2]);
    CHECK(queries == json["queries"]);
    CHECK(contains(figures[0].commands, "'F = K'"));
    CHECK(contains(figures[0].commands, "'F = 2K'"));
    CHECK(figures[3].id == "experiment-1-overlap");
    CHECK(figures[3].rows.size() == 3 * json["weightings"][0]["overlap"].size());
    CHECK(contains(figures[3].commands, "set logscale x"));
}

TEST_CASE("the caption of a scatter counts what lies outside its lines", "[reports]") {
    Json json = document("clicks.json");
    const auto caption = [&] {
        const Model model = model_of(json);
        return query_scatter_figures(model.footrule_kendall.front())[2].caption;
    };
    Json& scatter = json["weightings"][2]["scatter"];  // DCG: nothing is exact
    for (Json& point : scatter["points"])
        point["footrule"] = point["kendall"] = {{"decimal", "1.0"}};
    CHECK(contains(caption(), "No point lies outside the two lines"));
    scatter["points"][0]["footrule"]["decimal"] = "0.9";  // may be 1, rounded
    CHECK(contains(caption(), "No point lies outside the two lines"));
    scatter["points"][0]["footrule"]["decimal"] = "0.6";
    scatter["points"][1]["footrule"]["decimal"] = "2.4";
    CHECK(contains(caption(), "F < K for 1 query, F > 2K for 1 query"));
}

TEST_CASE("an experiment that contradicts itself is refused", "[reports]") {
    const auto with = [](const char* pointer, const Json& value) {
        return refusal_with(document("grades.json"), pointer, value);
    };
    CHECK(
        contains(with("/weightings/0/ratio_mean/decimal", "1.678572"),
                 " weightings[0] ratio_mean: found \"decimal\": 1.678572, expected 1.678571, as"));
    CHECK(contains(with("/weightings/0/without_ratio", 1),
                   " weightings[0]: found \"without_ratio\": 1, expected 2: of 6 queries 4 have"));
    CHECK(contains(with("/weightings/0/with_ratio", 7), "expected at most the 6 queries"));
    CHECK(contains(with("/weightings/0/kendall/mean", {{"decimal", "2.000000"}, {"value", "2"}}),
                   "the mean over the points"));
    CHECK(contains(with("/weightings/0/ratio_mean", {{"decimal", "2.000000"}, {"value", "2"}}),
                   "expected 47/28, the mean over the points"));
    CHECK(contains(with("/weightings/0/scatter/points/0/queries", 2), "found points of 7 queries"));
    CHECK(contains(with("/weightings/0/scatter/distinct", 6), "found 5 \"points\", expected 6"));
    CHECK(contains(with("/weightings/0/worst/by_kendall/0/ranks", {1, 2, 3, 4, 5}),
                   "expected 0, the inversions of its ranks"));
    CHECK(contains(with("/weightings/0/worst/by_kendall/0/ranks", {1, 1, 3, 4, 5}),
                   "expected a ranking of 5 positions, without ties"));
    CHECK(contains(with("/weightings/1/correlation_error_to_unit", "greater"),
                   "EDIT: \"correlation_error_to_unit\": greater, expected smaller: it is"));
    CHECK(contains(with("/weightings/1/weighting", "UNIT"), "found \"weighting\": UNIT again"));
    CHECK(contains(with("/weightings/1/overlap/0", nullptr), "another list of k"));
    CHECK(contains(with("/weightings/0/overlap/1/k", 1), "expected more than 1, the one before"));
    CHECK(contains(with("/weightings/0/overlap/0/expected", {{"decimal", "2"}, {"value", "2"}}),
                   "expected an exact share, from 0 to 1"));
    CHECK(contains(with("/queries", 7), ": found \"queries\": 7, expected at most the 6"));
    CHECK(contains(with("/source/synthetic", true), " source: found no \"label\""));
    CHECK(contains(with("/experiment", "retrieval"), ": found \"experiment\": retrieval"));
    CHECK(contains(refusal_with(document("synthetic.json"), "/source/synthetic", false),
                   "found \"synthetic\": false, expected true, as \"kind\""));
    CHECK(contains(refusal_with(document("synthetic.json"), "/source/label", "real"),
                   "expected a label that begins with \"synthetic\""));
    CHECK(contains(
        refusal_with(document("in-order.json"), "/weightings/0/correlation_error_to_unit", "equal"),
        "expected null: there is nothing to compare"));
}

TEST_CASE("values of other kinds in an experiment are refused by their place", "[reports]") {
    const std::pair<const char*, Json> changes[] = {
        {"/experiment", nullptr},
        {"/source", nullptr},
        {"/source/kind", "rumours"},
        {"/source/description", 1},
        {"/source/synthetic", nullptr},
        {"/source/queries", -1},
        {"/source/positions", "5"},
        {"/source/left_out", nullptr},
        {"/source/left_out", {1}},
        {"/queries", nullptr},
        {"/complete", nullptr},
        {"/complete", "yes"},
        {"/rankings", 1000},
        {"/reading", "between the lines"},
        {"/ties", "any"},
        {"/fixed_points", 1},
        {"/weightings", nullptr},
        {"/weightings", Json::array()},
        {"/weightings", "UNIT"},
        {"/weightings/0", 1},
        {"/weightings/0/weighting", "HEAVY"},
        {"/weightings/0/weights", nullptr},
        {"/weightings/0/weights/swap_costs", 1},
        {"/weightings/0/weights/swap_costs/0", 1},
        {"/weightings/0/ratio_mean", nullptr},
        {"/weightings/0/ratio_mean", "1.7"},
        {"/weightings/0/ratio_mean/decimal", nullptr},
        {"/weightings/0/ratio_mean/value", "1/0"},
        {"/weightings/0/ratio_deviation/decimal", "-1.5"},
        {"/weightings/0/ratio_deviation/decimal", "1e5"},
        {"/weightings/0/ratio_deviation/decimal", "nan"},
        {"/weightings/0/correlation_error/decimal", ".5"},
        {"/weightings/0/signed_squared_correlation", 0.5},
        {"/weightings/0/paper", 1},
        {"/weightings/0/paper/data", "D3"},
        {"/weightings/0/paper/ratio_mean", nullptr},
        {"/weightings/1/correlation_error_to_unit", "nicer"},
        {"/weightings/0/with_ratio", nullptr},
        {"/weightings/0/with_ratio_of_some_orders", 5},
        {"/weightings/0/kendall", nullptr},
        {"/weightings/0/kendall/mean", nullptr},
        {"/weightings/0/footrule/deviation", 1},
        {"/weightings/0/overlap", nullptr},
        {"/weightings/0/overlap/0/k", 0},
        {"/weightings/0/overlap/0/k", 100},
        {"/weightings/0/overlap/0/least", nullptr},
        {"/weightings/0/overlap/0/least/value", nullptr},
        {"/weightings/0/worst", nullptr},
        {"/weightings/0/worst/by_kendall/0/query", 1},
        {"/weightings/0/worst/by_kendall/0/ranks", nullptr},
        {"/weightings/0/worst/by_kendall/0/ranks", {1, 2, 3}},
        {"/weightings/0/worst/by_kendall/0/ranks/0", 9},
        {"/weightings/0/worst/by_kendall/0/ranks/0", -1},
        {"/weightings/0/worst/by_kendall/0/kendall", nullptr},
        {"/weightings/0/worst/by_kendall/0", nullptr},
        {"/weightings/0/scatter", nullptr},
        {"/weightings/0/scatter/distinct", nullptr},
        {"/weightings/0/scatter/points", 1},
        {"/weightings/0/scatter/points/0/queries", -1},
        {"/weightings/0/scatter/points/0/kendall", nullptr},
        {"/schema", "disarray.experiment/2"}};
    for (const auto& [pointer, value] : changes) {
        INFO(pointer << " " << value.dump());
        const std::string said = refusal_with(document("grades.json"), pointer, value);
        CHECK(contains(said, "found "));
        CHECK(contains(said, ", expected "));
    }
    CHECK(contains(refusal_with(document("clicks.json"), "/source/rates/0", nullptr),
                   "\"position\": 2"));
    CHECK(
        contains(refusal_with(document("clicks.json"), "/source/rates/4", nullptr), "4 \"rates\""));
    CHECK(contains(refusal_with(document("clicks.json"), "/source/rates_are", nullptr),
                   "\"rates_are\""));
}

TEST_CASE("an experiment cut off in the middle of its document is refused", "[reports]") {
    check_refused_when_cut_off(document("grades.json"),
                               "experiment robustness printed with --json");
}

TEST_CASE("foreign text of an experiment stays text in every format", "[reports]") {
    const std::string& hostile = hostile_text;
    Json json = document("clicks.json");
    json["command"] = json["source"]["description"] = json["source"]["rates_are"] = hostile;
    json["source"]["left_out"][0]["why"] = hostile;
    json["source"]["synthetic"] = true;
    json["source"]["label"] = "synthetic" + hostile;
    for (Json& row : json["weightings"]) {
        for (Json& worst : row["worst"]["by_kendall"])
            worst["query"] = hostile;
        row["weights"]["rates"] = row["weights"]["element_weights"] = hostile;
    }
    const Model model = model_of(json);
    const Report report = compose(model, "VERSION");
    check_hostile_stays_text(model, report);
    const std::string markdown = to_markdown(report, {}, "figures");
    std::istringstream lines(markdown);
    for (std::string line; std::getline(lines, line);) {
        INFO(line);
        // As it stands in code only, or escaped.
        if (contains(line, " [l](javascript")) CHECK(contains(line, "``"));
    }
    const Json written = Json::parse(to_json(model, report, "VERSION", "disarray report"));
    CHECK(written["sources"][0]["content"] == json);
}

TEST_CASE("many queries are counted in words, and whole in JSON and CSV", "[reports]") {
    Json json = document("in-order.json");
    json["queries"] = json["source"]["queries"] = json["weightings"][0]["without_ratio"] = 5000;
    Json& row = json["weightings"][0];
    Json query = row["worst"]["by_kendall"][0];
    for (const char* key : {"by_kendall", "by_footrule"}) {
        Json list = Json::array();
        for (int i = 0; i < 500; ++i) {
            query["query"] = fmt::format("q{}", i);
            list.push_back(query);
        }
        row["worst"][key] = list;
    }
    row["scatter"]["points"][0]["queries"] = 5000;
    const Model model = model_of(json);
    CHECK(contains(words_of(section(compose(model, "VERSION"), "experiment-1")),
                   "And 480 places more, in report.json and worst.csv."));
    for (const auto& [name, text] : to_csv(model)) {
        if (name == "worst.csv") CHECK(contains(text, "footrule,500,q499,"));
    }
}

TEST_CASE("the figures of an experiment are drawn by gnuplot", "[reports][gnuplot]") {
    Json many = document("in-order.json");  // more points than are drawn
    Json& scatter = many["weightings"][0]["scatter"];
    scatter["points"] = Json::array();
    for (int i = 0; i < 5000; ++i) {
        const std::string text = std::to_string(i);
        scatter["points"].push_back(
            {{"kendall", {{"decimal", text}}}, {"footrule", {{"decimal", text}}}, {"queries", 1}});
    }
    many["queries"] = many["source"]["queries"] = many["weightings"][0]["without_ratio"] = 5000;
    scatter["distinct"] = 5000;
    for (const Json& json : {document("synthetic.json"), document("in-order.json"), many}) {
        try {
            const auto drawings = draw(figures_in(json));
            REQUIRE(drawings.size() == json["weightings"].size() + 1);
            CHECK(contains(drawings.front().svg, "F = 2K</text>"));
            CHECK(contains(drawings.back().svg, "share in common</text>"));
        } catch (const GnuplotMissing&) {
            WARN("gnuplot is not installed");
        }
    }
    const Model model = model_of(many);
    CHECK(contains(query_scatter_figures(model.footrule_kendall.front()).front().caption,
                   "of 5000 points"));
}
