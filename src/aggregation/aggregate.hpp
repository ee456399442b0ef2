// SPDX-License-Identifier: MIT
//
// What every method of aggregation answers with: an order, its cost, and what is proved about the
// cost of all other orders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "record/field.hpp"

namespace disarray::aggregation {

enum class Method {
    kemeny,               ///< exact search on pair costs
    footrule,             ///< minimum-cost perfect matching
    pivot,                ///< KwikSort, random pivots
    deterministic_pivot,  ///< KwikSort, the pivot of van Zuylen and Williamson
    borda,                ///< by mean rank
    best_input,           ///< the vote that costs least
    local_search,         ///< no insertion is cheaper
    exhaustive            ///< every order, or every subset of elements on top
};
constexpr auto choices(Method) {
    return std::to_array<Choice<Method>>({{"kemeny", Method::kemeny},
                                          {"footrule", Method::footrule},
                                          {"pivot", Method::pivot},
                                          {"deterministic-pivot", Method::deterministic_pivot},
                                          {"borda", Method::borda},
                                          {"best-input", Method::best_input},
                                          {"local", Method::local_search},
                                          {"exhaustive", Method::exhaustive}});
}

/// Why no order costs less than the lower bound.
enum class BoundSource {
    none,              ///< costs are not negative
    pair_minima,       ///< each pair costs at least min(c_ij, c_ji)
    half_footrule,     ///< K >= F/2 (Diaconis, Graham 1977), F by matching
    triangles,         ///< pairs and multipliers of 3-cycle inequalities, in integers
    branches,          ///< the same in every branch of a search
    subsets,           ///< dynamic programming over the sets of elements on top
    relaxed_pairs,     ///< exact Kemeny on pair costs that no order's terms are below
    relaxed_matching,  ///< exact matching on position costs that no order's terms are below
    matching,          ///< dual potentials of the matching, checked in integers
    search             ///< every order was tried, or given up when as dear as the best
};
constexpr auto choices(BoundSource) {
    return std::to_array<Choice<BoundSource>>(
        {{"costs are not negative", BoundSource::none},
         {"minimum of each pair", BoundSource::pair_minima},
         {"half of the least footrule", BoundSource::half_footrule},
         {"pairs and 3-cycles", BoundSource::triangles},
         {"pairs and 3-cycles in every branch", BoundSource::branches},
         {"dynamic programming over subsets", BoundSource::subsets},
         {"Kemeny optimum of relaxed pair costs", BoundSource::relaxed_pairs},
         {"matching of relaxed position costs", BoundSource::relaxed_matching},
         {"dual potentials of the matching", BoundSource::matching},
         {"search of all orders", BoundSource::search}});
}

/// How much was done for a lower bound.
struct Effort {
    std::size_t components = 0;         ///< strongly connected, of the strict majority digraph
    std::size_t largest_component = 0;  ///< number of its elements
    std::uint64_t nodes = 0;            ///< subsets, orders or branches looked at
    std::uint64_t inequalities = 0;     ///< 3-cycle inequalities that were added

    DISARRAY_FIELDS(components, largest_component, nodes, inequalities)
};

/// Whether the order is the only one of least cost.
enum class Uniqueness { unique, not_unique, unknown };

/// What a method found out of the orders that cost as little as its own, which is optimal.
struct OtherOptima {
    std::vector<std::vector<Rank>> orders;  ///< ascending; the method's own is none of them
    bool are_all = false;                   ///< proved: no other order costs as little
};

struct Aggregate {
    std::vector<Rank> order;  ///< the elements, counted from 0, from the top to the bottom
    Rational cost;            ///< of that order
    Rational lower_bound;     ///< proved: no order costs less
    bool is_optimal = false;  ///< cost = lower_bound
    Method method = Method::kemeny;
    BoundSource bound = BoundSource::none;
    Effort effort;
    /// By Borda: VoteCosts::borda_scores, which the order is by; of each element. Else empty.
    std::vector<std::int64_t> points = {};
    OtherOptima others;  ///< for who asked for them: exact methods, where is_optimal is set

    /// Unknown also where no one asked.
    Uniqueness uniqueness() const;
    /// The ranks that the order gives: order[r] has rank r.
    Permutation ranking() const;
};

/// A result with `is_optimal` set from the two costs.
/// \throws InternalError if the lower bound exceeds the cost
Aggregate make_aggregate(std::vector<Rank> order, Rational cost, Rational lower_bound,
                         Method method, BoundSource bound);

/// Sets `others` from orders of least cost, which may name the result's own; `limit` is how many
/// were looked for: there are no more if fewer were found and `has_all` is set.
void set_others(Aggregate& result, std::vector<std::vector<Rank>> optima, std::size_t limit,
                bool has_all = true);

}  // namespace disarray::aggregation
