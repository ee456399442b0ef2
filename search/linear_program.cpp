// SPDX-License-Identifier: MIT
//
// The exact half: a bounded simplex method on the extended system A x − r = 0, in which row i is a
// variable r_i with bounds of its own. Every step solves the basis matrix anew with FLINT; updating
// a factorization would pay only if many pivots were needed, and as a rule none is.
#include "search/linear_program.hpp"

#include "base/error.hpp"
#include "formulas/detail/fmpz_matrix.hpp"

namespace disarray::search {

namespace {

/// A basis of the extended system with everything that follows from it. Variables 0 … n−1 are the
/// columns, n … n+m−1 the rows.
class Tableau {
public:
    Tableau(const LinearProgram& program, const Basis& basis)
        : program_(program), n_(program.columns.size()), m_(program.rows.size()) {
        standings_ = basis.columns;
        standings_.insert(standings_.end(), basis.rows.begin(), basis.rows.end());
        if (standings_.size() != n_ + m_) throw UsageError("a basis of another program");
    }

    /// Solves for the values of the basic variables and the duals; false if singular.
    bool solve();

    bool is_primal_feasible() const;
    bool is_dual_feasible() const { return !entering_by_price(); }

    /// One pivot of the primal simplex method; false if the program is unbounded.
    /// Before: solved and primal feasible, not dual feasible.
    bool pivot_primal();
    /// One pivot of the dual simplex method; false if the program is infeasible.
    /// Before: solved and dual feasible, not primal feasible.
    bool pivot_dual();

    ExactOptimum optimum(std::size_t pivots) const;

private:
    std::size_t variable_count() const { return n_ + m_; }
    const Bounds& bounds(std::size_t v) const {
        return v < n_ ? program_.columns[v].bounds : program_.rows[v - n_];
    }
    std::int64_t objective(std::size_t v) const {
        return v < n_ ? program_.columns[v].objective : 0;
    }
    /// The value of a nonbasic variable.
    std::int64_t resting_value(std::size_t v) const;
    /// Calls visit(row, coefficient) for the nonzero entries of the extended column of v.
    template <class Visit>
    void visit_column(std::size_t v, const Visit& visit) const;
    /// Σ_i y_i · (extended column of v)_i
    Rational price(const std::vector<Rational>& y, std::size_t v) const;
    Rational reduced_cost(std::size_t v) const { return Rational(objective(v)) - price(duals_, v); }

    /// +1 / −1 if raising / lowering the nonbasic v improves the objective, else 0.
    int improving_direction(std::size_t v) const;
    /// The first variable that improves the objective (Bland); empty at a dual feasible basis.
    std::optional<std::size_t> entering_by_price() const;
    bool is_below(std::size_t k) const;  ///< basic variable k violates its lower bound
    bool is_above(std::size_t k) const;
    bool is_fixed(std::size_t v) const {
        return bounds(v).lower && bounds(v).upper && *bounds(v).lower == *bounds(v).upper;
    }

    const LinearProgram& program_;
    std::size_t n_, m_;
    std::vector<Standing> standings_;
    std::vector<std::size_t> basic_;                      ///< the m basic variables, ascending
    std::vector<Rational> values_;                        ///< of basic_
    std::vector<Rational> duals_;                         ///< one for each row
    std::optional<disarray::detail::FmpzMatrix> matrix_;  ///< the basis matrix, m×m
    std::optional<disarray::detail::FmpzMatrix> transpose_;
};

std::int64_t Tableau::resting_value(std::size_t v) const {
    switch (standings_[v]) {
        case Standing::at_lower:
            return bounds(v).lower.value();
        case Standing::at_upper:
            return bounds(v).upper.value();
        case Standing::free_at_zero:
            return 0;
        case Standing::basic:
            break;
    }
    throw InternalError("the resting value of a basic variable");
}

template <class Visit>
void Tableau::visit_column(std::size_t v, const Visit& visit) const {
    if (v >= n_) {
        visit(v - n_, std::int64_t{-1});
        return;
    }
    for (const auto& [row, coefficient] : program_.columns[v].entries)
        visit(row, coefficient);
}

Rational Tableau::price(const std::vector<Rational>& y, std::size_t v) const {
    Rational sum;
    visit_column(v, [&](std::size_t row, std::int64_t coefficient) {
        if (y[row].sign() == 0) return;
        if (coefficient == 1) {
            sum += y[row];
        } else if (coefficient == -1) {
            sum -= y[row];
        } else {
            sum += y[row] * Rational(coefficient);
        }
    });
    return sum;
}

bool Tableau::solve() {
    basic_.clear();
    std::vector<std::int64_t> right(m_, 0);
    for (std::size_t v = 0; v < variable_count(); ++v) {
        if (standings_[v] == Standing::basic) {
            basic_.push_back(v);
        } else if (const std::int64_t value = resting_value(v); value != 0) {
            visit_column(v, [&](std::size_t row, std::int64_t coefficient) {
                right[row] -= coefficient * value;
            });
        }
    }
    if (basic_.size() != m_) return false;

    matrix_.emplace(m_, m_);
    transpose_.emplace(m_, m_);
    std::vector<std::int64_t> costs(m_);
    for (std::size_t k = 0; k < m_; ++k) {
        costs[k] = objective(basic_[k]);
        visit_column(basic_[k], [&](std::size_t row, std::int64_t coefficient) {
            matrix_->set(row, k, coefficient);
            transpose_->set(k, row, coefficient);
        });
    }
    auto values = disarray::detail::solve(*matrix_, right);
    auto duals = disarray::detail::solve(*transpose_, costs);
    if (!values || !duals) return false;
    values_ = std::move(*values);
    duals_ = std::move(*duals);
    return true;
}

bool Tableau::is_below(std::size_t k) const {
    const auto& lower = bounds(basic_[k]).lower;
    return lower && values_[k] < Rational(*lower);
}

bool Tableau::is_above(std::size_t k) const {
    const auto& upper = bounds(basic_[k]).upper;
    return upper && values_[k] > Rational(*upper);
}

bool Tableau::is_primal_feasible() const {
    for (std::size_t k = 0; k < m_; ++k) {
        if (is_below(k) || is_above(k)) return false;
    }
    return true;
}

int Tableau::improving_direction(std::size_t v) const {
    if (standings_[v] == Standing::basic || is_fixed(v)) return 0;
    const int sign = reduced_cost(v).sign();
    if (sign > 0 && standings_[v] != Standing::at_upper) return 1;
    if (sign < 0 && standings_[v] != Standing::at_lower) return -1;
    return 0;
}

std::optional<std::size_t> Tableau::entering_by_price() const {
    for (std::size_t v = 0; v < variable_count(); ++v) {
        if (improving_direction(v) != 0) return v;
    }
    return std::nullopt;
}

bool Tableau::pivot_primal() {
    const std::size_t entering = entering_by_price().value();
    const int direction = improving_direction(entering);
    std::vector<std::int64_t> column(m_, 0);
    visit_column(entering, [&](std::size_t row, std::int64_t c) { column[row] = c; });
    const std::vector<Rational> change = disarray::detail::solve(*matrix_, column).value();

    // Moving the entering variable by t·direction moves basic variable k by −t·direction·change_k.
    std::optional<Rational> shortest;
    std::optional<std::size_t>
        leaving;  // stays empty when the entering variable hits its own bound
    Standing leaving_to = Standing::basic;
    if (bounds(entering).lower && bounds(entering).upper) {
        shortest = Rational(*bounds(entering).upper) - Rational(*bounds(entering).lower);
    }
    for (std::size_t k = 0; k < m_; ++k) {
        const int sign = change[k].sign() * direction;
        if (sign == 0) continue;
        const auto& limit = sign > 0 ? bounds(basic_[k]).lower : bounds(basic_[k]).upper;
        if (!limit) continue;
        const Rational length = abs((values_[k] - Rational(*limit)) / change[k]);
        if (!shortest || length < *shortest) {  // basic_ is ascending: ties go to the first (Bland)
            shortest = length;
            leaving = basic_[k];
            leaving_to = sign > 0 ? Standing::at_lower : Standing::at_upper;
        }
    }
    if (!shortest) return false;
    if (leaving) {
        standings_[*leaving] = leaving_to;
        standings_[entering] = Standing::basic;
    } else {
        standings_[entering] = direction > 0 ? Standing::at_upper : Standing::at_lower;
    }
    return true;
}

bool Tableau::pivot_dual() {
    std::size_t k = 0;
    while (!is_below(k) && !is_above(k))
        ++k;  // the first violated one (Bland)
    const bool must_rise = is_below(k);
    std::vector<std::int64_t> unit(m_, 0);
    unit[k] = 1;
    const std::vector<Rational> row = disarray::detail::solve(*transpose_, unit).value();

    // Raising a nonbasic v moves the leaving variable by −row·column(v).
    std::optional<Rational> least;
    std::optional<std::size_t> entering;
    for (std::size_t v = 0; v < variable_count(); ++v) {
        if (standings_[v] == Standing::basic || is_fixed(v)) continue;
        const Rational alpha = price(row, v);
        if (alpha.sign() == 0) continue;
        const bool rises_when_raised = alpha.sign() < 0;
        const bool raise = rises_when_raised == must_rise;
        if (raise ? standings_[v] == Standing::at_upper : standings_[v] == Standing::at_lower) {
            continue;
        }
        const Rational ratio = abs(reduced_cost(v) / alpha);
        if (!least || ratio < *least) {
            least = ratio;
            entering = v;
        }
    }
    if (!entering) return false;
    standings_[basic_[k]] = must_rise ? Standing::at_lower : Standing::at_upper;
    standings_[*entering] = Standing::basic;
    return true;
}

ExactOptimum Tableau::optimum(std::size_t pivots) const {
    ExactOptimum found;
    found.pivots = pivots;
    found.duals = duals_;
    found.x.resize(n_);
    for (std::size_t v = 0; v < n_; ++v) {
        if (standings_[v] != Standing::basic) found.x[v] = resting_value(v);
    }
    for (std::size_t k = 0; k < m_; ++k) {
        if (basic_[k] < n_) found.x[basic_[k]] = values_[k];
    }
    for (std::size_t v = 0; v < n_; ++v) {
        if (objective(v) != 0) found.objective += Rational(objective(v)) * found.x[v];
    }
    return found;
}

/// Pivots before a program is given up. A proposal needs none as a rule; the slack basis of the
/// programs of S_6 needs some hundreds.
constexpr std::size_t pivots_after_proposal = 200;
constexpr std::size_t pivots_from_scratch = 5000;

}  // namespace

Basis slack_basis(const LinearProgram& program) {
    Basis basis;
    for (const Column& column : program.columns) {
        basis.columns.push_back(column.bounds.lower   ? Standing::at_lower
                                : column.bounds.upper ? Standing::at_upper
                                                      : Standing::free_at_zero);
    }
    basis.rows.assign(program.rows.size(), Standing::basic);
    return basis;
}

std::optional<ExactOptimum> solve_from(const LinearProgram& program, const Basis& basis,
                                       std::size_t pivot_limit) {
    Tableau tableau(program, basis);
    for (std::size_t pivots = 0; tableau.solve(); ++pivots) {
        const bool primal = tableau.is_primal_feasible();
        const bool dual = tableau.is_dual_feasible();
        if (primal && dual) return tableau.optimum(pivots);
        if (pivots == pivot_limit || (!primal && !dual)) return std::nullopt;
        if (!(primal ? tableau.pivot_primal() : tableau.pivot_dual())) return std::nullopt;
    }
    return std::nullopt;
}

std::optional<ExactOptimum> maximize(const LinearProgram& program) {
    if (const auto proposal = propose(program)) {
        if (auto found = round_to_optimum(program, *proposal)) return found;
        if (auto found = solve_from(program, proposal->basis, pivots_after_proposal)) return found;
    }
    return solve_from(program, slack_basis(program), pivots_from_scratch);
}

}  // namespace disarray::search
