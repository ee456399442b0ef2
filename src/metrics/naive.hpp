// SPDX-License-Identifier: MIT
//
// The second evaluation path: K* and F* written term by term from their definitions
// (docs/definitions.md, Kendall and footrule), in rationals, sharing no arithmetic with the fast
// code. Every witness that the program prints was evaluated here first. O(n²) rational operations;
// meant for witnesses and tests.
#pragma once

#include <functional>
#include <utility>

#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics::naive {

/// As metrics::kendall. \throws UsageError for irrational swap costs.
Rational kendall(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                 Frame frame = Frame::element);

/// As metrics::footrule, also in what it throws.
Rational footrule(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                  Reading reading, Frame frame = Frame::element);

/// K(σ) and F(σ) with any symmetric a_ij, i and j counted from 0, i ≠ j; for prefix-sym the same
/// a_ij at σ⁻¹.
using Terms = std::function<Value(std::size_t i, std::size_t j)>;
std::pair<Value, Value> kendall_and_footrule(const Permutation& sigma, const Terms& terms,
                                             Reading reading);

/// The same with Weighting::irrational_swap_costs.
Value irrational_kendall(const Permutation& sigma, const Permutation& tau,
                         const Weighting& weighting, Frame frame = Frame::element);
Value irrational_footrule(const Permutation& sigma, const Permutation& tau,
                          const Weighting& weighting, Reading reading,
                          Frame frame = Frame::element);

}  // namespace disarray::metrics::naive
