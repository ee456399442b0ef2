// SPDX-License-Identifier: MIT
#include "aggregation/aggregate.hpp"

#include <utility>

#include <fmt/format.h>

#include "aggregation/detail/order.hpp"
#include "base/error.hpp"

namespace disarray::aggregation {

std::string_view name_of(Method method) {
    switch (method) {
        case Method::kemeny:
            return "kemeny";
        case Method::footrule:
            return "footrule";
        case Method::pivot:
            return "pivot";
        case Method::deterministic_pivot:
            return "deterministic-pivot";
        case Method::borda:
            return "borda";
        case Method::best_input:
            return "best-input";
        case Method::local_search:
            return "local";
        case Method::exhaustive:
            return "exhaustive";
    }
    throw InternalError("aggregation: a method without a name");
}

std::string_view name_of(BoundSource source) {
    switch (source) {
        case BoundSource::none:
            return "costs are not negative";
        case BoundSource::pair_minima:
            return "minimum of each pair";
        case BoundSource::half_footrule:
            return "half of the least footrule";
        case BoundSource::triangles:
            return "pairs and 3-cycles";
        case BoundSource::branches:
            return "pairs and 3-cycles in every branch";
        case BoundSource::subsets:
            return "dynamic programming over subsets";
        case BoundSource::relaxed_pairs:
            return "Kemeny optimum of relaxed pair costs";
        case BoundSource::relaxed_matching:
            return "matching of relaxed position costs";
        case BoundSource::matching:
            return "dual potentials of the matching";
        case BoundSource::search:
            return "search of all orders";
    }
    throw InternalError("aggregation: a bound without a name");
}

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
