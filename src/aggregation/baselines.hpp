// SPDX-License-Identifier: MIT
//
// The two aggregations that need no search: Borda's, and the vote that costs least. The latter is
// at most twice as dear as an optimum wherever the cost is a sum of distances that obey the
// triangle inequality (KV 5.1), that is for complete votes without ties.
#pragma once

#include "aggregation/aggregate.hpp"
#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"

namespace disarray::aggregation {

/// By VoteCosts::borda_scores, the greatest on top; equal scores by element number. The scores are
/// Borda's without weights, the cost is that of `costs`.
Aggregate borda(const VoteCosts& costs, bool with_lower_bound = true);

/// The cheapest of VoteCosts::order_of; the first of equals. One evaluation of the cost for each
/// vote; if stopped, of those until then.
Aggregate best_input(const VoteCosts& costs, bool with_lower_bound = true, const Stop& stop = {});

}  // namespace disarray::aggregation
