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

TEST_CASE("A cell of CSV is no formula, and nothing in it is unseen", "[base]") {
    for (const char* formula : {"=cmd|calc", "+1+1", "-1+cmd", "@SUM(1)", "-"})
        CHECK(csv_cell(formula).front() == (std::string_view(formula) == "-" ? '-' : '\''));
    for (const char* number : {"-1/2", "-0.25", "-1e-09", "7", ""})
        CHECK(csv_cell(number) == number);
    CHECK(csv_cell("q\xff") == "q\\xff");
    CHECK(csv_cell("q\u202e3") == "q\\xe2\\x80\\xae3");
    CHECK(csv_cell("\ra\r\nb\r") == "\"'\ra\r\nb\r\"");
    CHECK(csv_cell("=a,b") == "\"'=a,b\"");
}

}  // namespace disarray::test
