// SPDX-License-Identifier: MIT
// The inequalities between K and F that the search is about.
#pragma once

#include <vector>

#include "search/statement.hpp"

namespace disarray::test {

/// K ≤ F and F ≤ 3K in each reading.
inline std::vector<search::Inequality> both_sides() {
    std::vector<search::Inequality> all;
    for (const metrics::Reading reading : metrics::all_readings) {
        all.push_back(search::lower_side(reading));
        all.push_back(search::upper_side(reading));
    }
    return all;
}

}  // namespace disarray::test
