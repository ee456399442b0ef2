// SPDX-License-Identifier: MIT
// Fields of CSV: quoted where they must be, and then only.
#include "base/csv_field.hpp"

#include "tests/catch.hpp"

namespace disarray::test {

TEST_CASE("A field of CSV is quoted where a comma, a quote or an end of line is in it", "[base]") {
    CHECK(csv_field("") == "");
    CHECK(csv_field("a b;c'") == "a b;c'");
    CHECK(csv_field("a,b") == "\"a,b\"");
    CHECK(csv_field("say \"a\"") == "\"say \"\"a\"\"\"");
    CHECK(csv_field("a\nb") == "\"a\nb\"");
    CHECK(csv_field("a\r") == "\"a\r\"");
}

}  // namespace disarray::test
