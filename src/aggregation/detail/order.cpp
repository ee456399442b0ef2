// SPDX-License-Identifier: MIT
#include "aggregation/detail/order.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::aggregation::detail {

void require_order(std::span<const Rank> order, std::size_t n, std::string_view who) {
    std::vector<bool> seen(n, false);
    for (const Rank element : order) {
        if (element >= n || seen[element]) break;
        seen[element] = true;
    }
    if (order.size() != n || std::ranges::find(seen, false) != seen.end()) {
        throw UsageError(fmt::format("{}: not an order of {} elements", who, n));
    }
}

std::vector<Rank> ranks_of(std::span<const Rank> order) {
    std::vector<Rank> ranks(order.size());
    for (std::size_t r = 0; r < order.size(); ++r)
        ranks[order[r]] = static_cast<Rank>(r);
    return ranks;
}

std::vector<Rank> identity_order(std::size_t n) {
    std::vector<Rank> order(n);
    std::iota(order.begin(), order.end(), Rank{0});
    return order;
}

void move_element(std::vector<Rank>& order, std::size_t from, std::size_t to) {
    const auto at = [&](std::size_t place) {
        return order.begin() + static_cast<std::ptrdiff_t>(place);
    };
    if (from < to) {
        std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
        std::rotate(at(to), at(from), at(from + 1));
    }
}

}  // namespace disarray::aggregation::detail
