// SPDX-License-Identifier: MIT
#include "aggregation/baselines.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "aggregation/detail/order.hpp"

namespace disarray::aggregation {

namespace {

Aggregate answer(const VoteCosts& costs, std::vector<Rank> order, std::int64_t cost, Method method,
                 bool with_lower_bound) {
    const std::int64_t bound = with_lower_bound ? costs.pair_minima() : 0;
    return make_aggregate(std::move(order), costs.in_units(cost), costs.in_units(bound), method,
                          with_lower_bound ? BoundSource::pair_minima : BoundSource::none);
}

}  // namespace

Aggregate borda(const VoteCosts& costs, bool with_lower_bound) {
    const std::vector<std::int64_t> scores = costs.borda_scores();
    std::vector<Rank> order = detail::identity_order(costs.size());
    std::ranges::stable_sort(order, std::greater{}, [&](Rank i) { return scores[i]; });
    const std::int64_t cost = costs.cost(order);
    Aggregate found = answer(costs, std::move(order), cost, Method::borda, with_lower_bound);
    found.points = scores;
    return found;
}

Aggregate best_input(const VoteCosts& costs, bool with_lower_bound, const Stop& stop) {
    std::vector<Rank> best = costs.order_of(0);
    std::int64_t best_cost = costs.cost(best);
    for (std::size_t v = 1; v < costs.votes() && !stop.requested(); ++v) {
        std::vector<Rank> order = costs.order_of(v);
        const std::int64_t cost = costs.cost(order);
        if (cost >= best_cost) continue;
        best = std::move(order);
        best_cost = cost;
    }
    return answer(costs, std::move(best), best_cost, Method::best_input, with_lower_bound);
}

}  // namespace disarray::aggregation
