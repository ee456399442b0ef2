// SPDX-License-Identifier: MIT
// Shows that the occurrences of D_ij are those in the footrule itself, that boxes are the printed
// multisets, and that types and cases are told apart as printed.
#include "properties/proofs/occurrences.hpp"

#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "tests/catch.hpp"
#include "tests/properties/proofs/naive_steps.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using namespace properties::proofs;
using metrics::Reading;

namespace {

/// F(σ,τ) for D_ij = 1 on one pair and 0 elsewhere.
Rational footrule_of_pair(const Permutation& sigma, const Permutation& tau, std::size_t i,
                          std::size_t j, Reading reading) {
    const std::size_t n = sigma.size();
    std::vector<std::int64_t> entries(n * n, 0);
    entries[i * n + j] = entries[j * n + i] = 1;
    Weighting weighting;
    weighting.dissimilarity = Dissimilarity::from_integers(n, entries, "test");
    return metrics::footrule(sigma, tau, weighting, reading);
}

}  // namespace

TEST_CASE("Occurrences of a pair are the footrule of D = 1 on that pair alone", "[proofs]") {
    const std::size_t n = 4;
    const auto all = all_permutations(n);
    for (const Permutation& sigma : all) {
        for (const Permutation& tau : all) {
            for (const Reading reading : metrics::all_readings) {
                if (reading == Reading::prefix_sym && !tau.is_identity()) continue;
                const bool halved = reading == Reading::box || reading == Reading::prefix_sym;
                for (std::size_t i = 0; i < n; ++i) {
                    for (std::size_t j = i + 1; j < n; ++j) {
                        const Rational once = footrule_of_pair(sigma, tau, i, j, reading);
                        const std::uint32_t count = occurrences(sigma, tau, i, j, reading);
                        if (Rational(count) != (halved ? once + once : once) ||
                            count != occurrences(sigma, tau, j, i, reading)) {
                            FAIL_CHECK(name_of(reading) << " σ = " << sigma.to_string()
                                                        << " τ = " << tau.to_string());
                        }
                    }
                }
            }
        }
    }
    CHECK_THROWS_AS(occurrences(ranks({1, 2}), ranks({2, 1}), 0, 1, Reading::prefix_sym),
                    UsageError);
    CHECK_THROWS_AS(occurrences(ranks({1, 2}), ranks({1, 2, 3}), 0, 1, Reading::box), UsageError);
}

TEST_CASE("Box counts and meeting boxes are those of the printed multisets on S_4", "[proofs]") {
    const auto all = all_permutations(4);
    for (const Permutation& sigma : all) {
        for (const Permutation& tau : all) {
            const Printed s = printed(sigma), t = printed(tau);
            for (int i = 1; i <= 4; ++i) {
                for (int j = i + 1; j <= 4; ++j) {
                    const auto of_i = naive_box(s, t, i), of_j = naive_box(s, t, j);
                    const auto a = static_cast<std::size_t>(i - 1);
                    const auto b = static_cast<std::size_t>(j - 1);
                    if (of_i.count(j) + of_j.count(i) !=
                            occurrences(sigma, tau, a, b, Reading::box) ||
                        naive_boxes_meet(of_i, of_j) !=
                            boxes_meet(sigma, tau, a, b, Meet::elements)) {
                        FAIL_CHECK("σ = " << sigma.to_string() << " τ = " << tau.to_string());
                    }
                }
            }
        }
    }
}

TEST_CASE("Each count 0, 2, 3 and 4 of Lemma 8 occurs, with its case", "[proofs]") {
    const Permutation id = Permutation::identity(3);
    const auto count = [&](const Permutation& sigma, std::size_t i, std::size_t j) {
        return occurrences(sigma, id, i, j, Reading::box);
    };
    CHECK(count(id, 0, 1) == 0);
    CHECK(count(ranks({3, 2, 1}), 0, 1) == 2);  // element 2 stays, inside the box of 1
    CHECK(count(ranks({3, 1, 2}), 0, 1) == 3);  // σ(2) = 1 = id(1), σ(1) = 3 ≠ id(2)
    CHECK(count(ranks({3, 2, 1}), 0, 2) == 4);
    // Two boxes that only touch: exactly one rank is shared, and yet the pair occurs twice.
    CHECK(count(ranks({2, 3, 1}), 0, 1) == 2);
}

TEST_CASE("Violated cases of Lemma 8 say which", "[proofs]") {
    const auto three =
        first_violation_of_count_case(Permutation::identity(3), ranks({2, 3, 1}), Reading::box,
                                      CountCase::three, Direction::implies, Meet::elements);
    REQUIRE(three);
    CHECK(*three ==
          "σ(1) = 1, τ(1) = 2, σ(2) = 2, τ(2) = 3: D(1,2) occurs 2 times, and that exactly one of "
          "σ(i)=τ(j), σ(j)=τ(i) is true");
}

TEST_CASE("The matching of Lemma 8 breaks where both sides move different elements", "[proofs]") {
    // σ exchanges 2 and 3, τ exchanges 1 and 2: D_13 occurs on the left only.
    const Permutation sigma = ranks({1, 3, 2}), tau = ranks({2, 1, 3});
    const Permutation id = Permutation::identity(3);
    CHECK(occurrences(sigma, tau, 0, 2, Reading::box) == 2);
    CHECK(occurrences(sigma, id, 0, 2, Reading::box) == 0);
    CHECK(occurrences(tau, id, 0, 2, Reading::box) == 0);
    CHECK(first_violation_of_two_on_the_right(sigma, tau, Reading::box));
    CHECK(first_violation_of_other_boxes_meet(sigma, tau, Meet::elements));
    CHECK(first_violation_of_other_boxes_meet(sigma, tau, Meet::intervals));
    CHECK(first_violation_of_claims_fit(sigma, tau));
    CHECK_FALSE(first_violation_of_claims_fit(sigma, id));

    // And the lemma with it: with D = |x_i − x_j| on a line, 5 > 2 + 2.
    Weighting weighting;
    weighting.dissimilarity = Dissimilarity::from_integers(3, {0, 1, 2, 1, 0, 1, 2, 1, 0}, "test");
    REQUIRE(weighting.dissimilarity->is_metric());
    CHECK(metrics::footrule(sigma, tau, weighting, Reading::box) == Rational(5));
    CHECK(metrics::footrule(sigma, id, weighting, Reading::box) == Rational(2));
    CHECK(metrics::footrule(tau, id, weighting, Reading::box) == Rational(2));
}

TEST_CASE("An inversion of type II is one that neither end's interval covers", "[proofs]") {
    for (const Permutation& sigma : all_permutations(6)) {
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t j = i + 1; j < 6; ++j) {
                const bool covered =
                    occurrences(sigma, Permutation::identity(6), i, j, Reading::interval) > 0;
                const bool inverted = sigma[i] > sigma[j];
                if (is_type_two_inversion(sigma, i, j) != (inverted && !covered) ||
                    is_type_two_inversion(sigma, j, i) != is_type_two_inversion(sigma, i, j) ||
                    is_type_one_inversion(sigma, j, i, Ends::closed) != (inverted && covered)) {
                    FAIL_CHECK("σ = " << sigma.to_string());
                }
            }
        }
    }
}

TEST_CASE(
    "Terms of elements that move up are of neither type if the interval from i to σ(i) is ordered",
    "[proofs]") {
    const Permutation swap = ranks({2, 1});
    CHECK(first_violation_of_terms_covered(swap, TermInterval::ordered));
    CHECK_FALSE(first_violation_of_terms_covered(swap, TermInterval::unordered));
    CHECK_FALSE(first_violation_of_type_two_term_not_inverted(swap, TermInterval::ordered));
    CHECK(first_violation_of_type_two_term_not_inverted(swap, TermInterval::unordered));
    CHECK_FALSE(first_violation_of_type_one_term_inverted(swap, TermInterval::unordered));
    CHECK(first_violation_of_type_one_term_inverted(ranks({3, 1, 2}), TermInterval::unordered));
    CHECK(first_violation_of_bad_set_words(ranks({2, 4, 1, 3})));
    CHECK_FALSE(first_violation_of_bad_set_words(ranks({4, 3, 2, 1})));
}

}  // namespace disarray::test
