// SPDX-License-Identifier: MIT
#include "aggregation/detail/subset_table.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace disarray::aggregation::detail {

namespace {

/// Rows of costs summed over every subset of the elements first … first+bits−1.
std::vector<std::int64_t> subset_sums(const PairCosts& costs, std::size_t first, std::size_t bits) {
    const std::size_t k = costs.size();
    std::vector<std::int64_t> sums(k << bits, 0);
    for (std::size_t subset = 1; subset < std::size_t{1} << bits; ++subset) {
        const auto last = static_cast<std::size_t>(std::countr_zero(subset));
        const std::size_t without = subset & (subset - 1);
        for (std::size_t e = 0; e < k; ++e)
            sums[subset * k + e] = sums[without * k + e] + costs(e, first + last);
    }
    return sums;
}

}  // namespace

SubsetTable::SubsetTable(const PairCosts& costs)
    : k_(costs.size()),
      low_bits_(k_ / 2),
      low_count_(Subset{1} << low_bits_),
      low_(subset_sums(costs, 0, low_bits_)),
      high_(subset_sums(costs, low_bits_, k_ - low_bits_)),
      least_(std::size_t{1} << k_, 0) {}

bool SubsetTable::fill(const Stop& stop) {
    const Subset high_count = Subset{1} << (k_ - low_bits_);
    for (Subset high = 0; high < high_count; ++high) {
        if (stop.requested()) return false;
        const std::int64_t* high_row = &high_[high * k_];
        for (Subset low = high == 0 ? 1 : 0; low < low_count_; ++low) {
            const std::int64_t* low_row = &low_[low * k_];
            const Subset rest = high << low_bits_ | low;
            std::int64_t best = std::numeric_limits<std::int64_t>::max();
            for (Subset left = rest; left != 0; left &= left - 1) {
                const auto e = static_cast<std::size_t>(std::countr_zero(left));
                const std::int64_t others = least_[rest ^ (left & (~left + 1))];
                best = std::min(best, low_row[e] + high_row[e] + others);
            }
            least_[rest] = best;
        }
    }
    return true;
}

std::optional<SubsetTable> SubsetTable::of(const PairCosts& costs, const Stop& stop) {
    SubsetTable table(costs);
    if (!table.fill(stop)) return std::nullopt;
    return table;
}

}  // namespace disarray::aggregation::detail
