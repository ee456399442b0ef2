// SPDX-License-Identifier: MIT
//
// The proposal by COIN-OR Clp: the only place where floating point enters the search. What comes
// back is which variables are basic, at which bound the others stand, and what Clp takes the values
// and multipliers to be. Each program starts cold. Given the basis of the σ before, Clp needs 16
// pivots in place of 28 on the programs of S_8, and 25 in place of 34 on S_10, but it starts
// infeasible and takes longer: 0.32 ms in place of 0.27, and 0.52 in place of 0.29 (2026-11).
#include <ClpSimplex.hpp>

#include "search/linear_program.hpp"

namespace disarray::search {

namespace {

/// Clp takes columns compressed, and bounds as doubles; all our data are small integers.
struct ClpData {
    std::vector<CoinBigIndex> starts{0};
    std::vector<int> rows;
    std::vector<double> coefficients, column_lower, column_upper, objective, row_lower, row_upper;

    explicit ClpData(const LinearProgram& program) {
        for (const Column& column : program.columns) {
            for (const auto& [row, coefficient] : column.entries) {
                rows.push_back(static_cast<int>(row));
                coefficients.push_back(static_cast<double>(coefficient));
            }
            starts.push_back(static_cast<CoinBigIndex>(rows.size()));
            objective.push_back(static_cast<double>(column.objective));
            push_bounds(column.bounds, column_lower, column_upper);
        }
        for (const Bounds& bounds : program.rows)
            push_bounds(bounds, row_lower, row_upper);
    }

    static void push_bounds(const Bounds& bounds, std::vector<double>& lower,
                            std::vector<double>& upper) {
        lower.push_back(bounds.lower ? static_cast<double>(*bounds.lower) : -COIN_DBL_MAX);
        upper.push_back(bounds.upper ? static_cast<double>(*bounds.upper) : COIN_DBL_MAX);
    }
};

/// Clp's word for where a variable stands, corrected where the exact bounds leave one choice only.
Standing standing(ClpSimplex::Status status, const Bounds& bounds) {
    if (status == ClpSimplex::basic) return Standing::basic;
    if (!bounds.lower && !bounds.upper) return Standing::free_at_zero;
    if (!bounds.lower) return Standing::at_upper;
    if (!bounds.upper) return Standing::at_lower;
    return status == ClpSimplex::atUpperBound ? Standing::at_upper : Standing::at_lower;
}

}  // namespace

std::optional<Proposal> propose(const LinearProgram& program) {
    const ClpData data(program);
    ClpSimplex model;
    model.setLogLevel(0);
    model.loadProblem(static_cast<int>(program.columns.size()),
                      static_cast<int>(program.rows.size()), data.starts.data(), data.rows.data(),
                      data.coefficients.data(), data.column_lower.data(), data.column_upper.data(),
                      data.objective.data(), data.row_lower.data(), data.row_upper.data());
    model.setOptimizationDirection(-1);  // maximize
    model.primal();
    if (!model.isProvenOptimal()) return std::nullopt;

    Proposal proposal;
    Basis& basis = proposal.basis;
    for (std::size_t j = 0; j < program.columns.size(); ++j) {
        basis.columns.push_back(
            standing(model.getColumnStatus(static_cast<int>(j)), program.columns[j].bounds));
    }
    for (std::size_t i = 0; i < program.rows.size(); ++i) {
        basis.rows.push_back(standing(model.getRowStatus(static_cast<int>(i)), program.rows[i]));
    }
    const double* x = model.getColSolution();
    proposal.x.assign(x, x + program.columns.size());
    const double* duals = model.getRowPrice();
    proposal.duals.assign(duals, duals + program.rows.size());
    return proposal;
}

}  // namespace disarray::search
