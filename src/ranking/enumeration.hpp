// SPDX-License-Identifier: MIT
//
// Walking through S_n without holding it: lexicographic rank and unrank (Lehmer code), ranges of
// ranks split into shards for parallel and distributed sweeps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"

namespace disarray {

/// Largest n with n! < 2^64.
inline constexpr std::size_t max_factorial_64 = 20;

/// n! for n ≤ 20. \throws UsageError above.
std::uint64_t factorial_64(std::size_t n);

/// Number of permutations of S_n that come before σ in lexicographic order of rank vectors: 0 for
/// the identity, n!−1 for the reversal. n ≤ 20 (UsageError above). O(n²).
std::uint64_t lexicographic_rank_64(const Permutation& sigma);

/// The permutation of S_n with the given lexicographic rank.
/// \throws UsageError if rank ≥ n! or n > 20.
Permutation lexicographic_unrank(std::size_t n, std::uint64_t rank);

/// Lexicographic ranks begin ≤ r < end of some S_n.
struct RankRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t size() const { return end - begin; }
    friend bool operator==(const RankRange&, const RankRange&) = default;
};

/// Part `index` (from 0) of `count` parts of [0, total) whose sizes differ by at most 1. Stateless:
/// any worker can name any part. \throws UsageError unless index < count.
RankRange shard(std::uint64_t total, std::uint64_t index, std::uint64_t count);

/// Calls visit(rank vector counted from 0) for the ranks of `range` in lexicographic order. One
/// unrank, then O(1) amortized per step. `visit` returns false to stop.
/// \throws UsageError if the range does not lie within 0 … n!, before the first visit.
template <class Visit>
void for_each_permutation(std::size_t n, RankRange range, Visit&& visit);

/// The same without those that `skip` leaves out: skip(rank vector) is 0 if this one is visited, or
/// the length k, 1 ≤ k ≤ n, of a beginning with which none is. All (n−k)! of these are passed over
/// in one step of O(n log n).
template <class Skip, class Visit>
void for_each_permutation_but(std::size_t n, RankRange range, Skip&& skip, Visit&& visit);

/// S_n in lexicographic order, held as a whole: for n ≤ 8 only (UsageError above).
std::vector<Permutation> all_permutations(std::size_t n);

// ---------------------------------------------------------------------------------------------

/// Turns `ranks` into its lexicographic successor; false (and unchanged meaning) after the last.
bool next_lexicographic(std::vector<Rank>& ranks);

/// \throws UsageError unless begin ≤ end ≤ n!.
void require_range(std::size_t n, RankRange range);

template <class Skip, class Visit>
void for_each_permutation_but(std::size_t n, RankRange range, Skip&& skip, Visit&& visit) {
    require_range(n, range);
    if (range.begin >= range.end) return;
    const Permutation first = lexicographic_unrank(n, range.begin);
    std::vector<Rank> ranks(first.ranks().begin(), first.ranks().end());
    for (std::uint64_t r = range.begin;;) {
        std::uint64_t block = 1;
        if (const std::size_t length = skip(static_cast<const std::vector<Rank>&>(ranks))) {
            block = factorial_64(n - length);
            // The last of the block; its successor is the first that begins otherwise.
            if (block > 1) {
                std::sort(ranks.begin() + std::ptrdiff_t(length), ranks.end(), std::greater<>());
            }
        } else if (!visit(static_cast<const std::vector<Rank>&>(ranks))) {
            return;
        }
        const std::uint64_t step = block - r % block;
        if (step >= range.end - r) return;
        r += step;
        next_lexicographic(ranks);
    }
}

template <class Visit>
void for_each_permutation(std::size_t n, RankRange range, Visit&& visit) {
    for_each_permutation_but(
        n, range, [](const std::vector<Rank>&) { return std::size_t{0}; }, visit);
}

}  // namespace disarray
