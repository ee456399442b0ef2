// SPDX-License-Identifier: MIT
//
// X = F*(σ) and Y = K*(σ) of the rankings of an experiment, under one choice of weights (KV 6.3):
// the same numbers as metrics::footrule and metrics::kendall against the identity, but for a
// hundred thousand rankings a second, with swap costs of the discounted gain as well. Everything is
// exact: integer coefficients of products of two symbols (swap_cost_forms.hpp).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/near_names.hpp"
#include "exact/bounded.hpp"
#include "exact/interval.hpp"
#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "properties/experiments/ranked_queries.hpp"
#include "properties/experiments/swap_cost_forms.hpp"
#include "weighting/weights.hpp"

namespace disarray::properties::experiments {

/// A positive weight of an element from its grade (KV 6.1 EDIT: "a natural weighting"; KV do not
/// say which).
enum class GradeWeight {
    grade_plus_one,       ///< g + 1
    two_to_the_grade,     ///< 2^g: the gain of DCG, plus 1
    grade_plus_one_half,  ///< g + 1/2
};
constexpr auto choices(GradeWeight) {
    return std::to_array<Choice<GradeWeight>>({{"grade+1", GradeWeight::grade_plus_one},
                                               {"2^grade", GradeWeight::two_to_the_grade},
                                               {"grade+1/2", GradeWeight::grade_plus_one_half}});
}

/// w(g). \param grade  from 0 to greatest_grade
Rational weight_of(GradeWeight weight, std::int64_t grade);
/// Convention: 2^30 and its products fit 64 bits.
inline constexpr std::int64_t greatest_grade = 30;

/// Weights of an experiment; D = 1.
struct PairWeights {
    std::string name;                     ///< "UNIT", "DCG", "CTR", "TOPK", "EDIT"
    std::optional<SwapCosts> swap_costs;  ///< absent: those of the discounted gain
    std::uint64_t log_base = 2;           ///< of the discounted gain
    std::optional<GradeWeight> grades;    ///< element weights from the values of a pattern
    FixedPointPolicy fixed_points = FixedPointPolicy::one;
};

/// The numbers of one pattern: means over the orders of its tied positions, of which there is one
/// under every tie rule but TieRule::average.
struct Measured {
    Bounded footrule;  ///< X
    Bounded kendall;   ///< Y
    Bounded ratio;     ///< Z: mean of X/Y over the orders with Y > 0; 0 if there are none
    std::uint64_t orders = 0;
    std::uint64_t without_ratio = 0;  ///< orders with Y = 0
    /// Sums over the orders, times denominator(); kept only if is_rational().
    Int128 footrule_sum = 0;
    Int128 kendall_sum = 0;
};

class PairMeasure {
public:
    /// \throws NotSupported where sums might not fit 128 bits: swap costs with long fractions.
    PairMeasure(const PairWeights& weights, std::size_t positions, metrics::Reading reading);

    /// \throws NotSupported if a sign is not decided at Value::max_precision; InputError for a
    /// grade above greatest_grade.
    Measured measure(const Patterns& patterns, std::size_t pattern) const;

    /// Whether X and Y are rational numbers, which Measured has as sums.
    bool is_rational() const { return forms_.symbols() == 1; }
    /// X = footrule_sum/(denominator() · orders), and so for Y.
    const Integer& denominator() const { return denominator_; }

    struct Enclosed {
        Interval footrule;
        Interval kendall;
        std::optional<Interval> ratio;  ///< absent if no order has one
    };
    /// The symbols' products at a precision, which enclose() takes: logarithms are not computed for
    /// each pattern.
    std::vector<Interval> products_within(unsigned precision) const;
    /// The same numbers as measure(), as near as the products are. \param products  not empty
    Enclosed enclose(const Patterns& patterns, std::size_t pattern,
                     const std::vector<Interval>& products) const;

    enum class Quantity { footrule, kendall };
    /// X or Y exactly, if it is seen to be a rational number: no logarithm is left in it.
    std::optional<Rational> exact_value(Quantity quantity, const Patterns& patterns,
                                        std::size_t pattern, const Measured& measured) const;
    /// Z exactly: empty if it is undefined, not rational, or a fraction of more than max_bits bits.
    std::optional<Rational> exact_ratio(const Patterns& patterns, std::size_t pattern,
                                        const Measured& measured) const;
    static constexpr unsigned max_bits = 4096;

    /// How the quantity at pattern a stands to that at b, exactly. The measured values are those of
    /// the two patterns. \throws NotSupported if not decided at Value::max_precision.
    std::strong_ordering compare(Quantity quantity, const Patterns& patterns, std::size_t a,
                                 const Measured& measured_a, std::size_t b,
                                 const Measured& measured_b) const;

private:
    struct Sums;
    class Evaluation;

    Sums exact_sums(const Patterns& patterns, std::size_t pattern) const;
    void check_size(const PairWeights& weights) const;

    SwapCostForms forms_;
    metrics::Reading reading_;
    std::optional<GradeWeight> grades_;
    Integer denominator_;
    Bounded inverse_denominator_;
    std::vector<Bounded> symbols_;   ///< the symbols of forms_
    std::vector<Bounded> products_;  ///< of two symbols s <= t, by s, then by t
};

}  // namespace disarray::properties::experiments
