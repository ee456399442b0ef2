// SPDX-License-Identifier: MIT
//
// A plan says what a test sends and asserts, whatever the language; a writer for each language
// turns it into text.
#include "properties/audit/saved_tests.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "properties/audit/audited_metric.hpp"

namespace disarray::properties::audit {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_comment = 1000;   // characters
constexpr std::size_t most_relabelled = 20;  // elements; witnesses are smaller

// --- what a test does ---------------------------------------------------------------------------

/// What is asserted of the answers to the inputs.
enum class Assertion {
    is_number,       ///< the first is `number`, in units in the last place
    is_near,         ///< the first is `number`, up to tolerance·max(1, |x|)
    is_undefined,    ///< the first
    is_no_number,    ///< the first is undefined or an error
    is_answered,     ///< there is one
    is_in_range,     ///< the first
    are_same,        ///< up to the tolerance
    are_identical,   ///< two, to the last bit
    none_is_better,  ///< than the first
    is_not_number,   ///< the first is not `number`
    is_not_undefined,
    is_not_error
};

struct Plan {
    std::vector<std::string> inputs;
    Assertion assertion = Assertion::is_answered;
    std::string number;               ///< as Rational::parse reads it
    std::vector<std::string> remark;  ///< lines
};

bool is_number(std::string_view text) {
    try {
        Rational::parse(text, "number");
        return true;
    } catch (const InputError&) {
        return false;
    }
}

std::vector<int> renumbered(const std::vector<int>& ranks, const std::vector<std::size_t>& order) {
    std::vector<int> result;
    for (const std::size_t element : order)
        result.push_back(ranks[element]);
    return result;
}

/// The pair, its elements turned, and reversed: as the law does.
std::vector<RankPair> relabelled(const RankPair& pair) {
    const std::size_t n = pair.first.size();
    std::vector<RankPair> all{pair};
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t turn = 0; turn < n; ++turn) {
        std::ranges::rotate(order, order.begin() + 1);
        if (turn + 1 == n) std::ranges::reverse(order);
        all.push_back({renumbered(pair.first, order), renumbered(pair.second, order)});
    }
    return all;
}

/// The pair, and with neighbours of the first ranking exchanged that the second orders alike.
std::vector<RankPair> exchanged(const RankPair& pair) {
    std::vector<RankPair> all{pair};
    const auto& first = pair.first;
    for (std::size_t a = 0; a < first.size(); ++a) {
        for (std::size_t b = 0; b < first.size(); ++b) {
            if (first[b] != first[a] + 1 || pair.second[b] <= pair.second[a]) continue;
            if (std::ranges::count(first, first[a]) > 1) continue;
            if (std::ranges::count(first, first[b]) > 1) continue;
            RankPair& worse = all.emplace_back(pair);
            std::swap(worse.first[a], worse.first[b]);
        }
    }
    return all;
}

RankPair stretched(RankPair pair) {
    for (int& rank : pair.first)
        rank = rank * rank + 1;
    return pair;
}

Plan plan_of(const std::vector<RankPair>& pairs, Assertion assertion, std::string number = {}) {
    Plan plan{{}, assertion, std::move(number), {}};
    for (const RankPair& pair : pairs)
        plan.inputs.push_back(input_of(pair));
    return plan;
}

/// The relation of a law of two rankings at one pair (pair_laws.cpp).
std::optional<Plan> pair_plan(const LawResult& law, const Description& description) {
    const Json input = Json::parse(law.input);
    const auto is_ranks = [](const Json& ranks) {
        return std::ranges::all_of(ranks, [](const Json& x) { return x.is_number_integer(); });
    };
    if (!is_ranks(input.at("first")) || !is_ranks(input.at("second"))) return std::nullopt;
    const RankPair pair{input["first"].get<std::vector<int>>(),
                        input["second"].get<std::vector<int>>()};
    const RankPair alike{pair.first, pair.first};
    if (pair.first.size() > most_relabelled) return std::nullopt;
    if (law.law == "relabelling") return plan_of(relabelled(pair), Assertion::are_same);
    if (law.law == "symmetry") {
        return plan_of({pair, {pair.second, pair.first}}, Assertion::are_same);
    }
    if (law.law == "monotone-ranks") {
        return plan_of({pair, stretched(pair)}, Assertion::are_same);
    }
    if (law.law == "identity") return plan_of({alike, pair}, Assertion::none_is_better);
    if (law.law == "exchange") return plan_of(exchanged(pair), Assertion::none_is_better);
    if (law.law == "best-at-identity") {
        const auto& best = description.direction == Direction::greatest ? description.greatest_value
                                                                        : description.least_value;
        if (best) return plan_of({alike}, Assertion::is_near, best->to_string());
    }
    return std::nullopt;
}

/// What is expected of the input itself.
std::optional<Plan> expected_plan(const LawResult& law, const Description& description) {
    Plan plan{{law.input}, {}, {}, {}};
    if (law.law == "same-answer-again") {
        plan.inputs.push_back(law.input);
        plan.assertion = Assertion::are_identical;
        plan.remark = {
            fmt::format("The audit was told {} at first and {} later, when it had asked for other",
                        law.expected, law.got),
            "inputs between. This test asks twice in a row, which may not be enough to see it."};
        return plan;
    }
    if (law.law == "range" && (description.least_value || description.greatest_value)) {
        plan.assertion = Assertion::is_in_range;
        return plan;
    }
    if (law.expected == "an answer") {
        plan.assertion = Assertion::is_answered;
    } else if (law.expected == "an error or undefined") {
        plan.assertion = Assertion::is_no_number;
    } else if (law.expected.starts_with("undefined")) {
        plan.assertion = Assertion::is_undefined;
    } else if (is_number(law.expected)) {
        plan.assertion = Assertion::is_number;
        plan.number = law.expected;
    } else {
        return std::nullopt;
    }
    return plan;
}

/// Only what was found is known.
Plan other_answer_plan(const LawResult& law) {
    Plan plan{{law.input}, Assertion::is_answered, {}, {}};
    if (is_number(law.got)) {
        plan.assertion = Assertion::is_not_number;
        plan.number = law.got;
    } else if (law.got.starts_with("undefined")) {
        plan.assertion = Assertion::is_not_undefined;
    } else if (law.got.starts_with("error")) {
        plan.assertion = Assertion::is_not_error;
    }
    plan.remark = {
        "The law relates this answer to others, and the audit knows that they do not fit together,",
        "not which one is wrong. This test asserts only that this answer is another one now; if it",
        "is right, put the relation above in place of the assertion."};
    return plan;
}

Plan plan_of(const LawResult& law, const Description& description) {
    if (auto plan = expected_plan(law, description)) return *plan;
    if (description.kind == MetricKind::two_rankings) {
        if (auto plan = pair_plan(law, description)) return *plan;
    }
    return other_answer_plan(law);
}

// --- writing ------------------------------------------------------------------------------------

/// What both languages need.
struct Test {
    const LawResult& law;
    const Description& description;
    const std::vector<std::string>& command;
    std::uint64_t tolerance;
    Plan plan;
};

std::string identifier_of(std::string_view law) {
    std::string name(law);
    for (char& c : name) {
        const bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_plain) c = '_';
    }
    return name;
}

/// The head of a file, each line after `mark`.
std::string head(const Test& test, std::string_view mark, std::string_view how) {
    std::vector<std::string> lines{
        fmt::format("disarray audit: {} breaks the law \"{}\"", test.description.name,
                    test.law.law),
        "  law       " + test.law.statement,
        "  found     " + test.law.explanation,
    };
    if (!test.law.expected.empty()) lines.push_back("  expected  " + test.law.expected);
    lines.push_back("  got       " + test.law.got);
    lines.insert(lines.end(), test.plan.remark.begin(), test.plan.remark.end());
    lines.emplace_back(how);
    std::string text;
    for (const std::string& line : lines) {
        text += fmt::format("{} {}", mark, printable(line, most_comment));
        if (text.ends_with('\\')) text += '.';  // would join the next line to a C++ comment
        text += '\n';
    }
    return text;
}

/// A text literal of Python: that of JSON is one, as long as it is UTF-8.
std::string python_literal(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string cpp_literal(std::string_view text) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    const bool has_quotes = text.find_first_of("\"\\") != std::string_view::npos;
    const bool is_raw = has_quotes && std::ranges::none_of(text, is_control) &&
                        text.find(")json\"") == std::string_view::npos;
    if (is_raw) return fmt::format("R\"json({})json\"", text);
    std::string literal = "\"";
    for (const char c : text) {
        if (is_control(c)) {
            literal += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        } else {
            if (c == '"' || c == '\\') literal += '\\';
            literal += c;
        }
    }
    return literal + "\"";
}

template <class Literal>
std::string list_of(const std::vector<std::string>& texts, const Literal& literal) {
    std::vector<std::string> literals;
    for (const std::string& text : texts)
        literals.push_back(literal(text));
    return fmt::format("{}", fmt::join(literals, ",\n    "));
}

/// The ends of the range that are declared, as comparisons of `value`.
std::vector<std::string> range_assertions(const Test& test, std::string_view value,
                                          std::string (*number)(const Rational&)) {
    std::vector<std::string> lines;
    const Description& description = test.description;
    if (description.least_value) {
        lines.push_back(fmt::format("{} >= {}", value, number(*description.least_value)));
    }
    if (description.greatest_value) {
        lines.push_back(fmt::format("{} <= {}", value, number(*description.greatest_value)));
    }
    return lines;
}

const char* better_sign(const Test& test) {
    return test.description.direction == Direction::greatest ? "<=" : ">=";
}

// --- Python -------------------------------------------------------------------------------------

std::string python_number(const Rational& number) {
    return fmt::format("Fraction(\"{}\")", number.to_string());
}

/// The expressions that have to be true.
std::vector<std::string> python_assertions(const Test& test) {
    const auto number = [&] {
        return python_number(Rational::parse(test.plan.number, test.law.law));
    };
    switch (test.plan.assertion) {
        case Assertion::is_number:
            return {fmt::format("is_number(found[0], {})", number())};
        case Assertion::is_near:
            return {
                fmt::format("\"value\" not in found[0] or near(number(found[0]), {})", number())};
        case Assertion::is_undefined:
            return {"\"undefined\" in found[0]"};
        case Assertion::is_no_number:
            return {"\"undefined\" in found[0] or \"error\" in found[0]"};
        case Assertion::is_answered:
            return {"any(key in found[0] for key in (\"value\", \"undefined\", \"error\"))"};
        case Assertion::is_in_range:
            return range_assertions(test, "\"value\" not in found[0] or number(found[0])",
                                    python_number);
        case Assertion::are_same:
            return {"all(same(found[0], other) for other in found[1:])"};
        case Assertion::are_identical:
            return {"{**found[0], \"id\": 0} == {**found[1], \"id\": 0}"};
        case Assertion::none_is_better:
            return {"all(no_better(other, found[0]) for other in found[1:])"};
        case Assertion::is_not_number:
            return {fmt::format("\"value\" not in found[0] or float(number(found[0])) != float({})",
                                number())};
        case Assertion::is_not_undefined:
            return {"\"undefined\" not in found[0]"};
        case Assertion::is_not_error:
            return {"\"error\" not in found[0]"};
    }
    throw InternalError("an assertion of no kind");
}

constexpr std::string_view python_answers = R"py(

def answers():
    lines = ['{"id": 0, "op": "describe", "protocol": 1}']
    for i, text in enumerate(INPUTS, 1):
        lines.append('{"id": %d, "op": "evaluate", "input": %s}' % (i, text))
    run = subprocess.run(COMMAND, input="\n".join(lines) + "\n", stdout=subprocess.PIPE,
                         encoding="utf-8", timeout=60)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["id"] for answer in found] == list(range(len(lines))), (
        "status %d, %d answers to %d requests" % (run.returncode, len(found), len(lines)))
    return found[1:]


def number(answer):
    assert "value" in answer, answer
    return Fraction(answer["value"])
)py";

constexpr std::string_view python_near = R"py(

def near(x, y):
    return abs(x - y) <= TOLERANCE * max(1, abs(x), abs(y)) / 2**52
)py";

constexpr std::string_view python_same = R"py(

def same(a, b):
    if "value" in a and "value" in b:
        return near(number(a), number(b))
    # What is refused is not judged.
    return "error" in a or "error" in b or ("undefined" in a and "undefined" in b)
)py";

/// {} is the sign.
constexpr std::string_view python_no_better = R"py(

def no_better(a, b):
    if "value" not in a or "value" not in b:
        return True  # no inequality applies
    return near(number(a), number(b)) or number(a) {} number(b)
)py";

constexpr std::string_view python_is_number = R"py(

def is_number(answer, expected):
    """Up to rounding; an exact answer, as "1/3", is the number or not."""
    if isinstance(answer.get("value"), str):
        return number(answer) == expected
    return abs(number(answer) - expected) <= TOLERANCE * Fraction(math.ulp(float(expected)))
)py";

bool needs_near(Assertion assertion) {
    return assertion == Assertion::is_near || assertion == Assertion::are_same ||
           assertion == Assertion::none_is_better;
}

std::string python_test(const Test& test) {
    const Assertion assertion = test.plan.assertion;
    const bool is_number = assertion == Assertion::is_number;
    std::string text = head(test, "#",
                            "Runs under pytest or as a script, in the folder in which the audit "
                            "ran; Python 3.9 or later.");
    text += fmt::format("import json\n{}import subprocess\nfrom fractions import Fraction\n\n",
                        is_number ? "import math\n" : "");
    text += fmt::format("COMMAND = [\n    {},\n]\n", list_of(test.command, python_literal));
    text += fmt::format("INPUTS = [\n    {},\n]\n", list_of(test.plan.inputs, python_literal));
    if (is_number)
        text += fmt::format("TOLERANCE = {}  # units in the last place\n", test.tolerance);
    if (needs_near(assertion))
        text += fmt::format("TOLERANCE = {}  # units of 2^-52\n", test.tolerance);
    text += python_answers;
    if (needs_near(assertion)) text += python_near;
    if (assertion == Assertion::are_same) text += python_same;
    if (assertion == Assertion::none_is_better) {
        text += fmt::format(python_no_better, better_sign(test));
    }
    if (is_number) text += python_is_number;
    const std::string name = identifier_of(test.law.law);
    text += fmt::format("\n\ndef test_{}():\n    found = answers()\n", name);
    for (const std::string& line : python_assertions(test))
        text += fmt::format("    assert {}, found\n", line);
    return text + fmt::format("\n\nif __name__ == \"__main__\":\n    test_{}()\n", name);
}

// --- C++ ----------------------------------------------------------------------------------------

/// A literal of type double.
std::string cpp_number(const Rational& number) {
    std::string text = number.to_decimal(17);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

/// For /bin/sh.
std::string shell_word(std::string_view word) {
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

std::string shell_command(const std::vector<std::string>& command) {
    std::string text;
    for (const std::string& word : command)
        text += (text.empty() ? "" : " ") + shell_word(word);
    return text;
}

/// The statements that check.
std::vector<std::string> cpp_assertions(const Test& test) {
    const auto number = [&] { return cpp_number(Rational::parse(test.plan.number, test.law.law)); };
    const auto check = [](const std::string& condition) {
        return std::vector{fmt::format("CHECK({});", condition)};
    };
    switch (test.plan.assertion) {
        case Assertion::is_number:
            return check(fmt::format("is_number(number(found[0], \"value\"), {})", number()));
        case Assertion::is_near:
            return {"if (has(found[0], \"value\"))",
                    fmt::format("    CHECK(near(number(found[0], \"value\"), {}));", number())};
        case Assertion::is_undefined:
            return check("has(found[0], \"undefined\")");
        case Assertion::is_no_number:
            return check("(has(found[0], \"undefined\") || has(found[0], \"error\"))");
        case Assertion::is_answered:
            return check(
                "(has(found[0], \"value\") || has(found[0], \"undefined\") || "
                "has(found[0], \"error\"))");
        case Assertion::is_in_range: {
            std::vector<std::string> lines{"if (!has(found[0], \"value\")) return;"};
            for (const std::string& line :
                 range_assertions(test, "number(found[0], \"value\")", cpp_number))
                lines.push_back(fmt::format("CHECK({});", line));
            return lines;
        }
        case Assertion::are_same:
            return {"for (const std::string& other : found)", "    CHECK(same(found[0], other));"};
        case Assertion::are_identical:
            return {"REQUIRE(has(found[0], \"value\") == has(found[1], \"value\"));",
                    "CHECK(has(found[0], \"error\") == has(found[1], \"error\"));",
                    "if (has(found[0], \"value\"))",
                    "    CHECK(number(found[0], \"value\") == number(found[1], \"value\"));"};
        case Assertion::none_is_better:
            return {"for (const std::string& other : found)",
                    "    CHECK(no_better(other, found[0]));"};
        case Assertion::is_not_number:
            return check(fmt::format(
                "(!has(found[0], \"value\") || number(found[0], \"value\") != {})", number()));
        case Assertion::is_not_undefined:
            return check("!has(found[0], \"undefined\")");
        case Assertion::is_not_error:
            return check("!has(found[0], \"error\")");
    }
    throw InternalError("an assertion of no kind");
}

constexpr std::string_view cpp_includes = R"code(#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

namespace {

)code";

constexpr std::string_view cpp_answers = R"code(
/// What stands after "key": in an answer; null if it has no such key.
const char* member(const std::string& answer, const std::string& key) {
    const std::string quoted = '"' + key + '"';
    for (auto at = answer.find(quoted); at != std::string::npos; at = answer.find(quoted, at + 1)) {
        const auto colon = answer.find_first_not_of(" \t", at + quoted.size());
        if (colon == std::string::npos || answer[colon] != ':') continue;
        const auto value = answer.find_first_not_of(" \t", colon + 1);
        if (value != std::string::npos) return answer.c_str() + value;
    }
    return nullptr;
}

[[maybe_unused]] bool has(const std::string& answer, const std::string& key) {
    return member(answer, key) != nullptr;
}

/// A number, or two as "1/3".
double number(const std::string& answer, const std::string& key) {
    INFO(answer);
    const char* text = member(answer, key);
    REQUIRE(text != nullptr);
    char* end = nullptr;
    const double value = std::strtod(text + (*text == '"' ? 1 : 0), &end);
    return *end == '/' ? value / std::strtod(end + 1, nullptr) : value;
}

std::vector<std::string> answers() {
    char name[] = "/tmp/disarray.XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    std::FILE* requests = fdopen(descriptor, "w");
    std::fputs("{\"id\": 0, \"op\": \"describe\", \"protocol\": 1}\n", requests);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::fprintf(requests, "{\"id\": %zu, \"op\": \"evaluate\", \"input\": %s}\n", i + 1,
                     inputs[i].c_str());
    }
    std::fclose(requests);
    std::FILE* output = popen(("timeout 60 " + command + " < " + name).c_str(), "r");
    REQUIRE(output != nullptr);
    std::vector<std::string> lines(1);
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) {
        if (c == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += static_cast<char>(c);
        }
    }
    const int status = pclose(output);
    std::remove(name);
    if (lines.back().empty()) lines.pop_back();
    INFO("status " << status);
    REQUIRE(lines.size() == inputs.size() + 1);
    for (std::size_t i = 0; i < lines.size(); ++i)
        REQUIRE(number(lines[i], "id") == static_cast<double>(i));
    lines.erase(lines.begin());
    return lines;
}
)code";

constexpr std::string_view cpp_near = R"code(
bool near(double x, double y) {
    const double scale = std::max({1.0, std::abs(x), std::abs(y)});
    return std::abs(x - y) <= std::ldexp(tolerance * scale, -52);
}
)code";

constexpr std::string_view cpp_same = R"code(
bool same(const std::string& a, const std::string& b) {
    if (has(a, "value") && has(b, "value")) return near(number(a, "value"), number(b, "value"));
    // What is refused is not judged.
    return has(a, "error") || has(b, "error") || (has(a, "undefined") && has(b, "undefined"));
}
)code";

/// {} is the sign.
constexpr std::string_view cpp_no_better = R"code(
bool no_better(const std::string& a, const std::string& b) {{
    if (!has(a, "value") || !has(b, "value")) return true;  // no inequality applies
    const double x = number(a, "value");
    const double y = number(b, "value");
    return near(x, y) || x {} y;
}}
)code";

constexpr std::string_view cpp_is_number = R"code(
bool is_number(double x, double expected) {
    const double size = std::abs(expected);
    return std::abs(x - expected) <= tolerance * (std::nextafter(size, HUGE_VAL) - size);
}
)code";

std::string cpp_test(const Test& test) {
    const Assertion assertion = test.plan.assertion;
    const bool is_number = assertion == Assertion::is_number;
    std::string text = head(test, "//",
                            "Link with a main of Catch2, 2 or 3; run it in the folder in which the "
                            "audit ran. POSIX.");
    text += cpp_includes;
    text += fmt::format("const std::string command =\n    {};\n",
                        cpp_literal(shell_command(test.command)));
    text += fmt::format("const std::vector<std::string> inputs{{\n    {},\n}};\n",
                        list_of(test.plan.inputs, cpp_literal));
    if (is_number || needs_near(assertion)) {
        text += fmt::format("constexpr double tolerance = {};  // units {}\n", test.tolerance,
                            is_number ? "in the last place" : "of 2^-52");
    }
    text += cpp_answers;
    if (needs_near(assertion)) text += cpp_near;
    if (assertion == Assertion::are_same) text += cpp_same;
    if (assertion == Assertion::none_is_better) {
        text += fmt::format(cpp_no_better, better_sign(test));
    }
    if (is_number) text += cpp_is_number;
    text += fmt::format(
        "\n}}  // namespace\n\nTEST_CASE({}) {{\n",
        cpp_literal(fmt::format("{} - {}", printable(test.description.name), test.law.law)));
    text += "    const std::vector<std::string> found = answers();\n";
    text += "    INFO(found[0]);\n";
    for (const std::string& line : cpp_assertions(test))
        text += fmt::format("    {}\n", line);
    return text + "}\n";
}

// --- files --------------------------------------------------------------------------------------

/// Whether it is a Python script, whatever starts it.
bool is_python(const std::vector<std::string>& command) {
    const auto is_script = [](std::string_view word) { return word.ends_with(".py"); };
    if (std::ranges::any_of(command, is_script)) return true;
    const std::string program =
        command.empty() ? "" : std::filesystem::path(command.front()).filename().string();
    return program.starts_with("python");
}

std::string finding_json(const LawResult& law, const Description& description,
                         const std::vector<std::string>& command) {
    const Json json{{"law", law.law},
                    {"statement", law.statement},
                    {"metric", description.name},
                    {"input", law.input.empty() ? Json() : Json::parse(law.input)},
                    {"expected", law.expected},
                    {"got", law.got},
                    {"explanation", law.explanation},
                    {"command", command}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

NamedFiles saved_tests(const AuditReport& report, const std::vector<std::string>& command,
                       std::uint64_t tolerance) {
    NamedFiles files;
    const bool python = is_python(command);
    for (const LawResult& law : report.laws) {
        if (law.verdict != LawVerdict::refuted) continue;
        const std::string name = identifier_of(law.law);
        files.emplace_back(law.law + ".json", finding_json(law, report.description, command));
        if (law.input.empty()) continue;
        const Test test{law, report.description, command, tolerance,
                        plan_of(law, report.description)};
        if (python) {
            files.emplace_back(fmt::format("test_{}.py", name), python_test(test));
        } else {
            files.emplace_back(fmt::format("{}_test.cpp", name), cpp_test(test));
        }
    }
    return files;
}

void save(const std::string& folder, const NamedFiles& files) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error || !std::filesystem::is_directory(folder, error)) {
        throw InputError(printable(folder, 200), error ? error.message() : "no folder",
                         "a folder, or the name of one that can be made");
    }
    for (const auto& [name, content] : files) {
        AtomicFile file((std::filesystem::path(folder) / name).string());
        file.write(content);
        file.commit();
    }
}

}  // namespace disarray::properties::audit
