// SPDX-License-Identifier: MIT
//
// p̄_i of every element i at every rank (KV 3.2; the reference is the identity), as exact linear
// forms in symbols: the number 1, and, for the swap costs of the discounted gain (KV 6.1 DCG),
//
//     1/log_B(b)   for the b <= n+1 that are no perfect powers and whose powers are not B,
//
// since 1/log_B(b^e) = (1/e)·1/log_B(b). With integer coefficients over one denominator, K* and F*
// are then quadratic forms in the symbols, a few dozen integers a ranking, where sums of Values
// cost a thousand times as much. Forms with equal coefficients are equal; those that differ are
// told apart by intervals (exact/value.hpp says why that need not end, and what follows).
//
// KV write 1/log without a base. Another base multiplies every δ by the same number, and K* and F*
// by its square, so that F*/K* and correlations would not change; but KV's p̄_i = 1 where element i
// does not move is not multiplied, and with it they do change. Hence B is a parameter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/bounded.hpp"
#include "exact/interval.hpp"
#include "exact/rational.hpp"
#include "weighting/weights.hpp"

namespace disarray::properties::experiments {

/// base^exponent, the base no perfect power.
struct PerfectPower {
    std::uint64_t base;
    unsigned exponent;  ///< 1: the number is no power of another
};
/// \param number  >= 2
PerfectPower as_perfect_power(std::uint64_t number);

class SwapCostForms {
public:
    /// One symbol, 1. \param costs  δ_1, …, δ_{n−1}
    SwapCostForms(const SwapCosts& costs, FixedPointPolicy policy);
    /// δ_i = 1/log_B(i+1) − 1/log_B(i+2). \param log_base  B, from 2 to 10^6
    /// \throws UsageError for another base.
    static SwapCostForms discounted_gain(std::size_t n, std::uint64_t log_base,
                                         FixedPointPolicy policy);

    std::size_t positions() const { return n_; }
    /// How many symbols; the first is 1.
    std::size_t symbols() const { return bases_.size() + 1; }
    /// denominator() · p̄ of an element at a rank, both counted from 0: a coefficient a symbol.
    std::span<const std::int64_t> form(std::size_t element, std::size_t rank) const {
        return std::span(numerators_).subspan((element * n_ + rank) * symbols(), symbols());
    }
    const Integer& denominator() const { return denominator_; }
    /// Of all coefficients, by absolute value.
    std::int64_t greatest_coefficient() const;

    /// The symbols as numbers.
    std::vector<Bounded> bounded_symbols() const;
    std::vector<Interval> symbols_within(unsigned precision) const;

private:
    using Form = std::vector<Rational>;

    SwapCostForms(std::size_t n, std::uint64_t log_base, std::vector<std::uint64_t> bases)
        : n_(n), log_base_(log_base), bases_(std::move(bases)) {}
    /// \param place  p_1, …, p_n
    void set_averages(const std::vector<Form>& place, FixedPointPolicy policy);
    void set_numerators(const std::vector<Form>& averages);
    Form inverse_log(std::uint64_t number) const;

    std::size_t n_ = 0;
    std::uint64_t log_base_ = 2;
    std::vector<std::uint64_t> bases_;  ///< b of the symbols after the first
    std::vector<std::int64_t> numerators_;
    Integer denominator_ = 1;
};

}  // namespace disarray::properties::experiments
