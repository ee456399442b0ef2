// SPDX-License-Identifier: MIT
// What a program is sent is what PROTOCOL.md says, and what it said is kept: each input is asked
// once, and failures are remembered with their inputs.
#include "properties/audit/audited_metric.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "places.hpp"
#include "properties/audit/metric_process.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::properties::audit;
using nlohmann::json;
using test::contains;
using test::message_of;

namespace {

/// Three documents in no order of their scores, the second one not judged.
RetrievalCase three_documents() {
    return {
        {{"d1", 1, 2}, {"d2", 3, std::nullopt}, {"d\"3\"", Rational(Integer(5), Integer(2)), 1}},
        {0, 2},
        2};
}

MetricProcess eighth(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(),
                     DISARRAY_SOURCE_DIR "/tests/properties/audit/programs/metric.sh");
    ProcessLimits limits;
    limits.seconds_per_call = 0.5;
    limits.seconds_to_end = 0.3;
    return MetricProcess(std::move(arguments), limits, Stop());
}

std::string input(int x) {
    return fmt::format("{{\"x\": {}}}", x);
}

}  // namespace

TEST_CASE("two rankings are sent as their ranks", "[audit]") {
    CHECK(input_of({{2, 1, 2}, {1, 2, 3}}) == R"({"first": [2, 1, 2], "second": [1, 2, 3]})");
    CHECK(json::parse(input_of(RankPair{})) ==
          json{{"first", json::array()}, {"second", json::array()}});
}

TEST_CASE("relevance with scores is sent in the order of the file", "[audit]") {
    const std::string text = input_of(three_documents(), MetricKind::relevance_and_scores);
    CHECK_FALSE(contains(text, "\n"));
    CHECK(json::parse(text) == json{{"ids", {"d1", "d2", "d\"3\""}},
                                    {"scores", {1, 3, 2.5}},
                                    {"grades", {2, 0, 1}},
                                    {"not_retrieved", {0, 2}},
                                    {"cutoff", 2}});
}

TEST_CASE("relevance by rank is sent as the grades, top first", "[audit]") {
    const std::string text = input_of(three_documents(), MetricKind::relevance_by_rank);
    CHECK_FALSE(contains(text, "\n"));
    CHECK(json::parse(text) ==
          json{{"grades", {0, 1, 2}}, {"not_retrieved", {0, 2}}, {"cutoff", 2}});
}

TEST_CASE("a cutoff is absent where the whole list counts", "[audit]") {
    RetrievalCase instance = three_documents();
    instance.cutoff = {};
    for (const MetricKind kind :
         {MetricKind::relevance_by_rank, MetricKind::relevance_and_scores}) {
        const json sent = json::parse(input_of(instance, kind));
        CHECK_FALSE(sent.contains("cutoff"));
        CHECK(sent.contains("not_retrieved"));
    }
    CHECK(json::parse(input_of(RetrievalCase{}, MetricKind::relevance_and_scores)) ==
          json{{"ids", json::array()},
               {"scores", json::array()},
               {"grades", json::array()},
               {"not_retrieved", json::array()}});
}

TEST_CASE("scores are sent as numbers that keep their order", "[audit]") {
    RetrievalCase instance;
    const Rational scores[] = {Rational(Integer(1), Integer(3)), -7, exact_value_of(1e-9),
                               exact_value_of(123456789012345.0)};
    for (const Rational& score : scores)
        instance.retrieved.push_back({"d", score, 0});
    const json sent = json::parse(input_of(instance, MetricKind::relevance_and_scores));
    CHECK(sent.at("scores").get<std::vector<double>>() ==
          std::vector<double>{1.0 / 3, -7, 1e-9, 123456789012345.0});
}

TEST_CASE("tied documents have no place in a list by rank", "[audit]") {
    RetrievalCase instance = three_documents();
    instance.retrieved[0].score = instance.retrieved[1].score;
    CHECK(contains(
        message_of<NoValue>([&] { (void)input_of(instance, MetricKind::relevance_by_rank); }),
        "tied documents"));
    CHECK_NOTHROW(input_of(instance, MetricKind::relevance_and_scores));
}

TEST_CASE("an input is asked once, however often its value is wanted", "[audit]") {
    MetricProcess process = eighth();
    AuditedMetric metric(process);
    CHECK(metric.description().name == "eighth");
    CHECK(metric.inputs_asked() == 0);
    metric.prefetch(std::vector{input(3), input(2), input(3)});
    CHECK(metric.inputs_asked() == 2);
    CHECK(metric.value(input(3)).to_string() == "3/8");
    CHECK(metric.value(input(2)).to_string() == "1/4");
    CHECK(metric.inputs_asked() == 2);
    CHECK(to_string(metric.reply(input(5))) == "5/8");
    CHECK(metric.inputs_asked() == 3);
    CHECK(to_string(metric.reply_anew(input(5))) == "5/8");
    CHECK(metric.inputs_asked() == 3);
    CHECK(metric.failures().empty());
}

TEST_CASE("what has been said is kept, and asked anew on demand", "[audit]") {
    // Dies of the fifth request of each run.
    MetricProcess process = eighth({"fifth"});
    AuditedMetric metric(process);
    for (int x = 1; x <= 4; ++x)
        CHECK(metric.value(input(x)).is_defined());
    CHECK(to_string(metric.reply(input(1))) == "1/8");
    CHECK(process.restarts() == 0);
    const Reply again = metric.reply_anew(input(1));
    CHECK(std::holds_alternative<Failure>(again));
    CHECK(to_string(metric.reply(input(1))) == "1/8");
}

TEST_CASE("undefined is a value, a refusal is none", "[audit]") {
    MetricProcess undefined = eighth({"undefined"}), refusing = eighth({"refuse"});
    AuditedMetric without_value(undefined), refuser(refusing);
    const Value none = without_value.value(input(13));
    CHECK_FALSE(none.is_defined());
    CHECK(none.why_undefined() == "0/0");
    CHECK(to_string(without_value.reply(input(13))) == "undefined (0/0)");
    CHECK(message_of<NoValue>([&] { refuser.value(input(13)); }) == "refused: no 13");
    CHECK(to_string(refuser.reply(input(13))) == "error (no 13)");
    CHECK(refuser.failures().empty());
}

TEST_CASE("a failure is kept with its input, once", "[audit]") {
    MetricProcess process = eighth({"segv"});
    AuditedMetric metric(process);
    metric.prefetch(std::vector{input(12), input(13), input(14)});
    REQUIRE(metric.failures().size() == 1);
    CHECK(metric.failures().front().first == input(13));
    CHECK(metric.failures().front().second.kind == Failure::Kind::crashed);
    const std::size_t restarts = process.restarts();
    CHECK(message_of<NoValue>([&] { metric.value(input(13)); }) ==
          metric.failures().front().second.text);
    CHECK(process.restarts() == restarts);
    CHECK(metric.failures().size() == 1);
    CHECK(to_string(metric.reply(input(13))).starts_with("crashed: "));
    CHECK(metric.value(input(14)).to_string() == "7/4");
}

TEST_CASE("short inputs are asked first", "[audit]") {
    // Dies of the fifth request of each run: the last one in that order.
    MetricProcess process = eighth({"fifth"});
    AuditedMetric metric(process);
    metric.prefetch(std::vector{input(12), input(11), input(14), input(10), input(9)});
    REQUIRE(metric.failures().size() == 1);
    CHECK(metric.failures().front().first == input(14));
}

TEST_CASE("to be too slow is a failure, except for a long input", "[audit]") {
    ProcessLimits limits;
    limits.seconds_per_call = 0.1;
    MetricProcess process(
        {DISARRAY_SOURCE_DIR "/tests/properties/audit/programs/metric.sh", "silent"}, limits,
        Stop());
    AuditedMetric at_once(process), one(process), of_long(process);
    at_once.prefetch(std::vector{input(13)});
    REQUIRE(at_once.failures().size() == 1);
    CHECK(at_once.failures().front().second.kind == Failure::Kind::timed_out);
    one.reply(input(13));
    CHECK(one.failures().size() == 1);
    CHECK(to_string(of_long.long_reply(input(13))).starts_with("timed out"));
    CHECK(of_long.failures().empty());
}

TEST_CASE("any other failure at a long input is one", "[audit]") {
    for (const std::string behaviour : {"segv", "exit", "garbage"}) {
        CAPTURE(behaviour);
        MetricProcess process = eighth({behaviour});
        AuditedMetric metric(process);
        metric.long_reply(input(13));
        CHECK(metric.failures().size() == 1);
    }
}
