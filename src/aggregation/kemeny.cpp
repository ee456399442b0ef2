// SPDX-License-Identifier: MIT
//
// Why components can be solved one by one. Let i→j iff c(i,j) < c(j,i), and let C_1, …, C_m be the
// strongly connected components. For i in one and j in another, i→j and j→i cannot both be reached,
// so the arcs between two components point one way or are missing (then c(i,j) = c(j,i)). Take
// any order σ. Rearrange it: components in a topological order, within each the elements as σ has
// them. Pairs within a component are placed as before; pairs between components now cost
// min(c(i,j), c(j,i)), which σ cannot beat. So the least cost is the sum of the least costs of the
// components and of the minima between them, and σ is optimal iff its restriction to each
// component is and no arc between components is broken. The second half gives all optimal orders:
// OptimaWalk places, from the top, any element that breaks neither.
#include "aggregation/kemeny.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "aggregation/detail/first_orders.hpp"
#include "aggregation/detail/lemon.hpp"
#include "aggregation/detail/order.hpp"
#include "aggregation/detail/ordering_search.hpp"
#include "aggregation/detail/subset_table.hpp"
#include "base/error.hpp"

namespace disarray::aggregation {

namespace {

using detail::Subset;
using detail::SubsetTable;

/// Tables are kept, for the choice among optimal orders, as long as they have no more entries than
/// this together: 512 MiB, one of the largest size.
constexpr std::uint64_t most_kept_subsets = std::uint64_t{1} << most_subset_elements;

struct Component {
    std::vector<Rank> elements;  ///< ascending
    std::optional<SubsetTable> table;
    /// If there is no table: orders of `elements`, the best one first.
    std::vector<std::vector<Rank>> orders;
    bool has_all_optima = true;  ///< the table has, or `orders`
    std::int64_t cost = 0;       ///< of the pairs within
    std::int64_t lower_bound = 0;
    BoundSource source = BoundSource::pair_minima;
};

std::vector<Component> components_of(const PairCosts& costs) {
    const std::size_t n = costs.size();
    std::vector<std::pair<int, int>> arcs;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (costs(i, j) < costs(j, i))
                arcs.emplace_back(static_cast<int>(i), static_cast<int>(j));
        }
    }
    const std::vector<int> numbers = detail::strong_components(n, arcs);
    std::vector<Component> components(static_cast<std::size_t>(*std::ranges::max_element(numbers)) +
                                      1);
    for (std::size_t i = 0; i < n; ++i)
        components[static_cast<std::size_t>(numbers[i])].elements.push_back(static_cast<Rank>(i));
    return components;
}

PairCosts within(const PairCosts& costs, const std::vector<Rank>& elements) {
    std::vector<std::int64_t> entries;
    entries.reserve(elements.size() * elements.size());
    for (const Rank i : elements) {
        for (const Rank j : elements)
            entries.push_back(costs(i, j));
    }
    return PairCosts::from_integers(elements.size(), std::move(entries), costs.unit());
}

/// Through the orders of least cost of one component.
struct TableWalk {
    const SubsetTable& table;
    Subset rest = static_cast<Subset>(table.subsets() - 1);

    bool may_be_next(std::size_t place) const { return table.can_be_on_top(place, rest); }
    void place(std::size_t place) { rest &= ~(Subset{1} << place); }
    void take_back(std::size_t place) { rest |= Subset{1} << place; }
};

void take_order(Component& component, const std::vector<Rank>& local) {
    std::vector<Rank> order;
    for (const Rank place : local)
        order.push_back(component.elements[place]);
    component.orders.push_back(std::move(order));
}

/// False if stopped.
bool solve_by_subsets(Component& component, const PairCosts& costs, std::uint64_t& kept,
                      const KemenyOptions& options, Effort& effort) {
    std::optional<SubsetTable> table = SubsetTable::of(costs, options.stop);
    if (!table) return false;
    component.cost = component.lower_bound = table->least();
    component.source = BoundSource::subsets;
    effort.nodes += table->subsets();
    if (kept + table->subsets() <= most_kept_subsets) {
        kept += table->subsets();
        component.table = std::move(table);
    } else {
        for (const auto& order :
             detail::first_orders(table->size(), options.optima, TableWalk{*table}))
            take_order(component, order);
        component.has_all_optima = component.orders.size() < options.optima;
    }
    return true;
}

void solve_by_search(Component& component, const PairCosts& costs, const KemenyOptions& options,
                     Effort& effort) {
    const detail::OrderingSearch found = detail::search_orders(
        costs, options.stop, true, {options.optima, options.has_optima_budget});
    component.cost = found.cost;
    component.lower_bound = found.lower_bound;
    component.source = found.nodes > 1          ? BoundSource::branches
                       : found.inequalities > 0 ? BoundSource::triangles
                                                : BoundSource::pair_minima;
    effort.nodes += found.nodes;
    effort.inequalities += found.inequalities;
    take_order(component, found.order);
    for (const std::vector<Rank>& order : found.optima) {
        if (order != found.order) take_order(component, order);
    }
    component.has_all_optima = found.has_all_optima;
}

void solve(Component& component, const PairCosts& all, std::uint64_t& kept,
           const KemenyOptions& options, Effort& effort) {
    if (component.elements.size() == 1) {
        component.orders = {component.elements};
        return;
    }
    const PairCosts costs = within(all, component.elements);
    if (costs.size() <= options.subset_limit &&
        solve_by_subsets(component, costs, kept, options, effort)) {
        return;
    }
    solve_by_search(component, costs, options, effort);
}

// ---------------------------------------------------------------------------------------------

/// The place of an element: in which component, and where there.
struct Home {
    std::size_t component = 0;
    std::size_t place = 0;
};

std::vector<Home> homes_of(const std::vector<Component>& components, std::size_t n) {
    std::vector<Home> homes(n);
    for (std::size_t c = 0; c < components.size(); ++c) {
        for (std::size_t p = 0; p < components[c].elements.size(); ++p)
            homes[components[c].elements[p]] = {c, p};
    }
    return homes;
}

/// Through the orders of a list that begin as what is placed does.
class ListWalk {
public:
    explicit ListWalk(std::vector<std::vector<Rank>> orders) : orders_(std::move(orders)) {
        std::ranges::sort(orders_);
        ranges_.push_back(orders_);
    }

    bool may_be_next(Rank element) const { return !those_with(element).empty(); }
    void place(Rank element) { ranges_.push_back(those_with(element)); }
    void take_back() { ranges_.pop_back(); }

private:
    using Range = std::span<const std::vector<Rank>>;

    Range those_with(Rank element) const {
        const std::size_t placed = ranges_.size() - 1;
        const auto found = std::ranges::equal_range(
            ranges_.back(), element, {}, [&](const std::vector<Rank>& o) { return o[placed]; });
        return {found.begin(), found.end()};
    }

    std::vector<std::vector<Rank>> orders_;
    std::vector<Range> ranges_;  ///< one for each beginning of what is placed
};

/// Through all optimal orders: no element of another component that must be above the next one is
/// left, and its own component can still be completed at its cost. There is a next one at every
/// step: the topologically first of the components that are left has it.
class OptimaWalk {
public:
    /// \param orders_of_each  of the orders that a component lists: so many are allowed
    OptimaWalk(const PairCosts& costs, const std::vector<Component>& components,
               std::size_t orders_of_each);

    bool may_be_next(Rank e) const {
        if (waits_for_[e] > 0) return false;
        const auto [component, place] = homes_[e];
        return tables_[component] ? tables_[component]->may_be_next(place)
                                  : lists_[component]->may_be_next(e);
    }
    void place(Rank e) {
        const auto [component, place] = homes_[e];
        if (tables_[component]) {
            tables_[component]->place(place);
        } else {
            lists_[component]->place(e);
        }
        for (std::size_t other = 0; other < homes_.size(); ++other)
            waits_for_[other] -= must_precede(e, other) ? 1U : 0U;
    }
    void take_back(Rank e) {
        const auto [component, place] = homes_[e];
        if (tables_[component]) {
            tables_[component]->take_back(place);
        } else {
            lists_[component]->take_back();
        }
        for (std::size_t other = 0; other < homes_.size(); ++other)
            waits_for_[other] += must_precede(e, other) ? 1U : 0U;
    }

private:
    bool must_precede(std::size_t i, std::size_t j) const {
        return homes_[i].component != homes_[j].component && costs_(i, j) < costs_(j, i);
    }

    const PairCosts& costs_;
    std::vector<Home> homes_;
    std::vector<std::optional<TableWalk>> tables_;  ///< of each component one of these,
    std::vector<std::optional<ListWalk>> lists_;    ///< or of these
    std::vector<std::size_t> waits_for_;
};

OptimaWalk::OptimaWalk(const PairCosts& costs, const std::vector<Component>& components,
                       std::size_t orders_of_each)
    : costs_(costs),
      homes_(homes_of(components, costs.size())),
      tables_(components.size()),
      lists_(components.size()),
      waits_for_(costs.size(), 0) {
    for (std::size_t c = 0; c < components.size(); ++c) {
        if (components[c].table) {
            tables_[c].emplace(TableWalk{*components[c].table});
            continue;
        }
        std::vector<std::vector<Rank>> orders = components[c].orders;
        if (orders.size() > orders_of_each) orders.resize(orders_of_each);
        lists_[c].emplace(std::move(orders));
    }
    for (std::size_t i = 0; i < homes_.size(); ++i) {
        for (std::size_t j = 0; j < homes_.size(); ++j)
            waits_for_[j] += must_precede(i, j) ? 1U : 0U;
    }
}

/// The least order of those in which each component has its best one. How many optima are asked for
/// changes nothing in it.
std::vector<Rank> best_order(const PairCosts& costs, const std::vector<Component>& components) {
    std::vector<std::vector<Rank>> orders =
        detail::first_orders(costs.size(), 1, OptimaWalk(costs, components, 1));
    if (orders.empty()) throw InternalError("kemeny: no element can be next");
    return std::move(orders.front());
}

void find_others(Aggregate& result, const PairCosts& costs,
                 const std::vector<Component>& components, std::size_t optima) {
    if (optima < 2 || !result.is_optimal) return;
    set_others(result,
               detail::first_orders(costs.size(), optima, OptimaWalk(costs, components, optima)),
               optima, std::ranges::all_of(components, &Component::has_all_optima));
}

/// The weakest link: what the bound of the whole rests on.
BoundSource source_of(const std::vector<Component>& components) {
    BoundSource source = BoundSource::pair_minima;
    for (const Component& component : components) {
        const auto strength = [](BoundSource s) {
            return s == BoundSource::pair_minima ? 0
                   : s == BoundSource::subsets   ? 1
                   : s == BoundSource::triangles ? 2
                                                 : 3;
        };
        if (strength(component.source) > strength(source)) source = component.source;
    }
    return source;
}

}  // namespace

Aggregate kemeny(const PairCosts& costs, const KemenyOptions& options) {
    if (options.subset_limit > most_subset_elements) {
        throw UsageError("kemeny: subsets of more elements than there is memory for");
    }
    const std::size_t n = costs.size();
    if (n == 0) throw UsageError("kemeny: no elements");
    if (n > most_kemeny_elements) {
        throw NotSupported("kemeny", fmt::format("{} elements", n),
                           fmt::format("at most {}, or another method: pivot, borda, best-input",
                                       most_kemeny_elements));
    }
    std::vector<Component> components = components_of(costs);
    Effort effort;
    effort.components = components.size();
    std::int64_t lower_bound = costs.pair_minima();
    std::uint64_t kept = 0;
    for (Component& component : components) {
        effort.largest_component = std::max(effort.largest_component, component.elements.size());
        solve(component, costs, kept, options, effort);
        if (component.elements.size() > 1) {
            lower_bound += component.lower_bound - within(costs, component.elements).pair_minima();
        }
    }
    std::vector<Rank> order = best_order(costs, components);
    const std::int64_t cost = costs.cost(order);
    Aggregate result =
        make_aggregate(std::move(order), costs.in_units(cost), costs.in_units(lower_bound),
                       Method::kemeny, source_of(components));
    result.effort = effort;
    find_others(result, costs, components, options.optima);
    return result;
}

}  // namespace disarray::aggregation
