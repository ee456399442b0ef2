// SPDX-License-Identifier: MIT
// Shows that the terms of the elements add up to the footrule, and that the pointwise steps of
// Lemmas 7 and 8 are decided by them.
#include "properties/proofs/pointwise.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using namespace properties::proofs;
using metrics::Frame;
using metrics::Reading;

TEST_CASE("The terms of all elements add up to the footrule", "[proofs]") {
    const std::size_t n = 4;
    const std::vector<std::int64_t> entries = {0, 3, 1, 5, 3, 0, 2, 7, 1, 2, 0, 4, 5, 7, 4, 0};
    Weighting weighting;
    weighting.dissimilarity = Dissimilarity::from_integers(n, entries, "test");
    for (const Permutation& sigma : all_permutations(n)) {
        for (const Permutation& tau : all_permutations(n)) {
            for (const Reading reading : metrics::all_readings) {
                if (reading == Reading::prefix_sym && !tau.is_identity()) continue;
                std::int64_t sum = 0;
                for (std::size_t i = 0; i < n; ++i) {
                    for (const auto& form : term_forms(sigma, tau, i, reading)) {
                        std::int64_t inner = 0;
                        for (std::size_t j = 0; j < n; ++j)
                            inner += form[j] * entries[i * n + j];
                        sum += std::abs(inner);
                    }
                }
                const bool halved = reading == Reading::box || reading == Reading::prefix_sym;
                const Rational once = metrics::footrule(sigma, tau, weighting, reading);
                if (Rational(sum) != (halved ? once + once : once)) {
                    FAIL_CHECK(name_of(reading)
                               << " σ = " << sigma.to_string() << " τ = " << tau.to_string());
                }
            }
        }
    }
}

TEST_CASE("A term of the interval reading breaks the triangle inequality at 123, 231", "[proofs]") {
    const auto found = first_violation_of_pointwise_triangle(ranks({1, 2, 3}), ranks({2, 3, 1}),
                                                             Reading::interval, Frame::element);
    REQUIRE(found);
    CHECK(*found ==
          "D(1,j) = 1 for j in {2}, else 0: the term of 1 is 1 for (σ,τ), above 0 + 0 for σ and τ");
}

TEST_CASE("A term of the prefix reading never breaks it in the element frame", "[proofs]") {
    for (const Permutation& sigma : all_permutations(4)) {
        for (const Permutation& tau : all_permutations(4)) {
            CHECK_FALSE(
                first_violation_of_pointwise_triangle(sigma, tau, Reading::prefix, Frame::element));
        }
    }
    CHECK_THROWS_AS(first_violation_of_pointwise_triangle(ranks({1, 2}), ranks({2, 1}),
                                                          Reading::prefix_sym, Frame::element),
                    UsageError);
}

TEST_CASE("Lemma 7's premise as printed is no inversion between the rankings", "[proofs]") {
    const Permutation id = Permutation::identity(2);
    const auto found = first_violation_of_lemma_7_step(id, id, Lemma7Premise::printed);
    REQUIRE(found);
    CHECK(found->starts_with("i = 2, j = 1, "));
    CHECK_FALSE(first_violation_of_lemma_7_step(id, id, Lemma7Premise::corrected));
}

}  // namespace disarray::test
