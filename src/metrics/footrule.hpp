// SPDX-License-Identifier: MIT
//
// Spearman's footrule and its generalization F* in every reading (KV 1, 4, 6, 9, 10, 12, 4.3,
// Lemma 8; docs/definitions.md, Kendall and footrule).
#pragma once

#include <cstdint>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics {

/// F(σ) = Σ_i |i − σ(i)|, the total displacement (KV 1). O(n).
std::uint64_t footrule(const Permutation& sigma);
/// F(σ,τ) = Σ_i |σ(i) − τ(i)|. O(n). \throws UsageError if the sizes differ.
std::uint64_t footrule(const Permutation& sigma, const Permutation& tau);

/// F*(σ,τ) in the given reading. O(n) arithmetic operations without D, O(n²) with D.
/// \param weighting  for as many elements as σ and τ have; what is absent is unit
/// \throws NotSupported where the reading is undefined (see why_undefined); InputError if a part of
/// `weighting` is for another n; UsageError if σ and τ differ in size.
Rational footrule(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                  Reading reading, Frame frame = Frame::element);

/// This file's entries in the catalogue, one for each reading.
std::vector<Metric> footrule_metrics();

}  // namespace disarray::metrics
