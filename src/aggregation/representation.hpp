// SPDX-License-Identifier: MIT
//
// Is a cost on S_n a sum of pair costs, f(σ) = Σ c(i,j) over the pairs that σ places i above j? A
// feedback arc set formulation says so (KV 5.1). Decided by exact linear algebra: with x_ij(σ) = 1
// if i is above j, f is one iff it lies in the span of 1 and the x_ij, i < j; the functions that
// f must be orthogonal to are a basis of the left kernel.
//
// Likewise for f(σ) = Σ c(i,σ(i)), which a formulation as minimum-cost matching of elements and
// positions says (KV 5.1): the span of 1 and the y_ir, i, r < n, where y_ir(σ) = 1 if σ(i) = r.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"

namespace disarray::aggregation {

/// Σ coefficient · f(order) ≠ 0, while it is 0 for every sum of the kind that was asked for.
struct Obstruction {
    std::vector<std::pair<std::vector<Rank>, Rational>>
        terms;       ///< orders from the top, with factors
    Rational value;  ///< Σ factor · f(order)
};

struct Representation {
    /// c(i,j) row by row with f(order) = Σ c(i,j), i above j; not unique, may be negative; empty if
    /// there is none.
    std::optional<std::vector<Rational>> pair_costs;
    std::optional<Obstruction> obstruction;  ///< there if and only if pair_costs is not
};

/// Largest n: n! equations.
inline constexpr std::size_t most_representation_elements = 5;

/// \param cost  of an order of 0..n−1, from the top; called n! times
/// \throws UsageError for n = 0 or beyond most_representation_elements
Representation pair_cost_representation(
    std::size_t n, const std::function<Rational(const std::vector<Rank>&)>& cost);

/// True if Σ factor · x_ij = 0 for every pair and Σ factor = 0, and `value` is Σ factor · f ≠ 0:
/// re-derives an obstruction without linear algebra.
bool confirms(const Obstruction& obstruction, std::size_t n,
              const std::function<Rational(const std::vector<Rank>&)>& cost);

struct PositionRepresentation {
    /// c(i,r), row by row, of element i at position r, both counted from 0, with f(order) =
    /// Σ c(order[r], r); not unique, may be negative; empty if there is none.
    std::optional<std::vector<Rational>> position_costs;
    std::optional<Obstruction> obstruction;  ///< there if and only if position_costs is not
};

/// As pair_cost_representation, also in what it throws.
PositionRepresentation position_cost_representation(
    std::size_t n, const std::function<Rational(const std::vector<Rank>&)>& cost);

/// True if the factors of the orders with element i at position r add up to 0 for every i and r,
/// and `value` is Σ factor · f ≠ 0.
bool confirms_no_position_costs(const Obstruction& obstruction, std::size_t n,
                                const std::function<Rational(const std::vector<Rank>&)>& cost);

}  // namespace disarray::aggregation
