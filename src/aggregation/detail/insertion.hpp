// SPDX-License-Identifier: MIT
//
// The local search itself, in units, for those who call it often.
#pragma once

#include <cstdint>
#include <vector>

#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"

namespace disarray::aggregation::detail {

/// Moves elements, each to its best place, until none can move to advantage; returns by how much
/// the cost fell. Precondition (not checked): an order of the elements of `costs`.
std::int64_t improve_by_insertion(const PairCosts& costs, std::vector<Rank>& order,
                                  const Stop& stop);

}  // namespace disarray::aggregation::detail
