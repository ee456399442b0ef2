// SPDX-License-Identifier: MIT
// Shows that K* and F* with irrational factors are the same sums as with rational ones, and that
// both evaluations agree where swap costs are differences of logarithms.
#include "metrics/irrational.hpp"

#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "metrics/naive.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace metrics;

namespace {

Weighting with_dcg(Weighting weighting, std::size_t n) {
    weighting.swap_costs.reset();
    weighting.irrational_swap_costs = discounted_gain_swap_costs(n);
    return weighting;
}

}  // namespace

TEST_CASE("The swap costs of dcg fall and sum to 1 minus the last discount", "[metrics]") {
    const auto costs = discounted_gain_swap_costs(6);
    REQUIRE(costs.size() == 5);
    Value sum;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        CHECK(costs[i].sign() == 1);
        if (i > 0) CHECK(compare(costs[i], costs[i - 1]) == Order::less);
        sum += costs[i];
    }
    CHECK(compare(sum, Value(1) - Value::inverse_log2(7)) == Order::equal);
    CHECK(discounted_gain_swap_costs(1).empty());
}

TEST_CASE("Irrational sums with rational numbers are K* and F*", "[metrics]") {
    for (const Weighting& weighting : sample_weightings(4)) {
        for (const Permutation& sigma : all_permutations(4)) {
            const Permutation identity = Permutation::identity(4);
            const auto a = irrational_factors(sigma, identity, weighting);
            const auto b = irrational_factors(sigma.inverse(), identity, weighting);
            const Dissimilarity* d = weighting.dissimilarity ? &*weighting.dissimilarity : nullptr;
            CHECK(compare(irrational_kendall(sigma, identity, a, d),
                          kendall(sigma, identity, weighting)) == Order::equal);
            for (const Reading reading : all_readings) {
                CHECK(compare(irrational_footrule(sigma, identity, a, b, d, reading),
                              footrule(sigma, identity, weighting, reading)) == Order::equal);
            }
        }
    }
}

TEST_CASE("Both evaluations agree with the swap costs of dcg", "[metrics]") {
    for (const Weighting& sample : sample_weightings(3)) {
        const Weighting weighting = with_dcg(sample, 3);
        for (const Frame frame : both_frames) {
            for (const Permutation& sigma : all_permutations(3)) {
                for (const Permutation& tau : all_permutations(3)) {
                    CAPTURE(described(sigma, tau, weighting, frame));
                    CHECK(compare(irrational_kendall(sigma, tau, weighting, frame),
                                  naive::irrational_kendall(sigma, tau, weighting, frame)) ==
                          Order::equal);
                    for (const Reading reading : all_readings) {
                        if (why_undefined(reading, frame, tau)) continue;
                        CHECK(compare(irrational_footrule(sigma, tau, weighting, reading, frame),
                                      naive::irrational_footrule(sigma, tau, weighting, reading,
                                                                 frame)) == Order::equal);
                    }
                }
            }
        }
    }
}

TEST_CASE("K with the swap costs of dcg is right by hand", "[metrics]") {
    // σ = 2 1: p̄ = δ_1 = 1 − 1/log2(3) for both elements, K = δ_1².
    const Permutation swap = Permutation::reversal(2);
    const Weighting weighting = with_dcg({}, 2);
    const Value delta = Value(1) - Value::inverse_log2(3);
    const Value k = irrational_kendall(swap, Permutation::identity(2), weighting, Frame::element);
    CHECK(compare(k, delta * delta) == Order::equal);
    CHECK(k.to_string() == "1 - 2/log2(3) + 1/(log2(3)*log2(3))");
}

TEST_CASE("Rational evaluations refuse irrational swap costs", "[metrics]") {
    const Permutation swap = Permutation::reversal(2);
    const Weighting weighting = with_dcg({}, 2);
    CHECK_THROWS_AS(kendall(swap, swap, weighting), UsageError);
    CHECK_THROWS_AS(footrule(swap, swap, weighting, Reading::box), UsageError);
    CHECK_THROWS_AS(naive::kendall(swap, Permutation::identity(2), weighting), UsageError);
}

}  // namespace disarray::test
