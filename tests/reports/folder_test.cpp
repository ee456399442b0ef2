// SPDX-License-Identifier: MIT
// The folder of a report overwrites its own files only, and keeps the old report until the new one
// is on disk.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>
#include <csignal>

#include "base/error.hpp"
#include "reports/folder.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::reports;
namespace fs = std::filesystem;

namespace {

/// An empty place for a folder, gone at the end.
struct Place {
    fs::path path = fs::temp_directory_path() / ("disarray_folder_" + std::to_string(::getpid()));
    Place() { fs::remove_all(path); }
    ~Place() { fs::remove_all(path); }
    std::string at(const std::string& name) const {
        std::ifstream in(path / name, std::ios::binary);
        if (!in) return "(none)";
        return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }
    void put(const std::string& name, const std::string& text) const {
        fs::create_directories((path / name).parent_path());
        std::ofstream(path / name) << text;
    }
};

std::string refusal(const Place& place) {
    try {
        const ReportFolder folder(place.path.string(), false);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("a folder is made, written, and written again", "[reports]") {
    const Place place;
    ReportFolder folder(place.path.string(), false);
    folder.write({{"report.html", "one"}, {"figures/a.svg", "<svg/>"}});
    CHECK(place.at("report.html") == "one");
    CHECK(place.at("figures/a.svg") == "<svg/>");
    CHECK_FALSE(fs::exists(place.path / ".staging"));

    // A later run, with another set of files: those that are no longer part of it go.
    ReportFolder(place.path.string(), false).write({{"report.html", "two"}});
    CHECK(place.at("report.html") == "two");
    CHECK(place.at("figures/a.svg") == "(none)");
    CHECK(refusal(place) == "accepted");
}

TEST_CASE("foreign files are neither overwritten nor removed", "[reports]") {
    const Place place;
    place.put("thesis.tex", "years of work");
    CHECK(refusal(place).find("thesis.tex") != std::string::npos);
    CHECK(refusal(place).find("--force") != std::string::npos);
    ReportFolder(place.path.string(), true).write({{"report.html", "one"}});
    CHECK(place.at("thesis.tex") == "years of work");
    CHECK(place.at("report.html") == "one");
    // The next one is refused again: the file is still foreign.
    CHECK(refusal(place).find("thesis.tex") != std::string::npos);
    fs::remove(place.path / "thesis.tex");
    CHECK(refusal(place) == "accepted");
    place.put("figures/mine.svg", "foreign in a folder of ours");
    CHECK(refusal(place).find("figures/mine.svg") != std::string::npos);
}

TEST_CASE("a manifest of somebody else claims nothing", "[reports]") {
    const Place place;
    place.put("manifest.json", R"({"files": ["report.html"]})");
    place.put("report.html", "foreign");
    CHECK(refusal(place) != "accepted");
    place.put("manifest.json", "{");
    CHECK(refusal(place) != "accepted");
}

TEST_CASE("a manifest cannot lead out of the folder", "[reports]") {
    const Place place;
    const fs::path outside = place.path.string() + "_outside";
    std::ofstream(outside) << "not yours";
    place.put("manifest.json", R"({"schema": "disarray.report-files/1", "files": ["../)" +
                                   outside.filename().string() + R"(", "/etc/hostname"]})");
    ReportFolder(place.path.string(), false).write({{"report.html", "one"}});
    CHECK(fs::exists(outside));
    fs::remove(outside);
}

TEST_CASE("what is no folder is refused", "[reports]") {
    const Place place;
    std::ofstream(place.path) << "a file";
    CHECK(refusal(place).find("expected a folder") != std::string::npos);
}

TEST_CASE("two reports at once leave one of them, whole", "[reports]") {
    const Place place;
    std::vector<std::thread> writers;
    for (const std::string text : {"one", "two", "three", "four"}) {
        writers.emplace_back([&place, text] {
            std::vector<File> files;
            for (int i = 0; i < 50; ++i)
                files.emplace_back("figures/" + text + std::to_string(i), text);
            files.emplace_back("report.html", text);
            ReportFolder(place.path.string(), true).write(files);
        });
    }
    for (std::thread& writer : writers)
        writer.join();
    const std::string last = place.at("report.html");
    for (int i = 0; i < 50; ++i)
        CHECK(place.at("figures/" + last + std::to_string(i)) == last);
    CHECK_FALSE(fs::exists(place.path / ".staging"));
    CHECK(refusal(place) == "accepted");
}

TEST_CASE("a folder in the place of a file is refused before anything changes", "[reports]") {
    const Place place;
    fs::create_directories(place.path / "report.md");
    ReportFolder folder(place.path.string(), true);
    CHECK_THROWS_AS(folder.write({{"report.html", "one"}, {"report.md", "one"}}), InputError);
    CHECK(place.at("report.html") == "(none)");
}

TEST_CASE("a full disk leaves the old report", "[reports]") {
    const Place place;
    ReportFolder folder(place.path.string(), false);
    folder.write({{"report.html", "old"}, {"report.md", "old"}});
    // A file that may not grow beyond this stands for a full disk.
    struct rlimit before {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    struct rlimit small = before;
    small.rlim_cur = 1000;
    ::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
    CHECK_THROWS_AS(folder.write({{"report.html", "new"}, {"report.md", std::string(5000, 'x')}}),
                    InputError);
    ::setrlimit(RLIMIT_FSIZE, &before);
    CHECK(place.at("report.html") == "old");
    CHECK(place.at("report.md") == "old");
    CHECK_FALSE(fs::exists(place.path / ".staging"));
    CHECK(refusal(place) == "accepted");
}
