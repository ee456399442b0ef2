// SPDX-License-Identifier: MIT
#include "properties/experiments/swap_cost_forms.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace disarray::properties::experiments {

namespace {

std::vector<Rational> sum_of_forms(std::vector<Rational> a, const std::vector<Rational>& b,
                                   const Rational& factor) {
    for (std::size_t s = 0; s < a.size(); ++s)
        a[s] += factor * b[s];
    return a;
}

std::vector<Rational> scaled_form(std::vector<Rational> a, const Rational& factor) {
    for (Rational& coefficient : a)
        coefficient *= factor;
    return a;
}

}  // namespace

PerfectPower as_perfect_power(std::uint64_t number) {
    for (std::uint64_t base = 2; base * base <= number; ++base) {
        std::uint64_t power = base;
        unsigned exponent = 1;
        while (power < number) {
            power *= base;
            ++exponent;
        }
        if (power == number) return {base, exponent};
    }
    return {number, 1};
}

SwapCostForms::SwapCostForms(const SwapCosts& costs, FixedPointPolicy policy)
    : SwapCostForms(costs.positions(), 2, {}) {
    std::vector<Form> place(n_, Form(1));
    for (std::size_t i = 1; i < n_; ++i)
        place[i][0] = place[i - 1][0] + costs[i - 1];
    set_averages(place, policy);
}

SwapCostForms SwapCostForms::discounted_gain(std::size_t n, std::uint64_t log_base,
                                             FixedPointPolicy policy) {
    if (log_base < 2 || log_base > 1'000'000) throw UsageError("SwapCostForms: no base");
    std::vector<std::uint64_t> bases;
    for (std::uint64_t b = 2; b <= n + 1; ++b) {
        // A root of B gives a rational number, which is a multiple of the symbol 1.
        if (as_perfect_power(b).exponent == 1 && as_perfect_power(log_base).base != b)
            bases.push_back(b);
    }
    SwapCostForms forms(n, log_base, std::move(bases));
    std::vector<Form> place;  // p_i = δ_1 + … + δ_{i−1} is a telescope: 1/log 2 − 1/log(i+1)
    for (std::uint64_t i = 1; i <= n; ++i)
        place.push_back(sum_of_forms(forms.inverse_log(2), forms.inverse_log(i + 1), -1));
    forms.set_averages(place, policy);
    return forms;
}

/// 1/log_B(number).
SwapCostForms::Form SwapCostForms::inverse_log(std::uint64_t number) const {
    Form form(symbols());
    const PerfectPower power = as_perfect_power(number);
    const PerfectPower of_base = as_perfect_power(log_base_);
    if (power.base == of_base.base) {
        form[0] = Rational(Integer(of_base.exponent), Integer(power.exponent));
    } else {
        const auto symbol = std::ranges::find(bases_, power.base) - bases_.begin();
        form[static_cast<std::size_t>(symbol) + 1] = Rational(Integer(1), Integer(power.exponent));
    }
    return form;
}

void SwapCostForms::set_averages(const std::vector<Form>& place, FixedPointPolicy policy) {
    const auto between = [&](std::size_t i, std::size_t r) {
        const Rational moved = static_cast<std::int64_t>(r) - static_cast<std::int64_t>(i);
        return scaled_form(sum_of_forms(place[r], place[i], -1), Rational(1) / moved);
    };
    const auto at_fixed_point = [&](std::size_t i) -> Form {
        if (policy == FixedPointPolicy::one || n_ == 1) {
            Form one(symbols());
            one[0] = 1;
            return one;
        }
        // The mean of the costs beside position i is that of going from one neighbour to the other.
        return between(i == 0 ? 0 : i - 1, std::min(i + 1, n_ - 1));
    };
    std::vector<Form> averages;
    for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t r = 0; r < n_; ++r)
            averages.push_back(i == r ? at_fixed_point(i) : between(i, r));
    }
    set_numerators(averages);
}

void SwapCostForms::set_numerators(const std::vector<Form>& averages) {
    for (const Form& form : averages) {
        for (const Rational& coefficient : form)
            denominator_ = lcm(denominator_, coefficient.denominator());
    }
    for (const Form& form : averages) {
        for (const Rational& coefficient : form) {
            const Integer numerator = (coefficient * Rational(denominator_)).numerator();
            if (abs(numerator) > std::numeric_limits<std::int64_t>::max()) {
                throw NotSupported(
                    "swap costs: found fractions that do not fit 64 bits over one "
                    "denominator, expected rounded ones");
            }
            numerators_.push_back(numerator.convert_to<std::int64_t>());
        }
    }
}

std::int64_t SwapCostForms::greatest_coefficient() const {
    std::int64_t greatest = 0;
    for (const std::int64_t coefficient : numerators_)
        greatest = std::max(greatest, coefficient < 0 ? -coefficient : coefficient);
    return greatest;
}

std::vector<Bounded> SwapCostForms::bounded_symbols() const {
    std::vector<Bounded> numbers{Bounded(1)};
    for (const std::uint64_t base : bases_)
        numbers.push_back(Bounded::inverse_log2(base) / Bounded::inverse_log2(log_base_));
    return numbers;
}

std::vector<Interval> SwapCostForms::symbols_within(unsigned precision) const {
    std::vector<Interval> numbers{Interval(1, precision)};
    for (const std::uint64_t base : bases_) {
        numbers.push_back(Interval::inverse_log2(base, precision) /
                          Interval::inverse_log2(log_base_, precision));
    }
    return numbers;
}

}  // namespace disarray::properties::experiments
