// SPDX-License-Identifier: MIT
//
// Square matrices and graphs from files. A matrix is rows of numbers in plain text, or a JSON list
// of rows in which a number is an integer, a decimal or a string such as "1/2". JSON decimals are
// taken from their text: the parser hands out the raw token, so 0.1 is one tenth and not the
// double beside it.
#pragma once

#include <string>
#include <vector>

#include "exact/rational.hpp"
#include "formats/elements.hpp"
#include "weighting/dissimilarity.hpp"

namespace disarray::formats {

/// Above it a matrix of fractions, at about 280 bytes an entry while it is read and checked, would
/// not fit the memory of a small machine (1.1 GB measured for n = 2000).
inline constexpr std::size_t max_matrix_size = 2500;

/// The dissimilarity in a matrix file. Integers are kept as machine integers on the way, which
/// takes less than a tenth of the time and memory of fractions.
/// \param path  a file or "-"
/// \throws InputError naming file and line (text) or row and column (JSON) and the value; for a
/// row or a number of rows above max_matrix_size; for a file without numbers; as
/// Dissimilarity::from_rows.
Dissimilarity read_matrix(const std::string& path);

/// The edges in a file with a line "i j length" for each: two elements and a length of at least 0.
/// \throws InputError naming file and line.
std::vector<WeightedEdge> read_edges(const std::string& path, const Elements& elements);

}  // namespace disarray::formats
