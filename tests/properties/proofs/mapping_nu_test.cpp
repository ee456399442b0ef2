// SPDX-License-Identifier: MIT
// Shows that the steps of Lemmas 15 and 16 are decided as a naive evaluation decides them.
#include "properties/proofs/mapping_nu.hpp"

#include "ranking/inversions.hpp"
#include "tests/catch.hpp"
#include "tests/properties/proofs/naive_steps.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using namespace properties::proofs;

TEST_CASE("ν of 3 4 5 1 2 sends element 1 to 4 both under 2 and under 3", "[proofs]") {
    // By hand: P_2 = {1}, Q_2 = {4, 5}; P_3 = {1, 2}, Q_3 = {4, 5}; 1 comes first in both P.
    const Permutation sigma = ranks({3, 4, 5, 1, 2});
    CHECK(type_two_partners(sigma, 1) == std::vector<std::size_t>{0});
    CHECK(type_two_partners(sigma, 2) == std::vector<std::size_t>{0, 1});
    CHECK(crossing_elements(sigma, 1) == std::vector<std::size_t>{3, 4});
    CHECK(crossing_elements(sigma, 2) == std::vector<std::size_t>{3, 4});
    CHECK(crossing_elements(sigma, 1, {false, true, false, false}) == std::vector<std::size_t>{3});
    const auto clash = first_violation_of_b(mapping_nu(sigma));
    REQUIRE(clash);
    CHECK(clash->starts_with("ν_2(1) = ν_3(1) = "));
}

TEST_CASE("Properties (c) and (d) of ν agree with a naive evaluation on S_7", "[proofs]") {
    for (const Permutation& sigma : all_permutations(7)) {
        const Printed s = printed(sigma);
        bool c = true, d = true;
        for (const auto& [ij, images] : naive_nu(s)) {
            for (const int k : images) {
                c = c && (k - ij.first) * (rank_of(s, k) - rank_of(s, ij.first)) < 0;
                d = d && (k - ij.second) * (rank_of(s, k) - rank_of(s, ij.second)) < 0;
            }
        }
        if (c == first_violation_of_nu_c(sigma, {}).has_value() ||
            d == first_violation_of_nu_d(sigma, {}).has_value()) {
            FAIL_CHECK("σ = " << sigma.to_string());
        }
    }
}

TEST_CASE("Charges of Lemma 16 fall on inversions and turn upside down with σ", "[proofs]") {
    const std::size_t n = 6;
    for (const Permutation& sigma : all_permutations(n)) {
        const auto charges = charges_of_lemma_16(sigma, ChargingTerms::both_sides);
        const auto turned =
            charges_of_lemma_16(sigma.reverse_complement(), ChargingTerms::both_sides);
        for (std::size_t x = 0; x < n; ++x) {
            for (std::size_t y = 0; y < n; ++y) {
                const std::uint32_t count = charges[x * n + y];
                const bool inverted = x < y && sigma[x] > sigma[y];
                if ((count > 0 && !inverted) || count != turned[(n - 1 - y) * n + (n - 1 - x)]) {
                    FAIL_CHECK("σ = " << sigma.to_string());
                }
            }
        }
    }
}

}  // namespace disarray::test
