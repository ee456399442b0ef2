// SPDX-License-Identifier: MIT
// Output and exit status of disarray-verify.
#include "search/verify/program.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <unistd.h>

#include "tests/catch.hpp"
#include "tests/search/verify/certificates.hpp"

using namespace disarray;

namespace {

struct Outcome {
    int status = 0;
    std::string out, err;
};

Outcome run(const std::vector<std::string>& arguments) {
    std::ostringstream out, err;
    const int status = verify::run(arguments, "1.2.3", out, err);
    return {status, out.str(), err.str()};
}

/// A folder of its own with two files, removed at the end.
struct Files {
    std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                   ("disarray_verify_test_" + std::to_string(getpid()));
    std::string good = (folder / "good.jsonl").string();
    std::string bad = (folder / "bad.jsonl").string();

    Files() {
        std::filesystem::create_directories(folder);
        std::ofstream(good) << test::certificates::example;
        std::ofstream(bad) << "{}\n";
    }
    ~Files() { std::filesystem::remove_all(folder); }
};

const std::string verified_line =
    "VERIFIED F[prefix] >= 1*(K) for σ with ranks 3 2 1 and every pseudometric D (w = δ = 1), "
    "attained; K <= F[prefix] fails for 0 of 1\n";

}  // namespace

TEST_CASE("disarray-verify prints one line for each file and fails if one is rejected") {
    const Files files;
    const Outcome good = run({files.good, files.good});
    CHECK(good.status == 0);
    CHECK(good.out == verified_line + verified_line);
    CHECK(good.err.empty());
    const Outcome mixed = run({files.bad, files.good});
    CHECK(mixed.status == 1);
    CHECK(
        mixed.out.starts_with("REJECTED " + files.bad + ": line 1: expected the keys format, n, "));
    CHECK(mixed.out.ends_with(", found no format\n" + verified_line));
}

TEST_CASE("disarray-verify tells a wrong call from a rejected file") {
    const Files files;
    CHECK(run({}).status == 2);
    CHECK(run({}).err == "disarray-verify: arguments: found none, expected files (see --help)\n");
    CHECK(run({"--hepl"}).status == 2);
    CHECK(run({files.good, "--help"}).status == 2);
    const Outcome missing = run({(files.folder / "none").string(), files.good});
    CHECK(missing.status == 2);
    CHECK(missing.out == verified_line);
    CHECK(missing.err == "disarray-verify: " + (files.folder / "none").string() +
                             ": found no file that can be opened, expected a certificate\n");
    const Outcome folder = run({files.folder.string()});
    CHECK(folder.status == 2);
    CHECK(folder.err == "disarray-verify: " + (files.folder / "index.json").string() +
                            ": found no file that can be opened, expected a certificate\n");
}

TEST_CASE("disarray-verify takes a number of threads, and no other") {
    const Files files;
    for (const char* threads : {"0", "1", "2", "5", "1024"}) {
        CHECK(run({"--threads", threads, files.good}).out == verified_line);
        CHECK(run({files.good, "--threads", threads}).out == verified_line);
    }
    for (const char* threads : {"", "-1", "1025", "2x", "x", "1.5", "99999999999999999999"}) {
        const Outcome refused = run({"--threads", threads, files.good});
        CHECK(refused.status == 2);
        CHECK(refused.out.empty());
        CHECK(refused.err == "disarray-verify: --threads: found \"" + std::string(threads) +
                                 "\", expected a whole number from 0 to 1024\n");
    }
    CHECK(run({files.good, "--threads"}).status == 2);
    CHECK(run({"--threads", "2"}).err ==
          "disarray-verify: arguments: found none, expected files (see --help)\n");
}

TEST_CASE("disarray-verify has a help and a version") {
    CHECK(run({"--help"}).status == 0);
    CHECK(run({"--help"}).out.find("Usage: disarray-verify [--threads N] FILE") !=
          std::string::npos);
    CHECK(run({"--version"}).out == "disarray-verify 1.2.3\n");
}
