// SPDX-License-Identifier: MIT
//
// What GT's experiments cost at GT's sizes, for its 33 metrics. Wall-clock time on all cores.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/parallel.hpp"
#include "properties/experiments/agreement.hpp"
#include "properties/experiments/robustness.hpp"
#include "properties/experiments/sample.hpp"
#include "properties/experiments/stability.hpp"

namespace {

using namespace disarray;
using namespace disarray::properties::experiments;

std::vector<const metrics::Metric*> metrics_of_gt() {
    return metrics_of_experiment(std::vector<std::string>{"gt"}, "bench");
}

/// 1000 pairs, both changes; the argument is n.
void robustness_of_thousand(benchmark::State& state) {
    const auto metrics = metrics_of_gt();
    const auto n = static_cast<std::size_t>(state.range(0));
    for (auto _ : state)
        with_threads(0, [&] { return robustness(metrics, n, {}).size(); });
}
BENCHMARK(robustness_of_thousand)
    ->Arg(10)
    ->Arg(50)
    ->Arg(100)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

/// 1000 pairs in S_n, every k; the argument is n.
void stability_of_thousand(benchmark::State& state) {
    const auto metrics = metrics_of_gt();
    const auto n = static_cast<std::size_t>(state.range(0));
    for (auto _ : state)
        with_threads(0, [&] { return stability(metrics, n, {}).size(); });
}
BENCHMARK(stability_of_thousand)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond)->UseRealTime();

/// 10,000 pairs in S_100, k = 30, and the clusters.
void agreement_of_ten_thousand(benchmark::State& state) {
    const auto metrics = metrics_of_gt();
    for (auto _ : state) {
        with_threads(0, [&] {
            const auto matrix = agreement_matrix(metrics, 100, {});
            return average_linkage(distances_of(matrix, properties::AgreementReading::weak))
                .leaves.size();
        });
    }
}
BENCHMARK(agreement_of_ten_thousand)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
