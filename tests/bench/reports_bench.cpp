// SPDX-License-Identifier: MIT
// Reports as long as that of the whole ledger and atlas: the rows of the golden documents, repeated
// to 1500 claims and 2300 cells. From the JSON text to the page, with and without drawing.
#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include "reports/build.hpp"
#include "tests/reports/golden_documents.hpp"

namespace {

namespace fs = std::filesystem;
using disarray::reports::Json;

/// A folder of documents, with `key` of one of them repeated to at least `rows` rows.
class Documents {
public:
    Documents() : folder_(fs::temp_directory_path() / "disarray_reports_bench") {
        fs::remove_all(folder_);
        fs::copy(disarray::test::golden_documents(), folder_);
        repeat("claims.json", "claims", 1500);
        repeat("cells.json", "cells", 2300);
    }
    ~Documents() { fs::remove_all(folder_); }
    std::string path() const { return folder_.string(); }

private:
    void repeat(const std::string& name, const char* key, std::size_t rows) const {
        std::ifstream in(folder_ / name);
        Json json = Json::parse(in);
        const Json once = json[key];
        while (json[key].size() < rows)
            json[key].insert(json[key].end(), once.begin(), once.end());
        std::ofstream(folder_ / name) << json.dump(1);
    }
    fs::path folder_;
};

void read_sources(benchmark::State& state) {
    const Documents documents;
    for (auto _ : state)
        benchmark::DoNotOptimize(disarray::reports::read_sources({documents.path()}));
}
BENCHMARK(read_sources)->Unit(benchmark::kMillisecond);

void report_of(benchmark::State& state, const char* formats, const char* gnuplot) {
    const Documents documents;
    disarray::reports::BuildOptions options;
    options.formats = disarray::reports::formats_named(formats, "bench");
    options.gnuplot = gnuplot;
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = 0;
        const auto model = disarray::reports::read_sources({documents.path()});
        for (const auto& [name, text] : disarray::reports::build(model, options).files)
            bytes += text.size();
    }
    state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK_CAPTURE(report_of, html, "html", "gnuplot")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(report_of, html_without_figures, "html", "/no/gnuplot")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(report_of, all_formats, "all", "gnuplot")->Unit(benchmark::kMillisecond);

}  // namespace
