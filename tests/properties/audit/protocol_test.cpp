// SPDX-License-Identifier: MIT
// The lines of the audit protocol: what is asked, what an answer means, and what is refused.
#include "properties/audit/protocol.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::audit;
using test::contains;
using test::message_of;

namespace {

Answer answer_to(const std::string& value) {
    return answer_from("{\"id\": 7, \"value\": " + value + "}", "test").answer;
}

std::string refusal_of(const std::string& line) {
    return message_of<InputError>([&] { answer_from(line, "the answer"); });
}

/// A description of only what is required, with `more` at its end.
std::string described(const std::string& more = "") {
    return R"({"id": 0, "protocol": 1, "name": "tau", "kind": "two-rankings", "direction": "greatest")" +
           more + "}";
}

std::string description_refusal(const std::string& line) {
    const std::string message = message_of<InputError>([&] { description_from(line, "./metric"); });
    CHECK(message.starts_with("./metric: "));
    CHECK(!contains(message, "\n"));
    return message;
}

}  // namespace

TEST_CASE("requests of the audit are the lines that the protocol page shows") {
    CHECK(describe_request() == "{\"id\": 0, \"op\": \"describe\", \"protocol\": 1}\n");
    std::string lines;
    append_evaluate_request(lines, 7, R"({"grades": [1, 0]})");
    append_evaluate_request(lines, std::numeric_limits<std::uint64_t>::max(), "{}");
    CHECK(lines ==
          "{\"id\": 7, \"op\": \"evaluate\", \"input\": {\"grades\": [1, 0]}}\n"
          "{\"id\": 18446744073709551615, \"op\": \"evaluate\", \"input\": {}}\n");
}

TEST_CASE("an answer is a double, an exact number, undefined or an error") {
    const NumberedAnswer quarter = answer_from(R"({"id": 7, "value": 0.25})", "test");
    CHECK(quarter.id == 7);
    CHECK(quarter.answer ==
          Answer{Answer::Kind::value, Rational(Integer(1), Integer(4)), 0.25, "0.25"});
    CHECK(answer_from("  {\"value\":\"1/3\",\"id\":18446744073709551615}\r", "test").id ==
          std::numeric_limits<std::uint64_t>::max());
    CHECK(answer_to(R"("1/3")") ==
          Answer{Answer::Kind::value, Rational(Integer(1), Integer(3)), std::nullopt, "1/3"});
    CHECK(answer_to(R"("-0.1")").exact == Rational(Integer(-1), Integer(10)));
    CHECK(answer_from(R"({"id": 1, "undefined": "0/0"})", "test").answer ==
          Answer{Answer::Kind::undefined, 0, std::nullopt, "0/0"});
    CHECK(answer_from(R"({"id": 1, "error": "not a \u006eumber"})", "test").answer ==
          Answer{Answer::Kind::error, 0, std::nullopt, "not a number"});
}

TEST_CASE("an answer may be a list of values, null for none") {
    const Answer list =
        answer_from(R"({"id": 1, "values": [0.25, "1/3", null, 2]})", "test").answer;
    CHECK(list.kind == Answer::Kind::list);
    REQUIRE(list.values.size() == 4);
    CHECK(list.values[0] == answer_to("0.25"));
    CHECK(list.values[1] == answer_to(R"("1/3")"));
    CHECK(list.values[2].kind == Answer::Kind::undefined);
    CHECK(list.values[3] == answer_to("2"));
    CHECK(answer_from(R"({"values": [], "id": 1})", "test").answer.values.empty());
    for (const char* wrong : {R"({"id": 1, "values": 1})", R"({"id": 1, "values": [[1]]})",
                              R"({"id": 1, "value": [1]})", R"({"id": 1, "values": [true]})",
                              R"({"id": 1, "values": ["x"]})", R"({"id": [1], "value": 1})",
                              R"({"id": 1, "values": [1], "value": 1})",
                              R"({"id": 1, "value": null})", R"({"id": 1, "values": "1"})"}) {
        CAPTURE(wrong);
        CHECK(!refusal_of(wrong).starts_with("(nothing"));
    }
}

TEST_CASE("a JSON number is the nearest double, and that exactly") {
    // 0.1 as a double is 3602879701896397/2^55.
    CHECK(answer_to("0.1").exact == Rational(Integer(3602879701896397), Integer(Integer(1) << 55)));
    CHECK(answer_to("9007199254740993").exact == Rational(9007199254740992));  // 2^53 + 1: to even
    CHECK(answer_to("-9007199254740995").exact == Rational(-9007199254740996));
    CHECK(answer_to("18446744073709551615").exact == Rational(Integer(Integer(1) << 64)));
    CHECK(answer_to("36893488147419103232").exact == Rational(Integer(Integer(1) << 65)));
    CHECK(answer_to("1e22").exact == Rational::parse("1e22", "test"));
    CHECK(*answer_to("1e23").as_double == 1e23);
    CHECK(answer_to("1e23").exact != Rational::parse("1e23", "test"));
    CHECK(answer_to("5e-324").exact == Rational(Integer(1), Integer(Integer(1) << 1074)));
    CHECK(answer_to("1e-400").exact == 0);
    CHECK(answer_to("1.0000000000000002").text == "1.0000000000000002");
    CHECK(answer_to("1.0000000000000002").exact > 1);
    CHECK(std::signbit(*answer_to("-0.0").as_double));
}

TEST_CASE("the exact value of a double is that of its bits") {
    std::mt19937_64 random(20261128);
    for (int i = 0; i < 2000; ++i) {
        const auto number = std::bit_cast<double>(random());
        if (!std::isfinite(number)) continue;
        const auto bits = std::bit_cast<std::uint64_t>(number);
        const std::uint64_t field = bits >> 52 & 0x7ff;
        // The definition of IEEE 754: subnormal numbers have the exponent of field 1.
        const Integer mantissa = (bits & ((1ULL << 52) - 1)) | (field == 0 ? 0 : 1ULL << 52);
        const int exponent = static_cast<int>(field == 0 ? 1 : field) - 1075;
        Rational expected = exponent < 0 ? Rational(mantissa, Integer(Integer(1) << -exponent))
                                         : Rational(Integer(mantissa << exponent));
        if (bits >> 63) expected = -expected;
        INFO(fmt::format("{:a}", number));
        REQUIRE(exact_value_of(number) == expected);
        REQUIRE(answer_to(fmt::format("{:.17g}", number)).exact == expected);
    }
    CHECK_THROWS_AS(exact_value_of(std::numeric_limits<double>::infinity()), UsageError);
    CHECK_THROWS_AS(exact_value_of(std::numeric_limits<double>::quiet_NaN()), UsageError);
}

TEST_CASE("a value that is no number is taken as undefined") {
    for (const std::string none : {"NaN", "Infinity", "-Infinity"}) {
        for (const std::string& line :
             {R"({"id": 7, "value": )" + none + "}", R"({"value" : )" + none + R"( , "id": 7})"}) {
            INFO(line);
            const NumberedAnswer answer = answer_from(line, "the answer");
            CHECK(answer.id == 7);
            CHECK(answer.answer.kind == Answer::Kind::undefined);
            CHECK(answer.answer.text == none);
        }
    }
}

TEST_CASE("a value that is no number may stand among many blanks") {
    const std::string blanks(1'000'000, ' ');
    for (const std::string& line : {"{\"id\": 7, \"value\":" + blanks + "NaN}",
                                    "{\"id\": 7, \"value\"" + blanks + ": NaN }\r",
                                    blanks + "{\t\"value\":NaN," + blanks + "\"id\":7}" + blanks}) {
        const NumberedAnswer answer = answer_from(line, "the answer");
        CHECK(answer.id == 7);
        CHECK(answer.answer == Answer{Answer::Kind::undefined, 0, std::nullopt, "NaN"});
    }
    CHECK(refusal_of("{\"id\": 7, \"value\":" + blanks + "nan}").size() < 400);
    CHECK(refusal_of("{\"id\": 7, \"value\":" + blanks).size() < 400);
}

TEST_CASE("a line that is no answer is refused in one line that shows it") {
    for (const std::string line : {"",
                                   "hello",
                                   "7",
                                   "[]",
                                   "{}",
                                   "null",
                                   R"({"id": 7})",
                                   R"({"value": 1})",
                                   R"({"id": 7, "value": nan})",
                                   R"({"id": 7, "value": NaN, "value": 1})",
                                   R"({"id": 7, "value": +Infinity})",
                                   R"({"id": 7, "note": NaN})",
                                   R"({"id": 7, "note": {"value": NaN}})",
                                   R"({"id": 7, "value": NaN, "value": NaN})",
                                   R"({"id": 7, "id": 7, "value": NaN})",
                                   R"({"id": 7, "value": NaN, "note": 1})",
                                   R"({"id": 7, "value": NaN} x)",
                                   R"({"id": 7, "value": NaN,})",
                                   R"({"id": 7 "value": NaN})",
                                   R"({"id": 7, "value": NaN)",
                                   R"({"id": 07, "value": NaN})",
                                   R"({"id": -7, "value": NaN})",
                                   R"({"id": 18446744073709551616, "value": NaN})",
                                   R"({"id": 7, "value": -NaN})",
                                   R"({"id": 7, "value": NaNs})",
                                   R"({"value": NaN})",
                                   R"({"id": 7, "value": 1e400})",
                                   R"({"id": 7, "value": null})",
                                   R"({"id": 7, "value": true})",
                                   R"({"id": 7, "value": [1]})",
                                   R"({"id": 7, "value": {}})",
                                   R"({"id": 7, "value": "NaN"})",
                                   R"({"id": 7, "value": ""})",
                                   R"({"id": 7, "value": "1/0"})",
                                   R"({"id": 7, "value": 1)",
                                   R"({"id": 7, "value": 1} {"id": 8, "value": 1})",
                                   R"({"id": 7, "value": 1, "value": 2})",
                                   R"({"id": 7, "id": 7, "value": 1})",
                                   R"({"id": 7, "value": 1, "undefined": "0/0"})",
                                   R"({"id": 7, "value": 1, "time": 3})",
                                   R"({"id": -7, "value": 1})",
                                   R"({"id": 7.0, "value": 1})",
                                   R"({"id": "7", "value": 1})",
                                   R"({"id": 7, "error": 1})",
                                   R"({"id": 7, "undefined": 0})",
                                   R"({"id": 7, "undefined": null})",
                                   "{\"id\": 7, \"error\": \"\xff\"}"}) {
        INFO(line);
        const std::string message = refusal_of(line);
        CHECK(message.starts_with("the answer: found "));
        CHECK(contains(message, ", expected "));
        CHECK(!contains(message, "\n"));
        CHECK(message.size() < 400);
    }
    CHECK(contains(refusal_of(R"({"id": 7, "value": nan})"), R"({"id": 7, "value": nan})"));
    CHECK(contains(refusal_of(""), "an empty line"));
    CHECK(contains(refusal_of(R"({"id": 7, "value": "one"})"), "\"one\""));
    CHECK(refusal_of(std::string(1 << 22, '[')).size() < 400);
    CHECK(refusal_of(R"({"id": 7, "value": )" + std::string(1 << 22, '[')).size() < 400);
}

TEST_CASE("a description says what the program computes") {
    const Description least = description_from(described(), "test");
    CHECK(least.name == "tau");
    CHECK(least.kind == MetricKind::two_rankings);
    CHECK(least.direction == Direction::greatest);
    CHECK(!least.least_value);
    CHECK(!least.greatest_value);
    CHECK(!least.takes_cutoff);
    CHECK(least.takes_not_retrieved);
    CHECK(least.least_length == 0);
    CHECK(least.exceptions.empty());
    CHECK(least.conventions.empty());
    CHECK(!least.reference);

    const Description full = description_from(
        R"({"id": 0, "protocol": 1, "name": "ndcg_score", "kind": "relevance-and-scores",)"
        R"( "direction": "least", "range": ["-1/2", null], "takes_cutoff": true,)"
        R"( "conventions": {"ties": "average", "discount": "trec"}, "reference": "ndcg",)"
        R"( "takes_not_retrieved": false, "least_length": 2, "exceptions": {"range": "why"}})",
        "test");
    CHECK(full.kind == MetricKind::relevance_and_scores);
    CHECK(full.direction == Direction::least);
    CHECK(full.least_value == Rational(Integer(-1), Integer(2)));
    CHECK(!full.greatest_value);
    CHECK(full.takes_cutoff);
    CHECK(!full.takes_not_retrieved);
    CHECK(full.least_length == 2);
    CHECK(full.exceptions == std::map<std::string, std::string>{{"range", "why"}});
    CHECK(full.conventions ==
          std::map<std::string, std::string>{{"discount", "trec"}, {"ties", "average"}});
    CHECK(full.reference == "ndcg");
    CHECK(description_from(described(R"(, "range": [null, "1"])"), "test").greatest_value ==
          Rational(1));
}

TEST_CASE("kinds and directions have the names of the protocol page") {
    for (const MetricKind kind :
         {MetricKind::two_rankings, MetricKind::relevance_by_rank, MetricKind::relevance_and_scores,
          MetricKind::two_lists, MetricKind::votes}) {
        const std::string line = fmt::format(
            R"({{"id": 0, "protocol": 1, "name": "x", "kind": "{}", "direction": "{}"}})",
            name_of(kind), name_of(Direction::least));
        CHECK(description_from(line, "test").kind == kind);
        CHECK(description_from(line, "test").direction == Direction::least);
    }
    CHECK(name_of(MetricKind::relevance_by_rank) == "relevance-by-rank");
    CHECK(name_of(Direction::greatest) == "greatest");
}

TEST_CASE("a wrong description is refused with what is wrong in it") {
    const auto with = [](const std::string& more) { return description_refusal(described(more)); };
    CHECK(contains(description_refusal("hello"), "found hello, expected the answer to"));
    CHECK(contains(description_refusal(""), "an empty line"));
    CHECK(contains(description_refusal("[]"), "found [], expected"));
    CHECK(contains(description_refusal(described() + "x"), "expected the answer to"));
    CHECK(contains(description_refusal("{}"), "without \"id\""));
    CHECK(contains(description_refusal(R"({"id": 1})"), "\"id\": 1, expected \"id\": 0"));
    CHECK(contains(description_refusal(R"({"id": 0})"), "without \"protocol\""));
    CHECK(contains(description_refusal(R"({"id": 0, "protocol": 2})"),
                   "\"protocol\": 2, expected \"protocol\": 1"));
    CHECK(contains(description_refusal(R"({"id": 0, "protocol": "1"})"), "\"protocol\": \"1\""));
    CHECK(contains(description_refusal(R"({"id": 0, "protocol": 1})"), "without \"name\""));
    CHECK(contains(description_refusal(R"({"id": 0, "protocol": 1, "name": ""})"),
                   "\"name\": \"\", expected a text that is not empty"));
    CHECK(contains(description_refusal(R"({"id": 0, "protocol": 1, "name": "x", "kind": "rank"})"),
                   "\"kind\": found \"rank\", expected one of two-rankings"));
    CHECK(contains(
        description_refusal(
            R"({"id": 0, "protocol": 1, "name": "x", "kind": "two-rankings", "direction": "up"})"),
        "\"direction\": found \"up\", expected one of greatest, least"));
    CHECK(contains(with(R"(, "take_cutoff": true)"), "the nearest takes_cutoff, "));
    CHECK(contains(with(R"(, "takes_cutoff": 1)"), "\"takes_cutoff\": 1, expected true or false"));
    CHECK(contains(with(R"(, "range": "0")"), "\"range\": \"0\""));
    CHECK(contains(with(R"(, "range": ["0"])"), "\"range\": a list"));
    CHECK(contains(with(R"(, "range": [0, 1])"), "\"range\": 0, expected numbers in quotes"));
    CHECK(contains(with(R"(, "range": ["0", "one"])"), "\"one\""));
    CHECK(contains(with(R"(, "range": ["1", "0"])"), "\"range\" from \"1\" to \"0\""));
    CHECK(contains(with(R"(, "takes_not_retrieved": "no")"), "expected true or false"));
    for (const std::string length : {"-1", "1.5", "\"2\"", "null"}) {
        CHECK(contains(with(R"(, "least_length": )" + length), "expected an integer, at least 0"));
    }
    CHECK(contains(with(R"(, "exceptions": ["range"])"), "\"exceptions\": a list"));
    CHECK(contains(with(R"(, "claims": "x")"), "\"claims\": \"x\", expected a list of texts"));
    for (const std::string claim : {"takes_cutoffs", "takes_batches", "takes_weights"})
        CHECK(contains(with(fmt::format(R"(, "{}": true)", claim)), claim + "\": found true"));
    CHECK(contains(description_refusal(R"({"id": 0, "op": "describe", "protocol": 1})"),
                   "disarray audit --template"));
    CHECK(contains(with(R"(, "exceptions": {"range": true})"), "\"range\": true, expected a text"));
    CHECK(contains(with(R"(, "conventions": [])"), "\"conventions\": a list"));
    CHECK(contains(with(R"(, "conventions": {"ties": 1})"), "\"ties\": 1, expected a text"));
    CHECK(contains(with(R"(, "reference": null)"), "\"reference\": null"));
    CHECK(contains(with(R"(, "name": "rho")"), "\"name\" twice"));
    CHECK(
        contains(with(", \"reference\": " + std::string(1 << 20, '[') + std::string(1 << 20, ']')),
                 "\"reference\": a list"));
}
