// SPDX-License-Identifier: MIT
// Shows the names of the conventions, and what is said to a name that is none.
#include "formats/retrieval_options.hpp"

#include <string>
#include <vector>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace formats;

namespace {

/// Checks that each name gives back itself, and that "?" is answered by all of them.
template <class Named>
void check_names(const Named& named, const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) {
        CHECK(name_of(named(name, "--option")) == name);
        all += (all.empty() ? "" : ", ") + name;
    }
    CHECK(message_of<InputError>([&] { named("?", "--option"); }) ==
          "--option: found \"?\", expected one of " + all);
}

}  // namespace

TEST_CASE("Every convention of retrieval files has a name", "[formats]") {
    check_names(form_named, {"auto", "trec", "json", "csv"});
    check_names(rank_by_named, {"score", "rank", "input"});
    check_names(scores_named, {"exact", "double", "single"});
    check_names(ties_named, {"trec", "input-order", "rank-column", "average", "best", "worst"});
    check_names(duplicates_named, {"refuse", "first", "last"});
    check_names(negative_grades_named, {"zero", "refuse"});
}

TEST_CASE("The first convention of each kind is the default", "[formats]") {
    CHECK(form_named("auto", "") == Form());
    CHECK(rank_by_named("score", "") == RankBy());
    CHECK(scores_named("exact", "") == Scores());
    CHECK(ties_named("trec", "") == Ties());
    CHECK(duplicates_named("refuse", "") == Duplicates());
    CHECK(negative_grades_named("zero", "") == NegativeGrades());
}

}  // namespace disarray::test
