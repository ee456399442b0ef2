// SPDX-License-Identifier: MIT
// Shows that a failing property says how it can be replayed, and that the replay finds the same
// case.
#include "tests/support/property.hpp"

#include "tests/support/errors.hpp"

namespace disarray::test {

namespace {

std::optional<std::string> failure_of_a_false_property(const std::string& parameters) {
    return property_failure(
        "every number is below 10", [](int number) { RC_ASSERT(number < 10); },
        property_configuration(200, parameters));
}

}  // namespace

TEST_CASE("A failing property names its counterexample, its seed and how to replay it",
          "[support]") {
    const auto message = failure_of_a_false_property("");
    REQUIRE(message);
    CAPTURE(*message);
    CHECK(contains(*message, "(10)"));
    CHECK(contains(*message, "RC_PARAMS=\""));
    CHECK(contains(*message, "seed=" + std::to_string(fixed_seed)));
    CHECK(contains(*message, "reproduce="));
}

TEST_CASE("A replayed property fails again with the same counterexample", "[support]") {
    const auto message = failure_of_a_false_property("seed=5");
    REQUIRE(message);
    const std::string before = "RC_PARAMS=\"";
    const auto begin = message->find(before) + before.size();
    const auto again =
        failure_of_a_false_property(message->substr(begin, message->find('"', begin) - begin));
    REQUIRE(again);
    CAPTURE(*message, *again);
    CHECK(contains(*again, "(10)"));
}

TEST_CASE("The seed is the same in every run unless it is asked for", "[support]") {
    CHECK(property_configuration(100, "").testParams.seed == fixed_seed);
    CHECK(property_configuration(100, "seed=7").testParams.seed == 7);
    CHECK(property_configuration(100, "max_success=3").testParams.seed == fixed_seed);
    CHECK(failure_of_a_false_property("") == failure_of_a_false_property(""));
}

}  // namespace disarray::test
