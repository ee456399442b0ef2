// SPDX-License-Identifier: MIT
// Shows element weights, the named swap costs and the average swap costs of KV 3.2.
#include "weighting/weights.hpp"

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using Rationals = std::vector<Rational>;
using enum FixedPointPolicy;

Rationals numbers(std::initializer_list<std::string_view> texts) {
    Rationals values;
    for (const std::string_view text : texts)
        values.push_back(Rational::parse(text, "test"));
    return values;
}

/// p_r − p_s for ranks counted from 1, from the definition: the swap costs between them, signed.
Rational climb(const SwapCosts& costs, std::size_t r, std::size_t s) {
    Rational sum;
    for (std::size_t i = std::min(r, s); i < std::max(r, s); ++i)
        sum += costs[i - 1];
    return r < s ? -sum : sum;
}

}  // namespace

TEST_CASE("Element weights are positive, and which one is not is said", "[weighting]") {
    const auto w = ElementWeights::from(numbers({"1/2", "3"}), "--weights");
    CHECK(w.size() == 2);
    CHECK(w[0] == fraction(1, 2));
    CHECK(ElementWeights::from(std::vector<std::int64_t>{7, 8}, "--weights")[1] == Rational(8));
    CHECK(message_of<InputError>([] {
              ElementWeights::from(numbers({"1", "0"}), "--weights");
          }) == "--weights: found weight 0 at place 2, expected a weight greater than 0");
    CHECK(message_of<InputError>([] { ElementWeights::from(numbers({"-1/3"}), "--weights"); }) ==
          "--weights: found weight -1/3 at place 1, expected a weight greater than 0");
    CHECK(message_of<InputError>([] {
              ElementWeights::from(std::vector<std::int64_t>{3, 2, -1}, "--weights");
          }) == "--weights: found weight -1 at place 3, expected a weight greater than 0");
}

TEST_CASE("Swap costs may be zero but not negative", "[weighting]") {
    const auto costs = SwapCosts::from(numbers({"1", "0", "1/2"}), "--swap-costs");
    CHECK(costs.positions() == 4);
    CHECK(costs[1].sign() == 0);
    CHECK(message_of<InputError>([] {
              SwapCosts::from(numbers({"1", "-1/2"}), "--swap-costs");
          }) ==
          "--swap-costs: found swap cost -1/2 at place 2, expected a swap cost of at least 0");
}

TEST_CASE("The named swap costs are those of KV 6.1", "[weighting]") {
    CHECK(SwapCosts::unit(4).costs() == Rationals{1, 1, 1});
    CHECK(SwapCosts::top_k(5, 2).costs() == Rationals{1, 1, 0, 0});
    CHECK(SwapCosts::top_k(3, 5).costs() == Rationals{1, 1});
    CHECK(SwapCosts::top_k(3, 0).costs() == Rationals{0, 0});
    CHECK(SwapCosts::unit(1).costs().empty());
    CHECK_THROWS_AS(SwapCosts::unit(0), UsageError);
}

TEST_CASE("Click-through swap costs are the differences of KV Table 1", "[weighting]") {
    // KV Table 1: .488 .146 .089 .066 .051 .041 .033 .029 .027 .027
    CHECK(SwapCosts::click_through_rate(10, "test").costs() ==
          numbers({"0.342", "0.057", "0.023", "0.015", "0.010", "0.008", "0.004", "0.002", "0"}));
    CHECK(SwapCosts::click_through_rate(3, "test").costs() == numbers({"0.342", "0.057"}));
    CHECK(message_of<NotSupported>([] { SwapCosts::click_through_rate(11, "--swap-costs"); }) ==
          "--swap-costs: found ctr for 11 positions, expected at most 10: KV Table 1 gives no more "
          "click-through rates");
}

TEST_CASE("The average swap costs of KV's example are 3/4, 1 and 1/2", "[weighting]") {
    // KV 3.2: order b c a, swap costs 1 and 0.5.
    const auto costs = SwapCosts::from(numbers({"1", "0.5"}), "test");
    const auto id = Permutation::identity(3);
    for (const FixedPointPolicy policy : {one, local}) {
        CHECK(average_swap_costs(order_bca(), id, costs, policy) == numbers({"3/4", "1", "1/2"}));
    }
}

TEST_CASE("An element that does not move costs 1, or the mean of the swaps beside it",
          "[weighting]") {
    const auto costs = SwapCosts::from(numbers({"1/2", "1/3", "5"}), "test");
    const auto id = Permutation::identity(4);
    CHECK(average_swap_costs(id, id, costs, one) == Rationals{1, 1, 1, 1});
    CHECK(average_swap_costs(id, id, costs, local) == numbers({"1/2", "5/12", "8/3", "5"}));
    // The position counts, not the element: both rankings put element 4 on rank 2.
    const auto sigma = ranks({1, 3, 4, 2});
    CHECK(average_swap_costs(sigma, sigma, costs, local) == numbers({"1/2", "8/3", "5", "5/12"}));
    const auto single = Permutation::identity(1);
    CHECK(average_swap_costs(single, single, SwapCosts::unit(1), local) == Rationals{1});
}

TEST_CASE("Average swap costs are the cost of the way over its length", "[weighting]") {
    check_property("average swap costs from the definition", [] {
        const std::size_t n = *rc::gen::inRange<std::size_t>(1, 12);
        const Permutation sigma = *permutation_of(n), tau = *permutation_of(n);
        const auto drawn = *rc::gen::container<Rationals>(n - 1, rational_or_zero());
        const auto costs = SwapCosts::from(drawn, "generated");
        const Rationals averages = average_swap_costs(sigma, tau, costs, one);
        RC_ASSERT(averages == average_swap_costs(tau, sigma, costs, one));
        for (std::size_t i = 0; i < n; ++i) {
            RC_ASSERT(averages[i].sign() >= 0);
            const auto length = std::int64_t(sigma[i]) - std::int64_t(tau[i]);
            const Rational way = climb(costs, sigma[i] + 1, tau[i] + 1);
            const Rational expected = length == 0 ? Rational(1) : way / Rational(length);
            RC_ASSERT(averages[i] == expected);
        }
    });
}

TEST_CASE("Unit swap costs average to 1 everywhere, under both policies", "[weighting]") {
    for (const Permutation& sigma : all_permutations(4)) {
        for (const FixedPointPolicy policy : {one, local}) {
            CHECK(average_swap_costs(sigma, Permutation::identity(4), SwapCosts::unit(4), policy) ==
                  Rationals(4, Rational(1)));
        }
    }
}

TEST_CASE("Sizes that differ are a misuse of average swap costs", "[weighting]") {
    const auto id = Permutation::identity(3);
    CHECK_THROWS_AS(average_swap_costs(id, Permutation::identity(2), SwapCosts::unit(3), one),
                    UsageError);
    CHECK_THROWS_AS(average_swap_costs(id, id, SwapCosts::unit(4), one), UsageError);
}

TEST_CASE("Fixed-point policies are found by name", "[weighting]") {
    CHECK(choice_named<FixedPointPolicy>("one", "--fixed-points") == one);
    CHECK(choice_named<FixedPointPolicy>("local", "--fixed-points") == local);
    CHECK(name_of(one) == "one");
    CHECK(name_of(local) == "local");
    CHECK(message_of<InputError>([] {
              choice_named<FixedPointPolicy>("locl", "--fixed-points");
          }) == "--fixed-points: found \"locl\", expected one of one, local (did you mean local?)");
}

}  // namespace disarray::test
