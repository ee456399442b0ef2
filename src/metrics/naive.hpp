// SPDX-License-Identifier: MIT
//
// The second evaluation path: K* and F* written term by term from definitions §3, in rationals,
// sharing no arithmetic with the fast code. Every witness that the program prints was evaluated
// here first. O(n²) rational operations; meant for witnesses and tests.
#pragma once

#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics::naive {

/// As metrics::kendall.
Rational kendall(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                 Frame frame = Frame::element);

/// As metrics::footrule, also in what it throws.
Rational footrule(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                  Reading reading, Frame frame = Frame::element);

}  // namespace disarray::metrics::naive
