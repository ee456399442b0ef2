// SPDX-License-Identifier: MIT
//
// The ranking that a row of numbers induces on positions 1..n (KV 6.1): most clicks, or the best
// grade, first. KV break ties "arbitrarily"; here the rule has a name. Rows that rank alike are one
// pattern with a multiplicity: of 10! rankings a log shows few, and each is measured once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "formats/position_table.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::experiments {

/// In which order positions are that have the same number.
enum class TieRule {
    position,  ///< the earlier position first: as the engine has them
    reversed,  ///< the later position first
    random,    ///< each order of the tied with the same probability, drawn for each query
    average    ///< all orders of the tied: what is measured is the mean over them
};
constexpr auto choices(TieRule) {
    return std::to_array<Choice<TieRule>>({{"position", TieRule::position},
                                           {"reversed", TieRule::reversed},
                                           {"random", TieRule::random},
                                           {"average", TieRule::average}});
}

/// Convention: what a query may cost under TieRule::average; 10!, so that no query of KV's size is
/// refused.
inline constexpr std::uint64_t most_tie_orders = 3'628'800;

/// The different rankings of a table, numbered from 0 in the order in which they first occur.
struct Patterns {
    std::size_t n = 0;
    /// Patterns × n: how many positions rank above each one, so that the tied have the same number.
    /// Without ties this is σ itself, ranks counted from 0.
    std::vector<Rank> above;
    /// Patterns × n: the numbers of the row, where patterns are told apart by them; else empty.
    std::vector<std::int64_t> values;
    std::vector<std::size_t> first_query;  ///< of each pattern
    std::vector<std::uint32_t> of_query;   ///< the pattern of each query

    std::size_t size() const { return first_query.size(); }
    std::span<const Rank> above_of(std::size_t pattern) const {
        return std::span(above).subspan(pattern * n, n);
    }
    /// Empty where patterns are not told apart by values.
    std::span<const std::int64_t> values_of(std::size_t pattern) const {
        return values.empty() ? std::span<const std::int64_t>()
                              : std::span(values).subspan(pattern * n, n);
    }
};

/// \param seed         of TieRule::random; what is drawn depends on the seed and the query's number
/// \param with_values  rows are one pattern only if their numbers are the same as well
/// \throws NotSupported, naming the query, for more than most_tie_orders orders under
/// TieRule::average. O(queries · n log n).
Patterns patterns_of(const formats::PositionTable& table, TieRule rule, std::uint64_t seed,
                     bool with_values);

/// Π g! over the groups of tied positions; most_tie_orders + 1 for all that is more.
std::uint64_t tie_orders(std::span<const Rank> above);

/// Calls work(σ) with the rank vector, counted from 0, of each order of the tied positions.
template <class Work>
void for_each_tie_order(std::span<const Rank> above, const Work& work) {
    const std::size_t n = above.size();
    std::vector<std::size_t> order(n);  // positions from rank 0 on
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto by_rank = [&](std::size_t a, std::size_t b) {
        return above[a] != above[b] ? above[a] < above[b] : a < b;
    };
    std::ranges::sort(order, by_rank);
    std::vector<Rank> sigma(n);
    while (true) {
        for (std::size_t r = 0; r < n; ++r)
            sigma[order[r]] = static_cast<Rank>(r);
        work(std::span<const Rank>(sigma));
        // The next order of the first group that has one; those before it begin again.
        std::size_t first = 0;
        while (first < n) {
            std::size_t last = first + 1;
            while (last < n && above[order[last]] == above[order[first]])
                ++last;
            const auto begin = order.begin();
            if (std::next_permutation(begin + static_cast<std::ptrdiff_t>(first),
                                      begin + static_cast<std::ptrdiff_t>(last))) {
                break;
            }
            first = last;
        }
        if (first >= n) return;
    }
}

}  // namespace disarray::properties::experiments
