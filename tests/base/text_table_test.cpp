// SPDX-License-Identifier: MIT
// Tables line up by what a terminal shows, not by bytes.
#include "base/text_table.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"

using namespace disarray;

TEST_CASE("A table aligns cells by characters and leaves no blanks at line ends", "[base]") {
    TextTable table({{"name"}, {"value", TextTable::Align::right}, {"note"}});
    table.add_row({"p\u0304", "1", ""});
    table.add_row({"\u03c3\u03c4", "10", "x"});
    CHECK(table.to_string() ==
          "name  value  note\n"
          "p\u0304         1\n"
          "\u03c3\u03c4       10  x\n");
}

TEST_CASE("A row of another length is a misuse of a table", "[base]") {
    TextTable table({{"one"}});
    CHECK_THROWS_AS(table.add_row({"a", "b"}), UsageError);
}
