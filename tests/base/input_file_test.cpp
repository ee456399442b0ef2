// SPDX-License-Identifier: MIT
// Shows that a file is read as a whole or not at all.
#include "base/input_file.hpp"

#include <cerrno>
#include <fstream>
#include <string>

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

}  // namespace disarray::test
