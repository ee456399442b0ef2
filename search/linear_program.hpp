// SPDX-License-Identifier: MIT
//
// Linear programs with integer data, solved exactly. COIN-OR Clp works in floating point and is
// asked for a proposal: numbers and a basis. The numbers, taken for fractions with a small common
// denominator, are the answer if all bounds, all dual signs and complementary slackness hold
// exactly, in integers; as a rule they do. If not, FLINT solves the basis in rationals, and that
// solution counts only if it passes the same test; if it does not, exact pivots by Bland's rule
// (Bland 1977) mend the basis, up to a limit; beyond it there is no answer rather than a doubtful
// one. QSopt_ex would do all of this but is GPL-3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "exact/rational.hpp"

namespace disarray::search {

/// lower ≤ value ≤ upper; an absent bound is infinite.
struct Bounds {
    std::optional<std::int64_t> lower;
    std::optional<std::int64_t> upper;
};

/// One variable: its bounds, its coefficient in the objective, its nonzero coefficients by row.
struct Column {
    Bounds bounds;
    std::int64_t objective = 0;
    std::vector<std::pair<std::size_t, std::int64_t>> entries;  ///< (row from 0, coefficient)
};

/// Maximize Σ objective_j x_j subject to bounds on each x_j and on each row Σ_j a_ij x_j.
struct LinearProgram {
    std::vector<Bounds> rows;
    std::vector<Column> columns;
};

/// Where a variable stands in a basis.
enum class Standing : std::uint8_t { basic, at_lower, at_upper, free_at_zero };

/// A basis: as many variables basic as there are rows. Row i counts as the variable a_i·x.
struct Basis {
    std::vector<Standing> columns;
    std::vector<Standing> rows;
};

/// An optimal solution, exact.
struct ExactOptimum {
    Rational objective;
    std::vector<Rational> x;      ///< one value for each column
    std::vector<Rational> duals;  ///< one multiplier y_i for each row: Σ_i y_i a_ij prices column j
    std::size_t pivots = 0;       ///< exact pivots that were needed after the proposal
};

/// All rows basic, all columns at a finite bound (or free at zero): the trivial starting basis.
Basis slack_basis(const LinearProgram& program);

/// What Clp ends with, in floating point.
struct Proposal {
    Basis basis;
    std::vector<double> x;      ///< one value for each column
    std::vector<double> duals;  ///< one multiplier for each row, signs as in ExactOptimum
};

/// Empty if Clp does not report an optimum.
std::optional<Proposal> propose(const LinearProgram& program);

/// The optimum whose values are those of the proposal, rounded to fractions with a small common
/// denominator. Empty unless these are exactly feasible and exactly optimal.
std::optional<ExactOptimum> round_to_optimum(const LinearProgram& program,
                                             const Proposal& proposal);

/// The optimum, from the given basis by at most `pivot_limit` exact pivots. Empty if the limit is
/// reached, the program is unbounded or infeasible, or the basis is singular or neither primal nor
/// dual feasible.
std::optional<ExactOptimum> solve_from(const LinearProgram& program, const Basis& basis,
                                       std::size_t pivot_limit);

/// propose, then round_to_optimum, then solve_from; from the slack basis if the proposal is of no
/// use.
std::optional<ExactOptimum> maximize(const LinearProgram& program);

}  // namespace disarray::search
