// SPDX-License-Identifier: MIT
// Shows the words of the three kinds of error and that a message stays on one printable line.
#include "base/error.hpp"

#include <type_traits>

#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

TEST_CASE("Bad input says where, what was found and what was expected", "[base]") {
    CHECK(std::string(InputError("rows.txt:3", "\"x\"", "a number").what()) ==
          "rows.txt:3: found \"x\", expected a number");
}

TEST_CASE("The type of an error says who must act", "[base]") {
    CHECK_THROWS_AS(throw NotSupported("n", "11", "at most 10"), InputError);
    STATIC_REQUIRE(!std::is_base_of_v<InputError, UsageError>);
    STATIC_REQUIRE(!std::is_base_of_v<InputError, InternalError>);
    STATIC_REQUIRE(!std::is_base_of_v<UsageError, InternalError>);
}

TEST_CASE("Text from outside is made fit for one line", "[base]") {
    CHECK(printable("plain text") == "plain text");
    CHECK(printable("a\nb\tc\r") == "a\\x0ab\\x09c\\x0d");
    CHECK(printable(std::string_view("\0\x7f\xff", 3)) == "\\x00\\x7f\\xff");
    CHECK(printable("\u03c3") == "\u03c3");
    CHECK(printable("\u03c3\u03c4", 1) == "\u03c3...");
    for (const char* unseen :
         {"\u061c", "\u200b", "\u200f", "\u202a", "\u202e", "\u2066", "\u206f", "\ufeff"}) {
        CHECK(printable(unseen).front() == '\\');
        CHECK(printable_lines(unseen).front() == '\\');
    }
    CHECK(printable("\U000e0041").front() == '\\');
    CHECK(printable("\u2010\u2030\u205f\U000e0100") == "\u2010\u2030\u205f\U000e0100");
    CHECK(printable_lines("a\tb\n\u03c3\x01\n\xff\n") == "a\tb\n\u03c3\\x01\n\\xff\n");
    CHECK(printable("\xcf") == "\\xcf");                // cut short
    CHECK(printable("\xe0\x41\x80") == "\\xe0A\\x80");  // not continued
    CHECK(printable("\u009b31m\u2028") == "\\xc2\\x9b31m\\xe2\\x80\\xa8");
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // a surrogate
    CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
    CHECK(printable("\xe0\x80\x80") == "\\xe0\\x80\\x80");           // longer than needed
    CHECK(printable("\xf0\x8f\xbf\xbf") == "\\xf0\\x8f\\xbf\\xbf");
    CHECK(printable("\xed\x9f\xbf\xf4\x8f\xbf\xbf") == "\xed\x9f\xbf\xf4\x8f\xbf\xbf");
    CHECK(printable("").empty());
}

TEST_CASE("Long text is cut at the limit and the cut is shown", "[base]") {
    const std::string_view forty = "0123456789012345678901234567890123456789";
    CHECK(printable(forty) == forty);
    CHECK(printable("0123456789012345678901234567890123456789x") ==
          "0123456789012345678901234567890123456789...");
    CHECK(printable("abcdef", 3) == "abc...");
}

}  // namespace disarray::test
