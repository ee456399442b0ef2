// SPDX-License-Identifier: MIT
// What a call costs over the audit protocol, beside the metric: the C example, Kendall's tau of ten
// elements, 10,000 requests in a batch and one at a time. Limit: 20 µs a call batched.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "properties/audit/audited_metric.hpp"
#include "properties/audit/metric_process.hpp"
#include "properties/audit/pair_laws.hpp"

namespace {

using namespace disarray::properties::audit;

void calls(benchmark::State& state, std::size_t in_flight) {
    ProcessLimits limits;
    limits.in_flight = in_flight;
    MetricProcess metric({DISARRAY_KENDALL_TAU}, limits, disarray::Stop());
    std::vector<std::string> inputs;
    for (std::uint64_t i = 0; i < 10'000; ++i)
        inputs.push_back(input_of(random_pair(10, 1, i)));
    for (auto _ : state)
        benchmark::DoNotOptimize(metric.ask(inputs));
    state.counters["calls"] = benchmark::Counter(static_cast<double>(inputs.size()),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(calls, batched, 256)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(calls, one_at_a_time, 1)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
