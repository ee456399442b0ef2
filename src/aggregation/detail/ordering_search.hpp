// SPDX-License-Identifier: MIT
//
// Branch and bound on the linear-ordering program: an order of least cost for components that are
// too large for subsets.
#pragma once

#include <cstdint>
#include <vector>

#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"

namespace disarray::aggregation::detail {

struct OrderingSearch {
    std::vector<Rank> order;
    std::int64_t cost = 0;         ///< in units
    std::int64_t lower_bound = 0;  ///< = cost, unless stopped
    std::uint64_t nodes = 0;       ///< programs with other given pairs
    std::uint64_t inequalities = 0;
};

/// Depth first, the direction that the program prefers first. Precondition (not checked): at
/// least two elements.
/// \param with_local_search  false: orders come from the programs alone, so that tests see whether
/// the branches find the optimum and not that local search had found it before
OrderingSearch search_orders(const PairCosts& costs, const Stop& stop,
                             bool with_local_search = true);

}  // namespace disarray::aggregation::detail
