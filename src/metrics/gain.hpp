// SPDX-License-Identifier: MIT
//
// The metrics of one ranking (GT C.3; Table 1, "cumulative gain" and the three beside it): dcg and
// ndcg, in which the relevance of element i is its rank σ(i), and means of the ranks of the
// relevant elements. In the element frame τ is ignored; the literal frame has M(στ⁻¹).
#pragma once

#include <vector>

#include "metrics/metric.hpp"

namespace disarray::metrics {

/// This file's entries in the catalogue: dcg, ndcg (logarithmic), mrr (rational), gmr (algebraic),
/// mean-rank (rational). O(n); dcg and ndcg O(n log n) for their sum of logarithms.
std::vector<Metric> gain_metrics();

}  // namespace disarray::metrics
