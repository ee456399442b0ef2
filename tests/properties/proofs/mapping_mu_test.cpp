// SPDX-License-Identifier: MIT
// Shows that the steps of Lemmas 12 and 13 are decided as a naive evaluation decides them.
#include "properties/proofs/mapping_mu.hpp"

#include "tests/catch.hpp"
#include "tests/properties/proofs/naive_steps.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using namespace properties::proofs;

TEST_CASE("Bad sets, good sets and μ of 2 4 1 3 are those found by hand", "[proofs]") {
    // The shortest ranking with a type II inversion: σ(3) = 1 < 2 < 3 < σ(2) = 4.
    const Permutation sigma = ranks({2, 4, 1, 3});
    CHECK(bad_elements(sigma, 1) == std::vector<std::size_t>{2});
    for (const std::size_t i : {0u, 2u, 3u})
        CHECK(bad_elements(sigma, i).empty());
    CHECK(good_elements(sigma, 1, GoodSet::rank_from_i) == std::vector<std::size_t>{0, 1, 3});
    CHECK(good_elements(sigma, 1, GoodSet::rank_after_i) == std::vector<std::size_t>{1, 3});
    CHECK(good_elements(sigma, 1, GoodSet::element_from_i) == std::vector<std::size_t>{1, 2, 3});
    CHECK(good_elements(sigma, 1, GoodSet::element_after_i) == std::vector<std::size_t>{2, 3});
    const Mapping mu = mapping_mu(sigma);
    REQUIRE(mu.find(1, 2) != nullptr);
    CHECK(mu.find(1, 2)->image == std::size_t{0});  // rank 2 is held by element 1
    CHECK(mu.find(1, 3) == nullptr);
}

TEST_CASE("A reversal has no inversion of type II", "[proofs]") {
    for (std::size_t n = 1; n <= 8; ++n) {
        const Permutation reversal = Permutation::reversal(n);
        for (std::size_t i = 0; i < n; ++i)
            CHECK(bad_elements(reversal, i).empty());
        CHECK_FALSE(first_violation_of_mu_d(reversal, {}, Ends::closed_ordered, Tested::image));
    }
}

TEST_CASE("Properties (c) and (d) of μ agree with a naive evaluation on S_7", "[proofs]") {
    const auto inside = [](int x, int a, int b) {
        return std::min(a, b) <= x && x <= std::max(a, b);
    };
    for (const Permutation& sigma : all_permutations(7)) {
        const Printed s = printed(sigma);
        bool c = true, d = true, d_ordered = true, c_open = true, c_image = true;
        for (const auto& [ij, images] : naive_mu(s)) {
            const auto [i, j] = ij;
            for (const int k : images) {
                const int r = rank_of(s, k);
                c = c && inside(r, i, rank_of(s, i));
                d = d && inside(r, j, rank_of(s, j));
                d_ordered = d_ordered && j <= r && r <= rank_of(s, j);
                c_open = c_open && i < r && r < rank_of(s, i);
                c_image = c_image && inside(k, i, rank_of(s, i));
            }
        }
        const auto rank = Tested::rank_of_image;
        if (c == first_violation_of_mu_c(sigma, {}, Ends::closed, rank).has_value() ||
            d == first_violation_of_mu_d(sigma, {}, Ends::closed, rank).has_value() ||
            d_ordered ==
                first_violation_of_mu_d(sigma, {}, Ends::closed_ordered, rank).has_value() ||
            c_open == first_violation_of_mu_c(sigma, {}, Ends::open, rank).has_value() ||
            c_image ==
                first_violation_of_mu_c(sigma, {}, Ends::closed, Tested::image).has_value()) {
            FAIL_CHECK("σ = " << sigma.to_string());
        }
    }
}

TEST_CASE("Lemma 13 charges one term for type I and two for type II", "[proofs]") {
    for (const Permutation& sigma : all_permutations(6)) {
        const Printed s = printed(sigma);
        std::size_t one = 0, two = 0, charged = 0;
        for (int i = 1; i <= 6; ++i) {
            for (int j = i + 1; j <= 6; ++j) {
                if (rank_of(s, i) < rank_of(s, j)) continue;
                const bool type_two = rank_of(s, j) < i && j < rank_of(s, i);
                ++(type_two ? two : one);
            }
        }
        for (const std::uint32_t count : charges_of_lemma_13(sigma))
            charged += count;
        if (charged != one + 2 * two) FAIL_CHECK("σ = " << sigma.to_string());
    }
    // A bound of no charges fails at the first inversion.
    CHECK(first_violation_of_lemma_13_charges(ranks({2, 1}), ChargedTerm::ordered, 0));
    CHECK_FALSE(first_violation_of_lemma_13_charges(ranks({1, 2}), ChargedTerm::pair, 0));
}

}  // namespace disarray::test
