// SPDX-License-Identifier: MIT
#include "aggregation/pivot.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "aggregation/detail/order.hpp"
#include "base/error.hpp"
#include "base/random.hpp"

namespace disarray::aggregation {

namespace {

/// Whether j goes above i: where that is cheaper, or by number where neither is.
template <class Costs>
bool goes_above(const Costs& costs, Rank j, Rank i) {
    const std::int64_t above = costs(j, i);
    const std::int64_t below = costs(i, j);
    return above != below ? above < below : j < i;
}

/// Orders `elements` by pivots; choose(elements) returns the place of the next one. The parts that
/// are left wait on a stack: votes can be made for which the recursion is n deep.
template <class Costs, class Choose>
void sort_by_pivots(const Costs& costs, std::span<Rank> elements, const Choose& choose) {
    std::vector<std::span<Rank>> waiting{elements};
    while (!waiting.empty()) {
        const std::span<Rank> part = waiting.back();
        waiting.pop_back();
        if (part.size() < 2) continue;
        std::swap(part[choose(part)], part.back());
        const Rank pivot = part.back();
        const auto others = part.first(part.size() - 1);
        const auto middle = std::stable_partition(
            others.begin(), others.end(), [&](Rank j) { return goes_above(costs, j, pivot); });
        const auto above = static_cast<std::size_t>(middle - others.begin());
        std::swap(part[above], part.back());
        waiting.push_back(part.subspan(above + 1));
        waiting.push_back(part.first(above));
    }
}

template <class Costs>
Aggregate answer(const Costs& costs, std::vector<Rank> order, std::int64_t cost, Method method,
                 bool with_lower_bound) {
    const std::int64_t bound = with_lower_bound ? costs.pair_minima() : 0;
    return make_aggregate(std::move(order), costs.in_units(cost), costs.in_units(bound), method,
                          with_lower_bound ? BoundSource::pair_minima : BoundSource::none);
}

template <class Costs>
Aggregate random_pivots(const Costs& costs, const PivotOptions& options) {
    if (options.repetitions == 0) throw UsageError("pivot: no repetitions");
    Random random(options.seed);
    std::vector<Rank> best;
    std::int64_t best_cost = 0;
    for (std::size_t run = 0; run < options.repetitions; ++run) {
        std::vector<Rank> order = detail::identity_order(costs.size());
        sort_by_pivots(costs, std::span(order),
                       [&](std::span<const Rank> part) { return random.below(part.size()); });
        const std::int64_t cost = costs.cost(order);
        if (run == 0 || cost < best_cost) {
            best = std::move(order);
            best_cost = cost;
        }
        if (options.stop.requested()) break;
    }
    return answer(costs, std::move(best), best_cost, Method::pivot, options.with_lower_bound);
}

// ---------------------------------------------------------------------------------------------

/// What a pivot decides against the cheaper direction: the cost of those pairs, and their minimum.
struct Damage {
    Int128 cost = 0;
    Int128 least = 0;
    bool is_none = true;

    /// By cost/least, infinite where least is 0; equal quotients by cost. No pair at all is best.
    friend bool operator<(const Damage& a, const Damage& b) {
        if (a.is_none || b.is_none) return a.is_none && !b.is_none;
        const Int128 left = a.cost * b.least;
        const Int128 right = b.cost * a.least;
        return left != right ? left < right : a.cost < b.cost;
    }
};

/// Of the pairs with j above and i below the pivot, those that would be cheaper the other way
/// round.
Damage damage(const PairCosts& costs, std::span<const Rank> part, Rank pivot) {
    std::vector<Rank> above;
    std::vector<Rank> below;
    for (const Rank j : part) {
        if (j != pivot) (goes_above(costs, j, pivot) ? above : below).push_back(j);
    }
    Damage total;
    for (const Rank j : above) {
        for (const Rank i : below) {
            if (!goes_above(costs, i, j)) continue;
            total.cost += costs(j, i);
            total.least += costs(i, j);
            total.is_none = false;
        }
    }
    return total;
}

}  // namespace

Aggregate pivot(const PairCosts& costs, const PivotOptions& options) {
    return random_pivots(costs, options);
}

Aggregate pivot(const VoteCosts& costs, const PivotOptions& options) {
    return random_pivots(costs, options);
}

Aggregate deterministic_pivot(const PairCosts& costs) {
    std::vector<Rank> order = detail::identity_order(costs.size());
    sort_by_pivots(costs, std::span(order), [&](std::span<const Rank> part) {
        std::size_t best = 0;
        Damage least = damage(costs, part, part[0]);
        for (std::size_t place = 1; place < part.size() && !least.is_none; ++place) {
            const Damage next = damage(costs, part, part[place]);
            if (next < least) std::tie(best, least) = std::pair(place, next);
        }
        return best;
    });
    const std::int64_t cost = costs.cost(order);
    return answer(costs, std::move(order), cost, Method::deterministic_pivot, true);
}

}  // namespace disarray::aggregation
