// SPDX-License-Identifier: MIT
//
// Perfect matchings of elements and positions, one after the other (Fukuda, Matsui 1994): where one
// is known, another differs from it by an alternating cycle. Of an edge of the cycle that only the
// first has, the matchings with it and those without it are two smaller questions, in each of which
// one is known.
#pragma once

#include <cstddef>
#include <vector>

#include "ranking/permutation.hpp"

namespace disarray::aggregation::detail {

/// Row i: the positions, ascending, that element i may have.
using TightEdges = std::vector<std::vector<Rank>>;

/// Perfect matchings as orders, `known` first, at most `limit` of them: all, if there are fewer.
/// O(number of edges) each. Precondition (not checked): `known` is one.
std::vector<std::vector<Rank>> perfect_matchings(TightEdges edges, const std::vector<Rank>& known,
                                                 std::size_t limit);

}  // namespace disarray::aggregation::detail
