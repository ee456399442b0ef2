// SPDX-License-Identifier: MIT
//
// What sweeps over S_n cost: the classical inequality on S_11, and the linear programs over the
// metric cone for every σ in S_3 … S_7, all readings. Wall-clock time, all cores.
#include <benchmark/benchmark.h>

#include "search/classical.hpp"
#include "search/sweep.hpp"

namespace {

using namespace disarray;

void classical_sweep(benchmark::State& state) {
    const auto n = static_cast<std::size_t>(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(search::sweep_classical(n));
    state.counters["permutations/s"] = benchmark::Counter(
        static_cast<double>(state.iterations()) * 39916800.0, benchmark::Counter::kIsRate);
}
BENCHMARK(classical_sweep)->Arg(11)->Unit(benchmark::kMillisecond)->UseRealTime();

void sweep_all_readings(benchmark::State& state) {
    for (auto _ : state) {
        for (const metrics::Reading reading : metrics::all_readings) {
            search::SweepOptions options;
            options.reading = reading;
            options.n_from = 3;
            options.n_to = static_cast<std::size_t>(state.range(0));
            benchmark::DoNotOptimize(search::sweep(options));
        }
    }
}
BENCHMARK(sweep_all_readings)->Arg(6)->Arg(7)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
