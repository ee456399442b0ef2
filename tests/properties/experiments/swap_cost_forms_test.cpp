// SPDX-License-Identifier: MIT
// p̄ as linear forms against average_swap_costs, in rationals and in Values; bases of logarithms.
#include "properties/experiments/swap_cost_forms.hpp"

#include "base/error.hpp"
#include "exact/value.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

namespace {

/// A form with its symbols put in.
Interval number(const SwapCostForms& forms, std::size_t element, std::size_t rank,
                unsigned precision) {
    const auto symbols = forms.symbols_within(precision);
    Interval sum(0, precision);
    const auto form = forms.form(element, rank);
    for (std::size_t s = 0; s < symbols.size(); ++s)
        sum += Interval(Rational(form[s]), precision) * symbols[s];
    return sum / Interval(Rational(forms.denominator()), precision);
}

bool meet(const Interval& a, const Interval& b) {
    const auto [low, high] = (a - b).ends();
    return low.sign() <= 0 && high.sign() >= 0;
}

}  // namespace

TEST_CASE("forms of rational swap costs are the average swap costs of every ranking of four") {
    const std::vector<Rational> costs{Rational(1, 2), 0, Rational(2, 7)};
    const auto delta = SwapCosts::from(costs, "test");
    for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
        const SwapCostForms forms(delta, policy);
        CHECK(forms.symbols() == 1);
        for (const Permutation& sigma : test::all_permutations(4)) {
            const auto expected =
                average_swap_costs(sigma, Permutation::identity(4), delta, policy);
            for (std::size_t i = 0; i < 4; ++i) {
                CHECK(Rational(Integer(forms.form(i, sigma[i])[0]), forms.denominator()) ==
                      expected[i]);
            }
        }
    }
}

TEST_CASE("forms of the discounted gain are its average swap costs, as intervals") {
    for (const std::size_t n : {2u, 5u, 10u}) {
        const auto delta = discounted_gain_swap_costs(n);
        for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
            const auto forms = SwapCostForms::discounted_gain(n, 2, policy);
            for (std::uint64_t seed = 0; seed < 5; ++seed) {
                const Permutation sigma = test::shuffled(n, seed);
                const auto expected =
                    average_swap_costs(sigma, Permutation::identity(n), delta, policy);
                for (std::size_t i = 0; i < n; ++i)
                    CHECK(meet(number(forms, i, sigma[i], 256), expected[i].enclosure(256)));
            }
        }
    }
}

TEST_CASE("symbols are 1 and the bases that are neither powers nor roots of the logarithm's base") {
    const auto symbols = [](std::size_t n, std::uint64_t base) {
        return SwapCostForms::discounted_gain(n, base, FixedPointPolicy::one).symbols();
    };
    CHECK(symbols(10, 2) == 7);   // 1 and 3, 5, 6, 7, 10, 11
    CHECK(symbols(10, 8) == 7);   // a power of 2: its logarithms are thirds
    CHECK(symbols(10, 12) == 8);  // 2 as well
    CHECK(symbols(2, 2) == 2);
    CHECK_THROWS_AS(SwapCostForms::discounted_gain(3, 1, FixedPointPolicy::one), UsageError);
}

TEST_CASE("another base multiplies the costs of what moves by one number") {
    for (const std::uint64_t base : {3u, 4u, 6u, 10u}) {
        const auto binary = SwapCostForms::discounted_gain(6, 2, FixedPointPolicy::local);
        const auto other = SwapCostForms::discounted_gain(6, base, FixedPointPolicy::local);
        const Interval factor = Interval(1, 256) / Interval::inverse_log2(base, 256);
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t r = 0; r < 6; ++r)
                CHECK(meet(number(other, i, r, 256), factor * number(binary, i, r, 256)));
        }
        const auto one = SwapCostForms::discounted_gain(6, base, FixedPointPolicy::one);
        CHECK(meet(number(one, 2, 2, 256), Interval(1, 256)));
    }
}

TEST_CASE("symbols as doubles contain the symbols as intervals") {
    for (const std::uint64_t base : {2u, 9u, 10u}) {
        const auto forms = SwapCostForms::discounted_gain(30, base, FixedPointPolicy::one);
        const auto doubles = forms.bounded_symbols();
        const auto intervals = forms.symbols_within(128);
        REQUIRE(doubles.size() == intervals.size());
        for (std::size_t s = 0; s < doubles.size(); ++s) {
            const double end = intervals[s].ends().first.approximate();
            CHECK(std::abs(doubles[s].value() - end) <= doubles[s].error() + 1e-16);
            CHECK(doubles[s].error() < 1e-14);
        }
    }
}
