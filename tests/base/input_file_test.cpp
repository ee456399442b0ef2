// SPDX-License-Identifier: MIT
// Shows that a file is read as a whole or not at all, and that no program which is started has what
// is open here.
#include "base/input_file.hpp"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>

#include "base/atomic_file.hpp"
#include "base/line_file.hpp"
#include "tests/catch.hpp"
#include "tests/support/folder.hpp"

namespace disarray::test {

TEST_CASE("A file is read as a whole, and a folder is none", "[base]") {
    const Folder folder;
    const std::string text(200'000, '\0');
    std::ofstream(folder / "file", std::ios::binary) << text;
    CHECK(file_text(folder / "file") == text);
    std::ofstream(folder / "empty").flush();
    CHECK(file_text(folder / "empty") == "");
    CHECK_FALSE(file_text(folder / "nothing"));
    CHECK(errno == ENOENT);
    CHECK_FALSE(file_text(folder / "."));
    CHECK(errno == EISDIR);
}

TEST_CASE("A program that is started has none of the files that are open", "[base]") {
    const Folder folder;
    std::ofstream(folder / "read") << "x";
    const InputFile read = open_input(folder / "read", "test");
    const LineFile lines(folder / "lines", "a file of lines");
    const AtomicFile written(folder / "written");
    std::FILE* const other = popen("ls -l /proc/self/fd", "r");
    REQUIRE(other != nullptr);
    std::string open_there;
    for (int byte; (byte = std::fgetc(other)) != EOF;)
        open_there += static_cast<char>(byte);
    CHECK(pclose(other) == 0);
    CHECK(open_there.find(folder / "") == open_there.npos);
}

}  // namespace disarray::test
