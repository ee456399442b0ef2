// SPDX-License-Identifier: MIT
//
// What is asked about rankings: an inequality N ≤ M between expressions in the distances, each a
// sum with positive coefficients, for every σ in question and every pseudometric D. Everything that
// can be asked this way is linear or convex in D once σ, w and δ are fixed, and is decided by
// linear programs (decision.hpp). verify/FORMAT.md states the same in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/reading.hpp"

namespace disarray::search {

/// K(σ) or F(σ) in one reading; or of σ⁻¹, with the labels of w and D not moved.
struct Distance {
    enum class Kind { kendall, footrule };

    Kind kind = Kind::kendall;
    metrics::Reading reading = metrics::Reading::prefix;  ///< of a footrule
    bool inverse = false;

    /// True if the value is linear in D: K, F[interval], F[box].
    bool is_linear() const;
    /// True if σ⁻¹ has the same value with w and D carried along: K, F[prefix], F[box], of σ. The
    /// proofs are in certificate.cpp and weight_search.cpp.
    bool is_exchangeable() const;
    friend bool operator==(const Distance& a, const Distance& b) {
        return a.kind == b.kind && a.inverse == b.inverse &&
               (a.kind == Kind::kendall || a.reading == b.reading);
    }
};

/// "K", "K[inverse]", "F[prefix-sym]", "F[box,inverse]".
std::string functional_name(const Distance& distance);

struct Term {
    Rational coefficient;
    Distance distance;
    friend bool operator==(const Term&, const Term&) = default;
};

/// coefficient · |Σ inside|.
struct AbsoluteTerm {
    Rational coefficient;      ///< > 0
    std::vector<Term> inside;  ///< of linear distances, coefficients ≠ 0 of either sign
    friend bool operator==(const AbsoluteTerm&, const AbsoluteTerm&) = default;
};

/// Σ terms + Σ absolute terms.
struct Expression {
    std::vector<Term> terms;  ///< coefficients > 0, no distance twice
    std::vector<AbsoluteTerm> absolute;
    friend bool operator==(const Expression&, const Expression&) = default;
};

/// small ≤ big, claimed for every pseudometric D.
struct Inequality {
    Expression small;
    Expression big;
    friend bool operator==(const Inequality&, const Inequality&) = default;
};

/// factor·expression. \param factor  > 0
Expression scaled(Expression expression, const Rational& factor);
/// small ≤ constant·big. \param constant  > 0
Inequality scaled(Inequality inequality, const Rational& constant);

/// True if no distance in it tells σ and τ apart.
bool is_exchangeable(const Inequality& inequality);

/// "1/3*F[box]", "2*K + F[interval]", "K + 1/2*|K - F[box]|"; "0" if empty.
std::string to_string(const Expression& expression);
/// "K <= F[prefix]".
std::string to_string(const Inequality& inequality);

/// K ≤ F, the conjecture after KV Theorem 17: its least ratio is min F/K.
Inequality lower_side(metrics::Reading reading);
/// F ≤ 3K, KV Lemma 16: its least ratio is 3 / max F/K.
Inequality upper_side(metrics::Reading reading);

}  // namespace disarray::search
