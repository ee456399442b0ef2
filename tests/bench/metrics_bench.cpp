// SPDX-License-Identifier: MIT
// Measures K and F on one random pair of rankings each, classical and generalized. The targets
// beside the registrations are wall time for one call.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "tests/support/permutations.hpp"

namespace {

using namespace disarray;
using disarray::test::shuffled;

constexpr std::size_t million = 1'000'000;
constexpr std::size_t with_matrix = 2000;

/// 1..1000, in no order.
Weighting integer_weights(std::size_t n) {
    std::vector<std::int64_t> w;
    for (std::size_t i = 0; i < n; ++i)
        w.push_back(static_cast<std::int64_t>(i * 7919 % 1000) + 1);
    Weighting weighting;
    weighting.element_weights = ElementWeights::from(std::move(w), "bench");
    return weighting;
}

/// Symmetric integers 1..1000.
Weighting integer_matrix(std::size_t n) {
    std::vector<std::int64_t> entries(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            entries[i * n + j] = entries[j * n + i] =
                static_cast<std::int64_t>((i * 7919 + j * 104729) % 1000) + 1;
        }
    }
    Weighting weighting;
    weighting.dissimilarity = Dissimilarity::from_integers(n, std::move(entries), "bench");
    return weighting;
}

void classical_kendall(benchmark::State& state) {
    const Permutation sigma = shuffled(million, 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(metrics::kendall(sigma));
}
BENCHMARK(classical_kendall)->Unit(benchmark::kMillisecond);  // target 200 ms

void weighted_kendall(benchmark::State& state) {
    const Permutation sigma = shuffled(million, 1);
    const Permutation tau = shuffled(million, 2);
    const Weighting weighting = integer_weights(million);
    for (auto _ : state)
        benchmark::DoNotOptimize(metrics::kendall(sigma, tau, weighting));
}
BENCHMARK(weighted_kendall)->Unit(benchmark::kMillisecond);  // target 400 ms

void classical_footrule(benchmark::State& state) {
    const Permutation sigma = shuffled(million, 1);
    for (auto _ : state)
        benchmark::DoNotOptimize(metrics::footrule(sigma));
}
BENCHMARK(classical_footrule)->Unit(benchmark::kMillisecond);  // target 10 ms

void classical_footrule_of_two(benchmark::State& state) {
    const Permutation sigma = shuffled(million, 1);
    const Permutation tau = shuffled(million, 2);
    for (auto _ : state)
        benchmark::DoNotOptimize(metrics::footrule(sigma, tau));
}
BENCHMARK(classical_footrule_of_two)->Unit(benchmark::kMillisecond);  // target 10 ms

void weighted_footrule(benchmark::State& state) {
    const Permutation sigma = shuffled(million, 1);
    const Permutation tau = shuffled(million, 2);
    const Weighting weighting = integer_weights(million);
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            metrics::footrule(sigma, tau, weighting, metrics::Reading::prefix));
    }
}
BENCHMARK(weighted_footrule)->Unit(benchmark::kMillisecond);

void kendall_with_matrix(benchmark::State& state) {
    const Permutation sigma = shuffled(with_matrix, 1);
    const Permutation tau = shuffled(with_matrix, 2);
    const Weighting weighting = integer_matrix(with_matrix);
    for (auto _ : state)
        benchmark::DoNotOptimize(metrics::kendall(sigma, tau, weighting));
}
BENCHMARK(kendall_with_matrix)->Unit(benchmark::kMillisecond);  // target 50 ms

void footrule_with_matrix(benchmark::State& state, metrics::Reading reading) {
    const Permutation sigma = shuffled(with_matrix, 1);
    const auto id = Permutation::identity(with_matrix);  // the reference every reading accepts
    const Weighting weighting = integer_matrix(with_matrix);
    for (auto _ : state) {
        benchmark::DoNotOptimize(metrics::footrule(sigma, id, weighting, reading));
    }
}
// target 50 ms each
BENCHMARK_CAPTURE(footrule_with_matrix, prefix, metrics::Reading::prefix)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(footrule_with_matrix, prefix_sym, metrics::Reading::prefix_sym)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(footrule_with_matrix, interval, metrics::Reading::interval)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(footrule_with_matrix, box, metrics::Reading::box)->Unit(benchmark::kMillisecond);

}  // namespace
