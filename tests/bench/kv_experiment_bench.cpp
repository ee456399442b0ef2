// SPDX-License-Identifier: MIT
//
// What KV's experiment costs at the size of their clicks: 80,000 queries, ten positions, the four
// weightings of Table 2. Wall-clock time on all cores.
#include <string>

#include <benchmark/benchmark.h>

#include "base/parallel.hpp"
#include "formats/position_table.hpp"
#include "properties/experiments/click_models.hpp"
#include "properties/experiments/footrule_kendall.hpp"
#include "tests/formats/temporary_file.hpp"

namespace {

using namespace disarray;
using namespace disarray::properties::experiments;

/// The spread 1 has the most different rankings: some 45,000.
const formats::PositionTable& log_of_kv_size() {
    static const formats::PositionTable table = [] {
        ClickModelOptions options;
        options.spread = 1000;
        return generate_click_log(options).table;
    }();
    return table;
}

FootruleKendallOptions four_weightings(TieRule ties) {
    FootruleKendallOptions options;
    options.ties = ties;
    options.weightings.resize(4);
    options.weightings[0] = {"UNIT", SwapCosts::unit(10), 2, {}, FixedPointPolicy::one};
    options.weightings[1] = {"DCG", std::nullopt, 2, {}, FixedPointPolicy::one};
    options.weightings[2] = {
        "CTR", SwapCosts::click_through_rate(10, "bench"), 2, {}, FixedPointPolicy::one};
    options.weightings[3] = {"TOPK", SwapCosts::top_k(10, 5), 2, {}, FixedPointPolicy::one};
    return options;
}

void footrule_kendall_of_eighty_thousand(benchmark::State& state) {
    const auto& log = log_of_kv_size();
    const auto options =
        four_weightings(state.range(0) == 0 ? TieRule::position : TieRule::average);
    for (auto _ : state)
        with_threads(0, [&] { return FootruleKendall(log, options).results().size(); });
}
BENCHMARK(footrule_kendall_of_eighty_thousand)
    ->ArgName("average")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void click_log_of_eighty_thousand(benchmark::State& state) {
    ClickModelOptions options;
    options.model = state.range(0) == 0 ? ClickModel::position_based : ClickModel::cascade;
    for (auto _ : state)
        with_threads(0, [&] { return generate_click_log(options).table.size(); });
}
BENCHMARK(click_log_of_eighty_thousand)
    ->ArgName("cascade")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void read_log_of_eighty_thousand(benchmark::State& state) {
    std::string text;
    formats::write_csv(log_of_kv_size(), [&](std::string_view piece) { text += piece; });
    const test::TemporaryFile file(text);
    formats::TableOptions options;
    options.form = formats::TableForm::csv;
    for (auto _ : state)
        benchmark::DoNotOptimize(formats::read_position_table(file.path(), options).size());
}
BENCHMARK(read_log_of_eighty_thousand)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
