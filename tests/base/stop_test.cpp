// SPDX-License-Identifier: MIT
// A time budget asks to stop when it is over, and not before.
#include "base/stop.hpp"

#include "tests/catch.hpp"

using namespace disarray;

TEST_CASE("A budget of nothing is over at once, none never, a long one not yet", "[base]") {
    CHECK(Stop(std::chrono::duration<double>(0)).requested());
    CHECK_FALSE(Stop().requested());
    CHECK_FALSE(Stop(std::chrono::duration<double>(3600)).requested());
    CHECK_FALSE(Stop(std::chrono::duration<double>(1e300)).requested());
    CHECK_FALSE(Stop::interrupted());
}
