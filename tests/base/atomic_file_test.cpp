// SPDX-License-Identifier: MIT
// A file is there as a whole, under its name, or not at all.
#include "base/atomic_file.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
using test::content;
using test::Folder;
namespace fs = std::filesystem;

TEST_CASE("a file has its name from the commit on, in place of an older one") {
    const Folder folder;
    const std::string path = folder / "result";
    std::ofstream(path) << "older";
    AtomicFile file(path);
    file.write("new");
    CHECK(content(file.flushed()) == "new");
    CHECK(content(path) == "older");
    file.commit();
    CHECK(content(path) == "new");
    CHECK(folder.names().size() == 1);
}

TEST_CASE("a file that is not committed leaves nothing") {
    const Folder folder;
    {
        AtomicFile file(folder / "result");
        file.write("half");
        CHECK(folder.names().size() == 1);
    }
    CHECK(folder.names().empty());
}

TEST_CASE("a committed file is for whom the umask allows") {
    const Folder folder;
    const mode_t before = umask(022);
    AtomicFile file(folder / "result");
    file.commit();
    umask(before);
    CHECK(fs::status(folder / "result").permissions() == fs::perms(0644));
}

TEST_CASE("a folder that is not there, or in the place of the file, is bad input") {
    CHECK_THROWS_AS(AtomicFile("/nowhere/result"), InputError);
    const Folder folder;
    AtomicFile file(folder / "result");
    fs::create_directory(folder / "result");  // cannot be replaced by a file
    CHECK_THROWS_AS(AtomicFile(folder / "result"), InputError);
    CHECK_THROWS_AS(file.commit(), InputError);
}

TEST_CASE("a link stays a link, to a file that is there or not yet") {
    const Folder folder;
    const std::string target = folder / "target";
    const std::string link = folder / "link";
    fs::create_symlink("target", link);  // relative to the folder of the link
    for (const char* text : {"first", "second"}) {
        AtomicFile file(link);
        file.write(text);
        file.commit();
        CHECK(fs::is_symlink(link));
        CHECK(content(target) == text);
    }
    fs::create_symlink("loop", folder / "loop");
    CHECK_THROWS_AS(AtomicFile(folder / "loop"), InputError);
}

TEST_CASE("what is no file is not replaced by one") {
    const Folder folder;
    const std::string pipe = folder / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_THROWS_AS(AtomicFile(pipe), InputError);
    CHECK_THROWS_AS(AtomicFile(folder.path()), InputError);
    CHECK(fs::is_fifo(pipe));
    CHECK(folder.names().size() == 1);
}
