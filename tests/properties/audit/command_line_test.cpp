// SPDX-License-Identifier: MIT
// A command line in one text falls into the words that a shell would make of it, and back.
#include "properties/audit/command_line.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::audit;
using test::contains;
using test::message_of;
using Words = std::vector<std::string>;

namespace {

Words words(std::string_view text) {
    return command_words(text, "--against");
}

}  // namespace

TEST_CASE("a command line falls into words at blanks, and not within quotes") {
    CHECK(words("").empty());
    CHECK(words(" \t\n ").empty());
    CHECK(words("python3  other.py\t-v\n") == Words{"python3", "other.py", "-v"});
    CHECK(words("a,b c,") == Words{"a,b", "c,"});
    CHECK(words("'a b' \"c d\" e\\ f") == Words{"a b", "c d", "e f"});
    CHECK(words("a'b c'd\"e f\"") == Words{"ab cde f"});
    CHECK(words("'' \"\"") == Words{"", ""});
    CHECK(words(R"('a\b"c' "a\b'c" a\\b)") == Words{"a\\b\"c", "a\\b'c", "a\\b"});
    CHECK(words(R"("\\\"\$\`\n")") == Words{"\\\"$`\\n"});
    CHECK(words(R"(\'a \"b)") == Words{"'a", "\"b"});
    CHECK(words("$HOME *") == Words{"$HOME", "*"});  // nothing is expanded
}

TEST_CASE("a command line with a quote that is not closed is refused in one line") {
    for (const char* text : {"a 'b c", "a \"b c", "'", "\"", "\"a\\\"", "'a' 'b\nc"}) {
        const std::string message = message_of<InputError>([&] { words(text); });
        CHECK(contains(message, "--against: found a quote "));
        CHECK(contains(message, "that is not closed in "));
        CHECK(!contains(message, "\n"));
    }
    CHECK(contains(message_of<InputError>([] { words("a\\"); }), "a backslash at the end"));
}

TEST_CASE("words are shown so that a shell makes the same words of them") {
    CHECK(command_line(Words{"python3", "a.py", "--x=1,2"}) == "python3 a.py --x=1,2");
    CHECK(command_line(Words{"a b", "", "it's", "$x"}) == R"('a b' '' 'it'\''s' '$x')");
    CHECK(command_line(Words{}).empty());
    for (const Words& all :
         {Words{"a", "b c", ""}, Words{"'", "\"", "\\", "\n", "`$;&|<>~*?[]{}!#"}})
        CHECK(words(command_line(all)) == all);
}
