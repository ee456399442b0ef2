// SPDX-License-Identifier: MIT
#include "aggregation/naive.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace disarray::aggregation::naive {

Optimum optimum(std::size_t n, const Cost& cost) {
    if (n == 0 || n > 8) throw UsageError("naive::optimum: n is not in 1..8");
    std::vector<Rank> order(n);
    std::iota(order.begin(), order.end(), Rank{0});
    Optimum best{cost(order), {order}};
    while (std::next_permutation(order.begin(), order.end())) {
        const Rational next = cost(order);
        if (next < best.cost) best = {next, {}};
        if (next == best.cost) best.orders.push_back(order);
    }
    return best;
}

Rational kendall_cost(const Profile& profile, const ProfileRules& rules, const Weighting& weighting,
                      const std::vector<Rank>& order) {
    const auto term = [&](std::size_t i, std::size_t j) {
        Rational value = weighting.dissimilarity ? (*weighting.dissimilarity)(i, j) : Rational(1);
        if (weighting.element_weights) {
            value *= (*weighting.element_weights)[i] * (*weighting.element_weights)[j];
        }
        return value;
    };
    Rational total = 0;
    for (std::size_t r = 0; r < order.size(); ++r) {
        for (std::size_t s = r + 1; s < order.size(); ++s) {
            std::uint64_t half_votes = 0;
            for (const Vote& vote : profile.votes) {
                const Rank upper = vote.buckets[order[r]];
                const Rank lower = vote.buckets[order[s]];
                if (upper == not_ranked || lower == not_ranked) continue;
                if (lower < upper) half_votes += 2 * vote.count;
                if (lower == upper && rules.ties == TieRule::half) half_votes += vote.count;
            }
            total += Rational(Integer(half_votes), Integer(2)) * term(order[r], order[s]);
        }
    }
    return total;
}

}  // namespace disarray::aggregation::naive
