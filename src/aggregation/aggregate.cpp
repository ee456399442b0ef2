// SPDX-License-Identifier: MIT
#include "aggregation/aggregate.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "aggregation/detail/order.hpp"
#include "base/error.hpp"

namespace disarray::aggregation {

Permutation Aggregate::ranking() const {
    return Permutation::from_ranks_unchecked(detail::ranks_of(order));
}

Uniqueness Aggregate::uniqueness() const {
    if (!is_optimal) return Uniqueness::unknown;
    if (!others.orders.empty()) return Uniqueness::not_unique;
    return others.are_all ? Uniqueness::unique : Uniqueness::unknown;
}

Aggregate make_aggregate(std::vector<Rank> order, Rational cost, Rational lower_bound,
                         Method method, BoundSource bound) {
    if (cost < lower_bound) {
        throw InternalError(fmt::format("{}: an order of cost {} below the lower bound {} ({})",
                                        name_of(method), cost.to_string(), lower_bound.to_string(),
                                        name_of(bound)));
    }
    Aggregate result;
    result.is_optimal = cost == lower_bound;
    result.order = std::move(order);
    result.cost = std::move(cost);
    result.lower_bound = std::move(lower_bound);
    result.method = method;
    result.bound = bound;
    return result;
}

void set_others(Aggregate& result, std::vector<std::vector<Rank>> optima, std::size_t limit,
                bool has_all) {
    result.others.are_all = has_all && optima.size() < limit;
    std::erase(optima, result.order);
    std::ranges::sort(optima);
    result.others.orders = std::move(optima);
}

}  // namespace disarray::aggregation
