// SPDX-License-Identifier: MIT
// The places of records in S_n, against the rules of FORMAT.md put as sets.
#include "search/verify/enumeration.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "tests/catch.hpp"

using namespace disarray::verify;

namespace {

using Vector = std::vector<int>;  // ranks from 1

std::vector<Vector> symmetric_group(int n) {
    Vector sigma(static_cast<std::size_t>(n));
    std::iota(sigma.begin(), sigma.end(), 1);
    std::vector<Vector> all;
    do
        all.push_back(sigma);
    while (std::next_permutation(sigma.begin(), sigma.end()));
    return all;
}

Vector inverted(const Vector& sigma) {
    Vector result(sigma.size());
    for (std::size_t i = 0; i < sigma.size(); ++i)
        result[static_cast<std::size_t>(sigma[i] - 1)] = static_cast<int>(i) + 1;
    return result;
}

Vector reverse_complemented(Vector sigma) {
    std::ranges::reverse(sigma);
    for (int& rank : sigma)
        rank = static_cast<int>(sigma.size()) + 1 - rank;
    return sigma;
}

bool maps_a_beginning_to_itself(const Vector& sigma) {
    for (std::size_t m = 1; m < sigma.size(); ++m) {
        Vector head(sigma.begin(), sigma.begin() + static_cast<std::ptrdiff_t>(m));
        std::ranges::sort(head);
        if (head.back() == static_cast<int>(m)) return true;
    }
    return false;
}

std::vector<Vector> expected(const Claim& claim) {
    std::vector<Vector> all;
    for (int n = claim.direct_sums ? 2 : claim.n; n <= claim.n; ++n) {
        for (const Vector& sigma : symmetric_group(n)) {
            if (claim.direct_sums && maps_a_beginning_to_itself(sigma)) continue;
            std::vector<Vector> images{sigma};
            if (claim.inverse) images.push_back(inverted(sigma));
            if (claim.reverse_complement) images.push_back(reverse_complemented(sigma));
            if (claim.inverse && claim.reverse_complement) {
                images.push_back(reverse_complemented(inverted(sigma)));
            }
            if (sigma == *std::ranges::min_element(images)) all.push_back(sigma);
        }
    }
    return all;
}

}  // namespace

TEST_CASE("records have their places by the rules, for all symmetries and direct sums") {
    Claim claim;
    claim.n = GENERATE(2, 3, 4, 5, 6);
    claim.direct_sums = GENERATE(false, true);
    claim.inverse = GENERATE(false, true);
    claim.reverse_complement = GENERATE(false, true);
    INFO("n = " << claim.n << ", direct sums " << claim.direct_sums << ", inverse " << claim.inverse
                << ", reverse-complement " << claim.reverse_complement);
    std::vector<Vector> found;
    Enumeration all(claim);
    for (; all.current() != nullptr; all.advance()) {
        Vector sigma;
        for (int i = 0; i < all.current()->size; ++i)
            sigma.push_back((*all.current())[i] + 1);
        found.push_back(sigma);
    }
    CHECK(found == expected(claim));
    if (claim.direct_sums && claim.n == 6) {
        // Indecomposable permutations: OEIS A003319.
        const std::vector<std::uint64_t> known{1, 3, 13, 71, 461};
        for (int l = 2; l <= 6; ++l)
            CHECK(all.indecomposable(l) == known[static_cast<std::size_t>(l - 2)]);
    }
}

TEST_CASE("one rank vector has one place") {
    Claim claim;
    claim.n = 3;
    claim.scope = Ranks{.rank = {2, 1, 0}, .size = 3};
    Enumeration all(claim);
    REQUIRE(all.current() != nullptr);
    CHECK(*all.current() == *claim.scope);
    all.advance();
    CHECK(all.current() == nullptr);
}
