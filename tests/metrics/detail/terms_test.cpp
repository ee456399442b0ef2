// SPDX-License-Identifier: MIT
// Shows which arithmetic a weighting gets: 64-bit numbers while every sum provably fits, else big
// ones.
#include "metrics/detail/terms.hpp"

#include <type_traits>

#include "tests/support/instances.hpp"

namespace disarray::test {

namespace {

/// Whether machine integers are chosen for `weighting`.
bool uses_machine_integers(const Weighting& weighting, std::size_t n) {
    bool machine = false;
    const auto id = Permutation::identity(n);
    (void)metrics::detail::evaluate(id, id, weighting, [&](const auto&, auto sum) {
        machine = std::is_same_v<decltype(sum), Int128>;
        return sum;
    });
    return machine;
}

Weighting weights(std::vector<std::int64_t> w) {
    return weighting_of(ElementWeights::from(std::move(w), "test"));
}

constexpr std::int64_t two_to_61 = std::int64_t{1} << 61;

}  // namespace

TEST_CASE("Machine integers are left exactly when the sum of weights times D reaches 2^61",
          "[metrics]") {
    CHECK(uses_machine_integers(Weighting{}, 3));
    CHECK(uses_machine_integers(weights({two_to_61 - 2, 1}), 2));
    CHECK(!uses_machine_integers(weights({two_to_61 - 1, 1}), 2));
    const auto with_d = [](std::int64_t w, std::int64_t d) {
        Weighting weighting = weights({w, w});
        weighting.dissimilarity = Dissimilarity::from_integers(2, {0, d, d, 0}, "test");
        return weighting;
    };
    const std::int64_t half = std::int64_t{1} << 30;
    CHECK(uses_machine_integers(with_d(half, half - 1), 2));
    CHECK(!uses_machine_integers(with_d(half, half), 2));
    // D = 0 does not hide weights that are too large.
    CHECK(!uses_machine_integers(with_d(two_to_61, 0), 2));
}

TEST_CASE("Values that do not fit 64 bits are never cut to fit", "[metrics]") {
    const Rational huge = Rational::parse("1e30", "test");
    const Rational w[] = {huge, 1};
    CHECK(!uses_machine_integers(weighting_of(ElementWeights::from(w, "test")), 2));
    CHECK(!uses_machine_integers(weighting_of(symmetric(2, {huge})), 2));
}

TEST_CASE("The factors are the weights times the average swap costs", "[metrics]") {
    for (std::size_t n = 1; n <= 4; ++n) {
        for (const Weighting& weighting : sample_weightings(n)) {
            for (const Permutation& sigma : all_permutations(n)) {
                const auto tau = shuffled(n, 5);
                const auto factors = metrics::detail::factors(sigma, tau, weighting);
                REQUIRE(factors.size() == n);
                for (std::size_t i = 0; i < n; ++i) {
                    const Rational w =
                        weighting.element_weights ? (*weighting.element_weights)[i] : Rational(1);
                    const Rational p = weighting.swap_costs
                                           ? average_swap_costs(sigma, tau, *weighting.swap_costs,
                                                                weighting.fixed_points)[i]
                                           : Rational(1);
                    CHECK(factors[i] == w * p);
                }
            }
        }
    }
}

}  // namespace disarray::test
