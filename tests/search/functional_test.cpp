// SPDX-License-Identifier: MIT
// Distances and expressions as functionals of D agree with the naive definitions, in every reading,
// with and without weights, of σ and of σ⁻¹.
#include "search/functional.hpp"

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

namespace {

std::vector<Distance> all_distances() {
    std::vector<Distance> all;
    for (const bool inverse : {false, true}) {
        all.push_back({Distance::Kind::kendall, Reading::prefix, inverse});
        for (const Reading reading : metrics::all_readings)
            all.push_back({Distance::Kind::footrule, reading, inverse});
    }
    return all;
}

/// A metric, a pseudometric with zeros, and no metric at all.
std::vector<Dissimilarity> dissimilarities() {
    return {
        Dissimilarity::line(std::vector<Rational>{0, 1, 4, Rational(Integer(9), Integer(2)), 7}),
        Dissimilarity::multi_class(std::vector<std::int64_t>{1, 2, 1, 2, 3}),
        Dissimilarity::from_integers(
            5, {0, 9, 1, 0, 2, 9, 0, 1, 5, 0, 1, 1, 0, 3, 8, 0, 5, 3, 0, 1, 2, 0, 8, 1, 0},
            "test")};
}

/// None, w, δ, and both with the other policy.
std::vector<Weighting> weightings() {
    std::vector<Weighting> all(4);
    const Rational half(Integer(1), Integer(2));
    all[1].element_weights =
        ElementWeights::from(std::vector<Rational>{1, half, 3, 2, Rational(Integer(2), 3)}, "w");
    all[2].swap_costs = SwapCosts::from(std::vector<Rational>{1, 0, half, 3}, "delta");
    all[3] = all[1];
    all[3].swap_costs = all[2].swap_costs;
    all[3].fixed_points = FixedPointPolicy::local;
    return all;
}

Rational naive_value(const Distance& distance, const Permutation& sigma,
                     const Weighting& weighting) {
    const Permutation identity = Permutation::identity(sigma.size());
    const Permutation at = distance.inverse ? sigma.inverse() : sigma;
    return distance.kind == Distance::Kind::kendall
               ? metrics::naive::kendall(at, identity, weighting)
               : metrics::naive::footrule(at, identity, weighting, distance.reading);
}

}  // namespace

TEST_CASE("the pairs of n elements are numbered without gaps") {
    for (std::size_t n = 2; n <= 9; ++n) {
        std::size_t expected = 0;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = i + 1; j < n; ++j, ++expected) {
                CHECK(pair_index(n, i, j) == expected);
                CHECK(pair_index(n, j, i) == expected);
            }
        }
        CHECK(pair_count(n) == expected);
    }
}

TEST_CASE("functionals take the naive value of the distance at every D and weighting") {
    for (Weighting weighting : weightings()) {
        for (const Dissimilarity& d : dissimilarities()) {
            weighting.dissimilarity = d;
            for (const Permutation& sigma : test::all_permutations(5)) {
                for (const Distance& distance : all_distances()) {
                    INFO(functional_name(distance) << ", ranks " << sigma.to_string());
                    CHECK(functional(distance, sigma, weighting).value(d) ==
                          naive_value(distance, sigma, weighting));
                }
            }
        }
    }
}

TEST_CASE("the functional of an expression is the sum of its terms") {
    const Distance k;
    const Distance prefix{Distance::Kind::footrule, Reading::prefix, false};
    const Distance box{Distance::Kind::footrule, Reading::box, true};
    const Rational third(Integer(1), Integer(3));
    const Expression expression{{{2, k}, {third, prefix}}, {{third, {{1, k}, {-2, box}}}}};
    for (Weighting weighting : weightings()) {
        for (const Dissimilarity& d : dissimilarities()) {
            weighting.dissimilarity = d;
            for (const Permutation& sigma : test::all_permutations(5)) {
                const auto value = [&](const Distance& distance) {
                    return naive_value(distance, sigma, weighting);
                };
                CHECK(functional(expression, sigma, weighting).value(d) ==
                      Rational(2) * value(k) + third * value(prefix) +
                          third * abs(value(k) - Rational(2) * value(box)));
            }
        }
    }
}

TEST_CASE("no absolute form of a functional is zero") {
    for (const Weighting& weighting : weightings()) {
        for (const Permutation& sigma : test::all_permutations(5)) {
            for (const Distance& distance : all_distances()) {
                for (const LinearForm& form : functional(distance, sigma, weighting).absolute) {
                    CHECK(form != LinearForm(pair_count(5), 0));
                }
            }
        }
    }
}

TEST_CASE("weights whose products do not fit are refused, not wrapped") {
    Weighting weighting;
    weighting.element_weights = ElementWeights::from(
        std::vector<std::int64_t>{std::int64_t{1} << 40, std::int64_t{1} << 40, 1}, "w");
    CHECK_THROWS_AS(functional(Distance{}, test::ranks({3, 2, 1}), weighting), NotSupported);
}
