// SPDX-License-Identifier: MIT
// A folder of chunks is the older certificate or the new one, whole, whatever happens while the new
// one is written.
#include "search/chunk_folder.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/error.hpp"
#include "search/sweep.hpp"
#include "search/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/support/folder.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;
using test::content;
using test::Folder;
namespace fs = std::filesystem;

namespace {

/// Writes the certificate of K <= F in S_5 in this reading, in the smallest chunks.
std::string write(const std::string& path, Reading reading) {
    SweepOptions options;
    options.claim = sweep_claim(lower_side(reading), 5);
    options.threads = 1;
    options.certificate = path;
    options.chunk_bytes = 1;
    return sweep(options).verification;
}

std::map<std::string, std::string> contents(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files[entry.path().lexically_relative(folder)] = content(entry.path());
        }
    }
    return files;
}

/// Adds the chunks and the index of another claim, which are not those of the sweep.
void write_new(ChunkFolder& chunks) {
    for (const std::size_t length : {2U, 3U, 4U})
        chunks.add(length, {0, factorial_64(length)}, 0, compressed(std::to_string(length) + "\n"));
    chunks.finish(sweep_claim(lower_side(Reading::box), 4), 0, {});
}

}  // namespace

TEST_CASE("a folder of chunks has an index, chunks named by length and hash, and nothing else") {
    const Folder folder;
    const std::string path = folder / "a/b/certificate";  // which are made
    CHECK(write(path, Reading::prefix).starts_with("VERIFIED "));
    const auto files = contents(path);
    CHECK(files.size() == 5);  // an index, and a unit for each length from 2
    for (const auto& [name, bytes] : files) {
        if (name == "index.json") continue;
        Sha256 hash;
        hash.add(bytes);
        const std::string length = name.substr(1, 1);
        CHECK(name == "n" + length + "-" + hash.hex().substr(0, 16) + ".jsonl.zst");
    }
    // For whom the umask allows, as other files.
    const mode_t mask = umask(0);
    umask(mask);
    for (const auto& [name, bytes] : files)
        CHECK(fs::status(path + "/" + name).permissions() == fs::perms(0666 & ~mask));
}

TEST_CASE("a new certificate takes the place of an older one, and leaves other files alone") {
    const Folder folder;
    const std::string path = folder / "certificate";
    const std::string older = write(path, Reading::prefix);
    const auto before = contents(path);
    for (const char* name : {"README", "n8.jsonl.zst", "n8-0123456789abcde.jsonl.zst",
                             "n8-0123456789abcdeg.jsonl.zst", "nx-0123456789abcdef.jsonl.zst"})
        std::ofstream(path + "/" + name) << "of the user";
    std::ofstream(path + "/n8-0123456789abcdef.jsonl.zst") << "of a writer that was killed";
    fs::create_directory(path + "/new.killed");
    std::ofstream(path + "/new.killed/chunk") << "as well";
    const std::string line = write(path, Reading::interval);
    CHECK(line != older);
    CHECK(verify::verify_file(path).line == line);
    const auto after = contents(path);
    CHECK(after.size() == 5 + 5);
    for (const auto& [name, bytes] : before) {
        if (name != "index.json" && after.contains(name)) CHECK(after.at(name) == bytes);
    }
    // The same again changes nothing.
    write(path, Reading::interval);
    CHECK(contents(path) == after);
}

TEST_CASE("what is not committed leaves the older certificate, or nothing") {
    const Folder folder;
    const std::string path = folder / "certificate";
    {
        ChunkFolder chunks(path, 1);
        write_new(chunks);
        CHECK(fs::exists(path));
    }
    CHECK_FALSE(fs::exists(path));
    write(path, Reading::prefix);
    const auto before = contents(path);
    {
        ChunkFolder chunks(path, 1);
        write_new(chunks);
        CHECK(contents(path).size() == before.size() + 4);
        CHECK(verify::verify_file(path).verified);
    }
    CHECK(contents(path) == before);
}

TEST_CASE("a process that is killed leaves the older certificate, and the next one clears up") {
    const Folder folder;
    const std::string path = folder / "certificate";
    const std::string older = write(path, Reading::prefix);
    const pid_t child = fork();
    if (child == 0) {
        ChunkFolder chunks(path, 1);
        write_new(chunks);
        _exit(0);  // without a destructor, as by kill -9
    }
    REQUIRE(child > 0);
    waitpid(child, nullptr, 0);
    CHECK(contents(path).size() == 5 + 4);
    CHECK(verify::verify_file(path).line == older);
    write(path, Reading::prefix);
    CHECK(contents(path).size() == 5);
}

TEST_CASE("two cannot write to a folder at once") {
    const Folder folder;
    const std::string path = folder / "certificate";
    ChunkFolder first(path, 1);
    CHECK_THROWS_AS(ChunkFolder(path, 1), InputError);
    write_new(first);
    first.commit();
    CHECK(contents(path).size() == 4);
}

TEST_CASE("a folder that cannot be written to is bad input") {
    const Folder folder;
    CHECK_THROWS_AS(ChunkFolder("/proc/nowhere/certificate", 1), InputError);
    std::ofstream(folder / "file") << "a file";
    CHECK_THROWS_AS(ChunkFolder(folder / "file", 1), InputError);
    CHECK(content(folder / "file") == "a file");
    // Where the index should go there is something that no file replaces.
    fs::create_directories(folder / "certificate/index.json");
    ChunkFolder chunks(folder / "certificate", 1);
    write_new(chunks);
    CHECK_THROWS_AS(chunks.commit(), InputError);
}

TEST_CASE("a chunk holds whole units, as many as fit, and at least one") {
    const Folder folder;
    const auto sizes = [&](std::uint64_t bytes) {
        ChunkFolder chunks(folder / std::to_string(bytes), bytes);
        for (std::uint64_t unit = 0; unit < 6; ++unit)
            chunks.add(3, {unit, unit + 1}, 1, std::string(9, 'x') + std::to_string(unit));
        chunks.finish(sweep_claim(lower_side(Reading::box), 3), 6, {});
        chunks.commit();
        std::multiset<std::size_t> found;
        for (const auto& [name, text] : contents(folder / std::to_string(bytes)))
            if (name != "index.json") found.insert(text.size());
        return found;
    };
    using Sizes = std::multiset<std::size_t>;
    CHECK(sizes(1) == Sizes{10, 10, 10, 10, 10, 10});
    CHECK(sizes(19) == Sizes{10, 10, 10, 10, 10, 10});
    CHECK(sizes(20) == Sizes{20, 20, 20});
    CHECK(sizes(45) == Sizes{20, 40});
    CHECK(sizes(1000) == Sizes{60});
}
