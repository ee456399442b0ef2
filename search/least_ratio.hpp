// SPDX-License-Identifier: MIT
//
// The exact minimum of M/N over S_n and all pseudometrics D, by a threshold that falls: a σ for
// which the rule of routing.hpp proves M ≥ r·N, r the least ratio found so far, needs no program.
// What is found is not proved here; a sweep of the threshold r (sweep.hpp) does that.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/certificate.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

/// Of one length; with direct sums of that length and all below it.
struct LeastRatio {
    std::size_t n = 0;
    Rational ratio;
    Permutation best;  ///< a σ, perhaps shorter than n, that has it
};

struct LeastRatioOptions {
    unsigned threads = 0;  ///< 0: all cores. The result does not depend on it.
    Stop stop;             ///< asked before each σ
    std::function<void(const SweepProgress&)> progress;  ///< may be empty
};

/// For the lengths claim.first_length() … n, ascending, as far as it came; a length all of whose N
/// are zero is left out.
/// \param claim  over S_n, n ≤ max_sweep_n, no threshold
/// \throws NotSupported if a σ has no exact answer
std::vector<LeastRatio> least_ratios(const Claim& claim, const LeastRatioOptions& options = {});

}  // namespace disarray::search
