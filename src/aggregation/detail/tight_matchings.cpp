// SPDX-License-Identifier: MIT
#include "aggregation/detail/tight_matchings.hpp"

#include <algorithm>
#include <utility>

#include "aggregation/detail/order.hpp"

namespace disarray::aggregation::detail {

namespace {

class MatchingSearch {
public:
    MatchingSearch(TightEdges edges, std::size_t limit) : edges_(std::move(edges)), limit_(limit) {}

    /// Adds all matchings of the edges that are left but `order`, which is one.
    void add_others(const std::vector<Rank>& order);
    std::vector<std::vector<Rank>> found;

private:
    std::vector<Rank> alternating_cycle(const std::vector<Rank>& order) const;

    TightEdges edges_;
    std::size_t limit_;
};

/// Elements e_0, e_1, … such that each may have the position of the next, and the last that of the
/// first; empty if there are none. A walk that goes on from the last element that it met, and
/// leaves for good one from which it cannot.
std::vector<Rank> MatchingSearch::alternating_cycle(const std::vector<Rank>& order) const {
    const std::vector<Rank> position_of = ranks_of(order);
    const std::size_t n = order.size();
    std::vector<std::size_t> next(n, 0);   // of its edges
    std::vector<std::size_t> place(n, 0);  // on the path, from 1
    std::vector<Rank> path;
    for (Rank start = 0; start < n; ++start) {
        if (next[start] == 0) path.push_back(start);
        while (!path.empty()) {
            const Rank element = path.back();
            place[element] = path.size();
            if (next[element] == edges_[element].size()) {
                place[element] = 0;
                path.pop_back();
                continue;
            }
            const Rank position = edges_[element][next[element]++];
            const Rank owner = order[position];
            if (position == position_of[element]) continue;
            if (place[owner] > 0) {
                path.erase(path.begin(),
                           path.begin() + static_cast<std::ptrdiff_t>(place[owner] - 1));
                return path;
            }
            if (next[owner] == 0) path.push_back(owner);
        }
    }
    return {};
}

void MatchingSearch::add_others(const std::vector<Rank>& order) {
    if (found.size() >= limit_) return;
    const std::vector<Rank> cycle = alternating_cycle(order);
    if (cycle.empty()) return;
    const std::vector<Rank> position_of = ranks_of(order);
    std::vector<Rank> other = order;
    for (std::size_t c = 0; c < cycle.size(); ++c)
        other[position_of[cycle[(c + 1) % cycle.size()]]] = cycle[c];
    found.push_back(other);

    const Rank element = cycle.front();
    const Rank position = position_of[element];
    const std::vector<Rank> all = std::exchange(edges_[element], {position});
    add_others(order);
    edges_[element] = all;
    std::erase(edges_[element], position);
    add_others(other);
    edges_[element] = all;
}

}  // namespace

std::vector<std::vector<Rank>> perfect_matchings(TightEdges edges, const std::vector<Rank>& known,
                                                 std::size_t limit) {
    MatchingSearch search(std::move(edges), limit);
    search.found.push_back(known);
    search.add_others(known);
    return std::move(search.found);
}

}  // namespace disarray::aggregation::detail
