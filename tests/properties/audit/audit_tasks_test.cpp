// SPDX-License-Identifier: MIT
// An audit whose inputs are answered by several ranks finds what one run of the program shows.
#include "properties/audit/audit_tasks.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>

#include <fmt/format.h>

#include "base/error.hpp"
#include "places.hpp"
#include "properties/audit/audit.hpp"
#include "properties/audit/law_json.hpp"
#include "properties/audit/metric_process.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/farm.hpp"

using namespace disarray;
using namespace disarray::properties::audit;
using test::contains;

namespace {

std::vector<std::string> program(const std::string& name, const std::string& argument = "") {
    std::vector<std::string> command{
        (std::filesystem::path(DISARRAY_ECHO_METRIC).parent_path() / name).string()};
    if (!argument.empty()) command.push_back(argument);
    return command;
}

AuditOptions options_of_test() {
    AuditOptions options;
    options.exhaustive_n = 3;
    options.random_cases = 700;
    options.sizes = {10};
    return options;
}

void check_same(const AuditReport& a, const AuditReport& b) {
    REQUIRE(a.laws.size() == b.laws.size());
    for (std::size_t k = 0; k < a.laws.size(); ++k) {
        CHECK(a.laws[k].law == b.laws[k].law);
        CHECK(a.laws[k].verdict == b.laws[k].verdict);
        CHECK(a.laws[k].scope == b.laws[k].scope);
        CHECK(a.laws[k].input == b.laws[k].input);
        CHECK(a.laws[k].got == b.laws[k].got);
        CHECK(a.laws[k].explanation == b.laws[k].explanation);
    }
    REQUIRE(a.agreements.size() == b.agreements.size());
    for (std::size_t k = 0; k < a.agreements.size(); ++k) {
        CHECK(a.agreements[k].reference == b.agreements[k].reference);
        CHECK(a.agreements[k].differing == b.agreements[k].differing);
        CHECK(a.agreements[k].worst_units == b.agreements[k].worst_units);
    }
    CHECK(a.inputs == b.inputs);
    CHECK(a.refused == b.refused);
    CHECK(a.complete == b.complete);
}

}  // namespace

TEST_CASE("an audit by a farm is the audit by one run of the program", "[audit][farm]") {
    const std::vector<std::string> commands[] = {
        program("disarray_kendall_tau"), program("disarray_broken_metrics", "range-above-one"),
        program("disarray_broken_metrics", "duplicate-documents")};
    for (const auto& command : commands) {
        const AuditOptions options = options_of_test();
        MetricProcess one(command, {}, Stop());
        const AuditReport alone = audit(one, options);
        test::ThreadFarm farm(audit_tasks(command, {}), 3);
        MetricProcess process(command, {}, Stop());
        check_same(audit(process, options, ask_by_farm(*farm, process.description(), Stop())),
                   alone);
        CHECK(test::received_by((*farm).report()) > 0);
    }
}

TEST_CASE("what has no answer elsewhere is asked here", "[audit][farm]") {
    MetricProcess process(program("disarray_kendall_tau"), {}, Stop());
    std::size_t asked = 0;
    AuditedMetric metric(process, [&](std::span<const std::string> inputs) {
        ++asked;
        std::vector<std::optional<Answer>> answers(inputs.size());
        answers[0] = Answer{Answer::Kind::value, Rational(7), std::nullopt, "7"};
        return answers;
    });
    const std::vector<std::string> inputs = {input_of(RankPair{{1, 2}, {1, 2}}),
                                             input_of(RankPair{{1, 2}, {2, 1}}), "{}"};
    metric.prefetch(inputs);
    CHECK(asked == 1);
    // Short inputs are asked first.
    CHECK(to_string(metric.reply("{}")) == "7");
    CHECK(to_string(metric.reply(inputs[0])) == "1/1");
    CHECK(to_string(metric.reply(inputs[1])) == "-1/1");
}

TEST_CASE("few inputs are not worth the way, many are answered in their order", "[audit][farm]") {
    const auto command = program("disarray_kendall_tau");
    MetricProcess process(command, {}, Stop());
    std::vector<std::string> inputs;
    for (int i = 0; i < 3000; ++i) {
        const bool is_same = i % 3 == 0;
        inputs.push_back(
            input_of(RankPair{{1, 2}, is_same ? std::vector{1, 2} : std::vector{2, 1}}));
    }
    const std::vector<Reply> replies = process.ask(inputs);
    const auto check_all = [&](std::size_t most_bytes, std::size_t expected_jobs) {
        std::atomic<std::size_t> begun = 0;
        const farm::TasksOf tasks_of = [&,
                                        tasks = audit_tasks(command, {})](const std::string& job) {
            ++begun;
            return tasks(job);
        };
        test::ThreadFarm farm(tasks_of, 2);
        const AskElsewhere elsewhere =
            ask_by_farm(*farm, process.description(), Stop(), most_bytes);
        const auto few = elsewhere(std::span(inputs).first(100));
        CHECK(few.size() == 100);
        CHECK(std::ranges::none_of(few, [](const auto& answer) { return answer.has_value(); }));
        const auto many = elsewhere(inputs);
        REQUIRE(many.size() == inputs.size());
        bool all_same = true;
        for (std::size_t i = 0; i < many.size(); ++i)
            all_same &= many[i].has_value() && *many[i] == std::get<Answer>(replies[i]);
        CHECK(all_same);
        // Each is begun by one rank at least, and by two at most.
        CHECK(begun >= expected_jobs);
        CHECK(begun <= 2 * expected_jobs);
    };
    check_all(std::size_t{64} << 20, 1);
    // Jobs of one task and of three: tasks of 256, the twelfth one shorter.
    check_all(1, 12);
    check_all(3 * 256 * std::max(inputs[0].size(), inputs[1].size()), 4);
}

TEST_CASE("lists of values are answered elsewhere as here", "[audit][farm]") {
    const std::vector<std::string> command{
        "/bin/sh", "-c",
        R"(read -r r; echo '{"id": 0, "protocol": 1, "name": "n", "kind": "votes", "direction": "least"}'; )"
        R"(i=0; while read -r r; do i=$((i + 1)); printf '{"id": %s, "values": [0.5, null, "1/3"]}\n' $i; done)"};
    MetricProcess process(command, {}, Stop());
    test::ThreadFarm farm(audit_tasks(command, {}), 2);
    std::vector<std::string> inputs;
    for (int i = 0; i < 600; ++i)
        inputs.push_back(fmt::format(R"({{"x": {}}})", i));
    const auto elsewhere = ask_by_farm(*farm, process.description(), Stop())(inputs);
    const std::vector<Reply> here = process.ask(inputs);
    for (std::size_t i = 0; i < here.size(); ++i) {
        REQUIRE(elsewhere[i]);
        REQUIRE(*elsewhere[i] == std::get<Answer>(here[i]));
    }
    CHECK(to_string(here.front()) == "[0.5, undefined, 1/3]");
}

TEST_CASE("a rank with another program complains", "[audit][farm]") {
    MetricProcess process(program("disarray_kendall_tau"), {}, Stop());
    test::ThreadFarm farm(audit_tasks(program("disarray_broken_metrics", "sign-flip"), {}), 1);
    const std::vector<std::string> inputs(1000, input_of(RankPair{{1, 2}, {1, 2}}));
    CHECK(contains(test::message_of<InputError>(
                       [&] { ask_by_farm(*farm, process.description(), Stop())(inputs); }),
                   "the same program on all ranks"));
}
