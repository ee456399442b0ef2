// SPDX-License-Identifier: MIT
//
// What sweeps over S_n cost: the classical inequality on S_11, and the linear programs over the
// metric cone with their certificates, for each reading and side. Wall-clock time, all cores.
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

/// One side of one reading over S_3 … S_n, certified: the certificate is written and verified.
void certified_sweep(benchmark::State& state, search::Inequality (*side)(metrics::Reading),
                     metrics::Reading reading) {
    for (auto _ : state) {
        search::SweepOptions options;
        options.claim =
            search::sweep_claim(side(reading), static_cast<std::size_t>(state.range(0)));
        benchmark::DoNotOptimize(search::sweep(options));
    }
}

#define DISARRAY_SWEEP(side, reading)                                         \
    BENCHMARK_CAPTURE(certified_sweep, side##_##reading, search::side##_side, \
                      metrics::Reading::reading)                              \
        ->Arg(7)                                                              \
        ->Arg(8)                                                              \
        ->Unit(benchmark::kMillisecond)                                       \
        ->UseRealTime()
DISARRAY_SWEEP(lower, prefix);
DISARRAY_SWEEP(upper, prefix);
DISARRAY_SWEEP(lower, prefix_sym);
DISARRAY_SWEEP(upper, prefix_sym);
DISARRAY_SWEEP(lower, interval);
DISARRAY_SWEEP(upper, interval);
DISARRAY_SWEEP(lower, box);
DISARRAY_SWEEP(upper, box);
#undef DISARRAY_SWEEP

}  // namespace
