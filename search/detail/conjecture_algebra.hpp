// SPDX-License-Identifier: MIT
//
// The algebra of a conjecture: sums of distances and of choices, each a coefficient times max(…) or
// |…|; min is −max of the negatives. There is no syntax tree: whatever the text does with such sums
// is done to coefficients at once, so that equal parts are seen to be equal and cancel.
#pragma once

#include <vector>

#include "exact/rational.hpp"
#include "search/detail/conjecture_lexer.hpp"
#include "search/statement.hpp"

namespace disarray::search::detail {

struct Choice;

/// Σ terms + Σ choices; no coefficient is 0, no distance and no choice occurs twice.
struct DistanceSum {
    std::vector<Term> terms;  ///< K first, σ before σ⁻¹
    std::vector<Choice> choices;

    bool empty() const { return terms.empty() && choices.empty(); }
    friend bool operator==(const DistanceSum& a, const DistanceSum& b);
};

/// coefficient · max(arguments), or coefficient · |the only argument|.
struct Choice {
    Rational coefficient;
    bool absolute = false;
    std::vector<DistanceSum> arguments;
    TextPlace place;  ///< where it was written
};

void add_term(DistanceSum& sum, const Rational& coefficient, const Distance& distance);
/// sum += factor · other.
void add(DistanceSum& sum, const Rational& factor, const DistanceSum& other);
DistanceSum scaled(const Rational& factor, const DistanceSum& sum);
/// a + factor · b.
DistanceSum combined(DistanceSum a, const Rational& factor, const DistanceSum& b);

/// True for a sum of distances that are linear in D.
bool is_linear(const DistanceSum& sum);

/// |sum|, with a factor taken out so that |a − b| and |2b − 2a| are seen to be alike.
DistanceSum absolute_value(const DistanceSum& sum, TextPlace place);
/// The maximum, without arguments that another one is never less than.
DistanceSum maximum(const std::vector<DistanceSum>& arguments, TextPlace place);
DistanceSum minimum(std::vector<DistanceSum> arguments, TextPlace place);

/// What a part of the text stands for, affine in c: number + sum + c·(number_of_c + sum_of_c).
struct AffineValue {
    Rational number;
    Rational number_of_c;
    DistanceSum sum;
    DistanceSum sum_of_c;
    TextPlace place;         ///< of the whole
    TextPlace number_place;  ///< of the first summand that is a number, if there is one

    bool has_number() const { return number.sign() != 0 || number_of_c.sign() != 0; }
    bool has_distances() const { return !sum.empty() || !sum_of_c.empty(); }
    bool has_c() const { return number_of_c.sign() != 0 || !sum_of_c.empty(); }
};

AffineValue times(const Rational& factor, AffineValue value);

}  // namespace disarray::search::detail
