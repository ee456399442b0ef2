// SPDX-License-Identifier: MIT
// Shows how much is said to be done, and how long the rest is said to take.
#include "app/progress.hpp"

#include "tests/catch.hpp"

namespace disarray::test {

TEST_CASE("A duration is in hours, minutes and seconds", "[app]") {
    CHECK(app::duration_text(0) == "0:00:00");
    CHECK(app::duration_text(59.9) == "0:00:59");
    CHECK(app::duration_text(3600 * 25 + 61) == "25:01:01");
}

TEST_CASE("What is left takes as long, each, as what is done", "[app]") {
    CHECK(app::count_text(0, 97, 5) == "0 of 97");
    CHECK(app::count_text(10, 97, 20) == "10 of 97, about 0:02:54 left");
    CHECK(app::count_text(97, 97, 20) == "97 of 97, about 0:00:00 left");
}

}  // namespace disarray::test
