// SPDX-License-Identifier: MIT
//
// Dissimilarities D on elements (docs/definitions.md, Weights; KV 3.3, 7): n×n, symmetric, zero
// diagonal, non-negative. A pseudometric also obeys the triangle inequality; a metric has, besides,
// D_ij > 0 for i ≠ j. Every constructor of the definitions, and the check that names a violated
// triple.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "exact/rational.hpp"
#include "exact/scaled.hpp"

namespace disarray {

/// D_ik > D_ij + D_jk, elements counted from 0.
struct TriangleViolation {
    std::size_t i = 0;
    std::size_t j = 0;  ///< the element between
    std::size_t k = 0;
    Rational excess;  ///< D_ik − D_ij − D_jk > 0

    /// "D(1,3) exceeds D(1,2) + D(2,3) by 5/2", elements counted from 1.
    std::string to_string() const;
};

/// An edge of a weighted undirected graph; elements counted from 0.
struct WeightedEdge {
    std::size_t from = 0;
    std::size_t to = 0;
    Rational length;
};

/// A symmetric n×n matrix of non-negative rationals with zero diagonal; row i is element i.
class Dissimilarity {
public:
    /// \throws InputError if `rows` is not square, not symmetric, has a negative entry or a
    /// diagonal entry other than 0; rows and columns count from 1.
    static Dissimilarity from_rows(const std::vector<std::vector<Rational>>& rows,
                                   std::string_view where);
    /// The same from integers, row by row. \param entries n² of them
    static Dissimilarity from_integers(std::size_t n, std::vector<std::int64_t> entries,
                                       std::string_view where);

    /// D_ij = 1 for i ≠ j.
    static Dissimilarity unit(std::size_t n);
    /// D_ij = 0 within a class, 1 across classes; `classes[i]` is the class of element i. A cut is
    /// the case of two classes.
    static Dissimilarity multi_class(std::span<const std::int64_t> classes);
    /// D_ij = |x_i − x_j|.
    static Dissimilarity line(std::span<const Rational> positions);
    /// Lengths of shortest paths between the n nodes (KV 7). O(n³).
    /// \throws InputError for a negative length, a node out of range, or nodes without a path.
    static Dissimilarity shortest_paths(std::size_t n, std::span<const WeightedEdge> edges,
                                        std::string_view where);
    /// 1 between elements 1..k, 0 between the rest, p across (KV 7).
    /// \throws InputError unless 1 ≤ k ≤ n and p ≥ 0.
    static Dissimilarity top_k(std::size_t n, std::size_t k, const Rational& across,
                               std::string_view where);

    std::size_t size() const { return n_; }
    /// D_ij, elements counted from 0.
    Rational operator()(std::size_t i, std::size_t j) const { return entries_[i * n_ + j]; }
    /// All entries row by row.
    const ScaledSequence& entries() const { return entries_; }

    /// The violation of the triangle inequality with the largest excess (the lexicographically
    /// least such triple (i,k,j)); empty for a pseudometric. O(n³).
    std::optional<TriangleViolation> worst_triangle_violation() const;
    /// The first pair i < j with D_ij = 0, counted from 0; empty if none.
    std::optional<std::pair<std::size_t, std::size_t>> first_zero() const;
    bool is_pseudometric() const { return !worst_triangle_violation(); }
    bool is_metric() const { return !first_zero() && is_pseudometric(); }

private:
    Dissimilarity(std::size_t n, ScaledSequence entries) : n_(n), entries_(std::move(entries)) {}
    std::size_t n_ = 0;
    ScaledSequence entries_;
};

/// What a question asks of D.
enum class DissimilarityClass { any, pseudometric, metric };
constexpr auto choices(DissimilarityClass) {
    return std::to_array<Choice<DissimilarityClass>>(
        {{"any", DissimilarityClass::any},
         {"pseudometric", DissimilarityClass::pseudometric},
         {"metric", DissimilarityClass::metric}});
}

/// \throws InputError that names the triple and by how much, or the pair with D_ij = 0.
void require_class(const Dissimilarity& d, DissimilarityClass wanted, std::string_view where);

}  // namespace disarray
