// SPDX-License-Identifier: MIT
// Every format of the reports of four sets of saved documents, compared with reviewed files. What
// depends on the program's version, on gnuplot's, or is a file of its own (style, script) is
// masked. tests/reports/accept.sh shows the difference and accepts it.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "reports/compose/compose.hpp"
#include "reports/writers.hpp"
#include "tests/catch.hpp"
#include "tests/reports/golden_documents.hpp"

using namespace disarray::reports;
namespace fs = std::filesystem;

namespace {

std::string content_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The text between the first `begin` and the next `end` after it becomes "…".
std::string masked(std::string text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    REQUIRE(from != std::string::npos);
    const std::size_t to = text.find(end, from + begin.size());
    REQUIRE(to != std::string::npos);
    return text.replace(from + begin.size(), to - from - begin.size(), "…");
}

/// A placeholder for each figure: golden files do not depend on gnuplot.
Drawings placeholders(const Report& report) {
    Drawings drawings;
    for (const Figure& figure : figures_of(report))
        drawings[figure.id] = {figure.id, "<svg/>", "%PDF"};
    return drawings;
}

std::vector<File> files_of(const std::string& documents) {
    Model model = read_sources({documents});
    for (Source& source : model.sources)
        source.path = source.name;
    const Report report = compose(model, "VERSION");
    const Drawings drawings = placeholders(report);
    Json json = Json::parse(to_json(model, report, "VERSION", "COMMAND"));
    for (Json& source : json["sources"])  // json_test.cpp compares these with the documents
        source["content"] = "CONTENT";
    std::string html = masked(to_html(report, drawings), "<style>", "</style>");
    html = masked(std::move(html), "<script>", "</script>");
    std::vector<File> all = {{"report.html", html},
                             {"report.md", to_markdown(report, drawings, "figures")},
                             {"report.tex", to_latex(report, drawings, "figures")},
                             {"report.json", json.dump(1) + "\n"}};
    for (File& file : to_csv(model))
        all.push_back(std::move(file));
    for (File& file : to_b_files(model))
        all.push_back(std::move(file));
    return all;
}

/// Of all sets, by their paths in the golden folder.
std::vector<File> files() {
    std::vector<File> all = files_of(disarray::test::golden_documents());
    for (auto& [name, text] : files_of(disarray::test::evaluation_documents()))
        all.emplace_back("evaluation/" + name, std::move(text));
    for (auto& [name, text] : files_of(disarray::test::audit_documents()))
        all.emplace_back("audit/" + name, std::move(text));
    for (auto& [name, text] : files_of(disarray::test::experiment_documents()))
        all.emplace_back("experiment/" + name, std::move(text));
    return all;
}

}  // namespace

TEST_CASE("reports are as reviewed", "[reports]") {
    const char* received = std::getenv("DISARRAY_RECEIVED");
    for (const auto& [name, text] : files()) {
        INFO(name << " differs: tests/reports/accept.sh shows how, and accepts it");
        if (received != nullptr) {
            fs::create_directories((fs::path(received) / name).parent_path());
            std::ofstream(fs::path(received) / name, std::ios::binary) << text;
        }
        // Not the texts themselves: Catch2 would print both of them.
        CHECK((text == content_of(disarray::test::golden_folder() / name)));
    }
}

TEST_CASE("every golden file is still made", "[reports]") {
    std::set<std::string> made;
    for (const auto& [name, text] : files())
        made.insert(name);
    for (const fs::path& folder :
         {fs::path(), fs::path("evaluation"), fs::path("audit"), fs::path("experiment")}) {
        for (const auto& entry : fs::directory_iterator(disarray::test::golden_folder() / folder)) {
            if (!entry.is_regular_file()) continue;
            INFO(entry.path());
            CHECK(made.contains((folder / entry.path().filename()).string()));
        }
    }
}
