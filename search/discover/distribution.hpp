// SPDX-License-Identifier: MIT
//
// How one statistic is distributed over S_n, each σ alike: mean and variance, exact at each n and
// as formulas in n where there are any, and whether the counts rise to one peak.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "formulas/rational_function.hpp"
#include "search/discover/attained.hpp"

namespace disarray::search::discover {

struct Distribution {
    Quantity quantity;
    std::vector<Sample> means, variances;  ///< by n; the variance is Σ (x − mean)²/n!
    Formulas mean, variance;
    /// n at which the counts of the values that occur never rise after they have fallen.
    std::vector<std::size_t> unimodal;
};

/// \param points  of one statistic of permutations, for different n
Distribution distribution_of(std::span<const Attained> points);

}  // namespace disarray::search::discover
