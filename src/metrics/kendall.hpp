// SPDX-License-Identifier: MIT
//
// Kendall's tau distance and its generalization K* (KV 2, 3, 5, 8, 11; docs/definitions.md, Kendall
// and footrule).
#pragma once

#include <cstdint>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics {

/// K(σ): the number of inversions (KV 2). O(n log n).
std::uint64_t kendall(const Permutation& sigma);

/// K(σ,τ) = Σ a_ij over the unordered pairs {i,j} that σ and τ order differently, a_ij = w_i w_j
/// p̄_i p̄_j D_ij (KV 11). O(n log n) arithmetic operations without D, O(n²) with D. \param weighting
/// for as many elements as σ and τ have; what is absent is unit \throws InputError if a part of
/// `weighting` is for another n; UsageError if σ and τ differ in size.
Rational kendall(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                 Frame frame = Frame::element);

/// This file's entries in the catalogue.
std::vector<Metric> kendall_metrics();

}  // namespace disarray::metrics
