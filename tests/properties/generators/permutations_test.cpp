// SPDX-License-Identifier: MIT
// Shows that drawn rankings are permutations of the structure that their label names, that every
// structure occurs, and that undoing inversions ends at the identity.
#include "properties/generators/permutations.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "ranking/inversions.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"
#include "tests/support/show.hpp"

namespace disarray::properties::generators {

namespace {

bool is_permutation(const Permutation& sigma) {
    std::vector<Rank> ranks(sigma.ranks().begin(), sigma.ranks().end());
    std::ranges::sort(ranks);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] != i) return false;
    }
    return true;
}

std::size_t moved_elements(const Permutation& sigma) {
    std::size_t moved = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        moved += sigma[i] != i ? 1u : 0u;
    return moved;
}

bool is_rotation(const Permutation& sigma) {
    const std::size_t n = sigma.size();
    for (std::size_t i = 0; i < n; ++i) {
        if (sigma[i] != (i + sigma[0]) % n) return false;
    }
    return true;
}

bool is_layered(const Permutation& sigma) {
    for (std::size_t begin = 0; begin < sigma.size();) {
        const std::size_t end = sigma[begin] + 1;  // of the layer that begins here
        if (end <= begin) return false;
        for (std::size_t i = begin; i < end; ++i) {
            if (sigma[i] != begin + end - 1 - i) return false;
        }
        begin = end;
    }
    return true;
}

Permutation turned(const Permutation& sigma) {
    return compose(Permutation::reversal(sigma.size()), sigma);
}

/// What a label promises of a permutation of n ≥ 2 elements.
const std::map<std::string, std::function<bool(const Permutation&)>> promises = {
    {"uniform", [](const Permutation&) { return true; }},
    {"identity", [](const Permutation& s) { return s.is_identity(); }},
    {"reversal", [](const Permutation& s) { return s == Permutation::reversal(s.size()); }},
    {"rotation", [](const Permutation& s) { return is_rotation(s) && !s.is_identity(); }},
    {"swap", [](const Permutation& s) { return moved_elements(s) == 2; }},
    {"direct sum", [](const Permutation& s) { return !is_indecomposable(s); }},
    {"skew sum", [](const Permutation& s) { return !is_indecomposable(turned(s)); }},
    {"near identity", [](const Permutation& s) { return inversion_count(s) <= 2 + s.size() / 3; }},
    {"involution",
     [](const Permutation& s) { return compose(s, s).is_identity() && !s.is_identity(); }},
    {"layered", is_layered}};

}  // namespace

TEST_CASE("A drawn ranking is a permutation of the structure its label names", "[generators]") {
    for (const std::size_t n : {1u, 2u, 3u, 7u, 20u}) {
        Draw draw(rc::Random(n), 100);
        for (int k = 0; k < 300; ++k) {
            const auto [sigma, labels] = draw_permutation(draw, n);
            REQUIRE(sigma.size() == n);
            REQUIRE(is_permutation(sigma));
            REQUIRE(labels.size() == 1);
            const std::string name = labels.front().substr(std::string("ranking: ").size());
            INFO(labels.front() << ", " << sigma.to_string());
            REQUIRE(promises.contains(name));
            if (n >= 2) CHECK(promises.at(name)(sigma));
        }
    }
}

TEST_CASE("Every structure and every relation occurs in 1000 pairs", "[generators]") {
    Distribution seen;
    Draw draw(rc::Random(1), 100);
    for (int k = 0; k < 1000; ++k)
        count(seen, draw_rankings(draw, 2, 6).labels);
    for (const auto name : permutation_structures()) {
        INFO(name);
        CHECK(promises.contains(std::string(name)));
        CHECK(seen[label("ranking", name)] >= 20);
    }
    for (const auto name : ranking_relations()) {
        INFO(name);
        CHECK(seen[label("next ranking", name)] >= 20);
    }
}

TEST_CASE("Rankings are as many as asked for, and keep the relation their labels name",
          "[generators]") {
    Draw draw(rc::Random(2), 100);
    for (int k = 0; k < 300; ++k) {
        const auto [rankings, labels] = draw_rankings(draw, 2, 5);
        REQUIRE(rankings.size() == 2);
        const auto says = [&labels = labels](std::string_view name) {
            return std::ranges::count(labels, label("next ranking", name)) == 1;
        };
        if (says("equal")) CHECK(rankings[1] == rankings[0]);
        if (says("identity")) CHECK(rankings[1].is_identity());
        if (says("reversed")) CHECK(rankings[1] == turned(rankings[0]));
    }
    for (std::size_t many = 1; many <= 3; ++many) {
        CHECK(draw_rankings(draw, many, 4).value.size() == many);
    }
}

TEST_CASE("All of S_4 is drawn", "[generators]") {
    std::map<Permutation, int> seen;
    Draw draw(rc::Random(3), 100);
    for (int k = 0; k < 2000; ++k)
        ++seen[draw_permutation(draw, 4).value];
    CHECK(seen.size() == 24);
}

TEST_CASE("Undoing an inversion leaves fewer, and only the identity has none to undo",
          "[generators]") {
    for (const Permutation& sigma : test::all_permutations(5)) {
        const auto simpler = with_an_inversion_undone(sigma);
        CHECK(simpler.size() == inversion_count(sigma));
        for (const Permutation& tau : simpler) {
            CHECK(is_permutation(tau));
            CHECK(inversion_count(tau) < inversion_count(sigma));
        }
    }
}

}  // namespace disarray::properties::generators
