// SPDX-License-Identifier: MIT
//
// What the experiments of GT have in common: random pairs of rankings, which metrics are asked, and
// the number k of retrieved elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::experiments {

/// What is drawn and asked.
struct SampleOptions {
    std::uint64_t pairs = 1000;  ///< random pairs of rankings, the same for every metric
    std::uint64_t seed = 1;
    metrics::Parameters parameters;  ///< k absent: as with_k
    Stop stop;                       ///< asked every few pairs
    /// Called now and then with the number of pairs that are done. May be empty.
    std::function<void(std::uint64_t)> on_progress = {};
};

/// Two rankings and two different elements, all uniform and independent.
struct RandomPair {
    Permutation first;
    Permutation second;
    Rank i;  ///< counted from 0
    Rank j;
};

/// Pair number `index` of S_n in the stream `seed`: a function of its arguments alone, so that any
/// thread can draw any pair. n >= 2. O(n).
RandomPair random_pair(std::size_t n, std::uint64_t seed, std::uint64_t index);

/// The metrics that the names mean together, each once, in the order of the catalogue: "gt" is the
/// 33 of GT Table 1, "all" these and rmae, everything else as for metrics_named.
/// \throws InputError as metrics_named.
std::vector<const metrics::Metric*> metrics_of_experiment(std::span<const std::string> names,
                                                          std::string_view where);

/// The parameters with k given: where it is absent 3n/10, rounded down, but 1 at least (GT 5.1 has
/// 30 for n = 100; the figures of Table 2 fit 3, 15 and 30 for n = 10, 50 and 100).
/// \throws InputError unless 1 <= k <= n−1.
metrics::Parameters with_k(const metrics::Parameters& given, std::size_t n);

/// \throws InputError naming --n or --pairs unless 2 <= n <= most_elements and pairs >= 1.
void require_sample(std::size_t n, std::uint64_t pairs);

/// Convention: beyond, one pair of rankings is seconds for the metrics with long numbers.
inline constexpr std::size_t most_elements = 10'000;

}  // namespace disarray::properties::experiments
