// SPDX-License-Identifier: MIT
// The tests that an audit leaves behind: what they assert, and that they fail with the program that
// was found wrong and pass with one that is right.
#include "properties/audit/saved_tests.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "places.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
using namespace disarray::properties::audit;
using test::contains;
using test::Folder;
using test::message_of;
namespace fs = std::filesystem;

namespace {

AuditReport report(std::vector<LawResult> laws) {
    AuditReport report;
    report.description.name = "a \"metric\"";
    report.description.least_value = 0;
    report.description.greatest_value = 1;
    report.laws = std::move(laws);
    return report;
}

LawResult refuted(const std::string& law, const std::string& expected, const std::string& got) {
    return {law,
            "a statement",
            LawVerdict::refuted,
            "a scope",
            R"({"first": [1, 2], "second": [2, 1]})",
            expected,
            got,
            "an explanation"};
}

/// A law that relates its input to others.
LawResult related(const std::string& law, std::vector<std::string> others) {
    LawResult result = refuted(law, "", "0.5");
    result.related_got.assign(others.size(), "1");
    result.related = std::move(others);
    return result;
}

nlohmann::json saved_json(const AuditReport& report, const std::vector<std::string>& command) {
    const NamedFiles files = saved_tests(report, command, "findings");
    REQUIRE(files[0].first == "findings.json");
    return nlohmann::json::parse(files[0].second);
}

bool has_python() {
    if (std::system("python3 -c 'import math; math.ulp' > /dev/null 2>&1") == 0) return true;
    WARN("skipped: no python3 of 3.9 or later");
    return false;
}

/// A program that answers every input with `answer`, an expression of Python in `input` and `i`.
void write_program(const fs::path& path, const std::string& answer) {
    std::ofstream(path) << R"py(import json, math, os, sys
for i, line in enumerate(sys.stdin):
    request = json.loads(line)
    input = request.get("input")
    answer = {"protocol": 1} if i == 0 else )py"
                        << answer
                        << "\n    print(json.dumps({\"id\": request[\"id\"], **answer}))\n";
}

/// What both saved tests of a law say, and whether they pass, with a program that answers so.
struct Outcome {
    bool in_python, in_cpp;
    std::string text;
};

Outcome outcome(const LawResult& law, const std::string& answer) {
    const Folder folder;
    const std::string program = folder / "it's.py";
    write_program(program, answer);
    const std::string tests = folder / "tests";
    save(tests, saved_tests(report({law}), {"python3", program}, tests));
    const auto run = [&](const std::string& command) {
        return std::system(fmt::format("cd \"{}\" && {} >> said 2>&1", tests, command).c_str()) ==
               0;
    };
    const bool in_python = run("python3 test_findings.py");
    const bool in_cpp = run(DISARRAY_FINDINGS_TEST);
    std::ifstream said(tests + "/said");
    return {in_python, in_cpp, {std::istreambuf_iterator<char>(said), {}}};
}

/// Checks both tests with programs that are mended and with ones that are not.
void check(const LawResult& law, const std::vector<std::string>& right,
           const std::vector<std::string>& wrong) {
    CAPTURE(law.law, law.expected);
    const auto check_each = [&](const std::vector<std::string>& answers, bool is_mended) {
        for (const std::string& answer : answers) {
            const Outcome both = outcome(law, answer);
            INFO(answer << both.text);
            CHECK(both.in_python == is_mended);
            CHECK(both.in_cpp == is_mended);
        }
    };
    check_each(right, true);
    check_each(wrong, false);
}

}  // namespace

TEST_CASE("Refuted laws are saved as one JSON, with a test for each language beside it") {
    LawResult kept = refuted("range", "", "2");
    kept.verdict = LawVerdict::supported;
    LawResult convention = refuted("identity", "", "2");
    convention.verdict = LawVerdict::documented_convention;
    const AuditReport all = report({kept, refuted("best-at-identity", "", "2"), convention});
    const NamedFiles files = saved_tests(all, {"./m"}, "findings");
    REQUIRE(files.size() == 3);
    CHECK(files[1].first == "test_findings.py");
    CHECK(files[2].first == "findings_test.cpp");
    const auto json = saved_json(all, {"./m"});
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["law"] == "best-at-identity");
    CHECK(saved_tests(all, {"./m"}, "findings") == files);
}

TEST_CASE("The JSON of a finding has all that is needed to see it again") {
    LawResult symmetry = refuted("symmetry", "", "1");
    symmetry.related = {R"({"first": [2, 1], "second": [1, 2]})"};
    symmetry.related_got = {"0"};
    symmetry.tolerance_factor = 2;
    const auto json = saved_json(report({symmetry}), {"./it's", "a b"});
    CHECK(json["metric"] == "a \"metric\"");
    CHECK(json["command"] == nlohmann::json({"./it's", "a b"}));
    CHECK(json["folder"] == "..");
    const auto finding = json["findings"][0];
    CHECK(finding["statement"] == "a statement");
    CHECK(finding["input"]["second"] == nlohmann::json({2, 1}));
    CHECK(finding["got"] == "1");
    CHECK(finding["explanation"] == "an explanation");
    CHECK(finding["related"][0]["got"] == "0");
    const std::vector<std::string> requests{
        R"({"id": 0, "op": "describe", "protocol": 1})",
        R"({"id": 1, "op": "evaluate", "input": {"first": [1, 2], "second": [2, 1]}})",
        R"({"id": 2, "op": "evaluate", "input": {"first": [2, 1], "second": [1, 2]}})"};
    CHECK(finding["requests"] == requests);
    CHECK(finding["relations"][0] ==
          nlohmann::json({{"kind", "equal"}, {"to", "second"}, {"tolerance", 32}}));
}

TEST_CASE("A number that is known within an error is tested as the number") {
    const auto json =
        saved_json(report({refuted("long-inputs", "0.25 ± 1.0e-12", "0.5")}), {"./metric"});
    const auto& relation = json["findings"][0]["relations"][0];
    CHECK(relation["kind"] == "equal");
    CHECK(relation["number"] == "0.25");
    CHECK(json["findings"][0]["expected"] == "0.25 ± 1.0e-12");
}

TEST_CASE("A finding without an input has no test") {
    LawResult law = refuted("symmetry", "", "1");
    law.input.clear();
    CHECK(saved_json(report({law}), {"./m"})["findings"][0]["relations"].empty());
    if (has_python()) check(law, {"sys.exit(3)"}, {});
}

TEST_CASE("A relation that cannot be written down is asked for as another answer, which is said") {
    const auto finding =
        saved_json(report({refuted("promotion", "", "0.5")}), {"./m"})["findings"][0];
    CHECK(contains(finding["message"].get<std::string>(), "which one is wrong"));
    CHECK(finding["relations"][0]["kind"] == "not");
}

TEST_CASE("What is best is at the end of the range that the description says") {
    const auto kind = [](Direction direction) {
        AuditReport one = report({related("promotion", {"{}"})});
        one.description.direction = direction;
        return saved_json(one, {"./m"})["findings"][0]["relations"][0]["kind"];
    };
    CHECK(kind(Direction::greatest) == "at-most");
    CHECK(kind(Direction::least) == "at-least");
}

TEST_CASE("A failure names the law, what was asked, expected and got, and moves no cursor") {
    if (!has_python()) return;
    LawResult law = refuted("exact-reference", "1/3", "0.5");
    law.explanation = "\x1b[2J";
    for (const std::string answer : {"{'value': 0.5}", "print('\\x1b[2J') or {'value': 1/3}"}) {
        const std::string text = outcome(law, answer).text;
        INFO(text);
        for (const char* part :
             {"a \"metric\" breaks the law exact-reference", "a statement",
              R"(input     {"first": [1, 2], "second": [2, 1]})", "expected  1/3", "got       "})
            CHECK(contains(text, part));
        CHECK(!contains(text, "\x1b[2J"));
    }
}

TEST_CASE("A saved test fails as long as the finding is there, and passes afterwards") {
    if (!has_python()) return;
    const std::string undefined = "{'undefined': '0/0'}", one = "{'value': 1}",
                      two = "{'value': 2}", above_one = "{'value': 1.0000000000000002}",
                      nan = "{'value': math.nan}";
    const LawResult number = refuted("exact-reference", "1/3", "0.5");
    check(number, {"{'value': 1 / 3}", "{'value': '1/3'}"},
          {"{'value': 0.5}", "{'value': 0.3333333333}", undefined, nan});
    // Only Python tells exact values apart.
    CHECK(!outcome(number, "{'value': '333333333333333333/1000000000000000000'}").in_python);
    check(refuted("exact-reference", "undefined", "0.5"), {undefined, nan}, {"{'value': 0.5}"});
    check(related("symmetry", {R"({"first": [2, 1], "second": [1, 2]})"}),
          {"{'value': sum(input['first'])}", undefined}, {"{'value': input['first'][0]}"});
    check(refuted("best-at-identity", "", "1"), {above_one, undefined}, {"{'value': 0.5}"});
    check(related("cutoffs-together", {R"({"k": 2})", R"({"k": 4})"}),
          {"{'value': input['k'] / 8} if 'k' in input else {'values': [0.25, '1/2']}", undefined},
          {"{'value': input['k'] / 8} if 'k' in input else {'values': [0.5, 0.25]}",
           "{'value': input['k'] / 8} if 'k' in input else {'values': [0.25]}",
           "{'value': input['k'] / 8} if 'k' in input else {'values': [0.25, None]}", one});
    check(related("batch-mean", {R"({"k": 2})", R"({"k": 4})"}), {"{'value': input.get('k', 3)}"},
          {"{'value': input.get('k', 6)}"});
    check(refuted("exact-reference", "[2, 1/3, undefined]", "[1]"),
          {"{'values': [2, '1/3', None]}", "{'values': [2, 1 / 3, None]}"},
          {"{'values': [2, 0.5, None]}", "{'values': [2, '1/3']}", "{'values': [2, '1/3', 0]}"});
    LawResult neutrality = related("neutrality", {R"({"first": [1], "second": [2]})"});
    neutrality.got = "[1, 2]";
    check(neutrality, {"{'values': [2, 1]}"}, {"{'values': [1, 2]}", one});
    LawResult anonymity = neutrality;
    anonymity.law = "anonymity";
    check(anonymity, {"{'values': [1, 2]}"}, {"{'values': [len(input['first']), 2]}"});
    check(refuted("always-answers", "an answer", "crashed"), {"{'values': [1]}", one}, {});
    check(refuted("range", "", "1"), {one, above_one, undefined},
          {"{'value': 1.0000001}", "{'value': -1}"});
    check(refuted("same-answer-again", "1", "2"), {two}, {"{'value': i}"});
    check(refuted("not-a-number", "an error or undefined", "2"), {undefined}, {two});
    check(refuted("finite", "a finite number or undefined", "undefined"),
          {nan, "{'value': 10**300}"}, {"{'value': -math.inf}"});
    check(refuted("repeated-document", "no better than 0.5", "1"),
          {"{'value': 0.5}", "{'error': 'twice'}"}, {one});
    check(refuted("negative-grade", "2", "1"), {two, "{'error': 'negative'}"}, {one});
    // Without the others of its relation.
    check(refuted("promotion", "", "0.5"), {undefined}, {"{'value': '1/2'}"});
    check(refuted("promotion", "", "undefined (0/0)"), {two}, {undefined});
}

TEST_CASE("What is no answer fails a saved test, whatever it is instead") {
    if (!has_python()) return;
    check(refuted("always-answers", "an answer", "garbage"), {"{'value': 2}"},
          {"sys.exit(3)", "os.kill(0, 9)", "os.kill(os.getpid(), 11)", "print('hello') or {}", "{}",
           "[] + 1", "{'value': True}", "{'value': '1/0'}", "{'value': '0.5x'}",
           "{'value': 10**400}", "{'value': 2, 'error': ''}", "{'value': 2, 'id': 7}",
           "print('{}') or {'value': 2}", "[print('y') for _ in iter(int, 1)]"});
}

TEST_CASE("A saved relation is the law: in its direction, with the last of what it asked for") {
    if (!has_python()) return;
    // The input is x = 1; others are named by their first rank.
    const auto other = [](int rank) {
        return fmt::format(R"({{"first": [{}], "second": [1]}})", rank);
    };
    /// A program whose value at the input is x, and at the others what comes after it.
    const auto values = [](const std::vector<std::string>& texts) {
        std::string list;
        for (const std::string& text : texts)
            list += text + ", ";
        return fmt::format(
            "{{\"value\": [{}][0 if len(input['first']) == 2 else input['first'][0]]}}", list);
    };
    struct Example {
        std::string law;
        int others;
        std::vector<std::string> right, wrong;
    };
    // The metric is best at its greatest value.
    const std::vector<Example> examples{
        {"renaming", 2, {"1", "5", "1"}, {"1", "1", "2"}},
        {"promotion", 2, {"1", "0", "2"}, {"1", "2", "0"}},
        {"identity", 1, {"1", "2"}, {"1", "0.5"}},
        {"exchange", 1, {"1", "0.5"}, {"1", "2"}},
        {"missing-relevant", 1, {"1", "1"}, {"1", "1.5"}},
        {"irrelevant-at-end", 1, {"1", "1.0000000000000002"}, {"1", "1.1"}},
        {"triangle-inequality", 4, {"3", "0", "0", "1", "2"}, {"3", "9", "9", "1", "1"}},
        {"identity-of-indiscernibles", 1, {"1", "0.5"}, {"1", "1"}},
        {"ties-as-mean", 2, {"1", "0.5", "1.5"}, {"1", "1", "2"}},
        {"ties-no-advantage", 2, {"1", "1", "2"}, {"1", "0", "1"}},
        {"ties-no-disadvantage", 2, {"1", "0", "1"}, {"1", "1", "2"}},
        {"ties-within-orders", 2, {"1", "1", "2"}, {"1", "1.5", "2"}},
    };
    for (const Example& example : examples) {
        std::vector<std::string> others;
        for (int i = 1; i <= example.others; ++i)
            others.push_back(other(i));
        check(related(example.law, others), {values(example.right), "{'undefined': '0/0'}"},
              {values(example.wrong)});
    }
    // A mean that is undefined is no number.
    check(related("ties-as-mean", {other(1)}), {},
          {"{'value': 1} if len(input['first']) == 2 else {'undefined': '0/0'}"});
    // The best value is that of the list that the law sorts.
    check(related("perfect-list", {other(1)}), {values({"0", "1"})}, {values({"1", "0.5"})});
}

TEST_CASE("Saved files replace older ones, in folders that are made") {
    const Folder folder;
    const std::string inner = folder / "a/b";
    save(inner, {{"x.json", "old"}});
    save(inner, {{"x.json", "new"}, {"y.json", ""}});
    std::string text;
    std::getline(std::ifstream(fs::path(inner) / "x.json"), text);
    CHECK(text == "new");
    CHECK(std::distance(fs::directory_iterator(inner), fs::directory_iterator()) == 2);
}

TEST_CASE("A folder that cannot be made is refused by its name") {
    const Folder folder;
    const std::string file = folder / "file";
    std::ofstream(file) << "x";
    CHECK(contains(message_of<InputError>([&] { save(file, {}); }), file));
    CHECK(contains(message_of<InputError>([&] { save(file + "/in", {}); }), file + "/in"));
    CHECK(contains(message_of<InputError>([&] { save("", {}); }), "folder"));
}
