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
template <class Enum>
void check_names(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) {
        CHECK(name_of(choice_named<Enum>(name, "--option")) == name);
        all += (all.empty() ? "" : ", ") + name;
    }
    CHECK(message_of<InputError>([] { choice_named<Enum>("?", "--option"); }) ==
          "--option: found \"?\", expected one of " + all);
}

}  // namespace

TEST_CASE("Every convention of retrieval files has a name", "[formats]") {
    check_names<Form>({"auto", "trec", "json", "csv"});
    check_names<RankBy>({"score", "rank", "input"});
    check_names<Scores>({"exact", "double", "single"});
    check_names<Ties>({"trec", "input-order", "rank-column", "average", "best", "worst"});
    check_names<Duplicates>({"refuse", "first", "last"});
    check_names<NegativeGrades>({"zero", "unknown", "refuse"});
}

TEST_CASE("The first convention of each kind is the default", "[formats]") {
    CHECK(choice_named<Form>("auto", "") == Form());
    CHECK(choice_named<RankBy>("score", "") == RankBy());
    CHECK(choice_named<Scores>("exact", "") == Scores());
    CHECK(choice_named<Ties>("trec", "") == Ties());
    CHECK(choice_named<Duplicates>("refuse", "") == Duplicates());
    CHECK(choice_named<NegativeGrades>("zero", "") == NegativeGrades());
}

}  // namespace disarray::test
