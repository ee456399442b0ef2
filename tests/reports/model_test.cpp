// SPDX-License-Identifier: MIT
// A report takes its numbers from saved documents, puts each witness into the formulas again, and
// refuses what is no document or says what is not so.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/sha256.hpp"
#include "record/json.hpp"
#include "reports/build.hpp"
#include "reports/model.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/reports/golden_documents.hpp"
#include "tests/search/verify/certificates.hpp"

using namespace disarray;
using namespace disarray::reports;
using test::TemporaryFile;

namespace {

// The least counterexample to K <= F[prefix] (README), as search prints it.
const std::string search_document = R"({
  "schema": "disarray.search/1", "version": "9.9", "command": "disarray search --n 6", "seed": 7,
  "results": [{"n": 6, "reading": "prefix", "side": "min",
               "statement": "K <= F[prefix]", "ratio": "6/7", "decimal": "0.857143",
    "scope": "every σ in S_6", "classes": 181, "permutations": 720, "violating": 2,
    "undecided": 0, "complete": true, "verdict": "refuted", "certificate": null,
    "witness": {"ranks": [6, 3, 2, 5, 4, 1], "weights": ["1", "1", "1", "1", "1", "1"],
      "swap_costs": ["1", "1", "1", "1", "1"],
      "dissimilarity": [["0", "1", "0", "1", "0", "1"], ["1", "0", "1", "0", "1", "0"],
                        ["0", "1", "0", "1", "0", "1"], ["1", "0", "1", "0", "1", "0"],
                        ["0", "1", "0", "1", "0", "1"], ["1", "0", "1", "0", "1", "0"]],
      "strict": false, "K": "7", "F": "6", "small": "7", "big": "6"}}]})";

// KV-T17 in the reading box, as check claims prints it.
const std::string claims_document = R"json({
  "schema": "disarray.check/1", "version": "9.9", "command": "disarray check claims --json",
  "claims": [{"id": "KV-T17", "metric": "footrule[box]", "reading": "box", "frame": "either",
    "fixed_points": "one", "variant": "F <= 3K", "verdict": "refuted",
    "scope": "every σ in S_n, n <= 3", "statement": "(1/3)F* <= K* <= 3F*",
    "source": "KV Theorem 17",
    "witness": {"rankings": [[2, 3, 1]], "weights": ["3", "1", "1"],
      "dissimilarity": [["0", "1", "0"], ["1", "0", "1"], ["0", "1", "0"]],
      "fixed_points": "one", "scale": "2"},
    "explanation": "M(σ) = 9/2 > 3·K(σ) = 3", "repairs": ["w = 1"],
    "effort": {"exhaustive_n": 3, "exhaustive_cases": 2157, "examples": 0, "random_cases": 0,
               "applicable": 36, "seed": 0, "complete": true},
    "replay": "disarray check --replay '{\"metric\":\"footrule[box]\",\"property\":\"footrule-at-most-3-kendall-all\",\"frame\":\"element\",\"case\":{\"rankings\":[[2,3,1]],\"weights\":[\"3\",\"1\",\"1\"],\"dissimilarity\":[[\"0\",\"1\",\"0\"],[\"1\",\"0\",\"1\"],[\"0\",\"1\",\"0\"]],\"fixed_points\":\"one\",\"scale\":\"2\"}}'"
  }]})json";

// Of what Coq proves, by a check that was cut short.
const std::string proved_document = R"json({
      "schema": "disarray.check/1", "version": "9.9", "command": "disarray check claims --json",
      "claims": [{"id": "KV-conjecture", "metric": "footrule[box]", "reading": "box",
        "frame": "either", "fixed_points": "one", "variant": "all weights", "verdict": "proved",
        "scope": "every n", "statement": "K* <= F*", "source": "KV", "witness": null,
        "explanation": "F/K is at least 1 for every n", "repairs": [],
        "effort": {"exhaustive_n": 2, "exhaustive_cases": 3, "examples": 0, "random_cases": 0,
                   "applicable": 3, "seed": 0, "complete": false}}]})json";

std::string with(std::string text, const std::string& from, const std::string& to) {
    const std::size_t place = text.find(from);
    REQUIRE(place != std::string::npos);
    return text.replace(place, from.size(), to);
}

std::string refusal(const std::string& text) {
    const TemporaryFile file(text);
    try {
        read_sources({file.path()});
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

Model model_of(const std::string& text) {
    const TemporaryFile file(text);
    return read_sources({file.path()});
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a result whose numbers contradict each other is refused", "[reports]") {
    CHECK(contains(refusal(with(search_document, "\"permutations\": 720", "\"permutations\": 721")),
                   "expected 720, the σ of S_6"));
    CHECK(contains(refusal(with(search_document, "\"0.857143\"", "\"1.857\"")),
                   "expected 0.857143, as \"ratio\""));
    const std::string constant = "\"best_constant\": \"7/6\", ";
    const std::string right = with(search_document, "\"scope\"", constant + "\"scope\"");
    CHECK(refusal(right) == "accepted");
    CHECK(contains(refusal(with(right, "\"7/6\"", "\"13/6\"")), "expected 7/6, as at the witness"));
}

TEST_CASE("a result has the numbers of its document", "[reports]") {
    const Model model = model_of(search_document);
    REQUIRE(model.results.size() == 1);
    const Result& result = model.results.front();
    CHECK(result.id == "prefix-min-n6");
    CHECK(result.n == 6);
    CHECK(result.is_whole);
    CHECK(result.ratio == "6/7");
    CHECK(*result.value == Rational(Integer(6), Integer(7)));
    CHECK(*result.claimed == Rational(1));
    CHECK(result.violating == 2);
    CHECK(result.programs == 181);
    CHECK(result.verdict == Verdict::refuted);
    CHECK(result.witness->sigma.to_string() == "6 3 2 5 4 1");
    CHECK_FALSE(result.witness->weighting.element_weights);  // all 1: unit
    CHECK_FALSE(result.witness->is_strict);
    REQUIRE(model.sources.size() == 1);
    CHECK(model.sources.front().version == "9.9");
    CHECK(model.sources.front().command == "disarray search --n 6");
    CHECK(model.sources.front().seed == 7);
}

TEST_CASE("a row that asks for the least constant claims none, and is refuted by no witness",
          "[reports]") {
    const std::string asked =
        with(with(search_document, "K <= F[prefix]", "K <= c*F[prefix]"), R"("violating": 2,)", "");
    CHECK(refusal(asked) != "accepted");  // its witness is where the constant is attained
    const Model model = model_of(with(asked, R"("refuted")", R"("exhausted")"));
    REQUIRE(model.results.size() == 1);
    const Result& result = model.results.front();
    CHECK(result.asks_constant);
    CHECK(result.statement == "K <= c*F[prefix]");
    CHECK(result.certified == "K <= F[prefix]");
    CHECK(result.ratio == "6/7");
    CHECK(result.verdict == Verdict::exhausted);
    CHECK_FALSE(result.violating);
}

TEST_CASE("a claim has the fields of its document", "[reports]") {
    const Model model = model_of(claims_document);
    REQUIRE(model.claims.size() == 1);
    const Claim& claim = model.claims.front();
    CHECK(claim.id == "KV-T17.footrule-box-.F-3K");
    CHECK(claim.label == "KV-T17, footrule[box], F <= 3K");
    CHECK(claim.origin == "KV Theorem 17");
    CHECK(claim.repairs == std::vector<std::string>{"w = 1"});
    CHECK(claim.effort == "2157 cases, all of S_1 … S_3; 36 apply");
    const Model open = model_of(with(claims_document, "\"seed\": 0", "\"undecided\": 5"));
    CHECK(open.claims.front().effort == claim.effort + "; 5 undecided");
    CHECK(claim.witness->rankings.front().to_string() == "2 3 1");
    CHECK(contains(claim.reproduce, "disarray check --replay '"));
}

TEST_CASE("rows that say the same have ids of their own", "[reports]") {
    const TemporaryFile one(search_document);
    const TemporaryFile two(search_document);
    const Model model = read_sources({one.path(), two.path()});
    REQUIRE(model.results.size() == 2);
    CHECK(model.results[0].id == "prefix-min-n6");
    CHECK(model.results[1].id == "prefix-min-n6-2");
}

TEST_CASE("what is no document is refused by file and place", "[reports]") {
    CHECK(contains(refusal(""), "no JSON at byte"));
    CHECK(contains(refusal("{"), "no JSON at byte"));
    for (std::size_t cut = 1; cut < search_document.size(); cut += 97)
        CHECK(contains(refusal(search_document.substr(0, cut)), "no JSON at byte"));
    CHECK(contains(refusal("{}"), "no \"schema\""));
    CHECK(contains(refusal("[]"), "expected an object"));
    CHECK(contains(refusal(with(search_document, "search/1", "search/2")),
                   "found schema \"disarray.search/2\", expected disarray.search/1"));
    CHECK(contains(refusal(with(search_document, "\"results\"", "\"outcome\"")),
                   "neither \"results\" nor \"scatter\""));
    CHECK(contains(refusal(with(claims_document, "\"claims\"", "\"rows\"")), "no claims, cells"));
    CHECK_THROWS_AS(read_sources({"/no/such/file"}), InputError);
}

TEST_CASE("every key that a row needs is missed by name", "[reports]") {
    for (const std::string key : {"scope", "verdict", "n"}) {
        INFO(key);
        const std::string found =
            refusal(with(search_document, "\"" + key + "\"", "\"x" + key + "\""));
        CHECK(contains(found, "results[0]: found no \"" + key + "\""));
    }
    for (const std::string key : {"scope", "verdict", "id", "statement", "source", "frame",
                                  "metric", "variant", "explanation", "effort"}) {
        INFO(key);
        const std::string found =
            refusal(with(claims_document, "\"" + key + "\"", "\"x" + key + "\""));
        CHECK(contains(found, "claims[0]: found no \"" + key + "\""));
    }
    CHECK(contains(refusal(with(search_document, "\"every σ in S_6\"", "\"\"")),
                   "found \"scope\": \"\", expected a text that is not empty"));
    CHECK(contains(refusal(with(search_document, "\"refuted\"", "\"guessed\"")),
                   "expected one of refuted, proved"));
    CHECK(contains(refusal(with(search_document, "\"n\": 6", "\"n\": -6")), "results[0]"));
}

TEST_CASE("a witness that does not give what the row says is refused", "[reports]") {
    CHECK(contains(refusal(with(search_document, "\"K\": \"7\"", "\"K\": \"8\"")),
                   "results[0] witness: found \"K\": 8, expected 7, by the definition"));
    CHECK(contains(refusal(with(search_document, "\"F\": \"6\"", "\"F\": \"5\"")),
                   "found \"F\": 5, expected 6"));
    CHECK(contains(refusal(with(search_document, "\"small\": \"7\"", "\"small\": \"9\"")),
                   "found \"small\": 9, expected 7"));
    CHECK(contains(refusal(with(search_document, "\"ratio\": \"6/7\"", "\"ratio\": \"5/7\"")),
                   "results[0]: found \"ratio\": 5/7, expected 6 to 7, as at its witness"));
    CHECK(contains(refusal(with(search_document, "[6, 3, 2, 5, 4, 1]", "[6, 3, 2, 5, 1, 4]")),
                   "by the definition"));
    CHECK(contains(refusal(with(search_document, "[6, 3, 2, 5, 4, 1]", "[6, 3, 2, 5, 4, 4]")),
                   "results[0] witness"));
    CHECK(contains(refusal(with(search_document, "\"n\": 6", "\"n\": 7")), "found 6 ranks"));
    CHECK(contains(refusal(with(search_document, "\"witness\"", "\"wit\"")),
                   "found a ratio without a witness"));
}

TEST_CASE("a row that contradicts itself is refused", "[reports]") {
    const std::vector<std::pair<std::pair<std::string, std::string>, std::string>> forgeries = {
        {{"\"refuted\"", "\"certified\""}, "verdict certified, expected refuted"},
        {{"\"refuted\"", "\"not-applicable\""}, "expected refuted, as its witness shows"},
        {{"\"side\": \"min\"", "\"side\": \"max\""}, "found side \"max\", expected min"},
        {{"\"reading\": \"prefix\"", "\"reading\": \"box\""}, "results[0]"},
        {{"\"violating\": 2", "\"violating\": 0"}, "found \"violating\": 0"},
        {{"\"violating\": 2", "\"violating\": 721"}, "found \"violating\": 721"},
        {{"\"ratio\": \"6/7\"", "\"ratio\": \"12/14\""}, "a ratio in lowest terms"},
        {{"\"K\": \"7\", \"F\": \"6\",", ""}, "a witness without K and F"},
        {{"K <= F[prefix]", "K <= "}, "results[0]: found \"K <= \", expected an inequality"},
        {{"[\"1\", \"1\", \"1\", \"1\", \"1\", \"1\"]",
          "[\"2\", \"1\", \"1\", \"1\", \"1\", \"1\"]"},
         "results[0] witness"}};
    for (const auto& [change, expected] : forgeries) {
        INFO(change.second);
        CHECK(contains(refusal(with(search_document, change.first, change.second)), expected));
    }
    std::string pseudo = search_document;
    for (const std::string from : {"[\"0\", \"1\", \"0\", \"1\", \"0\", \"1\"]"})
        pseudo = with(pseudo, from, "[\"0\", \"1\", \"5\", \"1\", \"0\", \"1\"]");
    CHECK(contains(refusal(pseudo), "results[0] witness"));
}

TEST_CASE("the classical inequalities are those of Diaconis and Graham", "[reports]") {
    const std::string document = R"({"schema": "disarray.search/1", "version": "9.9",
        "command": "disarray search --classical --n 2", "results": [{"n": 2,
        "reading": "classical", "side": "max", "statement": "F <= 2*K", "ratio": "2",
        "scope": "every σ in S_2, all weights 1", "permutations": 2, "violating": 0,
        "verdict": "exhausted", "witness": {"ranks": [2, 1], "K": "1", "F": "2"}}]})";
    CHECK(model_of(document).results.front().claimed == Rational(2));
    CHECK(contains(refusal(with(document, "F <= 2*K", "F <= 5*K")), "expected F <= 2*K"));
    CHECK(contains(refusal(with(document, "\"exhausted\"", "\"refuted\"")),
                   "a witness that refutes it"));
}

TEST_CASE("a scatter counts every permutation, or says that it does not", "[reports]") {
    const std::string document = R"({"schema": "disarray.search/1", "version": "9.9",
        "command": "disarray search scatter --n 2", "scatter": [{"n": 2, "reading": "classical",
        "weights": "w = δ = D = 1", "permutations": 2, "complete": true,
        "points": [{"K": "0", "F": "0", "count": 1}, {"K": "1", "F": "2", "count": 1}]}]})";
    CHECK(model_of(document).scatters.front().points.size() == 2);
    CHECK(contains(refusal(with(document, "\"permutations\": 2", "\"permutations\": 3")),
                   "scatter[0]: found points for 2 permutations"));
    CHECK(contains(refusal(with(document, "\"n\": 2, \"reading\"", "\"n\": 3, \"reading\"")),
                   "expected all 3! of them"));
    CHECK_FALSE(model_of(with(document, "\"complete\": true", "\"complete\": false"))
                    .sources.front()
                    .complete);
}

TEST_CASE("two documents that contradict each other are refused", "[reports]") {
    // A σ at which F = K: a witness of ratio 1, which is not the least one.
    std::string other = with(search_document, "[6, 3, 2, 5, 4, 1]", "[1, 2, 3, 4, 6, 5]");
    other = with(with(other, "\"K\": \"7\", \"F\": \"6\"", "\"K\": \"1\", \"F\": \"2\""),
                 "\"small\": \"7\", \"big\": \"6\"", "\"small\": \"1\", \"big\": \"2\"");
    other = with(with(other, "\"6/7\"", "\"2\""), "\"violating\": 2", "\"violating\": 0");
    other = with(with(other, "\"0.857143\"", "\"2\""), "\"refuted\"", "\"certified\"");
    const TemporaryFile one(search_document);
    const TemporaryFile two(other);
    CHECK(read_sources({two.path()}).results.size() == 1);
    CHECK_THROWS_AS(read_sources({one.path(), two.path()}), InputError);
    CHECK_THROWS_AS(read_sources({two.path(), one.path()}), InputError);
}

TEST_CASE("JSON that the library passes over, or cannot keep, is refused in every document",
          "[reports]") {
    const std::string huge = "1" + std::string(3000, '0');
    for (const std::string& folder : {test::golden_documents(), test::evaluation_documents(),
                                      test::audit_documents(), test::experiment_documents()}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            INFO(entry.path());
            std::ifstream in(entry.path());
            const std::string text((std::istreambuf_iterator<char>(in)),
                                   std::istreambuf_iterator<char>());
            REQUIRE(refusal(text) == "accepted");
            for (const std::string& number : {std::string("1e400"), std::string("-1e400"), huge}) {
                CHECK(contains(refusal(with(text, "{", "{\"a\": [{\"b\": " + number + "}],")),
                               " a[0] b: found '" + number.substr(0, 30)));
            }
            CHECK(contains(refusal(text + std::string(1, '\0') + "{}"), ": found a zero byte"));
            CHECK(contains(refusal(with(text, "{", "{\"a\": [1, {\"b\": 1, \"\\u0062\": 2}],")),
                           " a[1]: found \"b\" again, expected each key once"));
        }
    }
}

TEST_CASE("a number in words that is beyond all measure is refused, or drawn", "[reports]") {
    const std::string huge = "1" + std::string(400, '0');  // above every double
    for (const std::string& folder : {test::golden_documents(), test::evaluation_documents(),
                                      test::audit_documents(), test::experiment_documents()}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            std::ifstream in(entry.path());
            const Json document = Json::parse(in);
            const Json leaves = document.flatten();
            std::set<std::string> seen;  // one of each list
            for (const auto& [pointer, value] : leaves.items()) {
                if (!value.is_string()) continue;
                const auto text = value.get<std::string>();
                const bool is_number =
                    !text.empty() && text.find_first_not_of("0123456789.e-/") == std::string::npos;
                if (!is_number ||
                    !seen.insert(std::regex_replace(pointer, std::regex("/[0-9]+"), "/0")).second)
                    continue;
                for (const std::string& number : {std::string("1e857"), huge, "1/" + huge}) {
                    INFO(entry.path() << " " << pointer << ": " << number.substr(0, 10));
                    Json changed = document;
                    changed[Json::json_pointer(pointer)] = number;
                    if (refusal(changed.dump()) == "accepted")
                        CHECK_NOTHROW(build_text(model_of(changed.dump()), Format::html, {}));
                }
            }
        }
    }
}

TEST_CASE("a document nested beyond all measure is refused, not followed", "[reports]") {
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    CHECK(contains(refusal(deep), "brackets 65 deep"));
    CHECK(contains(refusal(with(search_document, "\"n\": 6", "\"n\": " + deep)), "deep at byte"));
    // Brackets in a text are none.
    CHECK(refusal(with(search_document, "every σ in S_6", std::string(100, '[') + "\\\"[")) ==
          "accepted");
}

TEST_CASE("a claim whose witness does not do what it says is refused", "[reports]") {
    CHECK(contains(refusal(with(claims_document, "= 9/2 >", "= 11/2 >")),
                   "claims[0]: found \"M(σ) = 11/2 > 3·K(σ) = 3\", expected \"M(σ) = 9/2"));
    CHECK(contains(refusal(with(claims_document, "[\"3\", \"1\", \"1\"]", "[\"2\", \"1\", \"1\"]")),
                   "found a replay of another case, expected the witness"));
    CHECK(contains(
        refusal(with(claims_document, "\"metric\": \"footrule[box]\"", "\"metric\": \"kendall\"")),
        "found a replay of footrule[box], expected one of kendall"));
    CHECK(
        contains(refusal(with(claims_document, "\"frame\": \"either\"", "\"frame\": \"literal\"")),
                 "found a replay in the element frame"));
    CHECK(contains(refusal(with(claims_document, "disarray check --replay", "rm -rf")),
                   "expected disarray check --replay"));
    CHECK(contains(refusal(with(claims_document, "\\\"footrule-at-most-3", "\\\"no-such-law")),
                   "claims[0]"));
}

TEST_CASE("a cell is refuted exactly by its witness", "[reports]") {
    std::string cell = claims_document;
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"\"claims\"", "\"cells\""},
             {"\"id\": \"KV-T17\"", "\"property\": \"footrule-at-most-3-kendall-all\""},
             {"\"metric\": \"footrule[box]\"", "\"metric\": \"footrule\""},
             {"\"either\"", "\"element\""}})
        cell = with(cell, from, to);
    CHECK(refusal(cell) == "accepted");
    CHECK(contains(refusal(with(cell, "\"refuted\"", "\"exhausted\"")),
                   "found verdict exhausted with a witness"));
    CHECK(contains(refusal(with(cell, "\"replay\"", "\"again\"")), "expected refuted, with"));
    CHECK(contains(refusal(with(cell, "\"property\": \"footrule-at-most-3-kendall-all\"",
                                "\"property\": \"symmetry\"")),
                   "expected one that violates symmetry"));
}

TEST_CASE("a cell is not refuted by a case at which its property holds", "[reports]") {
    // F = 2 <= 3 = 3K at 2 1: all numbers are right, but nothing is violated.
    const std::string relation = "M(σ) = 2 <= 3·K(σ) = 3";
    const std::string instance = R"({"rankings":[[2,1]],"fixed_points":"one","scale":"2"})";
    std::string quoted;
    for (const char c : instance)
        quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
    const std::string cell = R"({"schema": "disarray.check/1", "version": "9.9",
        "command": "disarray check", "cells": [{"metric": "footrule", "reading": "box",
        "property": "footrule-at-most-3-kendall-all", "frame": "element", "fixed_points": "one",
        "verdict": "refuted", "scope": "n <= 2", "statement": "F <= 3K", "source": "KV",
        "effort": {"exhaustive_cases": 1, "applicable": 1}, "explanation": ")" +
                             relation + R"(", "witness": )" + instance +
                             R"(, "replay": "disarray check --replay ')" +
                             R"({\"metric\":\"footrule[box]\",\"property\":)" +
                             R"(\"footrule-at-most-3-kendall-all\",\"frame\":\"element\",)" +
                             R"(\"case\":)" + quoted + R"(}'"}]})";
    CHECK(contains(refusal(cell), "found a witness that satisfies footrule-at-most-3-kendall-all"));
}

TEST_CASE("a row that was cut short makes its document incomplete", "[reports]") {
    CHECK(model_of(search_document).sources.front().complete);
    CHECK_FALSE(model_of(with(search_document, "\"complete\": true", "\"complete\": false"))
                    .sources.front()
                    .complete);
    CHECK_FALSE(model_of(with(claims_document, "\"complete\": true", "\"complete\": false"))
                    .sources.front()
                    .complete);
}

TEST_CASE("what is proved needs no effort, what is exhausted does", "[reports]") {
    CHECK(model_of(proved_document).claims.front().verdict == Verdict::proved);
    CHECK(contains(refusal(with(proved_document, "\"proved\"", "\"exhausted\"")),
                   "found verdict exhausted, cut short, expected undecided"));
}

TEST_CASE("a theorem is one that this program has, beside what it settles", "[reports]") {
    const properties::Theorem& box = properties::theorems().front();
    const std::string proved = with(proved_document, "\"repairs\": []",
                                    "\"repairs\": [], \"theorem\": " + record::to_json(box).dump());
    CHECK(model_of(proved).claims.front().theorem == box);
    CHECK(contains(refusal(with(proved, "forall n", "forall m")),
                   "found " + to_string(box) + " with that statement"));
    CHECK(contains(refusal(with(proved, "\"verdict\": \"proved\"", "\"verdict\": \"exhausted\"")),
                   "found verdict exhausted, with a theorem, expected proved or refuted"));
}

TEST_CASE("a folder is read by name, and what is neither document nor campaign is passed over",
          "[reports]") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("disarray_model_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    CHECK_THROWS_AS(read_sources({folder.string()}), InputError);
    std::ofstream(folder / "b.json") << search_document;
    std::ofstream(folder / "a.json") << claims_document;
    std::ofstream(folder / "proofs.jsonl.zst") << "not for a report";
    std::ofstream(folder / "report.json") << R"({"schema": "disarray.report/2"})";
    const Model model = read_sources({folder.string()});
    REQUIRE(model.sources.size() == 2);
    CHECK(model.sources[0].name == "a.json");
    CHECK(model.sources[1].name == "b.json");
    std::filesystem::remove_all(folder);
}

TEST_CASE("readings come in the order of the definitions", "[reports]") {
    CHECK(reading_before("prefix", "prefix-sym"));
    CHECK(reading_before("prefix-sym", "interval"));
    CHECK(reading_before("classical", "prefix"));
    CHECK(reading_before("box", "another"));
    CHECK_FALSE(reading_before("box", "box"));
}

TEST_CASE("what one document refutes is refuted in every other", "[reports]") {
    // A cell and a claim as a program wrote them that tried n <= 5 only.
    const auto cell = [](const char* reading) {
        return Json{{"metric", "footrule"},
                    {"property", "kendall-at-most-footrule-D"},
                    {"reading", reading},
                    {"frame", "element"},
                    {"fixed_points", "one"},
                    {"statement", "K_D(σ) <= M_D(σ)"},
                    {"source", "KV"},
                    {"verdict", "exhausted"},
                    {"scope", "every σ in S_n, n <= 5"},
                    {"witness", nullptr},
                    {"explanation", ""},
                    {"effort",
                     {{"exhaustive_n", 5},
                      {"exhaustive_cases", 9},
                      {"applicable", 9},
                      {"random_cases", 0},
                      {"examples", 0},
                      {"undecided", 0},
                      {"seed", 0},
                      {"complete", true}}}};
    };
    Json claim = cell("prefix");
    claim["id"] = "KV-conjecture";
    claim.erase("property");
    claim["metric"] = "footrule[prefix]";
    claim["variant"] = "all weights";
    Json check{{"schema", "disarray.check/1"},
               {"version", "1"},
               {"command", "disarray check"},
               {"cells", {cell("prefix"), cell("interval")}},
               {"claims", {claim}}};
    const TemporaryFile search(search_document);
    const auto read = [&] {
        const TemporaryFile file(check.dump());
        return read_sources({file.path(), search.path()});
    };
    const Model model = read();
    const PropertyCell& refuted = model.cells.front();
    CHECK(refuted.verdict == Verdict::refuted);
    REQUIRE(refuted.witness);
    CHECK(refuted.explanation == "K(σ) = 7 > M(σ) = 6");
    CHECK(contains(refuted.scope, "K <= F[prefix], n = 6"));
    CHECK(contains(refuted.scope, "exhausted, every σ in S_n, n <= 5"));
    CHECK(contains(refuted.reproduce, "disarray check --replay"));
    CHECK(model.cells.back().verdict == Verdict::exhausted);
    // A claim is joined by the property that it says to hold, and only by that.
    CHECK(model.claims.front().verdict == Verdict::exhausted);
    check["claims"][0]["property"] = "kendall-at-most-footrule-D";
    CHECK(read().claims.front().verdict == Verdict::refuted);
}

TEST_CASE("a certificate beside its document is cited by its hash, and nothing else is taken in",
          "[reports]") {
    const std::string certificate = test::certificates::plain_sweep;
    const TemporaryFile sound(certificate), passwords("root:x:0:0:root:/root:/bin/sh\n");
    const TemporaryFile cut(certificate.substr(0, certificate.size() - 5));
    const auto file_of = [&](const std::string& path) {
        const std::string text =
            with(search_document, "\"certificate\": null", "\"certificate\": \"" + path + "\"");
        const TemporaryFile document(text);
        return read_sources({document.path()}).certificates.at(path);
    };
    Sha256 hash;
    hash.add(certificate);
    CHECK(file_of(sound.path()).sha256 == hash.hex());
    CHECK_FALSE(file_of(sound.path()).packed.empty());
    for (const std::string& path :
         {passwords.path(), cut.path(), std::string("missing"), std::string("/dev/zero")}) {
        INFO(path);
        CHECK(file_of(path).sha256.empty());
        CHECK(file_of(path).packed.empty());
    }
}
