// SPDX-License-Identifier: MIT
// The tests that an audit leaves behind: what they assert, and that they fail with the program that
// was found wrong and pass with one that is right.
#include "properties/audit/saved_tests.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
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

/// The contents of the one file that ends so.
std::string content(const NamedFiles& files, std::string_view ending) {
    const auto is_it = [&](const auto& file) { return file.first.ends_with(ending); };
    REQUIRE(std::ranges::count_if(files, is_it) == 1);
    return std::ranges::find_if(files, is_it)->second;
}

std::string in_python(const LawResult& law) {
    return content(saved_tests(report({law}), {"python3", "m.py"}), ".py");
}

std::string in_cpp(const LawResult& law) {
    return content(saved_tests(report({law}), {"./m"}), ".cpp");
}

bool has_python() {
    return std::system("python3 -c 'import math; math.ulp' > /dev/null 2>&1") == 0;
}

/// A program that answers every input with `answer`, an expression of Python in `input` and `i`.
void write_program(const fs::path& path, const std::string& answer) {
    std::ofstream(path) << R"py(import json, sys
for i, line in enumerate(sys.stdin):
    input = json.loads(line).get("input")
    answer = {"protocol": 1} if i == 0 else )py"
                        << answer << "\n    print(json.dumps({\"id\": i, **answer}))\n";
}

/// Whether the saved test of a law passes with a program that answers so.
bool passes(const LawResult& law, const std::string& answer) {
    const Folder folder;
    const std::string program = folder / "it's.py";
    write_program(program, answer);
    const NamedFiles files = saved_tests(report({law}), {"python3", program});
    save(folder / "tests", files);
    const fs::path saved = folder / ("tests/" + files.back().first);
    REQUIRE(fs::exists(saved));
    return std::system(fmt::format("python3 \"{}\" > /dev/null 2>&1", saved.string()).c_str()) == 0;
}

}  // namespace

TEST_CASE("Each refuted law is saved as JSON and as a test in the language of the program") {
    LawResult kept = refuted("range", "", "2");
    kept.verdict = LawVerdict::supported;
    LawResult convention = refuted("identity", "", "2");
    convention.verdict = LawVerdict::documented_convention;
    const AuditReport both = report({kept, refuted("best-at-identity", "", "2"), convention});
    const NamedFiles python = saved_tests(both, {"python3", "m.py"});
    REQUIRE(python.size() == 2);
    CHECK(python[0].first == "best-at-identity.json");
    CHECK(python[1].first == "test_best_at_identity.py");
    CHECK(saved_tests(both, {"./m.py"})[1].first == "test_best_at_identity.py");
    CHECK(saved_tests(both, {"Rscript", "m.R"})[1].first == "best_at_identity_test.cpp");
}

TEST_CASE("The JSON of a finding has all that is needed to see it again") {
    const std::string text =
        content(saved_tests(report({refuted("symmetry", "0", "1")}), {"./m", "a b"}), ".json");
    const auto json = nlohmann::json::parse(text);
    CHECK(json["law"] == "symmetry");
    CHECK(json["statement"] == "a statement");
    CHECK(json["input"]["second"] == nlohmann::json({2, 1}));
    CHECK(json["expected"] == "0");
    CHECK(json["got"] == "1");
    CHECK(json["explanation"] == "an explanation");
    CHECK(json["related"] == nlohmann::json::array());
    CHECK(json["command"] == nlohmann::json({"./m", "a b"}));
}

TEST_CASE("A finding without an input has no test") {
    LawResult law = refuted("symmetry", "", "1");
    law.input.clear();
    CHECK(saved_tests(report({law}), {"./m"}).size() == 1);
}

TEST_CASE(
    "A relation that cannot be written down is asserted as another answer, and that is said") {
    for (const std::string& text :
         {in_python(refuted("promotion", "", "0.5")), in_cpp(refuted("promotion", "", "0.5"))}) {
        CHECK(contains(text, "not which one is wrong"));
        CHECK(contains(text, "!="));
    }
}

TEST_CASE("What a program said cannot leave the comment or the text that it is quoted in") {
    LawResult law = refuted("promotion", "", "undefined (\n#error \\");
    law.explanation = "ends with \\";
    const std::string cpp = in_cpp(law);
    CHECK(!contains(cpp, "\n#error"));
    CHECK(!contains(cpp, "\\\n"));
    CHECK(contains(cpp, "TEST_CASE(R\"json(a \"metric\" - promotion)json\")"));
    CHECK(!contains(in_python(law), "\n#error"));
}

TEST_CASE("The program of a C++ test is quoted for the shell") {
    const auto files = saved_tests(report({refuted("symmetry", "", "1")}), {"./it's", "a b"});
    CHECK(contains(content(files, ".cpp"), "'./it'\\''s' 'a b'"));
}

TEST_CASE("A saved test in Python fails as long as the finding is there, and passes afterwards") {
    if (!has_python()) {
        WARN("skipped: no python3 of 3.9 or later");
        return;
    }
    const auto answer = [](const std::string& value) {
        return fmt::format("{{\"value\": {}}}", value);
    };
    const std::string first_rank = answer("input['first'][0]");
    const std::string undefined = "{\"undefined\": \"0/0\"}";

    const LawResult number = refuted("exact-reference", "1/3", "0.5");
    CHECK(!passes(number, answer("0.5")));
    CHECK(!passes(number, answer("0.3333333333")));
    CHECK(!passes(number, undefined));
    CHECK(!passes(number, answer("'333333333333333333/1000000000000000000'")));
    CHECK(passes(number, answer("1 / 3")));
    CHECK(passes(number, answer("'1/3'")));
    CHECK(!passes(refuted("exact-reference", "undefined", "0.5"), answer("0.5")));
    CHECK(passes(refuted("exact-reference", "undefined", "0.5"), undefined));

    const std::string swapped = R"({"first": [2, 1], "second": [1, 2]})";
    const LawResult symmetry = related("symmetry", {swapped});
    CHECK(!passes(symmetry, first_rank));
    CHECK(passes(symmetry, answer("sum(input['first'])")));
    CHECK(passes(symmetry, undefined));
    CHECK(!passes(refuted("best-at-identity", "", "1"), answer("0.5")));
    CHECK(passes(refuted("best-at-identity", "", "1"), answer("1.0000000000000002")));
    CHECK(!passes(refuted("range", "", "1"), answer("1.0000000000000002")));
    CHECK(passes(refuted("range", "", "1"), answer("1")));

    CHECK(!passes(refuted("same-answer-again", "1", "2"), answer("i")));
    CHECK(passes(refuted("same-answer-again", "1", "2"), answer("2")));
    CHECK(!passes(refuted("not-a-number", "an error or undefined", "2"), answer("2")));
    CHECK(passes(refuted("not-a-number", "an error or undefined", "2"), undefined));
    CHECK(!passes(refuted("always-answers", "an answer", "exited"), "sys.exit(3)"));
    CHECK(passes(refuted("always-answers", "an answer", "exited"), answer("2")));

    // Without the others of its relation.
    CHECK(!passes(refuted("promotion", "", "0.5"), answer("'1/2'")));
    CHECK(passes(refuted("promotion", "", "0.5"), undefined));
    CHECK(!passes(refuted("promotion", "", "undefined (0/0)"), undefined));
}

TEST_CASE("A saved relation is the law: in its direction, with the last of what it asked for") {
    if (!has_python()) {
        WARN("skipped: no python3 of 3.9 or later");
        return;
    }
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
        CAPTURE(example.law);
        std::vector<std::string> others;
        for (int i = 1; i <= example.others; ++i)
            others.push_back(other(i));
        const LawResult law = related(example.law, others);
        CHECK(passes(law, values(example.right)));
        CHECK(!passes(law, values(example.wrong)));
        CHECK(passes(law, "{\"undefined\": \"0/0\"}"));
    }
    // A mean that is undefined is no number.
    CHECK(!passes(related("ties-as-mean", {other(1)}),
                  "{\"value\": 1} if len(input['first']) == 2 else {\"undefined\": \"0/0\"}"));
    // The best value is that of the list that the law sorts.
    CHECK(passes(related("perfect-list", {other(1)}), values({"0", "1"})));
    CHECK(!passes(related("perfect-list", {other(1)}), values({"1", "0.5"})));
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
