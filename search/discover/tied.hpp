// SPDX-License-Identifier: MIT
//
// Pairs of rankings with ties, for the distances of metrics/partial_rankings.hpp: the other domain
// beside S_n on which attained points are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/discover/statistics.hpp"

namespace disarray::search::discover {

/// Largest n: 47293 rankings of 7 elements have 2.2·10⁹ pairs, 3·10⁶ up to the names of elements.
inline constexpr std::size_t max_tied_n = 7;

using TiedRanking = std::vector<Rank>;  ///< a bucket 0, …, k−1 for each element, none empty

/// All rankings of n elements with ties, in lexicographic order. OEIS A000670 counts them.
std::vector<TiedRanking> tied_rankings(std::size_t n);

/// Pairs (σ,τ) up to a common change of the elements' names: σ with its elements in order of
/// bucket, any τ. Pair number k is σ number k / |τ|, τ number k mod |τ|.
class TiedPairs {
public:
    explicit TiedPairs(std::size_t n);

    std::uint64_t size() const { return sorted_.size() * all_.size(); }
    std::pair<TiedRanking, TiedRanking> operator[](std::uint64_t pair) const {
        return {sorted_[pair / all_.size()], all_[pair % all_.size()]};
    }
    /// How many pairs are this one with other names.
    std::uint64_t count(std::uint64_t pair) const { return counts_[pair / all_.size()]; }

private:
    std::vector<TiedRanking> sorted_, all_;
    std::vector<std::uint64_t> counts_;
};

/// The statistic's value times its unit. \param statistic  one of tied_statistics()
std::int64_t tied_value(const Statistic& statistic, std::span<const Rank> sigma,
                        std::span<const Rank> tau);
/// The distance by its definition, which shares no code with that.
Rational naive_tied_value(const Statistic& statistic, std::span<const Rank> sigma,
                          std::span<const Rank> tau);

}  // namespace disarray::search::discover
