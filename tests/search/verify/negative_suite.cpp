// SPDX-License-Identifier: MIT
// A certificate changed in one place is rejected: every number, word, entry, key, line and end, of
// one small certificate of each kind. program/main.cpp does the same to files.
#include <sstream>
#include <vector>

#include "search/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/search/verify/certificates.hpp"
#include "tests/search/verify/mutations.hpp"

using namespace disarray;

namespace {

/// The changes that were accepted, without what the verifier said to them.
std::vector<std::string> accepted(const char* certificate, std::size_t at_least) {
    const test::NegativeResult result = test::negative_suite(certificate);
    CHECK(result.mutations >= at_least);
    for (const std::string& answer : result.malformed)
        FAIL_CHECK(answer);
    std::vector<std::string> changes;
    for (const std::string& change : result.accepted)
        changes.push_back(change.substr(0, change.find(" -> ")));
    return changes;
}

const std::vector<std::string> none;

}  // namespace

TEST_CASE("every change of a certificate with direct sums and witnesses is rejected") {
    CHECK(accepted(test::certificates::direct_sums, 5000) == none);
}

TEST_CASE("every change of a certificate with a record for each ranking is rejected") {
    CHECK(accepted(test::certificates::plain_sweep, 1500) == none);
}

TEST_CASE("every change of a proof by cases is rejected") {
    CHECK(accepted(test::certificates::split, 2000) == none);
}

// Here a changed header can be a claim that the same proof proves: 3 2 1 is its own inverse, sums
// may be reordered, a weight may have no part in any form. The end's copy of the header tells.
TEST_CASE("every change of the worked example is rejected") {
    CHECK(accepted(test::certificates::example, 600) == none);
}

TEST_CASE("every change of a certificate with weights is rejected") {
    CHECK(accepted(test::certificates::weighted, 1500) == none);
}
