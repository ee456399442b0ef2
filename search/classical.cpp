// SPDX-License-Identifier: MIT
//
// S_n is cut into blocks that share the ranks of their first elements; within a block the other
// elements run through plain changes, so that each step exchanges the ranks of two neighbours: K
// changes by 1 and two terms of F change.
#include "search/classical.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/inversions.hpp"

namespace disarray::search {

namespace {

/// Elements that move within a block: 8! steps outweigh the setup of a block, and S_11 still has
/// 990 blocks to share out.
constexpr std::size_t places_in_block = 8;

using RankArray = std::array<Rank, max_classical_n>;

/// |r − i| for rank r of element i.
std::int64_t displacement(Rank rank, std::size_t element) {
    return std::abs(static_cast<std::int64_t>(rank) - static_cast<std::int64_t>(element));
}

/// Keeps the extreme of F/K and the least σ that has it.
struct RunningExtreme {
    std::int64_t footrule = 0;
    std::int64_t kendall = 0;  // 0: nothing seen yet
    RankArray ranks{};

    /// \param sign  +1 keeps the greatest ratio, −1 the least
    void offer(std::int64_t f, std::int64_t k, const RankArray& candidate, int sign) {
        if (k == 0) return;
        const std::int64_t difference = sign * (f * kendall - footrule * k);
        const bool better =
            kendall == 0 || difference > 0 || (difference == 0 && candidate < ranks);
        if (better) {
            footrule = f;
            kendall = k;
            ranks = candidate;
        }
    }

    ClassicalExtreme result(std::size_t n) const {
        ClassicalExtreme extreme;
        extreme.footrule = static_cast<std::uint64_t>(footrule);
        extreme.kendall = static_cast<std::uint64_t>(kendall);
        extreme.sigma = Permutation::from_ranks_unchecked(
            {ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(n)});
        return extreme;
    }
};

struct ClassicalTally {
    std::uint64_t permutations = 0, below = 0, above = 0;
    RunningExtreme least, greatest;

    void visit(std::int64_t f, std::int64_t k, const RankArray& ranks) {
        ++permutations;
        below += f < k ? 1 : 0;
        above += f > 2 * k ? 1 : 0;
        least.offer(f, k, ranks, -1);
        greatest.offer(f, k, ranks, +1);
    }

    void merge(const ClassicalTally& other) {
        permutations += other.permutations;
        below += other.below;
        above += other.above;
        least.offer(other.least.footrule, other.least.kendall, other.least.ranks, -1);
        greatest.offer(other.greatest.footrule, other.greatest.kendall, other.greatest.ranks, +1);
    }
};

/// Visits all σ whose first elements have the ranks that they have in `first`.
void sweep_block(const Permutation& first, std::size_t places, ClassicalTally& tally) {
    const std::size_t fixed = first.size() - places;
    RankArray ranks{};
    std::ranges::copy(first.ranks(), ranks.begin());
    auto k = static_cast<std::int64_t>(inversion_count(first));
    std::int64_t f = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
        f += displacement(ranks[i], i);

    tally.visit(f, k, ranks);
    PlainChanges changes(places);
    while (const auto place = changes.next()) {
        const std::size_t i = fixed + *place;
        f -= displacement(ranks[i], i) + displacement(ranks[i + 1], i + 1);
        k += ranks[i] < ranks[i + 1] ? 1 : -1;
        std::swap(ranks[i], ranks[i + 1]);
        f += displacement(ranks[i], i) + displacement(ranks[i + 1], i + 1);
        tally.visit(f, k, ranks);
    }
}

}  // namespace

ClassicalSweep sweep_classical(std::size_t n, unsigned threads) {
    if (n < 1 || n > max_classical_n) throw UsageError("sweep_classical: n out of range");
    const std::size_t places = std::min(n, places_in_block);
    const std::uint64_t block = factorial_64(places);
    const ClassicalTally tally = with_threads(threads, [&] {
        return tbb::parallel_reduce(
            tbb::blocked_range<std::uint64_t>(0, factorial_64(n) / block), ClassicalTally{},
            [&](const tbb::blocked_range<std::uint64_t>& part, ClassicalTally so_far) {
                // The first permutation of a block in lexicographic order has its movable elements
                // in ascending order of rank, where plain changes start.
                for (std::uint64_t b = part.begin(); b != part.end(); ++b) {
                    sweep_block(lexicographic_unrank(n, b * block), places, so_far);
                }
                return so_far;
            },
            [](ClassicalTally a, const ClassicalTally& b) {
                a.merge(b);
                return a;
            });
    });
    ClassicalSweep result;
    result.n = n;
    result.permutations = tally.permutations;
    result.below = tally.below;
    result.above = tally.above;
    result.least = tally.least.result(n);
    result.greatest = tally.greatest.result(n);
    return result;
}

}  // namespace disarray::search
