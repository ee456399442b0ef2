// SPDX-License-Identifier: MIT
// Two programs against each other: the least input on which they disagree, and what counts as that.
#include "properties/audit/difference.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::audit;
using test::contains;
using test::message_of;

namespace {

/// A shell script: `rule` sets `answer` from `line`, the request.
std::vector<std::string> metric(const std::string& rule, const std::string& kind = "two-rankings") {
    const std::string script = fmt::format(
        R"sh(read -r line
echo '{{"id": 0, "protocol": 1, "name": "m", "kind": "{}", "direction": "least"}}'
i=0
while read -r line; do
  i=$((i + 1))
  {}
  echo "{{\"id\": $i, $answer}}"
done)sh",
        kind, rule);
    return {"/bin/sh", "-c", script};
}

std::string value(const std::string& number) {
    return fmt::format("answer='\"value\": {}'", number);
}

std::string undefined(const std::string& why) {
    return fmt::format("answer='\"undefined\": \"{}\"'", why);
}

/// What to do with inputs that match a pattern, and with others.
std::string if_like(const std::string& pattern, const std::string& then,
                    const std::string& otherwise) {
    return fmt::format("case ${{line#*input}} in {}) {};; *) {};; esac", pattern, then, otherwise);
}

/// The difference at all inputs up to `exhaustive_n`, at random ones and at long ones of `sizes`.
Difference difference(const std::vector<std::string>& first, const std::vector<std::string>& second,
                      std::size_t exhaustive_n = 2, std::uint64_t random_cases = 10,
                      std::vector<std::size_t> sizes = {}) {
    ProcessLimits limits;
    limits.seconds_per_call = 5;
    limits.seconds_to_start = 5;
    limits.restarts = 20;
    MetricProcess a(first, limits, Stop());
    MetricProcess b(second, limits, Stop());
    AuditOptions options;
    options.exhaustive_n = exhaustive_n;
    options.random_cases = random_cases;
    options.random_n = 6;
    options.sizes = std::move(sizes);
    return compare_metrics(a, b, options);
}

Answer number(double x) {
    Answer answer;
    answer.exact = exact_value_of(x);
    answer.as_double = x;
    return answer;
}

Answer exact(const std::string& x) {
    Answer answer;
    answer.exact = Rational::parse(x, "test");
    return answer;
}

Answer without_value(Answer::Kind kind, const std::string& why) {
    Answer answer;
    answer.kind = kind;
    answer.text = why;
    return answer;
}

}  // namespace

TEST_CASE("Units between two answers are of 2^-52 and of the larger answer, at least of 1") {
    CHECK(units_between(number(0.5), number(0.5)) == 0);
    CHECK(units_between(number(1), number(1 + 0x1p-52)) == 1);
    CHECK(units_between(number(0), number(0x1p-50)) == 4);
    CHECK(units_between(number(0), number(0x1p-60)) == 1);
    CHECK(units_between(number(1024), number(1024 - 0x1p-42)) == 1);
    CHECK(units_between(number(1.0 / 3), exact("1/3")) == 1);
    CHECK(units_between(number(1e300), number(-1e300)) == std::uint64_t{1} << 53);
}

TEST_CASE("Two answers without a value agree if they are of one kind, whatever the reason") {
    const Answer undefined = without_value(Answer::Kind::undefined, "0/0");
    const Answer refused = without_value(Answer::Kind::error, "too short");
    CHECK(units_between(undefined, without_value(Answer::Kind::undefined, "no pair")) == 0);
    CHECK(units_between(refused, without_value(Answer::Kind::error, "no")) == 0);
    CHECK(!units_between(undefined, refused));
    CHECK(!units_between(undefined, number(0)));
    CHECK(!units_between(number(0), refused));
}

TEST_CASE("A program does not differ from itself") {
    // The same requests in the same order: the lengths are those of the ids, too.
    const auto length = metric("answer='\"value\": '$((${#line} % 7))");
    const Difference same = difference(length, length);
    CHECK(!same.is_found());
    CHECK(same.complete);
    CHECK(same.input.empty());
    CHECK(same.compared > 11);
    CHECK(same.differing == 0);
    CHECK(same.worst_units == 0);
}

TEST_CASE("Rounding is no difference, and its worst case is told") {
    const Difference close = difference(metric(value("0.5")), metric(value("0.5000000000000009")));
    CHECK(close.differing == 0);
    CHECK(close.worst_units == 4);
    const Difference far = difference(metric(value("0.5")), metric(value("0.5000000000001")));
    CHECK(far.differing == far.compared);
    // Of an empty list programs think as they like: it is shown where there is nothing else.
    CHECK(far.input == "{\"first\": [1], \"second\": [1]}");
}

TEST_CASE("The least of the small inputs that differ is shown with both answers") {
    const std::string zero_for_ties = if_like("*'\"first\": [1, 1],'*", value("0"), value("1"));
    const Difference found = difference(metric(zero_for_ties), metric(value("1")), 3, 0);
    CHECK(found.compared == 1 + 1 + 9 + 169);
    CHECK(found.differing == 3);
    CHECK(found.input == "{\"first\": [1, 1], \"second\": [1, 1]}");
    CHECK(found.first == "0");
    CHECK(found.second == "1");
    CHECK(found.failing == 0);
}

TEST_CASE("A random input that differs is shrunk to as few elements as differ") {
    // Undefined if some element has the third rank in the first ranking: 3 elements at least.
    const std::string rule = if_like("*[[' ']3[],' ']*second*", undefined("third"), value("1"));
    const Difference found = difference(metric(value("1")), metric(rule), 1, 20);
    CHECK(found.differing > 0);
    INFO(found.input);
    const auto commas = std::count(found.input.begin(), found.input.end(), ',');
    CHECK(commas == 2 + 1 + 2);
    CHECK(found.first == "1");
    CHECK(found.second == "undefined (third)");
}

TEST_CASE("Programs of two kinds are not compared, and both are named") {
    const auto compare = [] {
        difference(metric(value("1")), metric(value("1"), "relevance-by-rank"));
    };
    const std::string message = message_of<InputError>(compare);
    CHECK(contains(message, "two-rankings"));
    CHECK(contains(message, "relevance-by-rank"));
    CHECK(contains(message, "/bin/sh"));
}

TEST_CASE("An input that a program fails at is counted by itself, and the others are compared") {
    const std::string ends_at_ties =
        if_like("*'\"first\": [1, 1], \"second\": [1, 1]'*", "exit 3", value("1"));
    const Difference found = difference(metric(value("1")), metric(ends_at_ties), 2, 0);
    CHECK(found.is_found());
    CHECK(found.compared == 10);
    CHECK(found.differing == 0);
    CHECK(found.input.empty());
    CHECK(found.failing == 1);
    CHECK(found.failing_input == "{\"first\": [1, 1], \"second\": [1, 1]}");
    CHECK(found.failing_first == "1");
    CHECK(contains(found.failing_second, "exited: ended with status 3"));
}

TEST_CASE("Judged lists are compared by rank as well, each input once") {
    const std::string rule = if_like("*'\"grades\": [2'*", value("2"), value("1"));
    const Difference found = difference(metric(rule, "relevance-by-rank"),
                                        metric(value("1"), "relevance-by-rank"), 2, 5);
    CHECK(found.input == "{\"grades\": [2], \"not_retrieved\": []}");
    CHECK(found.first == "2");
    CHECK(found.second == "1");
    const Difference small = difference(metric(rule, "relevance-by-rank"),
                                        metric(value("1"), "relevance-by-rank"), 2, 0);
    CHECK(small.compared == (1 + 3 + 9) * 3);
    CHECK(small.differing == (1 + 3) * 3);
}

TEST_CASE("A comparison that is stopped says so") {
    ProcessLimits limits;
    MetricProcess a(metric(value("1")), limits, Stop());
    MetricProcess b(metric(value("2")), limits, Stop());
    AuditOptions options;
    options.stop = Stop(std::chrono::duration<double>(0));
    const Difference none_done = compare_metrics(a, b, options);
    CHECK(!none_done.complete);
    CHECK(none_done.compared == 0);
    CHECK(!none_done.is_found());
}

TEST_CASE("long inputs are compared where no short one tells two programs apart", "[audit]") {
    // The length of the request decides: from 30 elements on they differ.
    const std::string by_length =
        "if [ ${#line} -gt 250 ]; then answer='\"value\": 1'; else "
        "answer='\"value\": 0'; fi";
    const Difference found = difference(metric(by_length), metric(value("0")), 1, 3, {10, 100});
    CHECK(found.differing == 1);
    CHECK(found.first == "1");
    CHECK(found.second == "0");
    // The least length, and so the least request above the limit.
    const std::size_t request =
        found.input.size() + std::string(R"({"id": 10, "op": "evaluate", "input": })").size();
    CHECK(request > 245);
    CHECK(request < 262);
}

namespace {

/// The value `number` for requests of more than 250 characters, 1 for others.
std::string where_long(const std::string& number) {
    return "if [ ${#line} -gt 250 ]; then " + value(number) + "; else " + value("1") + "; fi";
}

/// A program of metric(), with more to say of itself.
std::vector<std::string> describing(std::vector<std::string> command, const std::string& more) {
    const std::string name = R"("name": "m")";
    command[2].replace(command[2].find(name), name.size(), name + ", " + more);
    return command;
}

}  // namespace

TEST_CASE("sums of long inputs may be as many times as far apart as they are long", "[audit]") {
    // 16·100 units are 3.6e-13.
    const auto one = metric(value("1"));
    CHECK(difference(metric(where_long("1.0000000000003")), one, 1, 0, {10, 100}).differing == 0);
    const Difference found =
        difference(metric(where_long("1.0000000000005")), one, 1, 0, {10, 100});
    CHECK(found.differing == 1);
    CHECK(found.first == "1.0000000000005");
    // 1e-13 is allowed at every length at which requests are long: the least bad one is 100.
    const auto far_at_100 =
        metric(if_like("*' 100'*", value("1.0000000000005"), where_long("1.0000000000001")));
    CHECK(contains(difference(far_at_100, one, 1, 0, {10, 100}).input, " 100"));
}

TEST_CASE("what both programs refuse is counted by itself", "[audit]") {
    const auto refusing =
        metric(if_like("*'\"first\": [1, 1],'*", "answer='\"error\": \"tied\"'", value("1")));
    const Difference both = difference(refusing, refusing, 2, 0);
    CHECK(both.refused == 3);
    CHECK(both.compared == 8);
    CHECK(both.differing == 0);
    const Difference one = difference(refusing, metric(value("1")), 2, 0);
    CHECK(one.refused == 0);
    CHECK(one.differing == 3);
}

TEST_CASE("where a program fails at a long input no longer one is asked", "[audit]") {
    const auto ends = metric("if [ ${#line} -gt 250 ]; then exit 3; fi; " + value("1"));
    const Difference found = difference(ends, metric(value("1")), 1, 0, {100, 200});
    CHECK(found.failing == 6);  // one of each shape
    CHECK_FALSE(contains(found.failing_input, "101"));
}

TEST_CASE("inputs have a cutoff only if both programs take one", "[audit]") {
    const auto without = metric(if_like("*cutoff*", "exit 3", value("1")), "relevance-by-rank");
    const auto with =
        describing(metric(value("1"), "relevance-by-rank"), R"("takes_cutoff": true)");
    for (const Difference& found :
         {difference(with, without, 1, 5), difference(without, with, 1, 5)}) {
        CHECK(found.compared > 5);
        CHECK(found.failing == 0);
    }
}

TEST_CASE("neither program is asked for what the other does not take", "[audit]") {
    const auto all = metric(value("1"));
    const auto from_two =
        describing(metric(if_like("*'[]'*|*'[1]'*", "exit 3", value("1"))), R"("least_length": 2)");
    for (const Difference& found :
         {difference(all, from_two, 2, 0), difference(from_two, all, 2, 0)}) {
        CHECK(found.compared == 9);
        CHECK(found.failing == 0);
    }
}

TEST_CASE("a comparison that is stopped among the long inputs says so", "[audit]") {
    ProcessLimits limits;
    MetricProcess a(metric(value("1")), limits, Stop());
    MetricProcess b(metric(value("1")), limits, Stop());
    AuditOptions options;
    options.exhaustive_n = 1;
    options.random_cases = 0;
    options.sizes = {77};
    options.progress = [&](std::string_view what) {
        if (what == "n = 77") options.stop = Stop(std::chrono::duration<double>(0));
    };
    const Difference found = compare_metrics(a, b, options);
    CHECK(found.compared == 2);
    CHECK_FALSE(found.complete);
    CHECK_FALSE(found.is_found());
}

TEST_CASE("inputs that a program cannot be asked any more are not counted as failing", "[audit]") {
    const auto one = metric(value("1"));
    const auto ends_at_ties = metric(if_like("*'[1, 1'*", "exit 3", value("1")));
    for (const Difference& found :
         {difference(one, ends_at_ties, 3, 0), difference(ends_at_ties, one, 3, 0)}) {
        CHECK_FALSE(found.complete);
        CHECK(found.failing > 0);
        CHECK(found.failing <= 20);
        CHECK(found.compared + found.failing < 1 + 1 + 9 + 169);
    }
}

TEST_CASE("programs of lists and of votes are compared, nothing counting as the greatest input",
          "[audit]") {
    const std::string shared =
        if_like("*'[\"i1\"], \"second\": [\"i1\"]'*", value("1"), value("0"));
    const Difference lists =
        difference(metric(shared, "two-lists"), metric(value("0"), "two-lists"), 2, 5);
    CHECK(lists.input == R"({"first": ["i1"], "second": ["i1"]})");
    CHECK(lists.differing == 1);
    const Difference constants =
        difference(metric(value("1"), "two-lists"), metric(value("0"), "two-lists"), 1, 0);
    CHECK(constants.input == R"({"first": [], "second": ["i1"]})");

    const auto points = [](const std::string& list) {
        return fmt::format("answer='\"values\": {}'", list);
    };
    const std::string by_order =
        if_like("*'[[\"e2\", \"e1\"]]'*", points("[0, 1]"), points("[1, 0]"));
    const Difference votes =
        difference(metric(by_order, "votes"), metric(points("[1, 0]"), "votes"), 2, 0);
    CHECK(votes.input == R"({"elements": ["e1", "e2"], "votes": [["e2", "e1"]]})");
    CHECK(votes.first == "[0, 1]");
    CHECK(votes.second == "[1, 0]");
    CHECK(votes.differing == 1);
    CHECK(votes.failing == 0);
    const auto longer = metric(points("[1, 0, 0]"), "votes");
    CHECK(difference(longer, metric(points("[1, 0]"), "votes"), 2, 0).differing > 0);
    CHECK(!difference(longer, longer, 2, 0).is_found());
}
