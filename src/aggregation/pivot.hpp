// SPDX-License-Identifier: MIT
//
// The pivot algorithm on pair costs (KV 5.1: "Quick-Select algorithm in [2]"): an element is
// chosen, the others go above or below it, whichever is cheaper, and each side is ordered in the
// same way. With random pivots it is KwikSort (Ailon, Charikar, Newman, J. ACM 55, 2008): expected
// cost at most twice the optimum where pair costs obey c(i,k) <= c(i,j) + c(j,k), as those of
// complete votes do, and 11/7 for the better of it and the best input. The pivot of van Zuylen and
// Williamson (Math. Oper. Res. 34, 2009) keeps the factor 2 without chance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aggregation/aggregate.hpp"
#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"

namespace disarray::aggregation {

struct PivotOptions {
    std::uint64_t seed = 1;
    std::size_t repetitions = 1;   ///< random runs, at least 1; the cheapest order is kept
    bool with_lower_bound = true;  ///< the minimum of each pair, O(n²); else the bound is 0
    Stop stop = {};                ///< asked after each run, the first of which is always finished
};

/// KwikSort. Expected O(n log n) comparisons and one evaluation of the cost for each repetition.
/// The same seed gives the same order on stored costs and on votes.
/// \throws UsageError for no repetitions
Aggregate pivot(const PairCosts& costs, const PivotOptions& options = {});
Aggregate pivot(const VoteCosts& costs, const PivotOptions& options = {});

/// The pivot for which the pairs that it decides cost least, compared with what those pairs would
/// cost at least. O(n³) for each level of the recursion: for n up to some hundred.
Aggregate deterministic_pivot(const PairCosts& costs);

}  // namespace disarray::aggregation
