// SPDX-License-Identifier: MIT
//
// Order types: what a distance knows of σ, without n. The coefficient of D_ij in K, F[interval] and
// F[box] (w = δ = 1) depends only on the order of the four numbers i, σ(i), j, σ(j), of which there
// are 26. Likewise a step that exchanges two values (verify/FORMAT.md, "The bubble step") looks, up
// to order, like one of 47 configurations. A proof for every n is a statement about these two
// lists.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "exact/rational.hpp"
#include "search/statement.hpp"

namespace disarray::search {

/// (i, σ(i), j, σ(j)), i < j: the least whole numbers from 1 that are in this order.
using OrderType = std::array<int, 4>;

inline constexpr std::size_t order_type_count = 26;
inline constexpr std::size_t configuration_count = 47;

/// All order types, in lexicographic order.
const std::vector<OrderType>& order_types();
/// The place in it of (i, ranks of i, j, rank of j); i and j may come in either order.
/// \throws UsageError for what is no two elements of a permutation
std::size_t order_type(int i, int rank_i, int j, int rank_j);
/// The place of the type with elements and ranks exchanged, which (σ(i), σ(j)) has in σ⁻¹.
std::size_t exchanged(std::size_t type);

/// A coefficient for each order type; the value at σ and D is Σ_{i<j} (that of i and j)·D_ij.
using TypeForm = std::vector<Rational>;

/// Whether σ(i) = i or σ(j) = j in the type.
bool has_fixed_point(std::size_t type);

/// The terms of σ, or of σ⁻¹ as those of another σ, on the smaller side of ≤: F[prefix] is at most
/// Σ over i of the sum of |coefficients|, by the triangle inequality at each vertex.
/// \throws NotSupported for absolute terms
TypeForm form_above(const Expression& expression, bool inverse);
/// The same on the greater side, where of F[prefix] nothing is known but that it is ≥ 0.
TypeForm form_below(const Expression& expression, bool inverse);

/// A step in S_n for any n: ranks d of x and c of z are exchanged, x ≤ c < d ≤ z, and no element
/// with a place or a rank between c and d moves. Numbers are the least that are in this order.
struct Configuration {
    int x = 0, c = 0, d = 0, z = 0;
    int rank_c = 0, rank_d = 0;       ///< d if x = c, c if z = d
    std::vector<int> points() const;  ///< those of x, c, d, z that differ, ascending
    int rank_before(int point) const;
    int rank_after(int point) const;
};
/// Those without fixed points, in lexicographic order of (x, c, d, z, rank of c, rank of d).
const std::vector<Configuration>& configurations();

/// Types (before, after) of a pair with an element v that is none of the four points, where they
/// differ: x = c becomes fixed, or z = d.
const std::vector<std::pair<std::size_t, std::size_t>>& changes_beyond_points();

}  // namespace disarray::search
