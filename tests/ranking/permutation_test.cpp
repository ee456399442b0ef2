// SPDX-License-Identifier: MIT
// Shows the two notations and their errors, the group laws, and the decomposition into summands.
#include "ranking/permutation.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using Values = std::vector<std::int64_t>;

std::string refused_ranks(const Values& values) {
    return message_of<InputError>([&] { (void)Permutation::from_ranks(values, "line 4"); });
}
std::string refused_order(const Values& values) {
    return message_of<InputError>([&] { (void)Permutation::from_order(values, "line 4"); });
}

}  // namespace

TEST_CASE("The order b c a is the rank vector 3 1 2", "[ranking]") {
    // docs/definitions.md, Rankings: KV's "σ([abc]) = [bca]" is an order.
    const auto sigma = Permutation::from_order(Values{2, 3, 1}, "test");
    CHECK(sigma.to_ranks() == Values{3, 1, 2});
    CHECK(sigma.to_order() == Values{2, 3, 1});
    CHECK(sigma.to_string() == "3 1 2");
    CHECK(sigma == Permutation::from_ranks(Values{3, 1, 2}, "test"));
    CHECK(sigma[0] == 2);  // inside the program ranks and elements count from 0
}

TEST_CASE("The two notations are inverse to each other", "[ranking]") {
    for (const Permutation& sigma : all_permutations(5)) {
        CHECK(Permutation::from_ranks(sigma.to_ranks(), "test") == sigma);
        CHECK(Permutation::from_order(sigma.to_order(), "test") == sigma);
        CHECK(sigma.to_order() == sigma.inverse().to_ranks());
    }
}

TEST_CASE("What is no permutation is refused with the place and the value", "[ranking]") {
    CHECK(refused_ranks({}) == "line 4: found no ranks, expected a permutation of 1..n");
    CHECK(refused_order({}) == "line 4: found no elements, expected a permutation of 1..n");
    CHECK(refused_ranks({1, 4, 2}) ==
          "line 4: found rank 4 at place 2, expected ranks from 1 to 3, since 3 are given");
    CHECK(refused_ranks({0, 1}) ==
          "line 4: found rank 0 at place 1, expected ranks from 1 to 2, since 2 are given; "
          "add 1 to each where they count from 0");
    CHECK(refused_ranks({1, -1}) ==
          "line 4: found rank -1 at place 2, expected ranks from 1 to 2, since 2 are given");
    CHECK(refused_order({1, 3}) ==
          "line 4: found element 3 at place 2, expected elements from 1 to 2, since 2 are given");
    CHECK(contains(refused_ranks({std::numeric_limits<std::int64_t>::min()}),
                   "rank -9223372036854775808 at place 1"));
    CHECK(contains(refused_ranks({std::numeric_limits<std::int64_t>::max()}),
                   "rank 9223372036854775807 at place 1"));
}

TEST_CASE("A repeated rank is refused as a tie, with both places", "[ranking]") {
    CHECK(
        refused_ranks({1, 2, 2, 4}) ==
        "line 4: found rank 2 at places 2 and 3, expected a permutation: each value once, no ties");
    CHECK(refused_order({3, 1, 3}) ==
          "line 4: found element 3 at places 1 and 3, expected a "
          "permutation: each value once, no ties");
}

TEST_CASE("Identity and reversal are what they are called", "[ranking]") {
    CHECK(Permutation::identity(4) == ranks({1, 2, 3, 4}));
    CHECK(Permutation::reversal(4) == ranks({4, 3, 2, 1}));
    CHECK(Permutation::identity(0).size() == 0);
    CHECK(Permutation::identity(0).is_identity());
    CHECK(Permutation::identity(5).is_identity());
    CHECK(!Permutation::reversal(2).is_identity());
}

TEST_CASE("Composition applies the right factor first", "[ranking]") {
    // στ(1) = σ(τ(1)) = σ(2) = 1
    CHECK(compose(ranks({3, 1, 2}), ranks({2, 1, 3})) == ranks({1, 3, 2}));
    CHECK_THROWS_AS(compose(ranks({1}), ranks({1, 2})), UsageError);
}

TEST_CASE("Permutations of four elements form a group", "[ranking]") {
    const auto all = all_permutations(4);
    const auto id = Permutation::identity(4);
    for (const Permutation& sigma : all) {
        CHECK(compose(sigma, id) == sigma);
        CHECK(compose(id, sigma) == sigma);
        CHECK(compose(sigma, sigma.inverse()) == id);
        CHECK(compose(sigma.inverse(), sigma) == id);
        for (const Permutation& tau : all) {
            if (compose(sigma, tau).inverse() != compose(tau.inverse(), sigma.inverse())) {
                FAIL_CHECK("inverse of a product: " << sigma.to_string() << ", "
                                                    << tau.to_string());
            }
        }
    }
}

TEST_CASE("Composition is associative and inversion reverses it", "[ranking]") {
    check_property("group laws", [] {
        const std::size_t n = *rc::gen::inRange<std::size_t>(0, 30);
        const Permutation a = *permutation_of(n), b = *permutation_of(n), c = *permutation_of(n);
        RC_ASSERT(compose(compose(a, b), c) == compose(a, compose(b, c)));
        RC_ASSERT(compose(a, b).inverse() == compose(b.inverse(), a.inverse()));
        RC_ASSERT(a.inverse().inverse() == a);
    });
}

TEST_CASE("The reverse-complement turns both rankings upside down", "[ranking]") {
    CHECK(ranks({1, 3, 2}).reverse_complement() == ranks({2, 1, 3}));
    for (std::size_t n = 0; n <= 5; ++n) {
        const auto rho = Permutation::reversal(n);
        for (const Permutation& sigma : all_permutations(n)) {
            CHECK(sigma.reverse_complement() == compose(rho, compose(sigma, rho)));
            CHECK(sigma.reverse_complement().reverse_complement() == sigma);
            CHECK(sigma.reverse_complement().inverse() == sigma.inverse().reverse_complement());
        }
    }
}

TEST_CASE("Permutations of one size are ordered by rank vector", "[ranking]") {
    const auto all = all_permutations(4);
    CHECK(std::ranges::is_sorted(all));
    CHECK(ranks({1, 3, 2}) < ranks({2, 1, 3}));
}

TEST_CASE("A direct sum puts one permutation below the other", "[ranking]") {
    CHECK(direct_sum(ranks({2, 1}), ranks({3, 1, 2})) == ranks({2, 1, 5, 3, 4}));
    CHECK(direct_sum(Permutation(), ranks({2, 1})) == ranks({2, 1}));
    CHECK(direct_sum(ranks({2, 1}), Permutation()) == ranks({2, 1}));
}

TEST_CASE("Indecomposable means that no proper prefix maps to itself", "[ranking]") {
    for (std::size_t n = 1; n <= 6; ++n) {
        for (const Permutation& sigma : all_permutations(n)) {
            bool splits = false;
            for (std::size_t k = 1; k < n; ++k) {
                splits |= std::ranges::all_of(sigma.ranks().first(k),
                                              [k](Rank rank) { return rank < k; });
            }
            if (is_indecomposable(sigma) == splits) FAIL_CHECK(sigma.to_string());
        }
    }
    CHECK(!is_indecomposable(Permutation()));
}

TEST_CASE("The number of indecomposable permutations is that of OEIS A003319", "[ranking]") {
    const std::size_t counts[] = {1, 1, 3, 13, 71, 461, 3447};  // n = 1..7
    for (std::size_t n = 1; n <= 7; ++n) {
        const auto all = all_permutations(n);
        CHECK(std::size_t(std::ranges::count_if(all, [](const Permutation& sigma) {
                  return is_indecomposable(sigma);
              })) == counts[n - 1]);
    }
}

TEST_CASE("Cycles begin with their least element and follow the permutation", "[ranking]") {
    CHECK(cycles(Permutation()).empty());
    CHECK(cycles(ranks({1, 2})) == std::vector<std::vector<Rank>>{{0}, {1}});
    CHECK(cycles(ranks({3, 2, 5, 4, 1})) == std::vector<std::vector<Rank>>{{0, 2, 4}, {1}, {3}});
    check_property("cycles rebuild their permutation", [] {
        const Permutation sigma = *permutation(0, 20);
        std::vector<Rank> rebuilt(sigma.size());
        std::size_t elements = 0;
        Rank last_least = 0;
        for (const auto& cycle : cycles(sigma)) {
            RC_ASSERT(cycle.front() == *std::ranges::min_element(cycle));
            RC_ASSERT(cycle.front() >= last_least);
            last_least = cycle.front();
            for (std::size_t k = 0; k < cycle.size(); ++k) {
                rebuilt[cycle[k]] = cycle[(k + 1) % cycle.size()];
            }
            elements += cycle.size();
        }
        RC_ASSERT(elements == sigma.size());
        RC_ASSERT(Permutation::from_ranks_unchecked(rebuilt) == sigma);
    });
}

TEST_CASE("The number of permutations with k cycles is a Stirling number", "[ranking]") {
    // Unsigned Stirling numbers of the first kind, OEIS A132393, row 6.
    const std::size_t expected[] = {120, 274, 225, 85, 15, 1};
    std::size_t found[6] = {};
    for (const Permutation& sigma : all_permutations(6))
        ++found[cycles(sigma).size() - 1];
    CHECK(std::ranges::equal(found, expected));
}

}  // namespace disarray::test
