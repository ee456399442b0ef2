// SPDX-License-Identifier: MIT
//
// Stability in k (GT Def 10, 6.5): how often |m@k − m@(k+1)| < 1/k for random pairs of rankings.
// m@k is the metric with k retrieved and k relevant elements, k = 1, …, n−1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exact/interval.hpp"
#include "metrics/metric.hpp"
#include "properties/experiments/sample.hpp"

namespace disarray::properties::experiments {

/// How often the inequality holds, each time decided exactly.
struct StabilityCount {
    std::uint64_t cases = 0;
    std::uint64_t within = 0;     ///< the inequality holds
    std::uint64_t undefined = 0;  ///< a value does not exist; in `cases`, not in the share
    std::uint64_t undecided = 0;  ///< the precision limit leaves it open; as for undefined

    std::uint64_t decided() const { return cases - undefined - undecided; }
    /// within/decided; empty if nothing was decided.
    std::optional<Rational> share() const;
    /// share >= 97.5 %, GT's criterion; empty as share.
    std::optional<bool> is_stable() const;
};

struct Stability {
    const metrics::Metric* metric = nullptr;
    std::size_t n = 0;
    std::uint64_t pairs = 0;
    /// False for a metric without k: it has one value for all, and every case holds trivially.
    bool depends_on_k = true;
    /// One case for each pair and each k = 1, …, n−2.
    StabilityCount each;
    /// One case for each k: the mean over the pairs with values of `|m@k − m@(k+1)|` is compared
    /// with 1/k. The other way to read "average the results over the number of trials; we finally
    /// count the number of times that 10 holds".
    StabilityCount averaged;
    std::string why_undefined;                ///< of some undefined case
    std::optional<Interval> mean_difference;  ///< over all cases with values, certified
};

/// A row a metric. The same for any number of threads. For the metrics of the confusion matrix an
/// evaluation for each k and |R∩S| that occur; for mrr, gmr, mean-rank O(pairs · n) updates.
/// Metrics that are not done when it is stopped have no row; k and the relevant ones are not looked
/// at. Progress is the number of metrics that are done. \throws InputError for n < 2, pairs < 1, or
/// a parameter out of range.
std::vector<Stability> stability(std::span<const metrics::Metric* const> metrics, std::size_t n,
                                 const SampleOptions& options);

}  // namespace disarray::properties::experiments
