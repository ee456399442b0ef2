// SPDX-License-Identifier: MIT
//
// Known inequalities, as data with their sources: what a discovery is compared with. The file that
// comes with the program is theorems.txt; each line is checked on S_n like any conjecture.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/discover/statement.hpp"

namespace disarray::search::discover {

struct Theorem {
    std::string name, source;
    Statement statement;
    std::size_t least_n = 1;
};

/// Lines "name | statement | least n | source"; comments begin with #. \param path  "-" is standard
/// input. \throws InputError naming the line
std::vector<Theorem> theorems_of_file(const std::string& path);

/// Those of theorems.txt.
std::vector<Theorem> known_theorems();

/// A curve in the plane of two statistics.
struct Curve {
    std::string theorem;
    std::vector<std::pair<std::int64_t, Rational>> points;  ///< y at x = 0, 1, …
};

/// Where a theorem about the two quantities of a region is an equation, for each of its comparisons
/// that is linear in the second; what lies beyond the region's greatest values is left out.
std::vector<Curve> curves_in(const Attained& region, const Theorem& theorem);

}  // namespace disarray::search::discover
