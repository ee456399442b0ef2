// SPDX-License-Identifier: MIT
//
// Weights as they are printed for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "weighting/weighting.hpp"

namespace disarray {

/// "1 1/2 3": the first `count` of the numbers.
template <class Numbers>
std::string numbers_in_words(const Numbers& numbers, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += (i == 0 ? "" : " ") + Rational(numbers[i]).to_string();
    return text;
}

/// "0 1; 1 0", row by row.
std::string rows_in_words(const Dissimilarity& d);

/// "w = 1 2 3", "δ = 1 1/2", "p̄ local" where there are swap costs and it is, "D = 0 1; 1 0": the
/// parts that are there.
std::vector<std::string> parts_in_words(const Weighting& weighting);

}  // namespace disarray
