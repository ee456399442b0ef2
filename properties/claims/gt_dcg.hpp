// SPDX-License-Identifier: MIT
//
// How many different values dcg has on S_n (GT Prop 6.1 says n!), decided exactly for n up to 9.
//
// dcg(σ) = Σ σ(i)/log₂(i+1). With i+1 = bᵉ, b no perfect power, 1/log₂(i+1) is 1/e of 1/log₂b: so
// rankings with the same sums Σ σ(i)/e over the positions of each b have the same dcg. That other
// rankings do not is proved by intervals, value against next value after sorting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "properties/case.hpp"

namespace disarray::properties::gt {

struct DcgValues {
    std::uint64_t rankings = 0;      ///< n!
    std::uint64_t distinct = 0;      ///< values, if nothing is undecided
    std::uint64_t equal_pairs = 0;   ///< unordered pairs of different rankings of equal dcg
    std::uint64_t undecided = 0;     ///< pairs of values that the precision limit leaves open
    std::optional<Case> least_pair;  ///< the least equal pair σ, τ; the naive path confirms it
};

/// Largest n for dcg_values: 9! sums are a second.
inline constexpr std::size_t max_dcg_n = 9;

/// The values of dcg on S_n; n <= max_dcg_n (UsageError above). \param bits  of the intervals after
/// the point, 50 at most; what they leave open exact values decide.
/// \throws InternalError if the naive path contradicts an equality.
DcgValues dcg_values(std::size_t n, unsigned bits = 50);

}  // namespace disarray::properties::gt
