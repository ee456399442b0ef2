// SPDX-License-Identifier: MIT
//
// RapidCheck generators of what the metrics take. Each makes only valid values, small ones first,
// and shrinks towards the identity, unit and zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "tests/support/permutations.hpp"
#include "tests/support/show.hpp"
#include "weighting/weighting.hpp"

namespace disarray::test {

/// σ without `element`, the ranks below it moved up: the pattern of the others.
inline Permutation without(const Permutation& sigma, std::size_t element) {
    std::vector<Rank> ranks;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if (i != element) ranks.push_back(sigma[i] - (sigma[i] > sigma[element] ? 1 : 0));
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

/// What σ shrinks to: every pattern of one element less (down to `least_n`), then σ with one
/// adjacent inversion undone. Size or inversions fall, so shrinking ends.
inline std::vector<Permutation> smaller_permutations(const Permutation& sigma,
                                                     std::size_t least_n) {
    std::vector<Permutation> smaller;
    if (sigma.size() > least_n) {
        for (std::size_t i = 0; i < sigma.size(); ++i)
            smaller.push_back(without(sigma, i));
    }
    for (std::size_t i = 0; i + 1 < sigma.size(); ++i) {
        if (sigma[i] < sigma[i + 1]) continue;
        std::vector<Rank> ranks(sigma.ranks().begin(), sigma.ranks().end());
        std::swap(ranks[i], ranks[i + 1]);
        smaller.push_back(Permutation::from_ranks_unchecked(std::move(ranks)));
    }
    return smaller;
}

/// A permutation of least_n..most_n elements, uniform for its n.
inline rc::Gen<Permutation> permutation(std::size_t least_n, std::size_t most_n) {
    const auto random =
        rc::gen::mapcat(rc::gen::inRange<std::size_t>(least_n, most_n + 1), [](std::size_t n) {
            return rc::gen::map(rc::gen::noShrink(rc::gen::resize(
                                    rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>())),
                                [n](std::uint64_t seed) { return shuffled(n, seed); });
        });
    return rc::gen::shrink(rc::gen::noShrink(random), [least_n](const Permutation& sigma) {
        return rc::seq::fromContainer(smaller_permutations(sigma, least_n));
    });
}

inline rc::Gen<Permutation> permutation_of(std::size_t n) {
    return permutation(n, n);
}

/// p/q with first_numerator ≤ p ≤ 12 and 1 ≤ q ≤ 6.
inline rc::Gen<Rational> small_rational(int first_numerator) {
    return rc::gen::map(
        rc::gen::pair(rc::gen::inRange(first_numerator, 13), rc::gen::inRange(1, 7)),
        [](const std::pair<int, int>& fraction) {
            return Rational(Integer(fraction.first), Integer(fraction.second));
        });
}
inline rc::Gen<Rational> positive_rational() {
    return small_rational(1);
}
/// One in three is 0.
inline rc::Gen<Rational> rational_or_zero() {
    return rc::gen::weightedOneOf<Rational>(
        {{1, rc::gen::just(Rational(0))}, {2, small_rational(0)}});
}

inline rc::Gen<ElementWeights> element_weights(std::size_t n) {
    return rc::gen::map(
        rc::gen::container<std::vector<Rational>>(n, positive_rational()),
        [](const std::vector<Rational>& w) { return ElementWeights::from(w, "generated"); });
}

/// n ≥ 1 positions; zeros are frequent.
inline rc::Gen<SwapCosts> swap_costs(std::size_t n) {
    return rc::gen::map(
        rc::gen::container<std::vector<Rational>>(n - 1, rational_or_zero()),
        [](const std::vector<Rational>& costs) { return SwapCosts::from(costs, "generated"); });
}

/// From the n(n−1)/2 values above the diagonal, row by row.
inline Dissimilarity symmetric(std::size_t n, const std::vector<Rational>& above) {
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n));
    std::size_t next = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j)
            rows[i][j] = rows[j][i] = above.at(next++);
    }
    return Dissimilarity::from_rows(rows, "generated");
}

/// Symmetric and non-negative; as a rule no pseudometric.
inline rc::Gen<Dissimilarity> dissimilarity(std::size_t n) {
    return rc::gen::map(
        rc::gen::container<std::vector<Rational>>(n * (n - 1) / 2, rational_or_zero()),
        [n](const std::vector<Rational>& above) { return symmetric(n, above); });
}

/// Each part present or absent, both policies. n ≥ 1.
inline rc::Gen<Weighting> weighting(std::size_t n) {
    return rc::gen::map(
        rc::gen::tuple(element_weights(n), swap_costs(n), dissimilarity(n),
                       rc::gen::arbitrary<std::vector<bool>>(), rc::gen::arbitrary<bool>()),
        [](auto parts) {
            auto& [w, costs, d, kept, local] = parts;
            // C++20 lets lambdas capture a structured binding; clang 14 does not.
            const std::vector<bool>& present = kept;
            const auto has = [&](std::size_t k) { return k >= present.size() || present[k]; };
            Weighting result;
            if (has(0)) result.element_weights = std::move(w);
            if (has(1)) result.swap_costs = std::move(costs);
            if (has(2)) result.dissimilarity = std::move(d);
            if (local) result.fixed_points = FixedPointPolicy::local;
            return result;
        });
}

/// Two rankings of n elements and weights for them.
struct Instance {
    Permutation sigma;
    Permutation tau;
    Weighting weighting;
};

inline void showValue(const Instance& instance, std::ostream& os) {
    os << "sigma = " << instance.sigma.to_string() << ", tau = " << instance.tau.to_string() << ", "
       << described(instance.weighting);
}

/// 1 ≤ n ≤ most_n.
inline rc::Gen<Instance> instance(std::size_t most_n) {
    return rc::gen::mapcat(rc::gen::inRange<std::size_t>(1, most_n + 1), [](std::size_t n) {
        return rc::gen::map(
            rc::gen::tuple(permutation_of(n), permutation_of(n), weighting(n)), [](auto parts) {
                auto& [sigma, tau, weights] = parts;
                return Instance{std::move(sigma), std::move(tau), std::move(weights)};
            });
    });
}

}  // namespace disarray::test
