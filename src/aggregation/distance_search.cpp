// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "aggregation/detail/distance_tables.hpp"
#include "aggregation/detail/first_orders.hpp"
#include "aggregation/detail/order.hpp"
#include "aggregation/detail/whole_numbers.hpp"
#include "aggregation/distance_sum.hpp"
#include "base/error.hpp"

namespace disarray::aggregation {

namespace {

using metrics::Reading;
using Tables = DistanceSum::Tables;

Int128 cost_of(const Tables& tables, const std::vector<Rank>& order) {
    return tables.cost(detail::ranks_of(order));
}

/// The second path, metrics/, has the last word on a cost.
Rational confirmed(const DistanceSum& sum, const std::vector<Rank>& order, Int128 cost) {
    Rational exact = sum.cost(order);
    if (exact != sum.tables().in_units(cost)) {
        throw InternalError(fmt::format("aggregation: an order costs {} by metrics, {} by tables",
                                        exact.to_string(),
                                        sum.tables().in_units(cost).to_string()));
    }
    return exact;
}

Aggregate proved(const DistanceSum& sum, std::vector<Rank> order, Int128 cost, Method method,
                 BoundSource source) {
    Rational exact = confirmed(sum, order, cost);
    return make_aggregate(std::move(order), exact, exact, method, source);
}

Aggregate unproved(const DistanceSum& sum, std::vector<Rank> order, Int128 cost, Method method,
                   const Stop& stop = {}) {
    const LowerBound bound = lower_bound(sum, stop);
    Rational exact = confirmed(sum, order, cost);
    return make_aggregate(std::move(order), std::move(exact), bound.value, method, bound.source);
}

// --- all orders ------------------------------------------------------------------------------

/// Orders from the top down, in lexicographic order. For Kendall's distance the pairs among the
/// elements that are placed have their ranks and thus their cost; for footrules nothing is
/// known before the end.
class AllOrders {
public:
    /// \param optima  how many of the cheapest are kept, the first ones; at least 1
    AllOrders(const Tables& tables, const Stop& stop, std::size_t optima)
        : tables_(tables),
          stop_(stop),
          most_kept_(optima),
          sigma_(tables.n, 0),
          placed_(tables.n, false) {}

    bool run() {
        extend(0);
        return !stopped_;
    }
    const std::vector<std::vector<Rank>>& orders() const { return best_orders_; }
    Int128 cost() const { return best_; }
    std::uint64_t nodes() const { return nodes_; }

private:
    void extend(Int128 cost_so_far);
    Int128 added_cost(Rank element) const;
    void finish(Int128 cost);
    /// Whether an order of at least that cost is of no use.
    bool is_too_dear(Int128 cost) const {
        return !best_orders_.empty() &&
               (cost > best_ || (cost == best_ && best_orders_.size() >= most_kept_));
    }

    const Tables& tables_;
    const Stop& stop_;
    std::size_t most_kept_;
    std::vector<Rank> order_;
    std::vector<Rank> sigma_;
    std::vector<bool> placed_;
    std::vector<std::vector<Rank>> best_orders_;
    Int128 best_ = 0;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
};

/// The terms of the pairs with an element above, `element` being on its rank.
Int128 AllOrders::added_cost(Rank element) const {
    if (tables_.distance.reading) return 0;
    Int128 total = 0;
    for (const Tables::Ballot& ballot : tables_.ballots) {
        const Rank own = ballot.ranks[element];
        const Rank label = ballot.labels[element];
        Int128 inner = 0;
        for (const Rank above : order_) {
            if (ballot.ranks[above] < own) continue;
            inner += Int128{tables_.w(ballot.labels[above])} *
                     tables_.p(sigma_[above], ballot.ranks[above]) *
                     tables_.d(label, ballot.labels[above]);
        }
        total += ballot.count * inner * tables_.w(label) * tables_.p(sigma_[element], own);
    }
    return total;
}

void AllOrders::finish(Int128 cost) {
    if (tables_.distance.reading) cost = tables_.cost(sigma_);
    if (is_too_dear(cost)) return;
    if (cost < best_) best_orders_.clear();
    best_ = cost;
    best_orders_.push_back(order_);
}

void AllOrders::extend(Int128 cost_so_far) {
    // A first order is always finished: there must be an answer.
    if (++nodes_ % 1024 == 0 && !best_orders_.empty() && stop_.requested()) stopped_ = true;
    if (stopped_) return;
    if (is_too_dear(cost_so_far)) return;
    if (order_.size() == tables_.n) return finish(cost_so_far);
    for (Rank element = 0; element < tables_.n; ++element) {
        if (placed_[element]) continue;
        sigma_[element] = static_cast<Rank>(order_.size());
        const Int128 added = added_cost(element);
        placed_[element] = true;
        order_.push_back(element);
        extend(cost_so_far + added);
        order_.pop_back();
        placed_[element] = false;
    }
}

}  // namespace

Aggregate exhaustive_optimum(const DistanceSum& sum, const Stop& stop, std::size_t optima) {
    if (sum.size() > most_exhaustive_elements) {
        throw NotSupported("all orders", fmt::format("{} elements", sum.size()),
                           fmt::format("at most {}, or another method: local, best-input, borda",
                                       most_exhaustive_elements));
    }
    AllOrders search(sum.tables(), stop, optima);
    const bool finished = search.run();
    const std::vector<Rank>& order = search.orders().front();
    Aggregate result =
        finished ? proved(sum, order, search.cost(), Method::exhaustive, BoundSource::search)
                 : unproved(sum, order, search.cost(), Method::exhaustive);
    if (finished) set_others(result, search.orders(), optima);
    result.effort.nodes = search.nodes();
    return result;
}

// --- prefix over subsets ---------------------------------------------------------------------

namespace {

using Subset = std::uint32_t;

/// Σ over votes of count · |value − x| as a function of x: values in order, with the sums that
/// make it one multiplication on each side.
class Pulls {
public:
    explicit Pulls(std::vector<std::pair<std::int64_t, std::int64_t>> values_and_counts) {
        std::ranges::sort(values_and_counts);
        for (const auto& [value, count] : values_and_counts) {
            values_.push_back(value);
            counts_.push_back(counts_.back() + count);
            sums_.push_back(sums_.back() + value * count);
        }
    }
    std::int64_t at(std::int64_t x) const {
        const auto below = static_cast<std::size_t>(
            std::upper_bound(values_.begin(), values_.end(), x) - values_.begin());
        const std::int64_t count_above = counts_.back() - counts_[below];
        const std::int64_t sum_above = sums_.back() - sums_[below];
        return counts_[below] * x - sums_[below] + sum_above - count_above * x;
    }

private:
    std::vector<std::int64_t> values_;
    std::vector<std::int64_t> counts_{0};
    std::vector<std::int64_t> sums_{0};
};

/// The cost of placing element i below the set S, and with it the least cost of all that follow:
/// H(S) = min over i not in S of cost(i, S) + H(S ∪ i).
class PrefixTable {
public:
    explicit PrefixTable(const Tables& tables);
    bool fill(const Stop& stop);
    std::int64_t least() const { return least_[0]; }
    /// Of an order of least cost, where those of `above` are the first of one.
    bool can_be_next(std::size_t i, Subset above) const {
        return cost(i, above) + least_[above | (Subset{1} << i)] == least_[above];
    }

private:
    std::int64_t cost(std::size_t i, Subset above) const {
        const std::int64_t x =
            low_[(above & low_mask_) * n_ + i] + high_[(above >> half_) * n_ + i];
        return weights_[i] * pulls_[i].at(x);
    }
    std::vector<std::int64_t> subset_sums(const Tables& tables, std::size_t first,
                                          std::size_t bits) const;

    std::size_t n_;
    std::size_t half_;
    Subset low_mask_;
    std::vector<std::int64_t> weights_;
    std::vector<Pulls> pulls_;
    std::vector<std::int64_t> low_, high_;  ///< Σ_{j in S} w_j D_ij at [S · n + i], by halves
    std::vector<std::int64_t> least_;       ///< H
};

std::vector<std::int64_t> PrefixTable::subset_sums(const Tables& tables, std::size_t first,
                                                   std::size_t bits) const {
    std::vector<std::int64_t> sums(n_ << bits, 0);
    for (std::size_t subset = 1; subset < std::size_t{1} << bits; ++subset) {
        const auto j =
            static_cast<Rank>(first + static_cast<std::size_t>(std::countr_zero(subset)));
        const std::size_t without = subset & (subset - 1);
        for (Rank i = 0; i < n_; ++i)
            sums[subset * n_ + i] = sums[without * n_ + i] + tables.w(j) * tables.d(i, j);
    }
    return sums;
}

PrefixTable::PrefixTable(const Tables& tables)
    : n_(tables.n),
      half_(n_ / 2),
      low_mask_((Subset{1} << half_) - 1),
      low_(subset_sums(tables, 0, half_)),
      high_(subset_sums(tables, half_, n_ - half_)),
      least_(std::size_t{1} << n_, 0) {
    for (Rank i = 0; i < n_; ++i) {
        weights_.push_back(tables.w(i));
        std::vector<std::pair<std::int64_t, std::int64_t>> values;
        for (const Tables::Ballot& ballot : tables.ballots) {
            std::int64_t above = 0;
            for (Rank j = 0; j < n_; ++j) {
                if (ballot.ranks[j] < ballot.ranks[i]) above += tables.w(j) * tables.d(i, j);
            }
            values.emplace_back(above, ballot.count);
        }
        pulls_.emplace_back(std::move(values));
    }
}

bool PrefixTable::fill(const Stop& stop) {
    const auto all = static_cast<Subset>(least_.size() - 1);
    for (Subset above = all; above-- > 0;) {
        if (above % 4096 == 0 && stop.requested()) return false;
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        for (Subset left = all & ~above; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            best = std::min(best, cost(i, above) + least_[above | (Subset{1} << i)]);
        }
        least_[above] = best;
    }
    return true;
}

/// From the top down, as the table allows.
struct PrefixWalk {
    const PrefixTable& table;
    Subset above = 0;

    bool may_be_next(Rank i) const { return table.can_be_next(i, above); }
    void place(Rank i) { above |= Subset{1} << i; }
    void take_back(Rank i) { above &= ~(Subset{1} << i); }
};

/// Every number of PrefixTable is at most Σ_i w_i Σ_j w_j D_ij · count.
void require_64_bits(const Tables& tables) {
    Integer votes = 0;
    for (const Tables::Ballot& ballot : tables.ballots)
        votes += ballot.count;
    Integer total = 0;
    for (Rank i = 0; i < tables.n; ++i) {
        Integer row = 0;
        for (Rank j = 0; j < tables.n; ++j)
            row += Integer(tables.w(j)) * tables.d(i, j);
        total += row * tables.w(i);
    }
    if (std::max(total, Integer(1)) * votes >= detail::cost_limit / 4) {
        throw detail::too_large("footrule[prefix] over subsets");
    }
}

}  // namespace

Aggregate prefix_optimum(const DistanceSum& sum, const Stop& stop, std::size_t optima) {
    const Tables& tables = sum.tables();
    if (tables.distance.reading != Reading::prefix || tables.has_swap_costs() ||
        tables.is_literal()) {
        throw NotSupported("footrule[prefix] over subsets", "another distance",
                           "footrule[prefix] without swap costs, in the element frame");
    }
    if (sum.size() > most_prefix_elements) {
        throw NotSupported("footrule[prefix] over subsets", fmt::format("{} elements", sum.size()),
                           fmt::format("at most {}, or another method: local, best-input, borda",
                                       most_prefix_elements));
    }
    require_64_bits(tables);
    PrefixTable table(tables);
    if (!table.fill(stop)) {
        Aggregate result = local_search(sum, {}, stop);
        result.method = Method::exhaustive;
        return result;
    }
    std::vector<std::vector<Rank>> orders =
        detail::first_orders(sum.size(), optima, PrefixWalk{table});
    Aggregate result =
        proved(sum, orders.front(), table.least(), Method::exhaustive, BoundSource::subsets);
    set_others(result, std::move(orders), optima);
    result.effort.nodes = std::uint64_t{1} << sum.size();
    return result;
}

// --- local search and baselines --------------------------------------------------------------

namespace {

std::pair<std::vector<Rank>, Int128> cheapest_vote(const DistanceSum& sum, const Stop& stop) {
    std::vector<Rank> best = sum.order_of(0);
    Int128 best_cost = cost_of(sum.tables(), best);
    for (std::size_t v = 1; v < sum.votes() && !stop.requested(); ++v) {
        std::vector<Rank> order = sum.order_of(v);
        const Int128 cost = cost_of(sum.tables(), order);
        if (cost < best_cost) {
            best = std::move(order);
            best_cost = cost;
        }
    }
    return {std::move(best), best_cost};
}

/// Moves the element at `from` to its best place; true if that is cheaper. The element walks
/// through all places, so that each order is one exchange from the last.
bool move_to_best(const Tables& tables, std::vector<Rank>& order, std::size_t from, Int128& cost) {
    std::vector<Rank> walked = order;
    detail::move_element(walked, from, 0);
    std::optional<std::size_t> best;
    for (std::size_t to = 0;; ++to) {
        const Int128 next = to == from ? cost : cost_of(tables, walked);
        if (next < cost) {
            best = to;
            cost = next;
        }
        if (to + 1 == order.size()) break;
        std::swap(walked[to], walked[to + 1]);
    }
    if (best) detail::move_element(order, from, *best);
    return best.has_value();
}

}  // namespace

Aggregate local_search(const DistanceSum& sum, std::vector<Rank> start, const Stop& stop) {
    const Tables& tables = sum.tables();
    if (start.empty()) start = cheapest_vote(sum, stop).first;
    detail::require_order(start, sum.size(), "local_search");
    std::vector<Rank> order = std::move(start);
    Int128 cost = cost_of(tables, order);
    for (bool changed = true; changed;) {
        changed = false;
        for (Rank element = 0; element < order.size(); ++element) {
            if (stop.requested()) return unproved(sum, order, cost, Method::local_search, stop);
            const auto from =
                static_cast<std::size_t>(std::ranges::find(order, element) - order.begin());
            changed |= move_to_best(tables, order, from, cost);
        }
    }
    return unproved(sum, order, cost, Method::local_search, stop);
}

Aggregate best_input(const DistanceSum& sum, const Stop& stop) {
    auto [order, cost] = cheapest_vote(sum, stop);
    return unproved(sum, std::move(order), cost, Method::best_input, stop);
}

Aggregate evaluated(const DistanceSum& sum, std::vector<Rank> order, Method method) {
    detail::require_order(order, sum.size(), "evaluated");
    const Int128 cost = cost_of(sum.tables(), order);
    return unproved(sum, std::move(order), cost, method);
}

}  // namespace disarray::aggregation
