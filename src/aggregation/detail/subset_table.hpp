// SPDX-License-Identifier: MIT
//
// Dynamic programming over subsets (Bellman 1962, Held and Karp 1962): the least cost of ordering a
// set R is the least, over the element on top, of its cost above the others and the least cost of
// these:  L(R) = min over e in R of Σ_{j in R} c(e,j) + L(R \ e).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"

namespace disarray::aggregation::detail {

using Subset = std::uint32_t;  ///< bit i: element i

class SubsetTable {
public:
    /// O(2^k k) time, 8·2^k bytes, k = costs.size() ≤ 26. Empty if stopped.
    static std::optional<SubsetTable> of(const PairCosts& costs, const Stop& stop);

    std::size_t size() const { return k_; }
    /// L of all elements, in units.
    std::int64_t least() const { return least_.back(); }
    /// Whether an order of least cost of `rest` has `element` on top. O(1)
    bool can_be_on_top(std::size_t element, Subset rest) const {
        return least_[rest] == cost_on_top(element, rest) + least_[rest & ~(Subset{1} << element)];
    }
    std::uint64_t subsets() const { return least_.size(); }

private:
    explicit SubsetTable(const PairCosts& costs);
    bool fill(const Stop& stop);

    /// Σ_{j in rest} c(element, j).
    std::int64_t cost_on_top(std::size_t element, Subset rest) const {
        return low_[(rest & (low_count_ - 1)) * k_ + element] +
               high_[(rest >> low_bits_) * k_ + element];
    }

    std::size_t k_;
    std::size_t low_bits_;
    Subset low_count_;
    /// Sums of rows over the subsets of the lower and of the upper half of the elements:
    /// [subset · k + element]. Two tables of 2^(k/2) rows stay in the cache, one of 2^k would not.
    std::vector<std::int64_t> low_, high_;
    std::vector<std::int64_t> least_;  ///< L
};

}  // namespace disarray::aggregation::detail
