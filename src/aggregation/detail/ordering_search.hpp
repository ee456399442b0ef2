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
    std::vector<std::vector<Rank>> optima;  ///< ascending, `order` among them; if not stopped
    bool has_all_optima = false;            ///< proved: these are all
};

/// What is to be found out of orders that cost as little as the best.
struct OptimaQuestion {
    std::size_t most = 1;    ///< that are looked for; 1: none but the best
    bool has_budget = true;  ///< one other is enough, and it ends after about as many programs
};

/// Depth first, the direction that the program prefers first. Precondition (not checked): at
/// least two elements.
/// \param with_local_search  false: orders come from the programs alone, so that tests see whether
/// the branches find the optimum and not that local search had found it before
OrderingSearch search_orders(const PairCosts& costs, const Stop& stop,
                             bool with_local_search = true, const OptimaQuestion& question = {});

}  // namespace disarray::aggregation::detail
