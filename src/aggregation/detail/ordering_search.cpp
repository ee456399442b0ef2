// SPDX-License-Identifier: MIT
#include "aggregation/detail/ordering_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "aggregation/detail/insertion.hpp"
#include "aggregation/detail/order.hpp"
#include "aggregation/detail/ordering_program.hpp"
#include "aggregation/detail/whole_numbers.hpp"
#include "base/random.hpp"

namespace disarray::aggregation::detail {

namespace {

/// A part of all orders: those that extend `given`.
struct Branch {
    GivenPairs given;
    std::int64_t lower_bound;
};

class Search {
public:
    Search(const PairCosts& costs, const Stop& stop, bool with_local_search)
        : costs_(costs),
          stop_(stop),
          with_local_search_(with_local_search),
          k_(costs.size()),
          program_(costs, stop) {}

    OrderingSearch run();
    /// After run, if that was not stopped.
    void find_optima(OrderingSearch& found, const OptimaQuestion& question);
    void ask_for_another(OrderingSearch& found);

private:
    enum class Outcome { closed, open, stopped };

    void start();
    void offer(std::vector<Rank> order);
    void offer_rounded();
    Outcome tighten(Branch& branch);
    bool give_forced(Branch& branch);
    /// Orders of that cost are of no interest: better ones are looked for, or all that are as good.
    std::int64_t cutoff() const { return best_.cost + (keeps_optima_ ? 1 : 0); }
    bool is_closed(const Branch& branch) const { return branch.lower_bound >= cutoff(); }
    void offer_neighbours();
    void offer_moved(std::size_t from, std::size_t to) {
        std::vector<Rank> order = best_.order;
        move_element(order, from, to);
        offer(std::move(order));
    }
    std::optional<std::pair<std::size_t, std::size_t>> branching_pair(
        const GivenPairs& given) const;
    void split(Branch branch);

    const PairCosts& costs_;
    const Stop& stop_;
    bool with_local_search_;
    std::size_t k_;
    OrderingProgram program_;
    std::uint64_t solved_ = 0;  ///< programs
    /// run() ends there, or once it has an order that is cheaper than that.
    std::uint64_t most_solved_ = std::numeric_limits<std::uint64_t>::max();
    std::int64_t cheap_enough_ = std::numeric_limits<std::int64_t>::min();
    OrderingSearch best_;
    bool keeps_optima_ = false;
    std::set<std::vector<Rank>> optima_;
    std::vector<Branch> open_;
};

/// Improves the order and keeps it if it is the best.
void Search::offer(std::vector<Rank> order) {
    if (with_local_search_) improve_by_insertion(costs_, order, stop_);
    const std::int64_t cost = costs_.cost(order);
    if (keeps_optima_ && cost == best_.cost) {
        optima_.insert(std::move(order));
        return;
    }
    if (!best_.order.empty() && cost >= best_.cost) return;
    best_.order = std::move(order);
    best_.cost = cost;
}

/// Local search from the order by row sums, then from the best with some elements moved at random.
void Search::start() {
    std::vector<std::int64_t> sums(k_, 0);
    for (std::size_t i = 0; i < k_; ++i) {
        for (std::size_t j = 0; j < k_; ++j)
            sums[i] += costs_(i, j) - costs_(j, i);
    }
    std::vector<Rank> order = identity_order(k_);
    std::ranges::stable_sort(order, {}, [&](Rank i) { return sums[i]; });
    offer(std::move(order));
    if (!with_local_search_) return;

    // Convention: some ten million steps, a few milliseconds.
    const std::size_t tries = std::clamp<std::size_t>(10'000'000 / (k_ * k_ * 10), 1, 300);
    Random random(k_);
    for (std::size_t t = 0; t < tries && !stop_.requested(); ++t) {
        order = best_.order;
        for (std::size_t moved = 0; moved < 2 + k_ / 10; ++moved)
            move_element(order, random.below(k_), random.below(k_));
        offer(std::move(order));
    }
}

/// The order by Σ_j x_ij, which is that of x if x is one.
void Search::offer_rounded() {
    std::vector<double> above(k_, 0);
    for (std::size_t i = 0; i < k_; ++i) {
        for (std::size_t j = 0; j < k_; ++j) {
            if (i != j) above[i] += program_.x(i, j);
        }
    }
    std::vector<Rank> order = identity_order(k_);
    std::ranges::stable_sort(order, std::greater{}, [&](Rank i) { return above[i]; });
    offer(std::move(order));
}

/// Gives the pairs that lie the same way in every order of the branch that is better than the best.
/// False if they contradict each other: then there is none.
bool Search::give_forced(Branch& branch) {
    bool changed = false;
    for (std::size_t i = 0; i < k_; ++i) {
        for (std::size_t j = i + 1; j < k_; ++j) {
            if (branch.given.is_given(i, j)) continue;
            const auto [above, bound] = program_.opposite(i, j);
            if (bound < cutoff()) continue;
            if (!(above ? branch.given.place_above(j, i) : branch.given.place_above(i, j))) {
                return false;
            }
            changed = true;
        }
    }
    if (changed) program_.give(branch.given);
    return true;
}

/// Cutting planes until the branch is closed, no inequality is violated, or they help too little.
Search::Outcome Search::tighten(Branch& branch) {
    program_.give(branch.given);
    // Convention: so many rounds, in which the gap to the best falls by less than a fiftieth, end
    // it.
    constexpr int rounds = 12;
    double reference = -HUGE_VAL;
    for (int round = 0;; ++round) {
        ++solved_;
        if (!program_.solve()) return stop_.requested() ? Outcome::stopped : Outcome::open;
        branch.lower_bound = std::max(branch.lower_bound, program_.lower_bound());
        if (is_closed(branch)) return Outcome::closed;
        offer_rounded();
        if (is_closed(branch) || !give_forced(branch)) return Outcome::closed;
        if (stop_.requested()) return Outcome::stopped;
        if (program_.separate() == 0) {
            return stop_.requested() ? Outcome::stopped : Outcome::open;
        }
        if (round % rounds != 0) continue;
        const double gap = static_cast<double>(best_.cost - branch.lower_bound);
        if (program_.objective() < reference + gap / 50) return Outcome::open;
        reference = program_.objective();
    }
}

/// The open pair that the program is least decided about; of those the dearest.
std::optional<std::pair<std::size_t, std::size_t>> Search::branching_pair(
    const GivenPairs& given) const {
    std::optional<std::pair<std::size_t, std::size_t>> chosen;
    double least_decided = 0;
    std::int64_t dearest = 0;
    for (std::size_t i = 0; i < k_; ++i) {
        for (std::size_t j = i + 1; j < k_; ++j) {
            if (given.is_given(i, j)) continue;
            // In steps, so that rounding errors decide nothing.
            const double decided = std::round(std::abs(program_.x(i, j) - 0.5) * 100);
            const std::int64_t difference = std::abs(costs_(i, j) - costs_(j, i));
            if (chosen && std::pair(-decided, difference) <= std::pair(-least_decided, dearest)) {
                continue;
            }
            chosen = {i, j};
            least_decided = decided;
            dearest = difference;
        }
    }
    return chosen;
}

void Search::split(Branch branch) {
    const auto pair = branching_pair(branch.given);
    if (!pair) {
        // One order is left; offer_rounded may have seen another one.
        std::vector<Rank> order = identity_order(k_);
        std::ranges::sort(order, [&](Rank i, Rank j) { return branch.given.is_above(i, j); });
        offer(std::move(order));
        return;
    }
    const auto [i, j] = *pair;
    Branch i_above = branch;
    i_above.given.place_above(i, j);
    branch.given.place_above(j, i);
    const bool prefers_i = program_.x(i, j) >= 0.5;
    if (!prefers_i) std::swap(i_above, branch);
    open_.push_back(std::move(branch));
    open_.push_back(std::move(i_above));
}

OrderingSearch Search::run() {
    start();
    open_.push_back({GivenPairs(k_), costs_.pair_minima()});
    while (!open_.empty() && solved_ < most_solved_ && best_.cost >= cheap_enough_) {
        Branch branch = std::move(open_.back());
        open_.pop_back();
        if (is_closed(branch)) continue;
        ++best_.nodes;
        const Outcome outcome = tighten(branch);
        if (outcome == Outcome::stopped) {
            open_.push_back(std::move(branch));
            break;
        }
        if (outcome == Outcome::open && !is_closed(branch)) split(std::move(branch));
    }
    best_.lower_bound = best_.cost;
    for (const Branch& branch : open_)
        best_.lower_bound = std::min(best_.lower_bound, branch.lower_bound);
    best_.inequalities = program_.inequalities();
    return best_;
}

/// The orders that cost as little and differ from the best by one element: what is seen without a
/// program. Each element walks up and down from its place.
void Search::offer_neighbours() {
    const std::vector<Rank>& best = best_.order;
    for (std::size_t from = 0; from < k_; ++from) {
        const Rank e = best[from];
        std::int64_t added = 0;
        for (std::size_t to = from + 1; to < k_; ++to) {
            added += costs_(best[to], e) - costs_(e, best[to]);
            if (added == 0) offer_moved(from, to);
        }
        added = 0;
        for (std::size_t to = from; to-- > 0;) {
            added += costs_(e, best[to]) - costs_(best[to], e);
            if (added == 0) offer_moved(from, to);
        }
    }
}

/// Every cost m times, m the number of pairs, and 1 more where the order has the pair so. The order
/// costs m times as much plus m. Another one of the same cost has fewer of the ones, a dearer one
/// costs m more: it is the only optimum if and only if no order now costs less than it.
/// Empty where the costs would be too large.
std::optional<PairCosts> with_a_surcharge(const PairCosts& costs, const std::vector<Rank>& order) {
    const std::size_t k = costs.size();
    const auto pairs = static_cast<std::int64_t>(k * (k - 1) / 2);
    const std::vector<Rank> ranks = ranks_of(order);
    Int128 total = 0;
    for (std::size_t i = 0; i < k; ++i) {
        for (const std::int64_t cost : costs.row(i))
            total += Int128{cost} * pairs + 1;
    }
    if (total >= cost_limit) return std::nullopt;
    std::vector<std::int64_t> entries;
    entries.reserve(k * k);
    for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t j = 0; j < k; ++j)
            entries.push_back(costs(i, j) * pairs + (ranks[i] < ranks[j] ? 1 : 0));
    }
    return PairCosts::from_integers(k, std::move(entries));
}

/// One search more, with the surcharge, for about as many programs as the first one took.
void Search::ask_for_another(OrderingSearch& found) {
    constexpr std::uint64_t spare = 10;  // programs: small components take one or two
    const std::optional<PairCosts> costs = with_a_surcharge(costs_, found.order);
    if (!costs) return;
    Search search(*costs, stop_, with_local_search_);
    search.most_solved_ = solved_ + spare;
    search.cheap_enough_ = costs->cost(found.order);
    search.offer(found.order);
    const OrderingSearch other = search.run();
    if (other.cost < search.cheap_enough_) {
        found.optima.push_back(other.order);
        std::ranges::sort(found.optima);
    } else {
        found.has_all_optima = other.lower_bound == other.cost;
    }
}

/// With a budget another optimum is looked for, and no third one. Without, the search is done once
/// more, with branches that are closed only where all orders are dearer than the best: every other
/// optimum is then offered, or in an open branch.
void Search::find_optima(OrderingSearch& found, const OptimaQuestion& question) {
    keeps_optima_ = true;
    optima_.insert(best_.order);
    offer_neighbours();
    open_.clear();
    if (!question.has_budget) open_.push_back({GivenPairs(k_), costs_.pair_minima()});
    while (!open_.empty() && optima_.size() < question.most) {
        Branch branch = std::move(open_.back());
        open_.pop_back();
        if (is_closed(branch)) continue;
        const Outcome outcome = tighten(branch);
        if (outcome == Outcome::stopped) {
            open_.push_back(std::move(branch));
            break;
        }
        if (outcome == Outcome::open && !is_closed(branch)) split(std::move(branch));
    }
    found.optima.assign(optima_.begin(), optima_.end());
    if (found.optima.size() > question.most) found.optima.resize(question.most);
    if (!question.has_budget) {
        found.has_all_optima = open_.empty() && optima_.size() < question.most;
    } else if (optima_.size() == 1) {
        ask_for_another(found);
    }
}

}  // namespace

OrderingSearch search_orders(const PairCosts& costs, const Stop& stop, bool with_local_search,
                             const OptimaQuestion& question) {
    Search search(costs, stop, with_local_search);
    OrderingSearch found = search.run();
    if (question.most > 1 && found.cost == found.lower_bound) search.find_optima(found, question);
    return found;
}

}  // namespace disarray::aggregation::detail
