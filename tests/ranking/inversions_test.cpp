// SPDX-License-Identifier: MIT
// Shows that the fast ways count and weigh exactly the inversions that two loops find.
#include "ranking/inversions.hpp"

#include <algorithm>

#include "tests/support/generators.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

std::uint64_t naive_count(const Permutation& sigma) {
    std::uint64_t count = 0;
    for (std::size_t j = 0; j < sigma.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            if (sigma[i] > sigma[j]) ++count;
        }
    }
    return count;
}

Integer naive_weight(const Permutation& sigma, const std::vector<Integer>& weights) {
    Integer total = 0;
    for (std::size_t j = 0; j < sigma.size(); ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            if (sigma[i] > sigma[j]) total += weights[i] * weights[j];
        }
    }
    return total;
}

std::vector<Rank> rank_vector(const Permutation& sigma) {
    return {sigma.ranks().begin(), sigma.ranks().end()};
}

}  // namespace

TEST_CASE("The inversions of 3 1 2 are its first element with both others", "[ranking]") {
    CHECK(inversion_count(ranks({3, 1, 2})) == 2);
    CHECK(inversions(ranks({3, 1, 2})) == std::vector<std::pair<Rank, Rank>>{{0, 1}, {0, 2}});
    CHECK(inversion_count(Permutation()) == 0);
    CHECK(inversions(Permutation()).empty());
    CHECK(inversion_count(Permutation::identity(50)) == 0);
    CHECK(inversion_count(Permutation::reversal(50)) == 50 * 49 / 2);
}

TEST_CASE("Counting and listing inversions agree with two loops on all of S_1 to S_7",
          "[ranking]") {
    for (std::size_t n = 1; n <= 7; ++n) {
        for (const Permutation& sigma : all_permutations(n)) {
            const std::uint64_t expected = naive_count(sigma);
            if (inversion_count(sigma) != expected || inversions(sigma).size() != expected) {
                FAIL_CHECK(sigma.to_string());
            }
        }
    }
}

TEST_CASE("Inversions are counted right at every size around the length of a run", "[ranking]") {
    for (std::size_t n = 0; n <= 140; ++n) {
        const Permutation sigma = shuffled(n, n);
        CAPTURE(sigma);
        CHECK(inversion_count(sigma) == naive_count(sigma));
        CHECK(inversion_count(Permutation::reversal(n)) == n * (n - (n > 0 ? 1 : 0)) / 2);
    }
}

TEST_CASE("Random permutations of up to 2000 elements have as many inversions as two loops find",
          "[ranking]") {
    check_property("inversions of large permutations", [] {
        const Permutation sigma = *permutation(0, 2000);
        RC_ASSERT(inversion_count(sigma) == naive_count(sigma));
        RC_ASSERT(inversion_count(sigma.inverse()) == inversion_count(sigma));
    });
}

TEST_CASE("Listed inversions are pairs in lexicographic order that are inverted", "[ranking]") {
    check_property("the list of inversions", [] {
        const Permutation sigma = *permutation(0, 40);
        const auto listed = inversions(sigma);
        RC_ASSERT(std::ranges::is_sorted(listed));
        RC_ASSERT(std::ranges::adjacent_find(listed) == listed.end());
        for (const auto& [i, j] : listed)
            RC_ASSERT(i < j && sigma[i] > sigma[j]);
        RC_ASSERT(listed.size() == naive_count(sigma));
    });
}

TEST_CASE("Weighted inversions sum the products of weights, in 64 bits and in big integers",
          "[ranking]") {
    check_property("weighted inversion sums", [] {
        const Permutation sigma = *permutation(0, 200);
        const auto weights = *rc::gen::container<std::vector<std::int64_t>>(
            sigma.size(), rc::gen::inRange<std::int64_t>(0, 1'000'000));
        const std::vector<Integer> large(weights.begin(), weights.end());
        const Integer expected = naive_weight(sigma, large);
        RC_ASSERT(to_integer(inversion_weight_unchecked<std::int64_t, Int128>(
                      rank_vector(sigma), weights)) == expected);
        RC_ASSERT((inversion_weight_unchecked<Integer, Integer>(rank_vector(sigma), large)) ==
                  expected);
    });
}

TEST_CASE("Weighted inversions use the whole of 128 bits before they need more", "[ranking]") {
    // Two weights of 2^61: the product is 2^122.
    const std::int64_t w = std::int64_t{1} << 61;
    CHECK(to_integer(inversion_weight_unchecked<std::int64_t, Int128>({1, 0}, {w, w})) ==
          (Integer(1) << 122));
    const Integer large = pow(Integer(10), 30);
    CHECK(
        (inversion_weight_unchecked<Integer, Integer>({2, 0, 1}, {large, large + 1, large + 2})) ==
        large * (large + 1) + large * (large + 2));
}

TEST_CASE("With unit weights the weighted sum is the number of inversions", "[ranking]") {
    for (const Permutation& sigma : all_permutations(6)) {
        const Int128 sum = inversion_weight_unchecked<std::int64_t, Int128>(
            rank_vector(sigma), std::vector<std::int64_t>(6, 1));
        if (to_integer(sum) != inversion_count(sigma)) FAIL_CHECK(sigma.to_string());
    }
}

}  // namespace disarray::test
