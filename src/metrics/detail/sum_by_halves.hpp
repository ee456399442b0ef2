// SPDX-License-Identifier: MIT
//
// Sums of many fractions. Their denominators grow with every addition: added one by one, n of them
// take n additions of long numbers; by halves, only the last few are of long ones.
#pragma once

#include <cstddef>

#include "exact/rational.hpp"

namespace disarray::metrics::detail {

/// Σ term(i) over first <= i < last.
template <class Term>
Rational sum_by_halves(std::size_t first, std::size_t last, const Term& term) {
    if (first == last) return 0;
    if (last - first == 1) return term(first);
    const std::size_t middle = first + (last - first) / 2;
    return sum_by_halves(first, middle, term) + sum_by_halves(middle, last, term);
}

}  // namespace disarray::metrics::detail
