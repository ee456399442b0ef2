// SPDX-License-Identifier: MIT
// A report takes its numbers from saved documents, survives hostile text, and refuses what is none.
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "reports/markdown.hpp"
#include "reports/model.hpp"
#include "tests/catch.hpp"
#include "tests/formats/temporary_file.hpp"

using namespace disarray;
using namespace disarray::reports;
using test::TemporaryFile;

namespace {

const std::string search_document = R"({
  "schema": "disarray.search/1", "version": "9.9", "command": "disarray search --n 6",
  "results": [{"n": 6, "reading": "prefix", "side": "min",
               "statement": "K <= F[prefix]", "ratio": "5/7", "decimal": "0.714286",
    "scope": "a | b", "permutations": 720, "violating": 3, "verdict": "refuted",
    "witness": {"ranks": [2, 1], "dissimilarity": [["0", "1"], ["1", "0"]], "K": "7", "F": "5"}}]})";

std::string refusal(const std::string& text) {
    const TemporaryFile file(text);
    try {
        read_documents({file.path()});
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a report says in words and in a table what the document says", "[reports]") {
    const TemporaryFile file(search_document);
    const std::string report = to_markdown(read_documents({file.path()}));
    CHECK(contains(report,
                   "K &lt;= F\\[prefix\\] is refuted at n = 6 (a \\| b): ratio 5/7, at ranks "
                   "2 1."));
    CHECK(contains(
        report,
        "| K &lt;= F\\[prefix\\] | 6 | min | 5/7 | 0.714286 | 3 | 720 | refuted | a \\| b | 2 1 "
        "| 7 | 5 | 0 1; 1 0 |"));
    CHECK(contains(report, "version 9.9, by `disarray search --n 6`"));
}

TEST_CASE("text in a document cannot break out of its cell", "[reports]") {
    std::string document = search_document;
    document.replace(document.find("a | b"), 5, "<b>x</b> & | *y* `z`");
    const TemporaryFile file(document);
    const std::string report = to_markdown(read_documents({file.path()}));
    CHECK(contains(report, "&lt;b&gt;x&lt;/b&gt; &amp; \\| \\*y\\* \\`z\\`"));
}

TEST_CASE("what is no document is refused by file and place", "[reports]") {
    CHECK(contains(refusal("{"), "no JSON at byte"));
    CHECK(contains(refusal(search_document.substr(0, 200)), "no JSON at byte"));
    CHECK(contains(refusal("{}"), "no \"schema\""));
    CHECK(contains(refusal("[]"), "no \"schema\""));
    CHECK(contains(refusal(R"({"schema": "disarray.search/2"})"), "disarray.search/1"));
    std::string no_scope = search_document;
    no_scope.replace(no_scope.find("\"scope\""), 7, "\"scale\"");
    CHECK(contains(refusal(no_scope), "results[0]: found no \"scope\""));
    CHECK_THROWS_AS(read_documents({"/no/such/file"}), InputError);
    CHECK_THROWS_AS(read_documents({std::filesystem::temp_directory_path().string()}), InputError);
}
