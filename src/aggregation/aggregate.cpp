// SPDX-License-Identifier: MIT
#include "aggregation/aggregate.hpp"

#include <utility>

#include <fmt/format.h>

#include "aggregation/detail/order.hpp"
#include "base/error.hpp"

namespace disarray::aggregation {

Permutation Aggregate::ranking() const {
    return Permutation::from_ranks_unchecked(detail::ranks_of(order));
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

}  // namespace disarray::aggregation
