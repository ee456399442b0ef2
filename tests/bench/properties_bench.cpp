// SPDX-License-Identifier: MIT
//
// What exhaustive runs of properties cost, and what a second thread saves: the triangle inequality
// of classical K on all 1,728,000 triples of S_5. Wall-clock time; the argument is the number of
// threads.
#include <benchmark/benchmark.h>

#include "base/parallel.hpp"
#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"
#include "properties/runner.hpp"

namespace {

using namespace disarray;

void triples_of_five(benchmark::State& state) {
    properties::Property property = properties::property_named("triangle-inequality", "bench");
    property.varies = {false, false, false};
    const metrics::Metric& kendall =
        *metrics::metrics_named("kendall", std::nullopt, "bench").front();
    properties::CheckOptions options;
    options.exhaustive_n = 5;
    for (auto _ : state) {
        with_threads(static_cast<unsigned>(state.range(0)), [&] {
            return properties::check(kendall, property, metrics::Frame::element, options).verdict;
        });
    }
}
BENCHMARK(triples_of_five)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
