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

/// All σ at which the enumeration stands from now on.
std::vector<Vector> rest_of(Enumeration& enumeration) {
    std::vector<Vector> rest;
    for (; enumeration.current() != nullptr; enumeration.advance()) {
        Vector sigma;
        for (int i = 0; i < enumeration.current()->size; ++i)
            sigma.push_back((*enumeration.current())[i] + 1);
        rest.push_back(sigma);
    }
    return rest;
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
    Enumeration all(claim);
    CHECK(rest_of(all) == expected(claim));
    if (claim.direct_sums && claim.n == 6) {
        // Indecomposable permutations: OEIS A003319.
        const std::vector<std::uint64_t> known{1, 3, 13, 71, 461};
        for (int l = 2; l <= 6; ++l)
            CHECK(all.indecomposable(l) == known[static_cast<std::size_t>(l - 2)]);
    }
}

TEST_CASE("the parts of an enumeration, wherever it is cut, are the whole") {
    Claim claim;
    claim.n = GENERATE(2, 3, 4, 5, 6);
    claim.direct_sums = GENERATE(false, true);
    claim.inverse = GENERATE(false, true);
    claim.reverse_complement = GENERATE(false, true);
    const std::uint64_t size = GENERATE(1U, 2U, 7U, 100U, 720U);
    INFO("n = " << claim.n << ", direct sums " << claim.direct_sums << ", inverse " << claim.inverse
                << ", reverse-complement " << claim.reverse_complement << ", parts of " << size);
    std::vector<Vector> found;
    std::uint64_t indecomposable = 0;
    for (int n = claim.direct_sums ? 2 : claim.n; n <= claim.n; ++n) {
        for (std::uint64_t begin = 0; begin < factorial(n); begin += size) {
            Enumeration part(claim, {n, begin, std::min(begin + size, factorial(n))});
            for (const Vector& sigma : rest_of(part))
                found.push_back(sigma);
            indecomposable += part.indecomposable(claim.n);
        }
    }
    CHECK(found == expected(claim));
    Enumeration whole(claim);
    rest_of(whole);
    CHECK(indecomposable == whole.indecomposable(claim.n));
}

TEST_CASE("a rank is that of its place in lexicographic order") {
    for (int n = 1; n <= 6; ++n) {
        std::uint64_t rank = 0;
        for (const Vector& sigma : symmetric_group(n)) {
            const Ranks found = unranked(n, rank++);
            CHECK(found.size == n);
            for (int i = 0; i < n; ++i)
                CHECK(found[i] + 1 == sigma[static_cast<std::size_t>(i)]);
        }
    }
    CHECK(unranked(12, factorial(12) - 1).to_string() == "12 11 10 9 8 7 6 5 4 3 2 1");
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
