// SPDX-License-Identifier: MIT
//
// A plan says what a test sends and asserts, whatever the language; a writer for each language
// turns it into text.
#include "properties/audit/saved_tests.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/atomic_file.hpp"
#include "base/error.hpp"
#include "properties/audit/command_line.hpp"
#include "properties/audit/law_json.hpp"

namespace disarray::properties::audit {

namespace {

constexpr std::size_t most_comment = 1000;  // characters

// --- what a test does ---------------------------------------------------------------------------

/// What is asserted of the answers to the inputs.
enum class Assertion {
    is_number,  ///< the first is `number`, up to rounding
    is_number_or_none,
    is_near,         ///< the first is `number`, up to tolerance·max(1, |x|)
    is_undefined,    ///< the first
    is_no_number,    ///< the first is undefined or an error
    is_answered,     ///< there is one
    is_in_range,     ///< the first
    are_same,        ///< the first and the second, up to the tolerance
    are_identical,   ///< the first and the last, to the last bit
    is_no_better,    ///< the first than the second
    is_less,         ///< the first than the second
    is_at_most_sum,  ///< the first, of the second and the third
    is_mean,         ///< the first, of the others
    is_no_better_than_mean,
    is_no_worse_than_mean,
    is_among,       ///< the first is neither below nor above all others
    is_not_number,  ///< the first is not `number`
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

/// What a law says of an input and the last of the others that it asks for, or of all of them.
struct Relation {
    std::string_view law;
    Assertion assertion;
    enum class Others {
        last_after,   ///< the input, then the last other
        last_before,  ///< the other way round
        last_two,     ///< the input, then the last two others
        all           ///< the input, then all others
    } others = Others::last_after;
};

constexpr Relation relations_by_law[] = {
    {"relabelling", Assertion::are_same},
    {"symmetry", Assertion::are_same},
    {"monotone-ranks", Assertion::are_same},
    {"identity", Assertion::is_no_better},
    {"exchange", Assertion::is_no_better, Relation::Others::last_before},
    {"triangle-inequality", Assertion::is_at_most_sum, Relation::Others::last_two},
    {"identity-of-indiscernibles", Assertion::is_less, Relation::Others::last_before},
    {"tied-lines", Assertion::are_same},
    {"untied-lines", Assertion::are_same},
    {"renaming", Assertion::are_same},
    {"monotone-scores", Assertion::are_same},
    {"unretrieved-irrelevant", Assertion::are_same},
    {"unjudged-as-irrelevant", Assertion::are_same},
    {"cutoff-at-end", Assertion::are_same},
    {"beyond-cutoff", Assertion::are_same},
    {"irrelevant-at-end-unchanged", Assertion::are_same},
    {"promotion", Assertion::is_no_better},
    {"ideal-order", Assertion::is_no_better},
    {"retrieving-relevant", Assertion::is_no_better},
    {"missing-relevant", Assertion::is_no_better, Relation::Others::last_before},
    {"irrelevant-at-end", Assertion::is_no_better, Relation::Others::last_before},
    {"ties-as-mean", Assertion::is_mean, Relation::Others::all},
    {"ties-no-advantage", Assertion::is_no_better_than_mean, Relation::Others::all},
    {"ties-no-disadvantage", Assertion::is_no_worse_than_mean, Relation::Others::all},
    {"ties-within-orders", Assertion::is_among, Relation::Others::all},
};

/// The inputs of a test, in the order in which its assertion speaks of them. Empty if the audit
/// does not say what the law asked for.
std::vector<std::string> related_inputs(const LawResult& law, Relation::Others others) {
    const std::size_t needed = others == Relation::Others::last_two ? 2 : 1;
    if (law.related.size() < needed) return {};
    std::vector<std::string> inputs{law.input};
    const std::size_t first = others == Relation::Others::all ? 0 : law.related.size() - needed;
    for (std::size_t i = first; i < law.related.size(); ++i)
        inputs.push_back(law.related[i]);
    if (others == Relation::Others::last_before) std::swap(inputs.front(), inputs.back());
    return inputs;
}

std::optional<Plan> relation_plan(const LawResult& law) {
    const auto relation = std::ranges::find(relations_by_law, law.law, &Relation::law);
    if (relation == std::end(relations_by_law)) return std::nullopt;
    Plan plan{related_inputs(law, relation->others), relation->assertion, {}, {}};
    if (plan.inputs.empty()) return std::nullopt;
    return plan;
}

/// A list or ranking that has to have the best value of the range.
std::optional<Plan> best_plan(const LawResult& law, const Description& description) {
    if (law.law != "best-at-identity" && law.law != "perfect-list") return std::nullopt;
    const auto& best = description.direction == Direction::greatest ? description.greatest_value
                                                                    : description.least_value;
    if (!best) return std::nullopt;
    const std::string& input = law.related.empty() ? law.input : law.related.back();
    return Plan{{input}, Assertion::is_near, best->to_string(), {}};
}

/// What is expected of the input itself.
std::optional<Plan> expected_plan(const LawResult& law, const Description& description) {
    Plan plan{{law.input}, {}, {}, {}};
    if (law.law == "same-answer-again") {
        plan.inputs.insert(plan.inputs.end(), law.related.begin(), law.related.end());
        plan.inputs.push_back(law.input);
        plan.assertion = Assertion::are_identical;
        plan.remark = {
            fmt::format("The audit was told {} at first and {} later, when it had asked for other",
                        law.expected, law.got),
            "inputs between. Of these the last are asked here, which may not be enough to see it."};
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
        const bool may_refuse = law.law == "negative-grade";
        plan.assertion = may_refuse ? Assertion::is_number_or_none : Assertion::is_number;
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
    if (auto plan = best_plan(law, description)) return *plan;
    if (auto plan = relation_plan(law)) return *plan;
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

/// Of an assertion about the order of `values`, an expression in both languages; "" for others.
std::string expression_of(const Test& test) {
    const auto no_better = [&](std::string_view a, std::string_view b) {
        const bool is_best_at_greatest = test.description.direction == Direction::greatest;
        return fmt::format("at_most({}, {})", is_best_at_greatest ? a : b,
                           is_best_at_greatest ? b : a);
    };
    switch (test.plan.assertion) {
        case Assertion::is_no_better:
            return no_better("values[0]", "values[1]");
        case Assertion::is_less:
            return "values[0] < values[1]";
        case Assertion::is_at_most_sum:
            return "at_most(values[0], values[1] + values[2])";
        case Assertion::is_mean:
            return "near(values[0], mean(values))";
        case Assertion::is_no_better_than_mean:
            return no_better("values[0]", "mean(values)");
        case Assertion::is_no_worse_than_mean:
            return no_better("mean(values)", "values[0]");
        case Assertion::is_among:
            return "is_among(values)";
        default:
            return {};
    }
}

/// Which of the functions that are written out below a test calls.
struct Needs {
    explicit Needs(const Test& test)
        : expression(expression_of(test)),
          same(test.plan.assertion == Assertion::are_same),
          is_number(test.plan.assertion == Assertion::is_number ||
                    test.plan.assertion == Assertion::is_number_or_none),
          at_most(expression.find("at_most") != std::string::npos),
          mean(expression.find("mean") != std::string::npos),
          is_among(expression.find("is_among") != std::string::npos),
          near(same || at_most || is_number || test.plan.assertion == Assertion::is_near ||
               test.plan.assertion == Assertion::is_mean) {}

    std::string expression;
    bool same, is_number, at_most, mean, is_among, near;
};

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
        case Assertion::is_number_or_none:
            return {fmt::format("\"value\" not in found[0] or is_number(found[0], {})", number())};
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
            return {"same(found[0], found[1])"};
        case Assertion::are_identical:
            return {"{**found[0], \"id\": 0} == {**found[-1], \"id\": 0}"};
        case Assertion::is_not_number:
            return {fmt::format("\"value\" not in found[0] or float(number(found[0])) != float({})",
                                number())};
        case Assertion::is_not_undefined:
            return {"\"undefined\" not in found[0]"};
        case Assertion::is_not_error:
            return {"\"error\" not in found[0]"};
        case Assertion::is_mean:
            return {fmt::format("{} if (values := numbers(found)) else \"value\" not in found[0]",
                                expression_of(test))};
        default:
            return {fmt::format("not (values := numbers(found)) or {}", expression_of(test))};
    }
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

constexpr std::string_view python_numbers = R"py(

def numbers(found):
    """Empty if one has no value: it is neither below nor above anything."""
    return [number(answer) for answer in found] if all("value" in a for a in found) else []
)py";

constexpr std::string_view python_at_most = R"py(

def at_most(x, y):
    return near(x, y) or x <= y
)py";

constexpr std::string_view python_mean = R"py(

def mean(values):
    """Of all but the first, which are those of every order of the tied."""
    return sum(values[1:]) / (len(values) - 1)
)py";

constexpr std::string_view python_is_among = R"py(

def is_among(values):
    """Whether the first is neither below nor above all others."""
    return min(values[1:]) <= values[0] <= max(values[1:])
)py";

constexpr std::string_view python_is_number = R"py(

def is_number(answer, expected):
    """Up to rounding; an exact answer, as "1/3", is the number or not."""
    if isinstance(answer.get("value"), str):
        return number(answer) == expected
    difference = abs(number(answer) - expected)
    return near(number(answer), expected) or (
        difference <= TOLERANCE * Fraction(math.ulp(float(expected))))
)py";

std::string python_test(const Test& test) {
    const Needs needs(test);
    std::string text = head(test, "#",
                            "Runs under pytest or as a script, in the folder in which the audit "
                            "ran; Python 3.9 or later.");
    text += fmt::format("import json\n{}import subprocess\nfrom fractions import Fraction\n\n",
                        needs.is_number ? "import math\n" : "");
    text +=
        fmt::format("COMMAND = [\n    {},\n]\n", list_of(test.command, python_literal, ",\n    "));
    text += fmt::format("INPUTS = [\n    {},\n]\n",
                        list_of(test.plan.inputs, python_literal, ",\n    "));
    if (needs.near) text += fmt::format("TOLERANCE = {}  # units of 2^-52\n", test.tolerance);
    text += python_answers;
    if (needs.near) text += python_near;
    if (needs.same) text += python_same;
    if (!needs.expression.empty()) text += python_numbers;
    if (needs.at_most) text += python_at_most;
    if (needs.mean) text += python_mean;
    if (needs.is_among) text += python_is_among;
    if (needs.is_number) text += python_is_number;
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

/// The statements that check.
std::vector<std::string> cpp_assertions(const Test& test) {
    const auto number = [&] { return cpp_number(Rational::parse(test.plan.number, test.law.law)); };
    const auto check = [](const std::string& condition) {
        return std::vector{fmt::format("CHECK({});", condition)};
    };
    switch (test.plan.assertion) {
        case Assertion::is_number:
            return check(fmt::format("is_number(number(found[0], \"value\"), {})", number()));
        case Assertion::is_number_or_none:
            return {
                "if (has(found[0], \"value\"))",
                fmt::format("    CHECK(is_number(number(found[0], \"value\"), {}));", number())};
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
            return check("same(found[0], found[1])");
        case Assertion::are_identical:
            return {"REQUIRE(has(found[0], \"value\") == has(found.back(), \"value\"));",
                    "CHECK(has(found[0], \"error\") == has(found.back(), \"error\"));",
                    "if (has(found[0], \"value\"))",
                    "    CHECK(number(found[0], \"value\") == number(found.back(), \"value\"));"};
        case Assertion::is_not_number:
            return check(fmt::format(
                "(!has(found[0], \"value\") || number(found[0], \"value\") != {})", number()));
        case Assertion::is_not_undefined:
            return check("!has(found[0], \"undefined\")");
        case Assertion::is_not_error:
            return check("!has(found[0], \"error\")");
        default:
            break;
    }
    const bool is_mean = test.plan.assertion == Assertion::is_mean;
    return {"const std::vector<double> values = numbers(found);",
            fmt::format("CHECK((values.empty() ? {} : {}));",
                        is_mean ? "!has(found[0], \"value\")" : "true", expression_of(test))};
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

constexpr std::string_view cpp_numbers = R"code(
/// Empty if one has no value: it is neither below nor above anything.
std::vector<double> numbers(const std::vector<std::string>& found) {
    std::vector<double> values;
    for (const std::string& answer : found) {
        if (!has(answer, "value")) return {};
        values.push_back(number(answer, "value"));
    }
    return values;
}
)code";

constexpr std::string_view cpp_at_most = R"code(
bool at_most(double x, double y) {
    return near(x, y) || x <= y;
}
)code";

constexpr std::string_view cpp_mean = R"code(
/// Of all but the first, which are those of every order of the tied.
double mean(const std::vector<double>& values) {
    double sum = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        sum += values[i];
    return sum / static_cast<double>(values.size() - 1);
}
)code";

constexpr std::string_view cpp_is_among = R"code(
/// Whether the first is neither below nor above all others.
bool is_among(const std::vector<double>& values) {
    const auto [least, greatest] = std::minmax_element(values.begin() + 1, values.end());
    return *least <= values[0] && values[0] <= *greatest;
}
)code";

constexpr std::string_view cpp_is_number = R"code(
bool is_number(double x, double expected) {
    const double size = std::abs(expected);
    return near(x, expected) ||
           std::abs(x - expected) <= tolerance * (std::nextafter(size, HUGE_VAL) - size);
}
)code";

std::string cpp_test(const Test& test) {
    const Needs needs(test);
    std::string text = head(test, "//",
                            "Link with a main of Catch2, 2 or 3; run it in the folder in which the "
                            "audit ran. POSIX.");
    text += cpp_includes;
    text += fmt::format("const std::string command =\n    {};\n",
                        cpp_literal(command_line(test.command)));
    text += fmt::format("const std::vector<std::string> inputs{{\n    {},\n}};\n",
                        list_of(test.plan.inputs, cpp_literal, ",\n    "));
    if (needs.near) {
        text +=
            fmt::format("constexpr double tolerance = {};  // units of 2^-52\n", test.tolerance);
    }
    text += cpp_answers;
    if (needs.near) text += cpp_near;
    if (needs.same) text += cpp_same;
    if (!needs.expression.empty()) text += cpp_numbers;
    if (needs.at_most) text += cpp_at_most;
    if (needs.mean) text += cpp_mean;
    if (needs.is_among) text += cpp_is_among;
    if (needs.is_number) text += cpp_is_number;
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
    Json json = to_json(law);
    json["metric"] = description.name;
    json["command"] = command;
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
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
        const Test test{law, report.description, command, tolerance * law.tolerance_factor,
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
