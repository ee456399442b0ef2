// SPDX-License-Identifier: MIT
// A run of 50,000 queries of 100 documents, 5·10⁶ lines and 190 MB, against judgements of 20
// documents a query: reading, ten metrics and their means, in decimals and exactly; and trec_eval's
// sets of measures.
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "evaluation/scores.hpp"
#include "metrics/retrieval/trec_measures.hpp"
#include "tests/bench/retrieval_data.hpp"

namespace {

using namespace disarray;

/// The files, written once and gone at the end.
class Files {
public:
    static const bench::RetrievalData& data() {
        static const Files files;
        return files.data_;
    }

private:
    Files() : folder_(std::filesystem::temp_directory_path() / "disarray_evaluation_bench") {
        std::filesystem::create_directories(folder_);
        data_ = bench::write_retrieval_data(folder_, 50'000, 100);
    }
    ~Files() { std::filesystem::remove_all(folder_); }

    std::filesystem::path folder_;
    bench::RetrievalData data_;
};

void read_judgements(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(formats::Judgements::read(Files::data().qrels, {}));
}
BENCHMARK(read_judgements)->Unit(benchmark::kMillisecond);

void read_run(benchmark::State& state) {
    const auto judgements = formats::Judgements::read(Files::data().qrels, {});
    for (auto _ : state)
        benchmark::DoNotOptimize(evaluation::judge(Files::data().run, judgements, {}));
}
BENCHMARK(read_run)->Unit(benchmark::kMillisecond)->UseRealTime();

/// From files to means. Limits: 5 s, and 30 s with exact values of the queries.
void evaluate(benchmark::State& state, bool exact) {
    for (auto _ : state) {
        const auto judgements = formats::Judgements::read(Files::data().qrels, {});
        const auto run = evaluation::judge(Files::data().run, judgements, {});
        evaluation::ScoreOptions options;
        options.exact = exact;
        options.conventions.greatest_grade = judgements.greatest_grade();
        std::vector<retrieval::Request> requests;
        for (const char* metric : {"AP", "Rprec", "RR", "P@5", "P@10", "recall@100", "nDCG",
                                   "nDCG@10", "ERR@20", "RBP"})
            requests.push_back(retrieval::request_named(metric, "bench"));
        benchmark::DoNotOptimize(evaluation::score(requests, run, exact, options));
    }
}
BENCHMARK_CAPTURE(evaluate, decimals, false)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK_CAPTURE(evaluate, exact, true)->Unit(benchmark::kSecond)->UseRealTime();

/// From files to means. Limits: official 1.5 times the ten metrics above, all_trec 3 s.
void evaluate_set(benchmark::State& state, const std::string& set) {
    std::vector<retrieval::Request> requests;
    for (const auto& row : retrieval::trec_rows(std::span(&set, 1), "bench"))
        requests.insert(requests.end(), row.requests.begin(), row.requests.end());
    for (auto _ : state) {
        const auto judgements = formats::Judgements::read(Files::data().qrels, {});
        const auto run = evaluation::judge(Files::data().run, judgements, {});
        evaluation::ScoreOptions options;
        options.conventions.greatest_grade = judgements.greatest_grade();
        benchmark::DoNotOptimize(evaluation::score(requests, run, false, options));
    }
}
BENCHMARK_CAPTURE(evaluate_set, official, "official")->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK_CAPTURE(evaluate_set, all_trec, "all_trec")->Unit(benchmark::kSecond)->UseRealTime();

}  // namespace
