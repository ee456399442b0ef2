// SPDX-License-Identifier: MIT
// Shows that orbits partition S_n and that exactly one member of each is its least.
#include "ranking/symmetry.hpp"

#include <algorithm>
#include <map>
#include <span>

#include "ranking/enumeration.hpp"
#include "search/estimate.hpp"
#include "tests/support/permutations.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

namespace {

constexpr Symmetries all_symmetries[] = {
    {false, false}, {true, false}, {false, true}, {true, true}};

/// The images, straight from the definition.
std::vector<Permutation> naive_orbit(const Permutation& sigma, Symmetries symmetries) {
    std::vector<Permutation> images;
    for (const bool invert : {false, true}) {
        for (const bool turn : {false, true}) {
            if ((invert && !symmetries.inverse) || (turn && !symmetries.reverse_complement))
                continue;
            const Permutation image = invert ? sigma.inverse() : sigma;
            images.push_back(turn ? image.reverse_complement() : image);
        }
    }
    std::ranges::sort(images);
    images.erase(std::ranges::unique(images).begin(), images.end());
    return images;
}

}  // namespace

TEST_CASE("Orbits partition S_n under every set of symmetries", "[ranking]") {
    for (const Symmetries symmetries : all_symmetries) {
        for (std::size_t n = 0; n <= 6; ++n) {
            std::map<Permutation, Permutation> representative;
            for (const Permutation& sigma : all_permutations(n)) {
                const auto images = orbit(sigma, symmetries);
                if (images != naive_orbit(sigma, symmetries)) FAIL_CHECK(sigma.to_string());
                for (const Permutation& image : images) {
                    const auto [known, is_new] = representative.emplace(image, images.front());
                    if (known->second != images.front()) FAIL_CHECK(sigma.to_string());
                    (void)is_new;
                }
            }
            CHECK(representative.size() == all_permutations(n).size());
        }
    }
}

TEST_CASE("A permutation is least in its class exactly when it heads its orbit", "[ranking]") {
    for (const Symmetries symmetries : all_symmetries) {
        for (std::size_t n = 0; n <= 6; ++n) {
            for (const Permutation& sigma : all_permutations(n)) {
                const bool heads = orbit(sigma, symmetries).front() == sigma;
                if ((excluded_prefix(sigma.ranks(), symmetries) == 0) != heads)
                    FAIL_CHECK(sigma.to_string());
            }
        }
    }
}

TEST_CASE("A beginning is excluded only if nothing that begins so stands for its class",
          "[ranking]") {
    for (const Symmetries symmetries : all_symmetries) {
        for (const bool indecomposable : {false, true}) {
            for (std::size_t n = 1; n <= 6; ++n) {
                const auto all = all_permutations(n);
                std::vector<bool> wanted;
                for (const Permutation& sigma : all)
                    wanted.push_back(naive_orbit(sigma, symmetries).front() == sigma &&
                                     (!indecomposable || is_indecomposable(sigma)));
                for (std::size_t index = 0; index < all.size(); ++index) {
                    const auto ranks = all[index].ranks();
                    const std::size_t length = excluded_prefix(ranks, symmetries, indecomposable);
                    INFO(all[index].to_string() << ", length " << length);
                    CHECK((length == 0) == wanted[index]);
                    for (std::size_t other = 0; length > 0 && other < all.size(); ++other)
                        if (std::ranges::equal(ranks.first(length),
                                               all[other].ranks().first(length)) &&
                            wanted[other])
                            FAIL_CHECK(all[other].to_string() << " begins so");
                }
            }
        }
    }
}

TEST_CASE("A walk through the classes looks at few others", "[ranking]") {
    constexpr Symmetries both{true, true};
    std::uint64_t looked_at = 0, classes = 0;
    for_each_permutation_but(
        9, {0, factorial_64(9)},
        [&](const std::vector<Rank>& ranks) {
            ++looked_at;
            return excluded_prefix(ranks, both, true);
        },
        [&](const std::vector<Rank>&) {
            ++classes;
            return true;
        });
    CHECK(classes == search::class_count(9, true, both));
    CHECK(looked_at < 2 * classes);
}

TEST_CASE("Classes under inversion are counted by the involutions", "[ranking]") {
    // Burnside: (n! + number of involutions)/2; involutions are OEIS A000085.
    const std::size_t involutions[] = {1, 1, 2, 4, 10, 26, 76};
    for (std::size_t n = 0; n <= 6; ++n) {
        const auto all = all_permutations(n);
        const auto classes = std::size_t(std::ranges::count_if(all, [](const Permutation& sigma) {
            return excluded_prefix(sigma.ranks(), {.inverse = true}) == 0;
        }));
        CHECK(classes == (all.size() + involutions[n]) / 2);
    }
}

}  // namespace disarray::test
