// SPDX-License-Identifier: MIT
//
// What LEMON is asked. lemon.cpp is compiled as C++17, since LEMON 1.3.1 uses members of
// std::allocator that C++20 has removed; so nothing here is younger.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace disarray {
namespace aggregation {
namespace detail {

struct Matching {
    std::vector<std::uint32_t> position_of;  ///< of each element
    /// Dual: element + position <= cost, with equality in the matching.
    std::vector<std::int64_t> element_potentials;
    std::vector<std::int64_t> position_potentials;
};

/// A perfect matching of least cost in K_{n,n}, n >= 1, by the network simplex.
/// \param costs  n² of them, row by row. Precondition (not checked): >= 0, their sum below 2^61
Matching least_matching(std::size_t n, const std::vector<std::int64_t>& costs);

/// The number of the strongly connected component of each of n nodes, from 0.
std::vector<int> strong_components(std::size_t n, const std::vector<std::pair<int, int>>& arcs);

}  // namespace detail
}  // namespace aggregation
}  // namespace disarray
