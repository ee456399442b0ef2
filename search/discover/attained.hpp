// SPDX-License-Identifier: MIT
//
// Which vectors of statistics occur on S_n, how many σ have each, and the first of these: one sweep
// for any number of tuples of quantities, in memory for the points and not for S_n. Statistics of
// rankings with ties are swept likewise over all pairs of such rankings (tied.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "ranking/permutation.hpp"
#include "search/discover/statistics.hpp"

namespace disarray::search::discover {

/// Largest n that is swept: counts and ranks of S_12 fit 32 bits.
inline constexpr std::size_t max_attained_n = 12;
/// Most quantities in one tuple.
inline constexpr std::size_t max_dimension = 4;

/// Values of a tuple's quantities; 0 beyond its size.
using Point = std::array<std::int64_t, max_dimension>;

struct AttainedPoint {
    Point at{};
    std::uint64_t count = 0;  ///< σ in S_n that have it, or pairs of rankings with ties
    std::uint64_t first = 0;  ///< the least lexicographic rank, or number of a pair, among them
    friend bool operator==(const AttainedPoint&, const AttainedPoint&) = default;
};

struct Attained {
    std::size_t n = 0;
    std::vector<Quantity> quantities;
    std::vector<AttainedPoint> points;  ///< in lexicographic order of the values

    bool is_of_ties() const;
    /// The first σ. \throws UsageError for rankings with ties
    Permutation sigma(const AttainedPoint& point) const;
};

/// The same without the identity, where statements about σ ≠ id may fail. Of rankings with ties:
/// the same.
Attained without_identity(Attained all);

/// One result for each tuple, in their order; empty if stopped before the end. O(n!·(statistics +
/// tuples)) time. Tuples are taken in as many sweeps as keep the tables below 256 MB. The result
/// does not depend on the number of threads.
/// \throws NotSupported for a tuple whose table alone is larger, or of permutations and of rankings
/// with ties, which have at most max_tied_n elements; UsageError for n out of 1 …
/// max_attained_n or a tuple of more than max_dimension
std::vector<Attained> attained(std::size_t n, const std::vector<std::vector<Quantity>>& tuples,
                               unsigned threads = 0, const Stop& stop = {});

}  // namespace disarray::search::discover
