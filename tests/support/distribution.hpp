// SPDX-License-Identifier: MIT
//
// How often a statistic takes each value on S_n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ranking/permutation.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using Distribution = std::vector<std::uint64_t>;

/// Entry v counts the σ in S_n with statistic(σ) = v. n ≤ 8.
template <class Statistic>
Distribution distribution(std::size_t n, const Statistic& statistic) {
    Distribution counts;
    for (const Permutation& sigma : all_permutations(n)) {
        const std::size_t value = statistic(sigma);
        if (value >= counts.size()) counts.resize(value + 1, 0);
        ++counts[value];
    }
    return counts;
}

}  // namespace disarray::test
