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
// build_order places, from the top, the least element that neither breaks.
#include "aggregation/kemeny.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "aggregation/detail/insertion.hpp"
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
    std::vector<Rank> order;  ///< of `elements`, if there is no table
    std::int64_t cost = 0;    ///< of the pairs within
    std::int64_t lower_bound = 0;
    BoundSource source = BoundSource::pair_minima;

    std::size_t placed = 0;  ///< in build_order: elements of `order`,
    Subset rest = 0;         ///< and, with a table, those that are left
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

/// The lexicographically least order of those that the table allows.
std::vector<Rank> least_order(const SubsetTable& table) {
    std::vector<Rank> order;
    for (Subset rest = static_cast<Subset>((std::uint64_t{1} << table.size()) - 1); rest != 0;) {
        Rank element = 0;
        while ((rest >> element & 1U) == 0 || !table.can_be_on_top(element, rest))
            ++element;
        order.push_back(element);
        rest &= ~(Subset{1} << element);
    }
    return order;
}

void take_order(Component& component, const std::vector<Rank>& local) {
    for (const Rank place : local)
        component.order.push_back(component.elements[place]);
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
        component.rest = static_cast<Subset>(table->subsets() - 1);
        component.table = std::move(table);
    } else {
        take_order(component, least_order(*table));
    }
    return true;
}

void solve_by_search(Component& component, const PairCosts& costs, const KemenyOptions& options,
                     Effort& effort) {
    const detail::OrderingSearch found = detail::search_orders(costs, options.stop);
    component.cost = found.cost;
    component.lower_bound = found.lower_bound;
    component.source = found.nodes > 1          ? BoundSource::branches
                       : found.inequalities > 0 ? BoundSource::triangles
                                                : BoundSource::pair_minima;
    effort.nodes += found.nodes;
    effort.inequalities += found.inequalities;
    take_order(component, found.order);
}

void solve(Component& component, const PairCosts& all, std::uint64_t& kept,
           const KemenyOptions& options, Effort& effort) {
    if (component.elements.size() == 1) {
        component.order = component.elements;
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

bool can_be_next(const Component& component, Rank element, std::size_t place) {
    if (component.table) return component.table->can_be_on_top(place, component.rest);
    return component.order[component.placed] == element;
}

/// From the top, always the least element that may be next: no element of another component that
/// must be above it is left, and its own component can still be completed at its cost. There is
/// one at every step: the topologically first of the components that are left has it.
std::vector<Rank> build_order(const PairCosts& costs, std::vector<Component>& components) {
    const std::size_t n = costs.size();
    const std::vector<Home> homes = homes_of(components, n);
    std::vector<std::size_t> waits_for(n, 0);
    const auto must_precede = [&](std::size_t i, std::size_t j) {
        return homes[i].component != homes[j].component && costs(i, j) < costs(j, i);
    };
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            waits_for[j] += must_precede(i, j) ? 1U : 0U;
    }
    std::vector<Rank> order;
    std::vector<Rank> left = detail::identity_order(n);
    while (!left.empty()) {
        const auto next = std::ranges::find_if(left, [&](Rank e) {
            return waits_for[e] == 0 &&
                   can_be_next(components[homes[e].component], e, homes[e].place);
        });
        if (next == left.end()) throw InternalError("kemeny: no element can be next");
        const Rank element = *next;
        left.erase(next);
        order.push_back(element);
        Component& component = components[homes[element].component];
        ++component.placed;
        component.rest &= ~(Subset{1} << (homes[element].place % 32));
        for (const Rank other : left)
            waits_for[other] -= must_precede(element, other) ? 1U : 0U;
    }
    return order;
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
    std::vector<Rank> order = build_order(costs, components);
    const std::int64_t cost = costs.cost(order);
    Aggregate result =
        make_aggregate(std::move(order), costs.in_units(cost), costs.in_units(lower_bound),
                       Method::kemeny, source_of(components));
    result.effort = effort;
    return result;
}

}  // namespace disarray::aggregation
