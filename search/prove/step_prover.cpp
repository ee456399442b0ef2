// SPDX-License-Identifier: MIT
//
// The linear program has the columns c, ψ_t ≥ 0, u (how far t may be from c·M − N, with u + u
// exchanged = 0) and the multipliers y ≥ 0 of all triangles on the points of each configuration;
// its rows ask that H = t − ψ is ≥ 0 on types with a fixed point, does not grow beyond the points
// and changes by something ≥ 0 between them. About 300 rows and 560 columns: a few milliseconds.
#include "search/prove/step_prover.hpp"

#include <algorithm>
#include <map>

#include "search/functional.hpp"
#include "search/linear_program.hpp"

namespace disarray::search {

namespace {

/// Exact pivots on a proposal that rounding does not make an optimum; each solves a dense system of
/// 300 rows. So far none was needed.
constexpr std::size_t most_step_pivots = 20;

Integer common_denominator(const TypeForm& a, const TypeForm& b) {
    Integer common = 1;
    for (const TypeForm* form : {&a, &b}) {
        for (const Rational& value : *form)
            common = lcm(common, value.denominator());
    }
    return common;
}

/// Pairs of points, and triangles i < j and k, of a configuration.
struct Local {
    std::vector<std::pair<int, int>> pairs;
    std::vector<StepIdentity::Triangle> triangles;
};

Local local_parts(const Configuration& configuration) {
    Local local;
    const std::vector<int> points = configuration.points();
    for (std::size_t a = 0; a < points.size(); ++a) {
        for (std::size_t b = a + 1; b < points.size(); ++b) {
            local.pairs.emplace_back(points[a], points[b]);
            for (const int k : points) {
                if (k != points[a] && k != points[b]) {
                    local.triangles.push_back({points[a], points[b], k, 0});
                }
            }
        }
    }
    return local;
}

/// The coefficient of D_ab, a < b, in D_ik + D_jk − D_ij.
int coefficient_in(const StepIdentity::Triangle& t, int a, int b) {
    if (a == t.i && b == t.j) return -1;
    const bool has_k = a == t.k || b == t.k;
    const int other = a == t.k ? b : a;
    return has_k && (other == t.i || other == t.j) ? 1 : 0;
}

/// The change of a form on a pair of points.
Rational change_on(const TypeForm& form, const Configuration& step,
                   const std::pair<int, int>& pair) {
    const auto [i, j] = pair;
    return form[order_type(i, step.rank_before(i), j, step.rank_before(j))] -
           form[order_type(i, step.rank_after(i), j, step.rank_after(j))];
}

class StepProgram {
public:
    StepProgram(const TypeForm& small, const TypeForm& big)
        : small_(small), big_(big), scale_(common_denominator(small, big)) {
        program_.columns.resize(1 + order_type_count);
        program_.columns[0].objective = -1;
        for (Column& column : program_.columns)
            column.bounds.lower = 0;
        add_exchanged_columns();
        add_rows();
    }

    std::optional<StepBound> solve() const {
        const auto proposal = propose(program_);
        if (!proposal) return std::nullopt;
        auto optimum = round_to_optimum(program_, *proposal);
        if (!optimum) optimum = solve_from(program_, proposal->basis, most_step_pivots);
        if (!optimum) return std::nullopt;
        return read(*optimum);
    }

private:
    using Row = std::map<std::size_t, std::int64_t>;  // coefficient by column

    /// u of type t is +u or −u of one column, or 0.
    void add_exchanged_columns() {
        exchange_.resize(order_type_count);
        for (std::size_t t = 0; t < order_type_count; ++t) {
            const std::size_t other = exchanged(t);
            average_ = average_ && small_[t] == small_[other] && big_[t] == big_[other];
        }
        if (!average_) return;
        for (std::size_t t = 0; t < order_type_count; ++t) {
            const std::size_t other = exchanged(t);
            if (t >= other) continue;
            exchange_[t] = {program_.columns.size(), 1};
            exchange_[other] = {program_.columns.size(), -1};
            program_.columns.emplace_back();
        }
    }

    std::int64_t whole(const Rational& value) const {
        return in_64_bits((value * Rational(scale_)).numerator());
    }

    /// Adds sign·H of a type to a row; what is constant in it goes to the bound.
    void add(std::size_t type, int sign, Row& row, std::int64_t& bound) const {
        row[0] += sign * whole(big_[type]);
        row[1 + type] -= sign;
        const auto [column, u] = exchange_[type];
        if (u != 0) row[column] += sign * u;
        bound += sign * whole(small_[type]);
    }

    /// Σ row ≥ bound.
    void push(const Row& row, std::int64_t bound) {
        for (const auto& [column, coefficient] : row) {
            if (coefficient != 0)
                program_.columns[column].entries.emplace_back(program_.rows.size(), coefficient);
        }
        program_.rows.push_back({bound, {}});
    }

    void add_rows() {
        for (std::size_t t = 0; t < order_type_count; ++t) {
            if (!has_fixed_point(t)) continue;
            Row row;
            std::int64_t bound = 0;
            add(t, 1, row, bound);
            push(row, bound);
        }
        for (const auto& [before, after] : changes_beyond_points()) {
            Row row;
            std::int64_t bound = 0;
            add(before, 1, row, bound);
            add(after, -1, row, bound);
            push(row, bound);
        }
        for (const Configuration& step : configurations())
            add_rows_of(step);
    }

    void add_rows_of(const Configuration& step) {
        const Local local = local_parts(step);
        const std::size_t first = program_.columns.size();
        first_multiplier_.push_back(first);
        program_.columns.resize(first + local.triangles.size());
        for (std::size_t k = first; k < program_.columns.size(); ++k)
            program_.columns[k].bounds.lower = 0;
        for (const auto& [i, j] : local.pairs) {
            Row row;
            std::int64_t bound = 0;
            add(order_type(i, step.rank_before(i), j, step.rank_before(j)), 1, row, bound);
            add(order_type(i, step.rank_after(i), j, step.rank_after(j)), -1, row, bound);
            for (std::size_t k = 0; k < local.triangles.size(); ++k)
                row[first + k] -= coefficient_in(local.triangles[k], i, j);
            push(row, bound);
        }
    }

    StepBound read(const ExactOptimum& optimum) const {
        const Rational unit = Rational(1) / Rational(scale_);
        StepBound bound{optimum.x[0], {}};
        bound.proof.average = average_;
        for (std::size_t t = 0; t < order_type_count; ++t) {
            const auto [column, u] = exchange_[t];
            const Rational moved = u == 0 ? Rational(0) : Rational(u) * optimum.x[column] * unit;
            bound.proof.target.push_back(bound.constant * big_[t] - small_[t] + moved);
            bound.proof.potential.push_back(optimum.x[1 + t] * unit);
        }
        TypeForm rest = bound.proof.target;
        for (std::size_t t = 0; t < order_type_count; ++t)
            rest[t] -= bound.proof.potential[t];
        for (std::size_t s = 0; s < configurations().size(); ++s)
            bound.proof.steps.push_back(identity_of(s, rest, optimum, unit));
        return bound;
    }

    StepIdentity identity_of(std::size_t s, const TypeForm& rest, const ExactOptimum& optimum,
                             const Rational& unit) const {
        const Configuration& step = configurations()[s];
        Local local = local_parts(step);
        StepIdentity identity;
        for (std::size_t k = 0; k < local.triangles.size(); ++k) {
            local.triangles[k].multiplier = optimum.x[first_multiplier_[s] + k] * unit;
            if (local.triangles[k].multiplier.sign() > 0) {
                identity.triangles.push_back(local.triangles[k]);
            }
        }
        for (const auto& pair : local.pairs) {
            Rational left = change_on(rest, step, pair);
            for (const auto& triangle : identity.triangles)
                left -= Rational(coefficient_in(triangle, pair.first, pair.second)) *
                        triangle.multiplier;
            if (left.sign() > 0) identity.slacks.push_back({pair.first, pair.second, left});
        }
        return identity;
    }

    const TypeForm& small_;
    const TypeForm& big_;
    Integer scale_;  // makes all coefficients whole
    LinearProgram program_;
    bool average_ = true;
    std::vector<std::pair<std::size_t, int>> exchange_;  // (column, ±1), or (0, 0)
    std::vector<std::size_t> first_multiplier_;          // column, for each configuration
};

}  // namespace

std::optional<StepBound> least_constant_by_steps(const TypeForm& small, const TypeForm& big) {
    return StepProgram(small, big).solve();
}

void raise_constant(StepProof& proof, const TypeForm& small, const TypeForm& big,
                    const Rational& constant) {
    const TypeForm before = proof.target;
    for (std::size_t t = 0; t < order_type_count; ++t) {
        // What t has more than constant·M − N is u of the exchanged types, which is to stay.
        const std::size_t other = exchanged(t);
        const Rational claimed =
            proof.average ? (before[t] + before[other]) / Rational(2) : before[t];
        const Rational more = constant * big[t] - small[t] - claimed;
        proof.target[t] += more;
        proof.potential[t] += more;
    }
}

}  // namespace disarray::search
