// SPDX-License-Identifier: MIT
//
// Local search on pair costs: an element is taken out and put where it costs least, until no
// element can move to advantage. Exchanges of neighbours are the insertions by one place.
#pragma once

#include <span>
#include <vector>

#include "aggregation/aggregate.hpp"
#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"

namespace disarray::aggregation {

/// Best insertion of each element in turn, O(n) for all its places, until a round of all elements
/// changes nothing or `stop` asks. The result never costs more than `start`.
/// \param start  the elements from the top. \throws UsageError if it is no order of 0..n−1
Aggregate local_search(const PairCosts& costs, std::vector<Rank> start, const Stop& stop = {});

}  // namespace disarray::aggregation
