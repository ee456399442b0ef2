// SPDX-License-Identifier: MIT
// Lists of names: all of a short one, the beginning of a long one, fit for one line.
#include "base/name_list.hpp"

#include "tests/catch.hpp"

namespace disarray::test {

TEST_CASE("The first names of a list stand in one line, and a cut is shown", "[base]") {
    CHECK(some_of({}, 2).empty());
    CHECK(some_of({"a"}, 2) == "a");
    CHECK(some_of({"a", "b"}, 2) == "a, b");
    CHECK(some_of({"a", "b", "c"}, 2) == "a, b, ...");
    CHECK(some_of({"a\nb"}, 2) == "a\\x0ab");
}

}  // namespace disarray::test
