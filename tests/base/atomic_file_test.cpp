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
    fs::create_directory(folder.path / "result");  // cannot be replaced by a file
    AtomicFile file((folder.path / "result").string());
    CHECK_THROWS_AS(file.commit(), InputError);
}
