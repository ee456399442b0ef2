// SPDX-License-Identifier: MIT
//
// What sweeps over S_n cost: the classical inequality on S_11, and the linear programs over the
// metric cone with their certificates, for each reading and side. Wall-clock time, all cores. And
// what share of the classes is proved without a program, on one core.
#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "ranking/enumeration.hpp"
#include "ranking/symmetry.hpp"
#include "search/classical.hpp"
#include "search/question.hpp"
#include "search/routing.hpp"
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

/// Classes of S_n, those of every 1000th run of 720 ranks if n > 9.
std::vector<Permutation> sampled_classes(const search::Claim& claim) {
    std::vector<Permutation> classes;
    constexpr std::uint64_t run = 720;
    const std::uint64_t stride = claim.n > 9 ? 1000 * run : run;
    for (std::uint64_t begin = 0; begin < factorial_64(claim.n); begin += stride) {
        for_each_permutation(claim.n, {begin, begin + run}, [&](const std::vector<Rank>& ranks) {
            if (!is_indecomposable(ranks)) return true;
            Permutation sigma = Permutation::from_ranks_unchecked(ranks);
            if (excluded_prefix(ranks, claim.symmetries) == 0) classes.push_back(std::move(sigma));
            return true;
        });
    }
    return classes;
}

/// What is proved by the signs at D = 1, after changes of them, and not at all, in percent.
void routing(benchmark::State& state, const std::string& text, std::size_t n) {
    const search::Claim claim =
        search::threshold_claim(search::questions_in(text).front().inequality, n);
    const std::vector<Permutation> classes = sampled_classes(claim);
    std::size_t at_one = 0, changed = 0, done = 0;
    for (auto _ : state) {
        for (const Permutation& sigma : classes) {
            const auto routed =
                search::routable_signs(search::functional(claim.inequality.small, sigma),
                                       search::functional(claim.inequality.big, sigma));
            ++done;
            if (routed) ++(routed->at_one ? at_one : changed);
        }
    }
    const auto percent = [&](std::size_t part) {
        return 100 * static_cast<double>(part) / static_cast<double>(done);
    };
    state.counters["at_one"] = percent(at_one);
    state.counters["changed"] = percent(changed);
    state.counters["none"] = percent(done - at_one - changed);
    state.counters["classes/s"] =
        benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(routing, prefix_8, "F[prefix] >= 4/5*K", 8);
BENCHMARK_CAPTURE(routing, prefix_9, "F[prefix] >= 4/5*K", 9);
BENCHMARK_CAPTURE(routing, prefix_10, "F[prefix] >= 10/13*K", 10);
BENCHMARK_CAPTURE(routing, prefix_11, "F[prefix] >= 10/13*K", 11);
BENCHMARK_CAPTURE(routing, prefix_12, "F[prefix] >= 3/4*K", 12);
BENCHMARK_CAPTURE(routing, prefix_sym_9, "F[prefix-sym] >= 4/5*K", 9);
BENCHMARK_CAPTURE(routing, interval_9, "F[interval] >= K", 9);
BENCHMARK_CAPTURE(routing, box_9, "F[box] >= K", 9);
BENCHMARK_CAPTURE(routing, interval_upper_9, "F[interval] <= 4*K", 9);
BENCHMARK_CAPTURE(routing, box_upper_9, "F[box] <= 11/3*K", 9);

}  // namespace
