// SPDX-License-Identifier: MIT
#include "aggregation/local_search.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "aggregation/detail/insertion.hpp"
#include "aggregation/detail/order.hpp"

namespace disarray::aggregation {

namespace detail {

namespace {

/// By how much the cost falls if the element at `from` moves to its best place, and that place;
/// of places that are equally good the nearest above, then the nearest below.
std::pair<std::int64_t, std::size_t> best_move(const PairCosts& costs,
                                               const std::vector<Rank>& order, std::size_t from) {
    const Rank element = order[from];
    const std::span<const std::int64_t> above = costs.row(element);
    std::int64_t best = 0;
    std::size_t place = from;
    // Past each neighbour the pair changes from one direction to the other, and no other pair does.
    std::int64_t gain = 0;
    for (std::size_t r = from; r-- > 0;) {
        gain += costs(order[r], element) - above[order[r]];
        if (gain > best) std::tie(best, place) = std::pair(gain, r);
    }
    gain = 0;
    for (std::size_t r = from + 1; r < order.size(); ++r) {
        gain += above[order[r]] - costs(order[r], element);
        if (gain > best) std::tie(best, place) = std::pair(gain, r);
    }
    return {best, place};
}

}  // namespace

std::int64_t improve_by_insertion(const PairCosts& costs, std::vector<Rank>& order,
                                  const Stop& stop) {
    std::vector<Rank> place = ranks_of(order);
    std::int64_t gained = 0;
    for (bool changed = true; changed && !stop.requested();) {
        changed = false;
        for (Rank element = 0; element < order.size(); ++element) {
            const std::size_t from = place[element];
            const auto [gain, to] = best_move(costs, order, from);
            if (gain == 0) continue;
            move_element(order, from, to);
            for (std::size_t r = std::min(from, to); r <= std::max(from, to); ++r)
                place[order[r]] = static_cast<Rank>(r);
            gained += gain;
            changed = true;
        }
    }
    return gained;
}

}  // namespace detail

Aggregate local_search(const PairCosts& costs, std::vector<Rank> start, const Stop& stop) {
    const std::int64_t before = costs.cost(start);
    const std::int64_t cost = before - detail::improve_by_insertion(costs, start, stop);
    return make_aggregate(std::move(start), costs.in_units(cost),
                          costs.in_units(costs.pair_minima()), Method::local_search,
                          BoundSource::pair_minima);
}

}  // namespace disarray::aggregation
