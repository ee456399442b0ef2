// SPDX-License-Identifier: MIT
//
// Random dissimilarities of a class. Pseudometrics are built so that they are such (paths, lines,
// cuts, closures), never by rejection: of random matrices of 6 elements hardly one is.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "properties/generators/draw.hpp"
#include "properties/generators/labels.hpp"
#include "weighting/dissimilarity.hpp"

namespace disarray::properties::generators {

/// The names of what is drawn for a class. metric: "unit", "line", "one-two", "tree",
/// "shortest path", "closure"; pseudometric: also "cut" and "multi-class", and distances 0 in the
/// others; any: also "random matrix", "random 0-1 matrix" and "one entry raised", which is no
/// pseudometric for n ≥ 3.
std::vector<std::string_view> dissimilarity_kinds(DissimilarityClass wanted);

/// D of n ≥ 1 elements in the class; label "dissimilarity: <kind>". Where any D is asked for, half
/// of them are of the three last kinds, and "dissimilarity: no pseudometric" says when D is none.
Labelled<Dissimilarity> draw_dissimilarity(Draw& draw, std::size_t n, DissimilarityClass wanted);

/// D_ij = value(i, j) for i < j, elements counted from 0.
template <class Value>
Dissimilarity dissimilarity_from(std::size_t n, const Value& value) {
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n));
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j)
            rows[i][j] = rows[j][i] = value(i, j);
    }
    return Dissimilarity::from_rows(rows, "generated");
}

/// The largest pseudometric that is nowhere above D: the shortest paths. O(n³).
Dissimilarity closure(const Dissimilarity& d);

}  // namespace disarray::properties::generators
