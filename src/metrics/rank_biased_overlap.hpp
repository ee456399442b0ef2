// SPDX-License-Identifier: MIT
//
// Rank-biased overlap of two lists that need not have the same items or the same length (Webber,
// Moffat and Zobel 2010, "A similarity measure for indefinite rankings"): (1−p)·Σ_d p^(d−1)·X_d/d
// over all depths d, where X_d counts the items that the first d of both lists share. Lists end and
// the sum does not: what is beyond their ends is extrapolated, or bounded.
#pragma once

#include <cstdint>
#include <span>
#include <string>
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

/// a + b·ln(1/(1−p)): what a sum without an end comes to, in rational numbers.
struct LogLinear {
    Rational constant, factor;

    /// A rational number within 2^−200 · (1 + |factor|), by the series Σ p^d/d. \param p  in (0, 1)
    Rational near(const Rational& p) const;
    /// Exactly: "1/2 + 3/4*ln(10)"; the number alone where the factor is 0.
    std::string to_string(const Rational& p) const;
};

// p in (0, 1), not checked. O(n) numbers, whose size is O(n) if they are exact.

/// RBO_EXT (equation 32): beyond the shorter list, of length s, agreement goes on as X_s/s has it,
/// beyond the longer one as it is at its end. Undefined if a list is empty.
Value extrapolated_overlap(ItemList first, ItemList second, const Rational& p);
Bounded bounded_extrapolated_overlap(ItemList first, ItemList second, const Rational& p);

/// (1−p)·Σ p^(d−1)·X_d/d up to the end of the longer list.
Value truncated_overlap(ItemList first, ItemList second, const Rational& p);
Bounded bounded_truncated_overlap(ItemList first, ItemList second, const Rational& p);

/// RBO_MIN (equation 11, to the end of the longer list): whatever comes is not shared, and what is
/// shared counts on at every depth.
LogLinear least_overlap(ItemList first, ItemList second, const Rational& p);

/// RBO_RES (equation 30): the most by which what comes can raise it above RBO_MIN.
LogLinear residual_overlap(ItemList first, ItemList second, const Rational& p);

/// Mean of X_d/d over the depths of the shorter list (Fagin, Kumar and Sivakumar 2003, as average
/// overlap in Webber et al.). Undefined if a list is empty.
Value average_overlap(ItemList first, ItemList second);
Bounded bounded_average_overlap(ItemList first, ItemList second);

/// The entries in the catalogue: rbo, average-overlap. Of rankings of the same elements RBO is
/// known to its end: nothing is extrapolated, and both are 1 where the rankings are equal.
std::vector<Metric> overlap_metrics();

}  // namespace disarray::metrics
