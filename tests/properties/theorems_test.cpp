// SPDX-License-Identifier: MIT
// What a verdict can name as a theorem stands in the files that Coq compiles, with that statement:
// this reads both. (tests/cli/formal.sh gives Coq the statements that the rows print.)
#include "properties/theorems.hpp"

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties;
using metrics::Reading;

namespace {

/// A file of the theorems, with one blank where it has white space.
std::string source_of(const std::string& file) {
    std::ifstream in(std::string(DISARRAY_SOURCE_DIR) + "/search/verify/formal/" + file);
    REQUIRE(in);
    std::string text, word;
    while (in >> word)
        text += " " + word;
    return text;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("each theorem is in its file with that statement, and printed with what it assumes",
          "[theorems]") {
    const std::string printed = source_of("Theorems.v") + " ";
    std::set<std::string> names;
    for (const Theorem& theorem : theorems()) {
        INFO(to_string(theorem) << ": " << theorem.statement);
        CHECK(names.insert(theorem.name).second);
        const std::string stated =
            " Theorem " + theorem.name + " : " + theorem.statement + ". Proof.";
        CHECK(contains(source_of(theorem.file), stated));
        CHECK(contains(printed,
                       " Check " + theorem.name + ". Print Assumptions " + theorem.name + ". "));
    }
    CHECK(names.size() >= 3);
}

TEST_CASE("a bound has a theorem where one has just its number", "[theorems]") {
    const auto name = [](Reading reading, Extreme extreme, const Rational& ratio, bool all) {
        const Theorem* theorem = theorem_of_bound(reading, extreme, ratio, all);
        return theorem ? theorem->name : "";
    };
    CHECK(name(Reading::box, Extreme::least, 1, true) == "kendall_le_box");
    CHECK(name(Reading::box, Extreme::least, 1, false) == "kendall_le_box");
    CHECK(name(Reading::interval, Extreme::least, 1, false) == "kendall_le_interval");
    CHECK(name(Reading::interval, Extreme::least, 1, true).empty());
    CHECK(name(Reading::prefix, Extreme::greatest, 2, true) == "prefix_le_2_kendall");
    CHECK(name(Reading::prefix, Extreme::greatest, 3, true).empty());
    CHECK(name(Reading::prefix, Extreme::least, 1, false).empty());
}
