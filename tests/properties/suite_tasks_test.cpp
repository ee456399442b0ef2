// SPDX-License-Identifier: MIT
// A suite that is checked by a farm has the results that one process finds, cell by cell.
#include "properties/suite_tasks.hpp"

#include <nlohmann/json.hpp>

#include "app/verbs/cells.hpp"
#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"
#include "tests/catch.hpp"
#include "tests/support/farm.hpp"

using namespace disarray;
using namespace disarray::properties;
using metrics::Frame;

namespace {

/// Metrics that take weights, k, relevant elements, or nothing; properties that hold, fail, fail
/// only at random lengths, do not apply.
Suite small_suite() {
    Suite suite;
    suite.name = "test";
    suite.options.exhaustive_n = 2;
    suite.options.random_cases = 5000;  // two parts
    suite.options.random_n = 4;
    suite.options.seed = 7;
    for (const std::string_view property :
         {"symmetry", "left-invariance", "triangle-inequality", "monotonicity"}) {
        for (const std::string_view metric : {"kendall", "footrule[interval]", "recall", "mae"}) {
            const auto found = metrics::metrics_named(std::string(metric), std::nullopt, "test");
            suite.cells.push_back(
                {found.front(), &property_named(std::string(property), "test"), Frame::literal});
        }
    }
    return suite;
}

std::vector<CheckResult> alone(const Suite& suite, const std::vector<Example>& examples = {}) {
    std::vector<CheckResult> results;
    for (const Cell& cell : suite.cells) {
        CheckOptions options = suite.options;
        for (const Example& example : examples) {
            if (example.metric == cell.metric && example.property == cell.property &&
                example.frame == cell.frame) {
                options.examples.push_back(example.instance);
            }
        }
        results.push_back(check(*cell.metric, *cell.property, cell.frame, options));
    }
    return results;
}

void check_same(const std::vector<CheckResult>& a, const std::vector<CheckResult>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t k = 0; k < a.size(); ++k)
        CHECK(to_json(a[k]).dump() == to_json(b[k]).dump());
}

}  // namespace

TEST_CASE("a suite by a farm is the suite by one process", "[farm][properties]") {
    const Suite suite = small_suite();
    const auto expected = alone(suite);
    std::size_t refuted = 0, supported = 0, not_applicable = 0;
    for (const CheckResult& result : expected) {
        refuted += result.verdict == Verdict::refuted ? 1 : 0;
        supported += result.effort.random_cases > 0 ? 1 : 0;
        not_applicable += result.verdict == Verdict::not_applicable ? 1 : 0;
    }
    CHECK(refuted > 0);
    CHECK(supported > 0);
    CHECK(not_applicable > 0);
    for (const int ranks : {1, 3}) {
        test::ThreadFarm farm(suite_tasks(suite), ranks);
        std::size_t seen = 0;
        std::uint64_t done = 0, all = 1;
        const auto found = check_by_farm(
            *farm, suite, {}, Stop(),
            [&](std::uint64_t done_now, std::uint64_t of) {
                done = done_now;
                all = of;
            },
            [&](const Example& example) {
                ++seen;
                CHECK(
                    check_case(*example.metric, *example.property, example.frame, example.instance)
                        .is_violated());
            });
        check_same(found, expected);
        CHECK(seen >= refuted);
        CHECK(done == all);
    }
}

TEST_CASE("examples reach the rank that checks their cell", "[farm][properties]") {
    Suite suite = small_suite();
    suite.options.exhaustive_n = 1;
    suite.options.random_cases = 0;
    std::vector<Example> examples;
    for (const CheckResult& result : alone(small_suite())) {
        if (result.witness) {
            examples.push_back({result.metric, result.property, result.frame, *result.witness});
        }
    }
    REQUIRE_FALSE(examples.empty());
    test::ThreadFarm farm(suite_tasks(suite), 2);
    const auto found = check_by_farm(*farm, suite, examples, Stop(), {}, {});
    check_same(found, alone(suite, examples));
    std::size_t refuted = 0;
    for (const CheckResult& result : found)
        refuted += result.verdict == Verdict::refuted ? 1 : 0;
    CHECK(refuted == examples.size());
}

TEST_CASE("of a suite that is stopped no cell is said to be exhausted", "[farm][properties]") {
    const Suite suite = small_suite();
    test::ThreadFarm farm(suite_tasks(suite), 2);
    const auto found =
        check_by_farm(*farm, suite, {}, Stop(std::chrono::duration<double>(0)), {}, {});
    for (const CheckResult& result : found) {
        if (result.verdict == Verdict::not_applicable) continue;
        // A kept case refutes, however little was tried.
        CHECK(result.verdict == (result.witness ? Verdict::refuted : Verdict::undecided));
        CHECK_FALSE(result.effort.complete);
    }
}

TEST_CASE("parts of checks are the same after the way from rank to rank", "[farm][properties]") {
    const Suite suite = small_suite();
    for (const Cell& cell : suite.cells) {
        for (const CheckPart& part :
             parts_of(*cell.metric, *cell.property, cell.frame, suite.options, 3000)) {
            const PartTally tally =
                check_part(*cell.metric, *cell.property, cell.frame, suite.options, part);
            const PartTally back = part_tally_from_bytes(to_bytes(tally));
            CHECK(to_bytes(back) == to_bytes(tally));
            CHECK(back.least.has_value() == tally.least.has_value());
            CHECK(back.first_random == tally.first_random);
        }
    }
    CHECK_THROWS_AS(part_tally_from_bytes("no message"), InputError);
}

TEST_CASE("a rank with another command line complains", "[farm][properties]") {
    Suite suite = small_suite();
    const std::string job = suite_job(suite, {});
    CHECK_NOTHROW(suite_tasks(suite)(job));
    suite.name = "another";
    CHECK_THROWS_AS(suite_tasks(suite)(job), InputError);
    CHECK_THROWS_AS(suite_tasks(suite)("{}"), InputError);
}

TEST_CASE("a suite that is too much is refused before anything is done", "[farm][properties]") {
    Suite suite = small_suite();
    suite.options.exhaustive_n = 9;
    const auto channels = farm::local_channels(1);
    farm::FarmOptions options;
    farm::Farm farm(*channels[0], suite_tasks(small_suite()), 1, options);
    CHECK_THROWS_AS(check_by_farm(farm, suite, {}, Stop(), {}, {}), InputError);
    CHECK(test::received_by(farm.report()) == 0);
}
