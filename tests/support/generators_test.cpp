// SPDX-License-Identifier: MIT
// Shows that the generators make valid values of every kind and shrink to the least ones.
#include "tests/support/generators.hpp"

#include <functional>
#include <set>

#include "ranking/inversions.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

/// The values at the end of shrinking `value` as long as `fails`: always the first smaller one.
Permutation shrunk(Permutation value, const std::function<bool(const Permutation&)>& fails) {
    for (bool found = true; found;) {
        found = false;
        for (const Permutation& smaller : smaller_permutations(value, 0)) {
            if (!fails(smaller)) continue;
            value = smaller;
            found = true;
            break;
        }
    }
    return value;
}

}  // namespace

TEST_CASE("A generated permutation is a permutation, and so is all it shrinks to", "[support]") {
    check_property("generated permutations are valid", [] {
        const Permutation sigma = *permutation(0, 12);
        if (sigma.size() == 0) return;
        RC_ASSERT(ranks(sigma.to_ranks()) == sigma);
        for (const Permutation& smaller : smaller_permutations(sigma, 1)) {
            if (smaller.size() == 0) continue;
            RC_ASSERT(ranks(smaller.to_ranks()) == smaller);
            RC_ASSERT(smaller.size() < sigma.size() ||
                      inversion_count(smaller) < inversion_count(sigma));
        }
    });
}

TEST_CASE("Every permutation of four elements is generated", "[support]") {
    std::set<Permutation> seen;
    check_property(
        "all of S_4 appears", [&seen] { seen.insert(*permutation_of(4)); }, 1000);
    CHECK(seen.size() == 24);
}

TEST_CASE("A permutation with an inversion shrinks to 2 1, one that moves nothing to nothing",
          "[support]") {
    const auto has_inversion = [](const Permutation& sigma) { return !sigma.is_identity(); };
    CHECK(shrunk(shuffled(10, 1), has_inversion) == ranks({2, 1}));
    CHECK(shrunk(shuffled(10, 1), [](const Permutation&) { return true; }).size() == 0);
    // Of three elements only the two rotations are no involutions.
    const auto is_no_involution = [](const Permutation& sigma) { return sigma != sigma.inverse(); };
    CHECK(shrunk(shuffled(9, 3), is_no_involution).size() == 3);
}

TEST_CASE("Generated weights cover zeros, absent parts and both policies", "[support]") {
    int zero_costs = 0;
    int zero_entries = 0;
    int absent = 0;
    int local = 0;
    const int cases = 300;
    check_property(
        "weightings are varied",
        [&] {
            const Weighting drawn = *weighting(4);
            if (drawn.swap_costs && (*drawn.swap_costs)[0].sign() == 0) ++zero_costs;
            if (drawn.dissimilarity && drawn.dissimilarity->first_zero()) ++zero_entries;
            if (!drawn.element_weights) ++absent;
            if (drawn.fixed_points == FixedPointPolicy::local) ++local;
        },
        cases);
    CHECK(zero_costs > cases / 20);
    CHECK(zero_entries > cases / 20);
    CHECK(absent > cases / 20);
    CHECK(local > cases / 5);
}

}  // namespace disarray::test
