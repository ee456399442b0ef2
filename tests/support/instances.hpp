// SPDX-License-Identifier: MIT
//
// Weights and comparisons for the tests of the metrics, with the whole instance as one line of
// text.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "tests/support/generators.hpp"
#include "weighting/weighting.hpp"

namespace disarray::test {

inline Rational fraction(std::int64_t p, std::int64_t q) {
    return {Integer(p), Integer(q)};
}

/// The weighting with one part, the others unit.
inline Weighting weighting_of(ElementWeights w) {
    Weighting weighting;
    weighting.element_weights = std::move(w);
    return weighting;
}
inline Weighting weighting_of(SwapCosts costs,
                              FixedPointPolicy fixed_points = FixedPointPolicy::one) {
    Weighting weighting;
    weighting.swap_costs = std::move(costs);
    weighting.fixed_points = fixed_points;
    return weighting;
}
inline Weighting weighting_of(Dissimilarity d) {
    Weighting weighting;
    weighting.dissimilarity = std::move(d);
    return weighting;
}

inline std::string described(const Permutation& sigma, const Permutation& tau,
                             const Weighting& weighting, metrics::Frame frame) {
    return "sigma = " + sigma.to_string() + ", tau = " + tau.to_string() + ", frame " +
           std::string(name_of(frame)) + ", " + described(weighting);
}

/// Weightings of n ≥ 1 elements in which no two parts agree and zeros occur: each part alone and
/// all together, both policies wherever the policy matters.
inline std::vector<Weighting> sample_weightings(std::size_t n) {
    std::vector<Rational> w;
    std::vector<Rational> costs;
    std::vector<Rational> above;
    for (std::size_t i = 0; i < n; ++i) {
        const auto k = static_cast<std::int64_t>(i);
        w.push_back(fraction(2 * k + 1, 1 + k % 3));
        if (i + 1 < n) costs.push_back(i == 1 ? Rational(0) : fraction(3, k + 2));
        for (std::size_t j = i + 1; j < n; ++j) {
            const auto l = static_cast<std::int64_t>(j);
            above.push_back((i + j) % 4 == 1 ? Rational(0) : fraction(k * k + l, 2 + l % 2));
        }
    }
    const auto weights = ElementWeights::from(w, "sample");
    const auto swaps = SwapCosts::from(costs, "sample");
    const auto d = symmetric(n, above);
    using enum FixedPointPolicy;
    return {Weighting{},
            weighting_of(weights),
            weighting_of(swaps, one),
            weighting_of(swaps, local),
            weighting_of(d),
            Weighting{weights, swaps, d, one},
            Weighting{weights, swaps, d, local}};
}

/// Weightings whose numbers leave 64 bits, each by another way: single values, their sums, their
/// products, a common denominator. n ≥ 2 elements.
inline std::vector<Weighting> oversized_weightings(std::size_t n) {
    const Rational huge = Rational::parse("1e30", "sample");
    const auto weights = [n](const auto& value) {
        std::vector<Rational> w;
        for (std::size_t i = 0; i < n; ++i)
            w.push_back(value(static_cast<std::int64_t>(i)));
        return ElementWeights::from(w, "sample");
    };
    const auto matrix = [n](const auto& value) {
        std::vector<Rational> above;
        for (std::size_t k = 0; k < n * (n - 1) / 2; ++k) {
            above.push_back(value(static_cast<std::int64_t>(k)));
        }
        return symmetric(n, above);
    };
    const std::int64_t near = std::int64_t{1} << 62;
    const std::int64_t primes[] = {1'000'000'007, 998'244'353,   999'999'937,
                                   1'000'000'009, 2'147'483'647, 1'000'000'021};
    const auto by_prime = [&](std::int64_t k) { return fraction(k + 1, primes[k % 6]); };

    std::vector<Rational> costs;
    for (std::size_t i = 0; i + 1 < n; ++i)
        costs.push_back(by_prime(static_cast<std::int64_t>(i)));
    const auto blown_up = SwapCosts::from(costs, "sample");

    return {
        weighting_of(weights([&](std::int64_t k) { return near + k; })),
        // Sums just below, at and above 2^61, where the machine integers hand over.
        weighting_of(weights(
            [&](std::int64_t k) { return k == 0 ? near / 2 - std::int64_t(n) : std::int64_t{1}; })),
        weighting_of(weights([&](std::int64_t k) {
            return k == 0 ? near / 2 - std::int64_t(n) + 1 : std::int64_t{1};
        })),
        weighting_of(weights([&](std::int64_t k) { return near / 2 + k; })),
        weighting_of(weights([&](std::int64_t k) { return huge + Rational(k); })),
        weighting_of(weights(by_prime)),
        weighting_of(blown_up),
        weighting_of(matrix([&](std::int64_t k) { return near + k; })),
        weighting_of(matrix([&](std::int64_t k) { return huge * Rational(k); })),
        weighting_of(matrix(by_prime)),
        // Each part fits 64 bits, their products do not.
        Weighting{weights([&](std::int64_t k) { return primes[k % 6]; }), std::nullopt,
                  matrix([&](std::int64_t k) { return 7 * primes[k % 6]; })},
        // Small weights over a large D, and the other way round.
        Weighting{weights([&](std::int64_t k) { return k + 1; }), std::nullopt,
                  matrix([&](std::int64_t k) { return huge + Rational(k); })},
        Weighting{weights([&](std::int64_t k) { return huge + Rational(k); }), blown_up,
                  matrix([&](std::int64_t k) { return k; })},
    };
}

/// The element frame and the literal one.
inline constexpr metrics::Frame both_frames[] = {metrics::Frame::element, metrics::Frame::literal};

}  // namespace disarray::test
