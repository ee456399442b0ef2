// SPDX-License-Identifier: MIT
// Ranges of n, and a time budget that several questions share.
#include "app/verbs/question_options.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::search;

TEST_CASE("a range of lengths is a number or two, within its limits") {
    CHECK(parse_n("6", 2, 8).from == 6);
    CHECK(parse_n("6", 2, 8).to == 6);
    CHECK(parse_n("3..7", 2, 8).from == 3);
    CHECK(parse_n("3..7", 2, 8).to == 7);
    for (const char* bad : {"", "x", "3..", "..3", "7..3", "1", "9", "2..9", "-3", "3...4", " 3",
                            "99999999999999999999"}) {
        INFO(bad);
        CHECK_THROWS_AS(parse_n(bad, 2, 8), InputError);
    }
}

TEST_CASE("without a time budget there is no end") {
    CHECK_FALSE(TimeBudget(std::nullopt).share(1).requested());
}

TEST_CASE("of several questions each has a share of the time") {
    const TimeBudget budget(1000.0);
    CHECK_FALSE(budget.share(4).requested());
    const TimeBudget brief(1e-9);
    CHECK(brief.share(2).requested());
}
