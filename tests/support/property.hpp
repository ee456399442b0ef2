// SPDX-License-Identifier: MIT
//
// RapidCheck under Catch2. RapidCheck's own bridge gives a property no id, so that a failure cannot
// be replayed; this one does, and says how. The seed is fixed unless RC_PARAMS sets one: the same
// commit gives the same result everywhere. RC_PARAMS="seed=7" tries others.
#pragma once

#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include <rapidcheck.h>

#include "tests/catch.hpp"

namespace disarray::test {

/// Convention: the day KV was presented.
inline constexpr std::uint64_t fixed_seed = 20100428;

/// The configuration of a property: `cases` successes, the fixed seed, and what `parameters`, in
/// the syntax of RC_PARAMS, says otherwise.
inline rc::detail::Configuration property_configuration(int cases, const std::string& parameters) {
    rc::detail::Configuration defaults;
    defaults.testParams.seed = fixed_seed;
    defaults.testParams.maxSuccess = cases;
    return rc::detail::configFromString(parameters, defaults);
}

/// Checks `testable` and returns the message if it fails: the shrunk counterexample, and the
/// parameters that replay it.
/// \param id  by which RC_PARAMS finds the property again
template <class Testable>
std::optional<std::string> property_failure(const std::string& id, Testable&& testable,
                                            const rc::detail::Configuration& configuration) {
    // RapidCheck's global listener would print to stderr what the message says already.
    struct : rc::detail::TestListener {
        void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
        void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
        void onTestFinished(const rc::detail::TestMetadata&,
                            const rc::detail::TestResult&) override {}
    } silent;
    const auto result = rc::detail::checkProperty(
        rc::detail::toProperty(std::forward<Testable>(testable)), {id, id},
        configuration.testParams, silent, configuration.reproduce);

    std::ostringstream message;
    rc::detail::printResultMessage(result, message);
    if (result.template is<rc::detail::SuccessResult>()) {
        const auto& success = result.template get<rc::detail::SuccessResult>();
        if (!success.distribution.empty()) std::cout << id << ": " << message.str() << '\n';
        return std::nullopt;
    }
    rc::detail::Configuration replay = configuration;
    if (result.template is<rc::detail::FailureResult>()) {
        replay.reproduce = {{id, result.template get<rc::detail::FailureResult>().reproduce}};
    }
    message << "\n\nReplay with: RC_PARAMS=\"" << rc::detail::configToMinimalString(replay) << '"';
    return message.str();
}

/// Fails the running test case unless `testable` holds for `cases` random instances.
/// \param id  a sentence; unique within the test program
template <class Testable>
void check_property(const std::string& id, Testable&& testable, int cases = 100) {
    const char* parameters = std::getenv("RC_PARAMS");
    const auto configuration = property_configuration(cases, parameters ? parameters : "");
    const auto failure = property_failure(id, std::forward<Testable>(testable), configuration);
    if (!failure) {
        SUCCEED(id);
        return;
    }
    FAIL_CHECK(id << ": " << *failure << " disarray_tests \""
                  << Catch::getResultCapture().getCurrentTestName() << '"');
}

}  // namespace disarray::test
