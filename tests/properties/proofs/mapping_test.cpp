// SPDX-License-Identifier: MIT
// Shows that the images, (a) and (b) of the mappings of Lemmas 12 and 15 are those of the printed
// definitions, and that a planted clash is found.
#include "properties/proofs/mapping.hpp"

#include "properties/proofs/mapping_mu.hpp"
#include "properties/proofs/mapping_nu.hpp"
#include "tests/catch.hpp"
#include "tests/properties/proofs/naive_steps.hpp"
#include "tests/support/permutations.hpp"

namespace disarray::test {

using namespace properties::proofs;

namespace {

NaiveMapping as_printed(const Mapping& mapping) {
    NaiveMapping all;
    for (std::size_t i = 0; i < mapping.of.size(); ++i) {
        for (const MappedElement& m : mapping.of[i]) {
            auto& images = all[{static_cast<int>(i) + 1, static_cast<int>(m.j) + 1}];
            if (m.image) images.insert(static_cast<int>(*m.image) + 1);
        }
    }
    return all;
}

}  // namespace

TEST_CASE("The mappings, (a) and (b) are the printed ones on all of S_7", "[proofs]") {
    for (std::size_t n = 1; n <= 7; ++n) {
        for (const Permutation& sigma : all_permutations(n)) {
            const NaiveMapping mu = naive_mu(printed(sigma));
            const NaiveMapping nu = naive_nu(printed(sigma));
            const Mapping fast_mu = mapping_mu(sigma);
            const Mapping fast_nu = mapping_nu(sigma);
            const bool agree = as_printed(fast_mu) == mu && as_printed(fast_nu) == nu &&
                               naive_images_differ(mu, true) == !first_violation_of_a(fast_mu) &&
                               naive_images_differ(mu, false) == !first_violation_of_b(fast_mu) &&
                               naive_images_differ(nu, true) == !first_violation_of_a(fast_nu) &&
                               naive_images_differ(nu, false) == !first_violation_of_b(fast_nu);
            if (!agree) FAIL_CHECK("σ = " << sigma.to_string());
        }
    }
}

TEST_CASE("A missing, a doubled and a shared image are reported", "[proofs]") {
    const Permutation id = Permutation::identity(4);
    Mapping planted{"μ", std::vector<std::vector<MappedElement>>(4)};
    planted.of[0] = {{1, 0, 3, 1}, {2, 1, 3, 1}};
    planted.of[1] = {{2, 0, 3, 1}};
    CHECK_FALSE(first_without_image(planted));

    const auto a = first_violation_of_a(planted);
    REQUIRE(a);
    CHECK(*a == "μ_1(2) = μ_1(3) = 4");
    const auto b = first_violation_of_b(planted);
    REQUIRE(b);
    CHECK(*b == "μ_1(3) = μ_2(3) = 4, with counts 1 and 0");

    planted.of[1][0] = {2, 5, {}, 0};
    CHECK_FALSE(first_violation_of_b(planted));
    REQUIRE(first_without_image(planted));
    CHECK(*first_without_image(planted) ==
          "μ_2(3): the count of 3 is 5, which no elements of the other set have");
    planted.of[1][0] = {2, 0, 1, 2};
    CHECK(first_without_image(planted));
}

}  // namespace disarray::test
