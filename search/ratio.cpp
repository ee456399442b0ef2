// SPDX-License-Identifier: MIT
//
// The program solved here is the dual one, since it has only C(n,2) rows and its solution is the
// proof itself: find the largest C, signs φ_k ∈ [−1,1] and multipliers y ≥ 0 of triangle
// inequalities with
//     linear(e) + Σ_k φ_k·absolute_k(e) − C·K(e) − Σ_t y_t·triangle_t(e) ≥ 0   for each pair e;
// then c = C / divisor. The multipliers of the rows are the D that attains it: by duality D ≥ 0,
// D obeys every triangle inequality, K(D) = 1 and F(D) = c.
#include "search/ratio.hpp"

#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "search/linear_program.hpp"

namespace disarray::search {

namespace {

using metrics::Reading;

/// Calls visit(i, j, k) for each triangle inequality D_ij ≤ D_ik + D_jk, i < j.
template <class Visit>
void for_each_triangle(std::size_t n, const Visit& visit) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            for (std::size_t k = 0; k < n; ++k) {
                if (k != i && k != j) visit(i, j, k);
            }
        }
    }
}

/// The coefficients of `form` times `factor`, as entries of a column.
std::vector<std::pair<std::size_t, std::int64_t>> entries(const LinearForm& form,
                                                          std::int64_t factor) {
    std::vector<std::pair<std::size_t, std::int64_t>> nonzero;
    for (std::size_t e = 0; e < form.size(); ++e) {
        if (form[e] != 0) nonzero.emplace_back(e, factor * form[e]);
    }
    return nonzero;
}

/// Columns in this order: C, the φ_k, the y_t in the order of for_each_triangle.
LinearProgram lower_program(const Functional& kendall, const Functional& footrule) {
    LinearProgram program;
    for (const std::int64_t coefficient : footrule.linear) {
        program.rows.push_back({-coefficient, std::nullopt});
    }
    program.columns.push_back({{0, std::nullopt}, 1, entries(kendall.linear, -1)});
    for (const LinearForm& form : footrule.absolute) {
        program.columns.push_back({{-1, 1}, 0, entries(form, 1)});
    }
    const std::size_t n = footrule.n;
    for_each_triangle(n, [&](std::size_t i, std::size_t j, std::size_t k) {
        program.columns.push_back(
            {{0, std::nullopt},
             0,
             {{pair_index(n, i, j), 1}, {pair_index(n, i, k), -1}, {pair_index(n, j, k), -1}}});
    });
    return program;
}

/// The dissimilarity of coprime integers proportional to `values`, one for each pair.
Dissimilarity integer_dissimilarity(std::size_t n, const std::vector<Rational>& values) {
    Integer denominator = 1;
    for (const Rational& value : values) {
        denominator = boost::multiprecision::lcm(denominator, value.denominator());
    }
    Integer divisor = 0;
    std::vector<Integer> numerators;
    for (const Rational& value : values) {
        numerators.push_back((value * Rational(denominator)).numerator());
        divisor = boost::multiprecision::gcd(divisor, numerators.back());
    }
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n));
    for (std::size_t i = 0, e = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j, ++e) {
            rows[i][j] = rows[j][i] = Rational(Integer(numerators[e] / divisor));
        }
    }
    return Dissimilarity::from_rows(rows, "the solution of a linear program");
}

LowerBoundProof proof_from(const std::vector<Rational>& x, const Functional& kendall,
                           const Functional& footrule) {
    LowerBoundProof proof;
    proof.bound = x[0] / Rational(footrule.divisor);
    std::size_t column = 1;
    for (std::size_t k = 0; k < footrule.absolute.size(); ++k)
        proof.signs.push_back(x[column++]);
    for_each_triangle(footrule.n, [&](std::size_t i, std::size_t j, std::size_t k) {
        const Rational& multiplier = x[column++];
        if (multiplier.sign() != 0) proof.triangles.push_back({i, j, k, multiplier});
    });

    // The slacks are what the identity leaves over.
    const std::size_t n = footrule.n;
    for (std::size_t e = 0; e < footrule.linear.size(); ++e) {
        Rational left = Rational(footrule.linear[e]) - x[0] * Rational(kendall.linear[e]);
        for (std::size_t k = 0; k < footrule.absolute.size(); ++k) {
            const std::int64_t coefficient = footrule.absolute[k][e];
            if (coefficient != 0) left += proof.signs[k] * Rational(coefficient);
        }
        proof.slacks.push_back(left);
    }
    for (const TriangleTerm& t : proof.triangles) {
        proof.slacks[pair_index(n, t.i, t.j)] += t.multiplier;
        proof.slacks[pair_index(n, t.i, t.k)] -= t.multiplier;
        proof.slacks[pair_index(n, t.j, t.k)] -= t.multiplier;
    }
    return proof;
}

}  // namespace

bool is_valid(const LowerBoundProof& proof, const Functional& kendall, const Functional& footrule) {
    const std::size_t n = footrule.n;
    if (proof.signs.size() != footrule.absolute.size() || proof.slacks.size() != pair_count(n)) {
        return false;
    }
    for (const Rational& sign : proof.signs) {
        if (abs(sign) > Rational(1)) return false;
    }
    for (const Rational& slack : proof.slacks) {
        if (slack.sign() < 0) return false;
    }
    for (const TriangleTerm& t : proof.triangles) {
        const bool is_triangle = t.i < t.j && t.j < n && t.k < n && t.k != t.i && t.k != t.j;
        if (!is_triangle || t.multiplier.sign() < 0) return false;
    }

    // right(e) = coefficient of pair e in Σ triangles + Σ slacks·D
    std::vector<Rational> right = proof.slacks;
    for (const TriangleTerm& t : proof.triangles) {
        right[pair_index(n, t.i, t.k)] += t.multiplier;
        right[pair_index(n, t.j, t.k)] += t.multiplier;
        right[pair_index(n, t.i, t.j)] -= t.multiplier;
    }
    const Rational c = proof.bound * Rational(footrule.divisor);
    for (std::size_t e = 0; e < pair_count(n); ++e) {
        Rational left = Rational(footrule.linear[e]) - c * Rational(kendall.linear[e]);
        for (std::size_t k = 0; k < proof.signs.size(); ++k) {
            left += proof.signs[k] * Rational(footrule.absolute[k][e]);
        }
        if (left != right[e]) return false;
    }
    return true;
}

std::optional<LeastRatio> least_ratio(const Permutation& sigma, Reading reading) {
    if (sigma.is_identity()) return std::nullopt;
    const Functional kendall = kendall_functional(sigma);
    const Functional footrule = footrule_functional(sigma, reading);
    const auto optimum = maximize(lower_program(kendall, footrule));
    if (!optimum) return std::nullopt;

    std::vector<Rational> d;  // rows ask for ≥, so their multipliers in a maximum are ≤ 0
    for (const Rational& dual : optimum->duals)
        d.push_back(-dual);
    LeastRatio found{optimum->objective / Rational(footrule.divisor),
                     integer_dissimilarity(sigma.size(), d),
                     proof_from(optimum->x, kendall, footrule)};

    const Rational k = kendall.value(found.witness);
    const bool attained = found.witness.is_pseudometric() && k.sign() > 0 &&
                          footrule.value(found.witness) == found.ratio * k;
    if (!attained || found.proof.bound != found.ratio ||
        !is_valid(found.proof, kendall, footrule)) {
        throw InternalError("a solved program whose witness or proof does not hold, ranks " +
                            sigma.to_string());
    }
    return found;
}

// Relabelling the elements of D by a bijection maps pseudometrics to pseudometrics, so the minimum
// stays if the two functionals of one σ turn into those of another under some relabelling.
//
// Reverse-complement, i ↦ n+1−i on elements and on ranks: inverted pairs go to inverted pairs; a
// closed interval of ranks goes to a closed interval; in the prefix forms "before" and "after"
// change places, which changes their sign only. The same holds for σ⁻¹, since (σ^rc)⁻¹ = (σ⁻¹)^rc.
// So all four readings have it.
//
// Inversion, element i of σ as element σ(i) of σ⁻¹: {i,j} is inverted in σ iff {σ(i),σ(j)} is in
// σ⁻¹. The inverted neighbours of i before it become those of σ(i) after it, so prefix forms change
// sign. The two halves of box, over σ(j) and over j in I(σ(i),i), change places. So prefix and box
// have it; interval is the first half alone, and prefix-sym adds σ and σ⁻¹ under the *same* labels,
// so neither does (S_4 has counterexamples; the tests hold them).
Symmetries ratio_symmetries(Reading reading) {
    const bool inverse = reading == Reading::prefix || reading == Reading::box;
    return {.inverse = inverse, .reverse_complement = true};
}

std::optional<Dissimilarity> strict_violation(const Dissimilarity& d, const Functional& kendall,
                                              const Functional& footrule) {
    if (!(footrule.value(d) < kendall.value(d))) return std::nullopt;
    // F and K are continuous and homogeneous: N·D + 1 is D + 1/N up to scale, so some N does.
    for (std::int64_t factor = 1;; ++factor) {
        std::vector<std::vector<Rational>> rows(d.size(), std::vector<Rational>(d.size()));
        for (std::size_t i = 0; i < d.size(); ++i) {
            for (std::size_t j = 0; j < d.size(); ++j) {
                if (i != j) rows[i][j] = Rational(factor) * d(i, j) + Rational(1);
            }
        }
        const Dissimilarity strict = Dissimilarity::from_rows(rows, "a strict witness");
        if (footrule.value(strict) < kendall.value(strict)) return strict;
    }
}

}  // namespace disarray::search
