// SPDX-License-Identifier: MIT
//
// The linear program has the columns c, ψ_t ≥ 0 and the multipliers y ≥ 0 of all triangles on the
// points of each configuration; its rows ask that H = t − ψ is ≥ 0 on types with a fixed point,
// does not grow beyond the points and changes by something ≥ 0 between them. With one part t is c·M
// − N. With two, t of the first is free, and t of the second is what is left, exchanged: that takes
// F[box] ≤ 5K to 4K. About 300 rows and 560 columns a part: a few milliseconds.
#include "search/prove/step_prover.hpp"

#include <algorithm>
#include <map>

#include "search/functional.hpp"
#include "search/linear_program.hpp"

namespace disarray::search {

namespace {

/// Exact pivots on a proposal that rounding does not make an optimum; each solves a dense system of
/// some hundred rows.
constexpr std::size_t most_step_pivots = 20;

/// The positive number of which the entries are coprime whole multiples. Not all are 0.
Rational content(const TypeForm& form) {
    Integer divisor = 0, denominator = 1;
    for (const Rational& value : form) {
        divisor = gcd(divisor, value.numerator());
        denominator = lcm(denominator, value.denominator());
    }
    return Rational(divisor) / Rational(denominator);
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
    /// \param parts  1 or 2
    StepProgram(const TypeForm& small, const TypeForm& big, std::size_t parts)
        : small_(small),
          big_(big),
          small_unit_(content(small)),
          big_unit_(content(big)),
          parts_(parts) {
        add_columns(1, 0);
        program_.columns[0].objective = -1;
        first_target_ = add_columns(parts == 2 ? order_type_count : 0, {});
        for (std::size_t part = 0; part < parts; ++part) {
            first_potential_.push_back(add_columns(order_type_count, 0));
            first_multiplier_.emplace_back();
            add_rows_beyond_points(part);
            for (const Configuration& step : configurations())
                add_rows_between_points(part, step);
        }
    }

    std::optional<StepBound> solve() const {
        const auto proposal = propose(program_);
        if (!proposal) return std::nullopt;
        auto optimum = round_to_optimum(program_, *proposal);
        if (!optimum) optimum = solve_from(program_, proposal->basis, most_step_pivots);
        if (!optimum) return std::nullopt;
        StepBound bound{constant(*optimum), {}};
        for (std::size_t part = 0; part < parts_; ++part)
            bound.parts.push_back(read(part, *optimum));
        return bound;
    }

private:
    using Row = std::map<std::size_t, std::int64_t>;  // coefficient by column

    /// \return the first of them
    std::size_t add_columns(std::size_t count, std::optional<std::int64_t> lower) {
        const std::size_t first = program_.columns.size();
        program_.columns.resize(first + count);
        for (std::size_t k = first; k < program_.columns.size(); ++k)
            program_.columns[k].bounds.lower = lower;
        return first;
    }

    static std::int64_t whole(const Rational& value) { return in_64_bits(value.numerator()); }

    /// c, which the program has in units of both sides.
    Rational constant(const ExactOptimum& optimum) const {
        return optimum.x[0] * small_unit_ / big_unit_;
    }

    /// Adds sign·H of a type to a row; what is constant in it goes to the bound.
    void add(std::size_t part, std::size_t type, int sign, Row& row, std::int64_t& bound) const {
        row[first_potential_[part] + type] -= sign;
        if (parts_ == 2 && part == 0) {
            row[first_target_ + type] += sign;
            return;
        }
        const std::size_t place = part == 0 ? type : exchanged(type);
        row[0] += sign * whole(big_[place] / big_unit_);
        bound += sign * whole(small_[place] / small_unit_);
        if (parts_ == 2) row[first_target_ + place] -= sign;
    }

    /// H(plus) − H(minus) + Σ row ≥ 0.
    void push(std::size_t part, std::optional<std::size_t> plus, std::optional<std::size_t> minus,
              Row row) {
        std::int64_t bound = 0;
        if (plus) add(part, *plus, 1, row, bound);
        if (minus) add(part, *minus, -1, row, bound);
        for (const auto& [column, coefficient] : row) {
            if (coefficient != 0)
                program_.columns[column].entries.emplace_back(program_.rows.size(), coefficient);
        }
        program_.rows.push_back({bound, {}});
    }

    void add_rows_beyond_points(std::size_t part) {
        for (std::size_t t = 0; t < order_type_count; ++t) {
            if (has_fixed_point(t)) push(part, t, {}, {});
        }
        for (const auto& [before, after] : changes_beyond_points())
            push(part, before, after, {});
    }

    void add_rows_between_points(std::size_t part, const Configuration& step) {
        const Local local = local_parts(step);
        const std::size_t first = add_columns(local.triangles.size(), 0);
        first_multiplier_[part].push_back(first);
        for (const auto& [i, j] : local.pairs) {
            Row row;
            for (std::size_t k = 0; k < local.triangles.size(); ++k)
                row[first + k] -= coefficient_in(local.triangles[k], i, j);
            push(part, order_type(i, step.rank_before(i), j, step.rank_before(j)),
                 order_type(i, step.rank_after(i), j, step.rank_after(j)), std::move(row));
        }
    }

    StepProof read(std::size_t part, const ExactOptimum& optimum) const {
        const Rational& unit = small_unit_;
        StepProof proof{part == 1, {}, {}, {}};
        for (std::size_t t = 0; t < order_type_count; ++t) {
            const std::size_t place = part == 0 ? t : exchanged(t);
            const Rational first =
                parts_ == 2 ? optimum.x[first_target_ + place] * unit : Rational(0);
            const Rational rest = constant(optimum) * big_[place] - small_[place] - first;
            proof.target.push_back(parts_ == 2 && part == 0 ? first : rest);
            proof.potential.push_back(optimum.x[first_potential_[part] + t] * unit);
        }
        TypeForm rest = proof.target;
        for (std::size_t t = 0; t < order_type_count; ++t)
            rest[t] -= proof.potential[t];
        for (std::size_t s = 0; s < configurations().size(); ++s) {
            proof.steps.push_back(
                identity_of(configurations()[s], first_multiplier_[part][s], rest, optimum, unit));
        }
        return proof;
    }

    static StepIdentity identity_of(const Configuration& step, std::size_t first_multiplier,
                                    const TypeForm& rest, const ExactOptimum& optimum,
                                    const Rational& unit) {
        Local local = local_parts(step);
        StepIdentity identity;
        for (std::size_t k = 0; k < local.triangles.size(); ++k) {
            local.triangles[k].multiplier = optimum.x[first_multiplier + k] * unit;
            if (local.triangles[k].multiplier.sign() > 0) {
                identity.triangles.push_back(local.triangles[k]);
            }
        }
        for (const auto& pair : local.pairs) {
            Rational left = change_on(rest, step, pair);
            for (const auto& triangle : identity.triangles) {
                left -= Rational(coefficient_in(triangle, pair.first, pair.second)) *
                        triangle.multiplier;
            }
            if (left.sign() > 0) identity.slacks.push_back({pair.first, pair.second, left});
        }
        return identity;
    }

    const TypeForm& small_;
    const TypeForm& big_;
    // Each side in units of its own: Clp cannot tell coefficients of 10^15 and of 1 apart from
    // noise.
    Rational small_unit_, big_unit_;
    std::size_t parts_;
    LinearProgram program_;
    std::size_t first_target_ = 0;              // columns of t of the first of two parts
    std::vector<std::size_t> first_potential_;  // column, for each part
    std::vector<std::vector<std::size_t>> first_multiplier_;  // for each part and configuration
};

}  // namespace

std::optional<StepBound> least_constant_by_steps(const TypeForm& small, const TypeForm& big) {
    auto one = StepProgram(small, big, 1).solve();
    auto two = StepProgram(small, big, 2).solve();
    const bool is_better = two && (!one || two->constant < one->constant);
    return is_better ? std::move(two) : std::move(one);
}

}  // namespace disarray::search
