// SPDX-License-Identifier: MIT
// Shows which lines of a text file are read, how they are numbered, and what is no text.
#include "formats/lines.hpp"

#include <filesystem>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using Lines = std::vector<std::pair<std::size_t, std::string>>;

Lines lines_of(std::string_view bytes) {
    const TemporaryFile file(bytes);
    formats::LineReader reader(file.path());
    Lines lines;
    while (reader.next())
        lines.emplace_back(reader.line(), reader.text());
    return lines;
}

std::string refusal(std::string_view bytes) {
    return message_of<InputError>([&] { lines_of(bytes); });
}

}  // namespace

TEST_CASE("Comments, blank lines and the blanks around a line are skipped", "[formats]") {
    CHECK(lines_of("# head\n\n 1 2\t\n  # rest\n3 4 # tail") == Lines{{3, "1 2"}, {5, "3 4"}});
    CHECK(lines_of("a#b c #d") == Lines{{1, "a#b c"}});
    CHECK(lines_of("").empty());
    CHECK(lines_of("\n\n").empty());
}

TEST_CASE("CRLF line ends and a byte order mark are accepted", "[formats]") {
    CHECK(lines_of("\xef\xbb\xbf"
                   "1 2\r\n\r\n2 1\r\n") == Lines{{1, "1 2"}, {3, "2 1"}});
    CHECK(lines_of("\xef\xbb\xbf# only a comment\r\n").empty());
}

TEST_CASE("Bytes that are no text are refused at their line", "[formats]") {
    using namespace std::string_view_literals;
    CHECK(contains(refusal("1 2\n1 \0 2\n"sv), "line 2: found byte 0x00"));
    CHECK(contains(refusal("\x1f\x8b\x08"sv), "line 1: found byte 0x1f"));
    CHECK(contains(refusal("1\r2\n\x7f"sv), "line 2: found byte 0x7f"));
    // The byte is found although it is far beyond the first block.
    CHECK(contains(refusal(std::string(200'000, '1') + '\0'), "line 1: found byte 0x00"));
}

TEST_CASE("A missing file and a directory are refused by name", "[formats]") {
    CHECK(message_of<InputError>([] { formats::LineReader("/no/such file"); }) ==
          "/no/such file: found No such file or directory, expected a file that can be read");
    const std::string directory = std::filesystem::temp_directory_path().string();
    CHECK(contains(message_of<InputError>([&] { formats::LineReader{directory}; }),
                   "found a directory, expected a file"));
}

TEST_CASE("A line is the same wherever blocks of the file end", "[formats]") {
    check_property(
        "lines longer than a block are read whole",
        [] {
            const auto lengths = *rc::gen::container<std::vector<int>>(
                rc::gen::resize(1000, rc::gen::inRange(1, 150'000)));
            std::string bytes;
            Lines expected;
            for (std::size_t i = 0; i < lengths.size() && i < 6; ++i) {
                const std::string line(static_cast<std::size_t>(lengths[i]),
                                       static_cast<char>('a' + i));
                bytes += line + "\r\n";
                expected.emplace_back(i + 1, line);
            }
            RC_ASSERT(lines_of(bytes) == expected);
        },
        20);
}

TEST_CASE("The rest of a file begins with the present line", "[formats]") {
    const TemporaryFile file("# x\n[1, # y\r\n2]\n");
    formats::LineReader reader(file.path());
    REQUIRE(reader.next());
    CHECK(reader.rest() == "[1, # y\n2]");
    CHECK_FALSE(reader.next());
}

}  // namespace disarray::test
