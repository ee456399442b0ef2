// SPDX-License-Identifier: MIT
// Shows that a file of lines is read up to its last whole line, appended to, left alone until that
// is asked for, and had by one process at a time.
#include "base/line_file.hpp"

#include <fstream>

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/folder.hpp"

namespace disarray::test {

TEST_CASE("a file of lines goes on behind its last whole line", "[base]") {
    const Folder folder;
    const std::string path = folder / "lines";
    for (const char* rest : {"", "c", "cut off"}) {
        std::ofstream(path) << "a\n\nb\n" << rest;
        {
            LineFile file(path, "a file of lines");
            CHECK(file.lines() == std::vector<std::string>{"a", "", "b"});
            CHECK(file.rest() == rest);
            CHECK(file.place(2) == path + " line 3");
            CHECK(content(path) == "a\n\nb\n" + std::string(rest));
            file.drop_rest();
            file.append("d");
            CHECK(content(path) == "a\n\nb\nd\n");
        }
        const LineFile again(path, "a file of lines");
        CHECK(again.lines().back() == "d");
        CHECK(again.rest().empty());
    }
}

TEST_CASE("a file of lines is made, is a regular one, and has one writer", "[base]") {
    const Folder folder;
    const std::string path = folder / "lines";
    LineFile file(path, "a file of lines");
    CHECK(file.lines().empty());
    file.append("a");
    CHECK(content(path) == "a\n");
    const auto refusal = [](const std::string& where) {
        return message_of<InputError>([&] { LineFile other(where, "a file of lines"); });
    };
    CHECK(contains(refusal(path), "another process"));
    CHECK(contains(refusal(folder.path()), "no regular file, expected a file of lines"));
    CHECK(contains(refusal(folder / "none/lines"), "No such file"));
}

}  // namespace disarray::test
