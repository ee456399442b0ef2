// SPDX-License-Identifier: MIT
// Measures rank aggregation. Votes are uniform, or Mallows-like: one order with each element moved
// by a few places. The targets beside the registrations are wall time for one call.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "aggregation/footrule_matching.hpp"
#include "aggregation/kemeny.hpp"
#include "aggregation/local_search.hpp"
#include "aggregation/pair_costs.hpp"
#include "aggregation/pivot.hpp"
#include "tests/support/permutations.hpp"

namespace {

using namespace disarray;
using namespace disarray::aggregation;

std::size_t range(const benchmark::State& state, std::size_t index) {
    return static_cast<std::size_t>(state.range(index));
}

Profile uniform_votes(std::size_t n, std::size_t votes) {
    Profile profile{n, {}};
    for (std::size_t v = 0; v < votes; ++v) {
        const Permutation sigma = test::shuffled(n, v + 1);
        profile.votes.push_back({{sigma.ranks().begin(), sigma.ranks().end()}, 1});
    }
    return profile;
}

/// Elements sorted by their number plus a random number below `spread`.
Profile noisy_votes(std::size_t n, std::size_t votes, std::size_t spread) {
    std::mt19937_64 random(7);
    Profile profile{n, {}};
    for (std::size_t v = 0; v < votes; ++v) {
        std::vector<std::size_t> keys(n);
        for (std::size_t i = 0; i < n; ++i)
            keys[i] = (i + random() % spread) * n + i;
        std::vector<Rank> order(n);
        std::iota(order.begin(), order.end(), Rank{0});
        std::ranges::sort(order, {}, [&](Rank i) { return keys[i]; });
        Vote vote{std::vector<Rank>(n), 1};
        for (std::size_t r = 0; r < n; ++r)
            vote.buckets[order[r]] = static_cast<Rank>(r);
        profile.votes.push_back(std::move(vote));
    }
    return profile;
}

void footrule_matching(benchmark::State& state) {
    const Profile profile = uniform_votes(range(state, 0), range(state, 1));
    for (auto _ : state)
        benchmark::DoNotOptimize(footrule_optimal(profile, {}));
}
BENCHMARK(footrule_matching)->Args({500, 100})->Unit(benchmark::kMillisecond);  // target 2 s

/// All n rotations of one order: the majorities go round, so that there is one component.
Profile rotations(std::size_t n) {
    Profile profile{n, {}};
    for (std::size_t shift = 0; shift < n; ++shift) {
        Vote vote{std::vector<Rank>(n), 1};
        for (std::size_t i = 0; i < n; ++i)
            vote.buckets[i] = static_cast<Rank>((i + shift) % n);
        profile.votes.push_back(std::move(vote));
    }
    return profile;
}

void kemeny_subsets(benchmark::State& state) {
    const PairCosts costs = VoteCosts(rotations(range(state, 0)), {}).stored();
    Aggregate result;
    for (auto _ : state)
        result = kemeny(costs, {.subset_limit = range(state, 0)});
    state.counters["largest_component"] = static_cast<double>(result.effort.largest_component);
}
BENCHMARK(kemeny_subsets)->Arg(16)->Unit(benchmark::kMillisecond);  // target 1 s
BENCHMARK(kemeny_subsets)->Arg(20)->Unit(benchmark::kMillisecond);  // target 20 s
BENCHMARK(kemeny_subsets)->Arg(24)->Unit(benchmark::kMillisecond);

void kemeny_search_uniform(benchmark::State& state) {
    const PairCosts costs = VoteCosts(uniform_votes(range(state, 0), range(state, 1)), {}).stored();
    Aggregate result;
    for (auto _ : state)
        result = kemeny(costs);
    state.counters["optimal"] = result.is_optimal ? 1 : 0;
    state.counters["nodes"] = static_cast<double>(result.effort.nodes);
}
BENCHMARK(kemeny_search_uniform)->Args({30, 5})->Args({40, 5})->Unit(benchmark::kMillisecond);

void kemeny_search_noisy(benchmark::State& state) {
    const std::size_t n = range(state, 0);
    const PairCosts costs = VoteCosts(noisy_votes(n, 5, range(state, 1)), {}).stored();
    Aggregate result;
    for (auto _ : state)
        result = kemeny(costs);
    state.counters["optimal"] = result.is_optimal ? 1 : 0;
    state.counters["largest_component"] = static_cast<double>(result.effort.largest_component);
}
BENCHMARK(kemeny_search_noisy)->Args({100, 30})->Unit(benchmark::kMillisecond);

void pivot_of_votes(benchmark::State& state) {
    const Profile profile = uniform_votes(range(state, 0), range(state, 1));
    for (auto _ : state)
        benchmark::DoNotOptimize(pivot(VoteCosts(profile, {}), {.repetitions = 10}));
}
BENCHMARK(pivot_of_votes)->Args({10'000, 10})->Unit(benchmark::kMillisecond);  // target 2 s

void insertion_search(benchmark::State& state) {
    const std::size_t n = range(state, 0);
    const PairCosts costs = VoteCosts(uniform_votes(n, 10), {}).stored();
    std::vector<Rank> start(n);
    std::iota(start.begin(), start.end(), Rank{0});
    for (auto _ : state)
        benchmark::DoNotOptimize(local_search(costs, start));
}
BENCHMARK(insertion_search)->Arg(500)->Unit(benchmark::kMillisecond);

}  // namespace
