// SPDX-License-Identifier: MIT
// K and F as functionals of D agree with the metrics, on all of S_5 and in every reading.
#include "search/functional.hpp"

#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;

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

TEST_CASE("functionals take the value of the metric at every D") {
    // A metric, a pseudometric with zeros, and no metric at all.
    const std::vector<Dissimilarity> dissimilarities = {
        Dissimilarity::line(std::vector<Rational>{0, 1, 4, Rational(Integer(9), Integer(2)), 7}),
        Dissimilarity::multi_class(std::vector<std::int64_t>{1, 2, 1, 2, 3}),
        Dissimilarity::from_integers(
            5, {0, 9, 1, 0, 2, 9, 0, 1, 5, 0, 1, 1, 0, 3, 8, 0, 5, 3, 0, 1, 2, 0, 8, 1, 0},
            "test")};
    const Permutation identity = Permutation::identity(5);
    for (const Dissimilarity& d : dissimilarities) {
        Weighting weighting;
        weighting.dissimilarity = d;
        for (const Permutation& sigma : test::all_permutations(5)) {
            INFO("ranks " << sigma.to_string());
            CHECK(kendall_functional(sigma).value(d) ==
                  metrics::kendall(sigma, identity, weighting));
            for (const metrics::Reading reading : metrics::all_readings) {
                INFO("reading " << name_of(reading));
                CHECK(footrule_functional(sigma, reading).value(d) ==
                      metrics::footrule(sigma, identity, weighting, reading));
            }
        }
    }
}

TEST_CASE("no absolute form of a functional is zero") {
    for (const Permutation& sigma : test::all_permutations(5)) {
        for (const metrics::Reading reading : metrics::all_readings) {
            for (const LinearForm& form : footrule_functional(sigma, reading).absolute) {
                CHECK(form != LinearForm(pair_count(5), 0));
            }
        }
    }
}
