// SPDX-License-Identifier: MIT
// Shows that a shell reads a word as it was before it was quoted, and that numbers and bytes in
// text are those of the definition.
#include "base/text.hpp"

#include <cstdint>
#include <cstdio>
#include <string>

#include "base/base64.hpp"
#include "base/number_text.hpp"
#include "tests/catch.hpp"

namespace disarray::test {

TEST_CASE("A shell reads back every word, quoted or as it stands", "[base]") {
    CHECK(shell_quoted("it's") == R"('it'\''s')");
    CHECK(shell_word("it's") == R"('it'\''s')");
    CHECK(shell_word("").size() == 2);
    CHECK(shell_word("σ=1,2:/a-b_c.+@%") == "σ=1,2:/a-b_c.+@%");
    for (int c = 1; c < 128; ++c) {
        const std::string word = std::string("a") + static_cast<char>(c) + "b";
        for (const std::string& quoted : {shell_quoted(word), shell_word(word)}) {
            std::FILE* const shell = popen(("printf %s " + quoted).c_str(), "r");
            REQUIRE(shell != nullptr);
            std::string read;
            for (int byte; (byte = std::fgetc(shell)) != EOF;)
                read += static_cast<char>(byte);
            CHECK(pclose(shell) == 0);
            if (read != word) FAIL_CHECK("byte " << c << ": " << quoted);
        }
    }
}

TEST_CASE("A text is a number as a whole or not at all", "[base]") {
    CHECK(as_number<std::uint64_t>("18446744073709551615") == 18'446'744'073'709'551'615u);
    CHECK(as_number<std::int64_t>("-9223372036854775808") == INT64_MIN);
    CHECK(as_number<double>("1e3") == 1000.0);
    for (const char* none : {"", " 1", "1 ", "+1", "-1", "1.0", "x", "0x1", "18446744073709551616"})
        CHECK_FALSE(as_number<std::uint64_t>(none));
}

TEST_CASE("Base64 has the values of RFC 4648, section 10", "[base]") {
    CHECK(in_base64("").empty());
    CHECK(in_base64("f") == "Zg==");
    CHECK(in_base64("fo") == "Zm8=");
    CHECK(in_base64("foo") == "Zm9v");
    CHECK(in_base64("foobar") == "Zm9vYmFy");
    CHECK(in_base64("\xff\xfe\xfb") == "//77");
}

}  // namespace disarray::test
