// SPDX-License-Identifier: MIT
//
// Orders from the top down, where a table or a digraph says which element may be next.
#pragma once

#include <cstddef>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::aggregation::detail {

/// The lexicographically first orders of 0..n−1 that `walk` allows, at most `limit` of them.
/// walk.may_be_next(e) says whether element e may follow those that are placed, walk.place(e) and
/// walk.take_back(e) follow the search. O(n²) questions for each order, and not more for the proof
/// that there is no other: precondition (not checked) that every beginning which the walk allows
/// can be completed.
template <class Walk>
std::vector<std::vector<Rank>> first_orders(std::size_t n, std::size_t limit, Walk&& walk) {
    std::vector<std::vector<Rank>> orders;
    std::vector<Rank> order;
    std::vector<bool> is_placed(n, false);
    // Not recursive: orders of thousands of elements are asked for.
    for (Rank next = 0;;) {
        if (order.size() == n) orders.push_back(order);
        if (order.size() == n && orders.size() >= limit) return orders;
        while (next < n && (is_placed[next] || !walk.may_be_next(next)))
            ++next;
        if (next < n) {
            walk.place(next);
            is_placed[next] = true;
            order.push_back(next);
            next = 0;
            continue;
        }
        if (order.empty()) return orders;
        next = order.back();
        order.pop_back();
        is_placed[next] = false;
        walk.take_back(next);
        ++next;
    }
}

}  // namespace disarray::aggregation::detail
