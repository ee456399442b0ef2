// SPDX-License-Identifier: MIT
//
// Two lists with ties, depth by depth (Corsi and Urbano 2024): how many items are, in each list,
// below depth d, in the tied group that d cuts, or above it. A group of t items of which the first
// k places are within depth d is there by the share k/t.
#pragma once

#include <cstdint>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"

namespace disarray::metrics::detail {

enum class Place { below, within, above };

/// What depth d sees of a shorter and a longer list.
struct TiedDepth {
    /// Items by their place in the shorter list, then in the longer one. Those that are below in
    /// both are not counted.
    std::uint32_t count[3][3] = {};
    Rational shorter_share = 1, longer_share = 1;  ///< of the groups that d cuts

    std::uint32_t both(Place shorter, Place longer) const {
        return count[static_cast<int>(shorter)][static_cast<int>(longer)];
    }
    std::uint32_t in_shorter(Place place) const {
        const auto& row = count[static_cast<int>(place)];
        return row[0] + row[1] + row[2];
    }
    std::uint32_t in_longer(Place place) const {
        const auto at = static_cast<int>(place);
        return count[0][at] + count[1][at] + count[2][at];
    }
};

/// For d = 1, …, the length of the longer list. O(n) on average.
/// \throws UsageError for an item that stands twice in a list.
std::vector<TiedDepth> tied_depths(const ItemRanking& shorter, const ItemRanking& longer);

}  // namespace disarray::metrics::detail
