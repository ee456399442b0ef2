// SPDX-License-Identifier: MIT
//
// Hamming's distance: the elements whose rank differs (Hamming 1950). A family of its own, and the
// shortest example of a file that adds a metric.
#pragma once

#include <cstddef>
#include <vector>

#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::metrics {

/// H(σ,τ): the number of elements i with σ(i) ≠ τ(i). O(n). \throws UsageError if σ and τ differ in
/// size.
std::size_t hamming(const Permutation& sigma, const Permutation& tau);

/// This file's entry in the catalogue.
std::vector<Metric> hamming_metrics();

}  // namespace disarray::metrics
