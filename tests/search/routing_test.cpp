// SPDX-License-Identifier: MIT
// Proofs by routing: where the rule succeeds, its identity holds when multiplied out and the exact
// minimum says the same, in every reading, on both sides and for sums.
#include "search/routing.hpp"

#include "ranking/enumeration.hpp"
#include "search/question.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;

namespace {

Inequality inequality_in(const std::string& text) {
    return questions_in(text).front().inequality;
}

/// What routing finds for all σ of S_n with N ≠ 0.
struct Shares {
    std::size_t at_one = 0, changed = 0, detoured = 0, holding = 0, all = 0;
};

Shares shares(const Inequality& inequality, std::size_t n) {
    Shares found;
    for (const Permutation& sigma : all_permutations(n)) {
        const Functional small = functional(inequality.small, sigma);
        const Functional big = functional(inequality.big, sigma);
        if (small.is_zero()) continue;
        INFO(to_string(inequality) << " for " << sigma.to_string());
        const auto decision = decide(small, big);
        REQUIRE(decision);
        const bool holds = decision->ratio >= Rational(1);
        ++found.all;
        if (holds) ++found.holding;
        const auto routed = routable_signs(small, big);
        const bool at_one = routed && routed->at_one;
        CHECK(routed_leaf(small, big, signs_at_one(big)).has_value() == at_one);
        if (const auto leaf = detoured_leaf(small, big)) {
            REQUIRE(holds);
            ProofNode proof;
            proof.leaf = *leaf;
            REQUIRE(is_valid(proof, 1, small, big));
            if (!routed) ++found.detoured;
        }
        if (!routed) continue;
        CHECK((routed->signs == signs_at_one(big)) == at_one);
        const auto leaf = routed_leaf(small, big, routed->signs);
        REQUIRE(leaf);
        REQUIRE(holds);
        ProofNode proof;
        proof.leaf = *leaf;
        REQUIRE(is_valid(proof, 1, small, big));
        ++(at_one ? found.at_one : found.changed);
    }
    return found;
}

}  // namespace

TEST_CASE("what is routed is proved", "[search][routing]") {
    const std::string text =
        GENERATE("F[prefix] >= 6/7*K", "F[prefix] >= K", "F[prefix-sym] >= 3/4*K",
                 "F[interval] >= K", "F[box] >= K", "F[box] <= 13/4*K", "F[interval] <= 3*K",
                 "F[prefix] <= 3*K", "K + F[interval] <= 5/2*F[box]",
                 "K <= F[box] + 1/2*|K - F[box]|", "K[inverse] <= 5/3*F[prefix]");
    const Shares found = shares(inequality_in(text), 5);
    CAPTURE(text, found.at_one, found.changed, found.holding, found.all);
    CHECK(found.at_one > 0);
}

TEST_CASE("detours prove where triangles over pairs at hand do not", "[search][routing]") {
    for (const auto& [text, n] :
         {std::pair("F[prefix-sym] <= 5*K", 5U), std::pair("K <= F[interval]", 6U)}) {
        const Shares found = shares(inequality_in(text), n);
        CAPTURE(text, found.detoured, found.holding, found.all);
        CHECK(found.holding == found.all);
        CHECK(found.detoured > 0);
    }
}

TEST_CASE("the signs at D = 1 are those of i - σ(i), and prove nearly all of S_7",
          "[search][routing]") {
    const Inequality inequality = inequality_in("F[prefix] >= 6/7*K");
    for (const Permutation& sigma : all_permutations(4)) {
        Signs expected;
        for (std::size_t i = 0; i < 4; ++i) {
            const int moved = static_cast<int>(i) - static_cast<int>(sigma[i]);
            if (moved != 0 || !functional(inequality.big, sigma).absolute.empty())
                expected.push_back((moved > 0) - (moved < 0));
        }
        const Functional big = functional(inequality.big, sigma);
        if (big.absolute.size() == 4) CHECK(signs_at_one(big) == expected);
    }
    std::size_t all = 0, plain = 0, none = 0;
    for (const Permutation& sigma : all_permutations(7)) {
        const Functional small = functional(inequality.small, sigma);
        const Functional big = functional(inequality.big, sigma);
        if (small.is_zero()) continue;
        const auto routed = routable_signs(small, big);
        ++all;
        if (!routed) ++none;
        if (routed && routed->at_one) ++plain;
    }
    // 4/5 is the least of S_7, so that 6/7 fails for some.
    CHECK(all == 5039);
    const auto percent = [&](std::size_t part) { return 100 * part / all; };
    CHECK(percent(plain) >= 85);
    CHECK(percent(none) < 3);
}

TEST_CASE("long coefficients are left to the linear program", "[search][routing]") {
    const Permutation sigma = test::ranks({3, 2, 1});
    const auto routed = [&](const std::string& text) {
        const Inequality inequality = inequality_in(text);
        return routable_signs(functional(inequality.small, sigma),
                              functional(inequality.big, sigma));
    };
    CHECK(routed("F[prefix] >= 1000000/1000001*K"));
    CHECK_FALSE(routed("F[prefix] >= 1000000000/1000000001*K"));
}
