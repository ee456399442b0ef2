// SPDX-License-Identifier: MIT
//
// Rank-biased overlap of two lists that need not have the same items or the same length (Webber,
// Moffat and Zobel 2010, "A similarity measure for indefinite rankings"): (1−p)·Σ_d p^(d−1)·X_d/d
// over all depths d, where X_d counts the items that the first d of both lists share. Lists end and
// the sum does not: what is beyond their ends is extrapolated, or bounded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/bounded.hpp"
#include "exact/value.hpp"
#include "metrics/metric.hpp"

namespace disarray::metrics {

/// Items, top first, each once; any numbers.
using ItemList = std::span<const std::uint32_t>;

/// X_d for d = 0, …, the length of the longer list; beyond the end of the shorter one only its
/// items count. O(n) on average. \throws UsageError for an item that stands twice in a list.
std::vector<std::uint32_t> overlaps(ItemList first, ItemList second);

/// What is made of ties (Corsi and Urbano 2024). X_d adds up, over the items of both lists, the
/// products of their shares of depth d: 1 above it, and k/t in a group of t of which d has k.
enum class OverlapTies {
    mean,       ///< A_d = X_d/d: the mean over the orders of the tied (RBO^a)
    corrected,  ///< X_d over the root of both sums of squares: identical lists agree (RBO^b)
    together  ///< all at the first rank of the group; X_d over the mean size (RBO^w; Webber et al.)
};

// p in (0, 1), not checked. O(n) numbers, whose size is O(n) if they are exact; with ties under
// `corrected` each depth may bring a root of its own.

/// RBO_EXT (equation 32): beyond the shorter list, of length s, agreement goes on as A_s has it,
/// beyond the longer one as it is at its end. Undefined if a list is empty.
Value extrapolated_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                           OverlapTies ties = OverlapTies::mean);
Bounded bounded_extrapolated_overlap(ItemList first, ItemList second, const Rational& p);

/// (1−p)·Σ p^(d−1)·A_d up to the end of the longer list.
Value truncated_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                        OverlapTies ties = OverlapTies::mean);
Bounded bounded_truncated_overlap(ItemList first, ItemList second, const Rational& p);

/// RBO_MIN (equation 11, to the end of the longer list): whatever comes is not shared, and what is
/// shared counts on at every depth. \throws NotSupported for ties under `corrected`, whose roots do
/// not mix with the logarithm.
Value least_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                    OverlapTies ties = OverlapTies::mean);

/// RBO_MAX: whatever comes is shared as soon as it can be. RBO_RES (equation 30) is the difference
/// of the two.
Value greatest_overlap(const ItemRanking& first, const ItemRanking& second, const Rational& p,
                       OverlapTies ties = OverlapTies::mean);

/// Mean of A_d over the depths of the shorter list (Fagin, Kumar and Sivakumar 2003, as average
/// overlap in Webber et al.), under `mean`. Undefined if a list is empty.
Value average_overlap(const ItemRanking& first, const ItemRanking& second);
Bounded bounded_average_overlap(ItemList first, ItemList second);

/// The entries in the catalogue: rbo, average-overlap. Of rankings of the same elements RBO is
/// known to its end: nothing is extrapolated, and both are 1 where the rankings are equal.
std::vector<Metric> overlap_metrics();

/// By name only: rbo-b and rbo-w, which only ties tell from rbo, and the bounds rbo-min, rbo-max,
/// rbo-w-min, rbo-w-max.
std::span<const Metric> overlaps_by_name();

}  // namespace disarray::metrics
