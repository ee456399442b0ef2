// SPDX-License-Identifier: MIT
//
// Robustness of type I (GT Def 6, Table 2 "rob. I"): by how much a metric changes on average where
// one of two random rankings changes a little. GT writes the reference first: its m(σ,ν) is M(ν,σ)
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "exact/interval.hpp"
#include "metrics/metric.hpp"
#include "properties/experiments/sample.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::experiments {

/// The small change of ν.
enum class Change {
    swap,  ///< ν∘(i j) for random i ≠ j (GT (5), rob. I(a))
    slide  ///< ν∘FC_n with FC_n = (1 2 … n) (GT (6), rob. I(b))
};
constexpr auto choices(Change) {
    return std::to_array<Choice<Change>>({{"swap", Change::swap}, {"slide", Change::slide}});
}

inline constexpr Change all_changes[] = {Change::swap, Change::slide};

/// ν∘(i j); elements counted from 0.
Permutation swapped(const Permutation& nu, Rank i, Rank j);
/// ν∘FC_n: element i gets the rank of element i+1, the last one that of the first.
Permutation slid(const Permutation& nu);

/// |M(ν,σ) − M(ν',σ)| of one metric, over the pairs where both are defined.
struct Robustness {
    const metrics::Metric* metric = nullptr;
    std::size_t n = 0;
    std::optional<std::size_t> k;  ///< absent if the metric takes none
    Change change = Change::swap;
    std::uint64_t pairs = 0;       ///< that were looked at; fewer than asked for if stopped
    std::uint64_t undefined = 0;   ///< of these, left out
    std::string why_undefined;     ///< of the first one
    std::optional<Interval> mean;  ///< certified; absent if no pair was left
    std::optional<Interval> standard_error;  ///< of the mean, certified; absent below two pairs
};

/// Two rows a metric, swap and slide, in the order of the metrics. The same for any number of
/// threads. O(pairs) evaluations, in parallel.
/// \throws InputError for n < 2, pairs < 1, or a parameter out of range.
std::vector<Robustness> robustness(std::span<const metrics::Metric* const> metrics, std::size_t n,
                                   const SampleOptions& options);

}  // namespace disarray::properties::experiments
