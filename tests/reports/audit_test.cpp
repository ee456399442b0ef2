// SPDX-License-Identifier: MIT
// Documents of audit: what they say is in the report, in words that claim no more than the document
// does; a document changed in one place is refused by file and entry; foreign text stays text in
// every format. "kendalltau" is SciPy's, "sign-flip" and "recall" are test metrics of this tree.
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/build.hpp"
#include "reports/compose/compose.hpp"
#include "reports/figures/audit.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/reports/documents.hpp"
#include "tests/reports/golden_documents.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::reports;
using namespace disarray::test;
using properties::audit::LawVerdict;

namespace {

Json document(const std::string& name) {
    return document_in(audit_documents(), name);
}

/// Paragraphs, items and captions of a section, a line each.
std::string words_of(const Section& section) {
    std::string out;
    for (const Block& block : section.blocks) {
        out += sentences(block);
        if (const auto* figure = std::get_if<FigureBlock>(&block)) {
            out += figure->caption + "\n";
        }
    }
    return out;
}

template <class Kind>
std::vector<Kind> blocks_of(const Section& section) {
    std::vector<Kind> found;
    for (const Block& block : section.blocks) {
        if (const auto* one = std::get_if<Kind>(&block)) found.push_back(*one);
    }
    return found;
}

std::vector<Card> cards(const Section& section) {
    const auto found = blocks_of<Cards>(section);
    return found.empty() ? std::vector<Card>{} : found.front().cards;
}

/// The values of that label on a card.
std::vector<std::string> details(const Card& card, const std::string& label) {
    std::vector<std::string> found;
    for (const Detail& detail : card.details) {
        if (detail.label == label) found.push_back(plain_text(detail.value));
    }
    return found;
}

std::string summary_of(const Json& json) {
    const Report report = report_of(json);
    REQUIRE(report.sections.front().id == "summary");
    return words_of(report.sections.front());
}

/// "n seconds" of each call: 10 to the given power takes that long.
Json timings(const std::vector<std::pair<std::uint64_t, double>>& times) {
    Json list = Json::array();
    for (const auto& [n, seconds] : times)
        list.push_back({{"n", n}, {"seconds", seconds}});
    return list;
}

const std::vector<std::string> long_ago = {"range",        "takes_cutoff", "takes_not_retrieved",
                                           "least_length", "reference",    "exceptions"};

}  // namespace

TEST_CASE("a section says what the program takes and claims besides", "[reports]") {
    Json json = document("sign-flip.json");
    json["metric"]["kind"] = "relevance-by-rank";
    json["metric"]["takes_cutoffs"] = json["metric"]["takes_batches"] = true;
    json["metric"]["claims"] = {"monotonicity"};
    std::string words = words_of(section(report_of(json), "audit-1"));
    CHECK(contains(words, "several cutoffs in one call"));
    CHECK(contains(words, "batches of queries"));
    CHECK_FALSE(contains(words, "with weights"));
    CHECK(contains(words, "claims besides: monotonicity"));
    json["metric"]["takes_weights"] = true;
    words = words_of(section(report_of(json), "audit-1"));
    CHECK(contains(words, "batches of queries with weights"));
}

TEST_CASE("a document of an earlier version is read, and says nothing that it has not",
          "[reports]") {
    Json json = document("sign-flip.json");
    for (const std::string& key : long_ago)
        json["metric"].erase(key);
    for (Json& law : json["laws"])
        law.erase("related");
    REQUIRE(refusal(json) == "accepted");
    const std::string words = words_of(section(report_of(json), "audit-1"));
    CHECK(contains(words, "name: rho\n"));
    CHECK_FALSE(contains(words, "range:"));
    CHECK_FALSE(contains(words, "takes:"));
}

TEST_CASE("keys that a report does not know are passed over", "[reports]") {
    for (const char* name : {"sign-flip.json", "against.json"}) {
        Json json = document(name);
        json["tolerance"] = {{"units", 16}};
        if (json.contains("laws")) {
            json["laws"][0]["since"] = "0.2";
            json["metric"]["author"] = Json::array({1, nullptr});
            json["agreements"][0]["also"] = 1.5;
        }
        CHECK(refusal(json) == "accepted");
    }
}

TEST_CASE("an audit's section begins with what the program says of itself", "[reports]") {
    const std::string tau = words_of(section(report_of(document("kendalltau.json")), "audit-1"));
    CHECK(contains(tau, "computes: a metric of two rankings of the same elements\n"));
    CHECK(contains(tau, "best: the greatest value\n"));
    CHECK(contains(tau, "range: -1 to 1\n"));
    CHECK(contains(tau, "conventions: none\n"));
    CHECK(contains(tau,
                   "does not claim: infinite-number (an infinite rank is ordered like any other)"));
    CHECK(contains(tau,
                   "2606 inputs were asked, each counted once; the program was started again "
                   "0 times. The audit ran to its end."));
    const std::string recall = words_of(section(report_of(document("recall.json")), "audit-1"));
    CHECK(contains(recall, "claims to be: recall\n"));
    CHECK(contains(recall, "takes: a cutoff\n"));
    CHECK(contains(recall, "conventions: scores=double, ties=average\n"));
    Json json = document("recall.json");
    json["metric"]["range"] = {nullptr, "1/2"};
    json["metric"]["takes_not_retrieved"] = false;
    json["metric"]["least_length"] = 2;
    const std::string changed = words_of(section(report_of(json), "audit-1"));
    CHECK(contains(changed, "range: 1/2 or less\n"));
    CHECK(contains(changed,
                   "takes: a cutoff, no documents that are not retrieved and nothing "
                   "shorter than 2 documents\n"));
}

TEST_CASE("each law of an audit stands with its verdict, its words and its scope", "[reports]") {
    const Json json = document("sign-flip.json");
    const Report report = report_of(json);
    const auto tables = blocks_of<Table>(section(report, "audit-1"));
    REQUIRE(tables.front().id == "audit-1-laws");
    REQUIRE(tables.front().rows.size() == json["laws"].size());
    for (std::size_t i = 0; i < json["laws"].size(); ++i) {
        const Json& law = json["laws"][i];
        const std::vector<Cell>& cells = tables.front().rows[i].cells;
        const char* keys[] = {"law", "verdict", "statement", "scope"};
        for (std::size_t k = 0; k < 4; ++k)
            CHECK(plain_text(cells[k].text) == law[keys[k]].get<std::string>());
        CHECK(cells[1].text.front().style == Span::Style::verdict);
        const bool is_refuted = law["verdict"] == "refuted";
        CHECK(cells[0].text.front().target.empty() != is_refuted);
        // The card has it, or the row.
        const bool has_details = !is_refuted && law["explanation"] != "";
        CHECK(cells[0].details.size() == (has_details ? 1 : 0));
    }
    CHECK(contains(words_of(section(report, "audit-1")),
                   "Of 16 laws, 5 are refuted (exact-reference, exchange, identity, "
                   "best-at-identity, long-inputs); 9 held at every input of their scopes "
                   "(exhausted); 2 do not apply."));
}

TEST_CASE("a finding of an audit has its input, what was expected, what came, and the request",
          "[reports]") {
    const Report report = report_of(document("sign-flip.json"));
    const std::vector<Card> found = cards(section(report, "audit-1"));
    REQUIRE(found.size() == 5);
    CHECK(found[0].title == "exact-reference");
    CHECK(details(found[0], "expected") == std::vector<std::string>{"1"});
    CHECK(details(found[0], "got") == std::vector<std::string>{"-1.0"});
    CHECK(details(found[1], "expected").empty());
    CHECK(plain_text(found[1].lines[0]) ==
          "refuted: exchanging two neighbours of the first ranking that the second orders alike "
          "never makes the value better");
    CHECK(plain_text(found[1].lines[1]) ==
          "M(two neighbours exchanged) = 1 > M(first, second) = -1");
    const std::string input = R"({"first": [1, 2], "second": [1, 2]})";
    CHECK(details(found[1], "input") == std::vector<std::string>{input});
    CHECK(details(found[1], "compared with") ==
          std::vector<std::string>{R"({"first": [2, 1], "second": [1, 2]}: 1.0)"});
    std::string request;
    properties::audit::append_evaluate_request(request, 1, input);
    CHECK(details(found[1], "the request").front() + "\n" == request);
}

TEST_CASE("a documented convention is told as what it is, and not counted as refuted",
          "[reports]") {
    const Json json = document("kendalltau.json");
    const Report report = report_of(json);
    const std::vector<Card> found = cards(section(report, "audit-1"));
    REQUIRE(found.size() == 1);
    CHECK(plain_text(found[0].lines[0]).starts_with("documented-convention: an infinite number"));
    CHECK(contains(plain_text(found[0].lines[1]), "not claimed: an infinite rank is ordered"));
    CHECK(contains(words_of(section(report, "audit-1")), "A documented convention is no failure"));
    const std::string summary = summary_of(json);
    CHECK_FALSE(contains(summary, "refuted"));
    CHECK(contains(summary, "1 is violated as the program declares, no failure (infinite-number)"));
    CHECK_FALSE(contains(words_of(section(report_of(document("sign-flip.json")), "audit-1")),
                         "documented convention"));
    // The word has a mark of its own in every format.
    const Model model = model_of(json);
    CHECK(contains(build_text(model, Format::markdown, {}), "§ documented-convention"));
    CHECK(contains(build_text(model, Format::latex, {}), "§~documented-convention"));
    CHECK(contains(build_text(model, Format::html, {}),
                   "<span class=\"verdict v-documented-convention\">documented-convention</span>"));
}

TEST_CASE("an audit without findings says that none was found", "[reports]") {
    Json json = document("kendalltau.json");
    for (Json& law : json["laws"]) {
        if (law["verdict"] != "documented-convention") continue;
        law["verdict"] = "exhausted";
        law["input"] = nullptr;
    }
    const Report report = report_of(json);
    CHECK(contains(words_of(section(report, "audit-1")), "No violation was found.\n"));
    CHECK(cards(section(report, "audit-1")).empty());
}

TEST_CASE("the summary of a report names the metrics audited and the programs compared",
          "[reports]") {
    CHECK(summary_of(document("kendalltau.json")) ==
          "Audit of kendalltau: of 16 laws, 1 is violated as the program declares, no failure "
          "(infinite-number); 12 held at every input of their scopes (exhausted); 1 held at the "
          "inputs it was tried at (supported); 2 do not apply. It agrees with kendall-tau-b on all "
          "380 inputs compared, to 2 units in the last place.\n");
    CHECK(contains(summary_of(document("against.json")),
                   "they differ on 194 of 346 inputs compared, and agree on the others, to 1 "
                   "unit of 2^-52.\n"));
    const Report without = compose(read_sources({golden_documents()}), "VERSION");
    for (const Section& of : without.sections) {
        CHECK_FALSE(of.id.starts_with("audit"));
        CHECK_FALSE(contains(words_of(of), "audits"));
    }
}

TEST_CASE("the exact metric that a program follows is named, or that there is none", "[reports]") {
    const auto nearest = [](const Json& json) {
        return words_of(section(report_of(json), "audit-1"));
    };
    Json json = document("sign-flip.json");
    const Json& best = json["agreements"][0];
    CHECK(contains(nearest(json), fmt::format("It agrees with no exact metric that was tried; "
                                              "fewest answers differ from {}: {} of {}.",
                                              best["reference"].get<std::string>(),
                                              best["differing"].dump(), best["compared"].dump())));
    // One that had nothing to be compared on agrees with nothing.
    for (Json& agreement : json["agreements"]) {
        agreement["compared"] = agreement["differing"] = 0;
        agreement["input"] = nullptr;
    }
    json["laws"].erase(0);  // exact-reference, which would contradict it
    CHECK(contains(nearest(json), "It was compared with no exact metric."));
    json["agreements"].clear();
    CHECK(contains(nearest(json), "It was compared with no exact metric."));
    json = document("kendalltau.json");
    json["agreements"].push_back(json["agreements"][0]);
    CHECK(contains(nearest(json), "to 2 units in the last place, and with 1 other."));
}

TEST_CASE("of many exact metrics the nearest are in the table, the others counted", "[reports]") {
    const Report report = report_of(document("sign-flip.json"));
    const auto tables = blocks_of<Table>(section(report, "audit-1"));
    REQUIRE(tables.back().id == "audit-1-references");
    CHECK(tables.back().rows.size() == 12);
    CHECK(contains(words_of(section(report, "audit-1")),
                   "And 3 exact metrics more, in report.json and references.csv."));
    const Row& first = tables.back().rows.front();
    CHECK(first.cells[0].details.size() == 3);
    Json json = document("sign-flip.json");
    json["agreements"][0]["differing"] = json["agreements"][0]["compared"];
    const Report none_equal = report_of(json);
    const auto none = blocks_of<Table>(section(none_equal, "audit-1"));
    CHECK(plain_text(none.back().rows.front().cells[3].text) == "–");
}

TEST_CASE("an audit that was stopped says so at the top, in the summary and in its section",
          "[reports]") {
    Json json = document("sign-flip.json");
    json["complete"] = false;
    json["restarts"] = 1;
    json["laws"][1]["verdict"] = "undecided";
    const Model model = model_of(json);
    CHECK_FALSE(model.audits.front().complete);
    const Report report = compose(model, "VERSION");
    CHECK(report.notices.size() == 1);
    CHECK(contains(words_of(report.sections.front()), "Audit of rho, stopped before its end: of"));
    const std::string words = words_of(section(report, "audit-1"));
    CHECK(
        contains(words, "the program was started again 1 time. The audit was stopped before its"));
    CHECK(contains(words, "1 is undecided (relabelling)"));
    json = document("against.json");
    json["complete"] = false;
    const Report two = report_of(json);
    CHECK(two.notices.size() == 1);
    CHECK(contains(words_of(two.sections.front()), "stopped before the end: they differ"));
    CHECK(contains(words_of(section(two, "programs-1")), "was stopped before its end, or"));
}

TEST_CASE("the times of an audit are drawn as they stand, both axes logarithmic", "[reports]") {
    Json json = document("sign-flip.json");
    // Not in the order of n; 0 has no logarithm.
    json["timings"] = timings({{1000, 0.5}, {10, 0.0025}, {100, 0}, {0, 1}});
    const auto block = timing_figure(model_of(json).audits.front());
    REQUIRE(block);
    CHECK(block->figure.rows == std::vector<std::vector<std::string>>{
                                    {"1000", "0.5"}, {"10", "0.0025"}, {"100", "0"}, {"0", "1"}});
    const std::string& commands = block->figure.commands;
    CHECK(contains(commands, "$times << EOD\n10 0.0025\n1000 0.5\nEOD"));
    // Through the last point, 0.0005 s for each element, as far as the axes go.
    CHECK(contains(commands, "$guide << EOD\n2 0.001\n2000 1\nEOD"));
    CHECK(contains(commands, "set logscale xy"));
    CHECK(contains(commands, "set xrange [1:10000]\nset yrange [0.001:1]"));
    CHECK(contains(commands, "'1' 1, '10' 10, '100' 100, '1000' 1000, '10000' 10000"));
    CHECK(contains(commands, "'1 ms' 0.001, '10 ms' 0.01, '100 ms' 0.1, '1 s' 1"));
    CHECK(block->figure.alt ==
          "Time of one call of rho against n: 0.0025 s at n = 10, 0.5 s at n = 1000.");
    CHECK(contains(block->caption, "A single call for each n"));
    CHECK(contains(block->caption, "Left out, since they have no place on such axes: 2 of 4"));
}

TEST_CASE("times of one n are told in words", "[reports]") {
    Json json = document("sign-flip.json");
    json["timings"] = timings({{10, 0.25}, {10, 0.5}});
    const Report report = report_of(json);
    CHECK(figures_of(report).empty());
    CHECK(contains(words_of(section(report, "audit-1")),
                   "A call took 0.25 s at n = 10 and 0.5 s at n = 10."));
    const std::string none = words_of(section(report_of(document("sign-flip.json")), "audit-1"));
    CHECK_FALSE(contains(none, "A call took"));
}

TEST_CASE("axes of times have at most nine marks, whatever the times", "[reports]") {
    Json json = document("sign-flip.json");
    json["timings"] = timings({{1, 1e-12}, {10, 1e-8}, {18446744073709551615ULL, 1e12}});
    const auto block = timing_figure(model_of(json).audits.front());
    REQUIRE(block);
    for (const std::string axis : {"set xtics (", "set ytics ("}) {
        const std::size_t from = block->figure.commands.find(axis);
        REQUIRE(from != std::string::npos);
        const std::string line =
            block->figure.commands.substr(from, block->figure.commands.find('\n', from) - from);
        INFO(line);
        CHECK(std::ranges::count(line, '\'') <= 18);
    }
}

TEST_CASE("two programs are told apart by an input, and neither is called right", "[reports]") {
    const Json json = document("failing.json");
    const Report report = report_of(json);
    const Section& programs = section(report, "programs-1");
    CHECK(programs.title == "Two programs");
    const std::string words = words_of(programs);
    CHECK(contains(words, "neither is taken to be right"));
    CHECK(contains(words, "the second is sh crash.sh."));
    CHECK(contains(words,
                   "They differ on 12 of 15 inputs compared, and agree on the others, to 0 "
                   "units of 2^-52; on 1 other input at least one of them failed.\n"));
    const std::vector<Card> found = cards(programs);
    REQUIRE(found.size() == 2);
    CHECK(found[0].title == "The least input found on which they differ");
    CHECK(details(found[0], "first program") == std::vector<std::string>{"undefined (0/0)"});
    CHECK(details(found[0], "second program") == std::vector<std::string>{"1"});
    CHECK(details(found[1], "input").front() == R"({"first": [1, 2], "second": [2, 1]})");
    CHECK(contains(details(found[1], "second program").front(), "garbage: "));
}

TEST_CASE("two programs that agree do so on what was compared", "[reports]") {
    Json json = document("against.json");
    json["differing"] = 0;
    json["input"] = nullptr;
    const Report report = report_of(json);
    CHECK(contains(words_of(section(report, "programs-1")),
                   "They agree on all 346 inputs compared, to 1 unit of 2^-52.\n"));
    CHECK(cards(section(report, "programs-1")).empty());
    json["compared"] = 0;
    CHECK(contains(summary_of(json), ": no input was compared."));
    json["compared"] = json["differing"] = 3;
    json["input"] = {{"first", {1}}};
    CHECK(contains(summary_of(json), ": they differ on 3 of 3 inputs compared.\n"));
}

TEST_CASE("audits of metrics of one name are told apart by their documents", "[reports]") {
    const TemporaryFile a(document("sign-flip.json").dump()), b(document("sign-flip.json").dump());
    const Model model = read_sources({a.path(), b.path()});
    const Report report = compose(model, "VERSION");
    CHECK(section(report, "audit-2").title ==
          fmt::format("Audit of rho ({})", model.sources[1].name));
    CHECK(section(report_of(document("sign-flip.json")), "audit-1").title == "Audit of rho");
}

TEST_CASE("a law that contradicts its verdict is refused", "[reports]") {
    const auto with = [](const char* pointer, const Json& value) {
        return refusal_with(document("sign-flip.json"), pointer, value);
    };
    CHECK(contains(with("/laws/2/input", nullptr), " laws[2]: found no \"input\""));
    CHECK(contains(with("/laws/2/input", "x"), " laws[2] input: found \"x\", expected an object"));
    CHECK(contains(with("/laws/2/got", ""), " laws[2]: found \"got\": \"\""));
    CHECK(contains(with("/laws/1/input", Json::object()),
                   " laws[1]: found \"input\": {}, expected null, since the law is exhausted"));
    CHECK(contains(with("/laws/1/verdict", "refuted"), " laws[1]: found \"got\": \"\""));
    CHECK(contains(with("/laws/2/verdict", "supported"), "since the law is supported"));
    CHECK(contains(with("/laws/1/verdict", "certified"),
                   " laws[1]: found \"verdict\": certified, expected one of refuted, "
                   "documented-convention, exhausted, supported, undecided, not-applicable"));
    CHECK(contains(with("/laws/1/scope", ""), " laws[1]: found \"scope\": \"\""));
    CHECK(contains(with("/laws/1/law", "exchange"), " laws[2]: found \"law\": exchange again"));
}

TEST_CASE("comparisons that contradict themselves or the law are refused", "[reports]") {
    const auto with = [](const char* pointer, const Json& value) {
        return refusal_with(document("sign-flip.json"), pointer, value);
    };
    CHECK(contains(with("/agreements/0/differing", 1000),
                   " agreements[0]: found \"differing\": 1000, expected at most the "));
    CHECK(contains(with("/agreements/0/differing", 0), "expected null, since no input differs"));
    CHECK(contains(with("/agreements/0/input", nullptr), " agreements[0]: found no \"input\""));
    CHECK(contains(with("/agreements/0/expected", ""), " agreements[0]: found \"expected\""));
    CHECK(contains(refusal_with(document("kendalltau.json"), "/agreements/0", nullptr),
                   ": found exact-reference exhausted, expected an exact metric in"));
    CHECK(contains(with("/agreements", Json::array()), ": found exact-reference refuted"));
    const auto against = [](const char* pointer, const Json& value) {
        return refusal_with(document("failing.json"), pointer, value);
    };
    CHECK(contains(against("/differing", 16), "found \"differing\": 16, expected at most the 15"));
    CHECK(contains(against("/differing", 0), "expected null, since no input differs"));
    CHECK(contains(against("/input", nullptr), "found no \"input\""));
    CHECK(contains(against("/first", ""), "found \"first\": \"\""));
    CHECK(contains(against("/failing", 0), "expected null, since no input fails"));
    CHECK(contains(against("/failing_second", ""), "found \"failing_second\""));
}

TEST_CASE("values of other kinds in an audit are refused by their place", "[reports]") {
    const std::tuple<const char*, const char*, Json> changes[] = {
        {"sign-flip.json", "/metric", nullptr},
        {"sign-flip.json", "/metric", 1},
        {"sign-flip.json", "/metric/name", nullptr},
        {"sign-flip.json", "/metric/name", 1},
        {"sign-flip.json", "/metric/kind", "three-rankings"},
        {"sign-flip.json", "/metric/direction", "up"},
        {"sign-flip.json", "/metric/conventions", nullptr},
        {"sign-flip.json", "/metric/conventions", Json::array()},
        {"sign-flip.json", "/metric/conventions", {{"ties", 1}}},
        {"sign-flip.json", "/metric/range", 1},
        {"sign-flip.json", "/metric/range", {"0"}},
        {"sign-flip.json", "/metric/range", {"0", 1}},
        {"sign-flip.json", "/metric/range", {"0", "one"}},
        {"sign-flip.json", "/metric/range", {"1/0", nullptr}},
        {"sign-flip.json", "/metric/takes_cutoff", "no"},
        {"sign-flip.json", "/metric/takes_not_retrieved", 1},
        {"sign-flip.json", "/metric/least_length", -1},
        {"sign-flip.json", "/metric/exceptions", {{"range", false}}},
        {"recall.json", "/metric/reference", 1},
        {"sign-flip.json", "/laws", nullptr},
        {"sign-flip.json", "/laws", Json::array()},
        {"sign-flip.json", "/laws", "none"},
        {"sign-flip.json", "/laws/0", 1},
        {"sign-flip.json", "/laws/0/law", ""},
        {"sign-flip.json", "/laws/0/statement", nullptr},
        {"sign-flip.json", "/laws/0/verdict", nullptr},
        {"sign-flip.json", "/laws/0/scope", nullptr},
        {"sign-flip.json", "/laws/0/expected", nullptr},
        {"sign-flip.json", "/laws/0/explanation", 1},
        {"sign-flip.json", "/laws/2/related", 1},
        {"sign-flip.json", "/laws/2/related/0", "x"},
        {"sign-flip.json", "/laws/2/related/0/input", 1},
        {"sign-flip.json", "/laws/2/related/0/got", nullptr},
        {"sign-flip.json", "/agreements", nullptr},
        {"sign-flip.json", "/agreements/0/reference", ""},
        {"sign-flip.json", "/agreements/0/compared", -1},
        {"sign-flip.json", "/agreements/0/compared", 2.5},
        {"sign-flip.json", "/agreements/0/worst_units", "0"},
        {"sign-flip.json", "/inputs", nullptr},
        {"sign-flip.json", "/inputs", -1},
        {"sign-flip.json", "/restarts", "0"},
        {"sign-flip.json", "/complete", nullptr},
        {"sign-flip.json", "/complete", "yes"},
        {"kendalltau.json", "/timings", 1},
        {"kendalltau.json", "/timings/0/n", -10},
        {"kendalltau.json", "/timings/0/seconds", -0.5},
        {"kendalltau.json", "/timings/0/seconds", "0.5"},
        {"kendalltau.json", "/timings/0/seconds", nullptr},
        {"against.json", "/against", ""},
        {"against.json", "/against", nullptr},  // then it would be of one program
        {"against.json", "/compared", nullptr},
        {"against.json", "/worst_units", -1},
        {"against.json", "/first", nullptr},
        {"against.json", "/failing", nullptr},
        {"against.json", "/failing", 1},
        {"against.json", "/failing_first", nullptr},
        {"against.json", "/complete", nullptr},
        {"against.json", "/schema", "disarray.audit/2"}};
    for (const auto& [name, pointer, value] : changes) {
        INFO(name << " " << pointer << " " << value.dump());
        const std::string said = refusal_with(document(name), pointer, value);
        CHECK(contains(said, "found "));
        CHECK(contains(said, ", expected "));
    }
}

TEST_CASE("an audit cut off in the middle of its document is refused", "[reports]") {
    check_refused_when_cut_off(document("kendalltau.json"),
                               "audit or experiment robustness printed with --json");
}

TEST_CASE("a long input is cut in words, and whole in JSON and CSV", "[reports]") {
    Json json = document("sign-flip.json");
    Json ranks = Json::array();
    for (int i = 1; i <= 100'000; ++i)
        ranks.push_back(i);
    json["laws"][2]["input"] = {{"first", ranks}, {"second", ranks}};
    json["laws"][2]["explanation"] = std::string(100'000, 'x');
    const Model model = model_of(json);
    const Report report = compose(model, "VERSION");
    const Card card = cards(section(report, "audit-1")).at(1);
    const std::string shown = details(card, "input").front();
    CHECK(shown.size() < 500);
    CHECK(shown.starts_with(R"({"first": [1, 2, 3, 4)"));
    CHECK(contains(shown, "... (1377813 bytes; report.json has them all)"));
    CHECK(details(card, "the request").empty());
    CHECK(plain_text(card.lines[1]).size() < 400);
    for (const Format format : {Format::html, Format::markdown, Format::latex})
        CHECK(build_text(model, format, {}).size() < 200'000);
    const Json written = Json::parse(build_text(model, Format::json, {}));
    CHECK((written["sources"][0]["content"]["laws"][2]["input"] == json["laws"][2]["input"]));
    for (const auto& [name, text] : to_csv(model)) {
        if (name == "laws.csv") CHECK(contains(text, ", 99999, 100000]"));
    }
}

TEST_CASE("foreign text of an audit stays text in every format", "[reports]") {
    const std::string& hostile = hostile_text;
    Json json = document("sign-flip.json");
    json["timings"] = timings({{10, 0.25}, {1000, 0.5}});
    json["metric"]["name"] = hostile;
    json["metric"]["conventions"] = {{hostile, hostile}};
    json["metric"]["exceptions"] = {{hostile, hostile}};
    json["metric"]["reference"] = hostile;
    json["command"] = hostile;
    for (const char* key : {"law", "statement", "scope", "expected", "got", "explanation"})
        json["laws"][2][key] = hostile;
    json["laws"][2]["input"] = {{hostile, hostile}};
    json["laws"][2]["related"][0]["got"] = hostile;
    json["laws"][1]["explanation"] = hostile;
    for (const char* key : {"reference", "expected", "got"})
        json["agreements"][0][key] = hostile;
    Json other = document("failing.json");
    for (const char* key : {"against", "first", "second", "failing_first", "failing_second"})
        other[key] = hostile;
    other["input"] = {{hostile, hostile}};
    const TemporaryFile a(json.dump()), b(other.dump());
    const Model model = read_sources({a.path(), b.path()});
    const Report report = compose(model, "VERSION");
    check_hostile_stays_text(model, report);
    const std::string markdown = to_markdown(report, {}, "figures");
    std::istringstream lines(markdown);
    for (std::string line; std::getline(lines, line);) {
        if (!contains(line, " [l](javascript")) continue;
        INFO(line);  // as it is in code only
        CHECK((contains(line, "``") || line.starts_with("{\"id\": 1")));
    }
    const Json written = Json::parse(to_json(model, report, "VERSION", "disarray report"));
    CHECK((written["sources"][0]["content"] == json));
    CHECK((written["sources"][1]["content"] == other));
    try {
        const std::string svg = draw(figures_of(report)).front().svg;
        CHECK(contains(svg, "&lt;planted-element"));
        CHECK_FALSE(contains(svg, "<planted-element"));
    } catch (const GnuplotMissing&) {
        WARN("gnuplot is not installed");
    }
}

TEST_CASE("what is left to trust of audits is said where there are some", "[reports]") {
    const std::string audit = words_of(section(report_of(document("sign-flip.json")), "trust"));
    CHECK(contains(audit, "the answers of the foreign programs were taken from the documents"));
    CHECK(contains(audit, "tolerance of the audit (--tolerance)"));
    CHECK(contains(audit, "documented-convention: violated as well, but as the program declares"));
    CHECK(contains(audit, "but for audits, of which more below, no verdict rests on floating"));
    const std::string two = words_of(section(report_of(document("against.json")), "trust"));
    CHECK(contains(two, "the answers of the foreign programs"));
    CHECK_FALSE(contains(two, "documented-convention"));
}

TEST_CASE("the figure of an audit is drawn by gnuplot", "[reports][gnuplot]") {
    Json wide = document("sign-flip.json");
    wide["timings"] = timings({{1, 1e-12}, {10, 1e-8}, {18446744073709551615ULL, 1e12}});
    for (const Json& json : {document("kendalltau.json"), wide}) {
        try {
            const auto drawings = draw(figures_of(report_of(json)));
            REQUIRE(drawings.size() == 1);
            CHECK(contains(drawings.front().svg, "in proportion to n</text>"));
            CHECK(contains(drawings.front().svg, "time of a call</text>"));
        } catch (const GnuplotMissing&) {
            WARN("gnuplot is not installed");
        }
    }
}
