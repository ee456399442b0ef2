// SPDX-License-Identifier: MIT
// A file is there as a whole, under its name, or not at all.
#include "base/atomic_file.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "tests/catch.hpp"

using namespace disarray;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, gone at the end.
struct Folder {
    Folder() {
        std::string name = (fs::temp_directory_path() / "disarray-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }
    fs::path path;
};

std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a file has its name from the commit on, in place of an older one") {
    const Folder folder;
    const fs::path path = folder.path / "result";
    std::ofstream(path) << "older";
    AtomicFile file(path.string());
    file.write("new");
    CHECK(content(file.flushed()) == "new");
    CHECK(content(path) == "older");
    file.commit();
    CHECK(content(path) == "new");
    CHECK(folder.files() == 1);
}

TEST_CASE("a file that is not committed leaves nothing") {
    const Folder folder;
    {
        AtomicFile file((folder.path / "result").string());
        file.write("half");
        CHECK(folder.files() == 1);
    }
    CHECK(folder.files() == 0);
}

TEST_CASE("a committed file is for whom the umask allows") {
    const Folder folder;
    const mode_t before = umask(022);
    AtomicFile file((folder.path / "result").string());
    file.commit();
    umask(before);
    CHECK(fs::status(folder.path / "result").permissions() == fs::perms(0644));
}

TEST_CASE("a folder that is not there, or in the place of the file, is bad input") {
    CHECK_THROWS_AS(AtomicFile("/nowhere/result"), InputError);
    const Folder folder;
    AtomicFile file((folder.path / "result").string());
    fs::create_directory(folder.path / "result");  // cannot be replaced by a file
    CHECK_THROWS_AS(AtomicFile((folder.path / "result").string()), InputError);
    CHECK_THROWS_AS(file.commit(), InputError);
}

TEST_CASE("a link stays a link, to a file that is there or not yet") {
    const Folder folder;
    const fs::path target = folder.path / "target";
    const fs::path link = folder.path / "link";
    fs::create_symlink("target", link);  // relative to the folder of the link
    for (const char* text : {"first", "second"}) {
        AtomicFile file(link.string());
        file.write(text);
        file.commit();
        CHECK(fs::is_symlink(link));
        CHECK(content(target) == text);
    }
    fs::create_symlink("loop", folder.path / "loop");
    CHECK_THROWS_AS(AtomicFile((folder.path / "loop").string()), InputError);
}

TEST_CASE("what is no file is not replaced by one") {
    const Folder folder;
    const fs::path pipe = folder.path / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_THROWS_AS(AtomicFile(pipe.string()), InputError);
    CHECK_THROWS_AS(AtomicFile(folder.path.string()), InputError);
    CHECK(fs::is_fifo(pipe));
    CHECK(folder.files() == 1);
}
