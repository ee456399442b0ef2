// SPDX-License-Identifier: MIT
// Shows that a case outside its shape is told apart from one within, by the reason.
#include "properties/generators/shape.hpp"

#include "tests/catch.hpp"

namespace disarray::properties::generators {

namespace {

std::string reason(const CaseShape& shape, const Case& instance) {
    return why_not_of(shape, instance).value_or("");
}

Case of_identities(std::size_t count, std::size_t n) {
    return {std::vector<Permutation>(count, Permutation::identity(n)), {}, 2};
}

}  // namespace

TEST_CASE("A case of the shape has nothing against it", "[generators]") {
    CHECK(reason({}, of_identities(2, 3)).empty());
    Case weighted = of_identities(2, 3);
    weighted.weighting.dissimilarity = Dissimilarity::unit(3);
    weighted.weighting.swap_costs = SwapCosts::unit(3);
    CHECK(
        reason({.dissimilarity = DissimilarityClass::metric, .positive_swap_costs = true}, weighted)
            .empty());
}

TEST_CASE("Rankings have to be as many and as long as asked", "[generators]") {
    CHECK(reason({}, {}) == "0 rankings, expected 2");
    CHECK(reason({}, of_identities(3, 3)) == "3 rankings, expected 2");
    CHECK(reason({.least_n = 4}, of_identities(2, 3)) == "n = 3, expected 4 to 6");
    CHECK(reason({.most_n = 2}, of_identities(2, 3)) == "n = 3, expected 1 to 2");
    CHECK(reason({.least_n = 0}, of_identities(2, 0)) == "n = 0, expected 0 to 6");
    Case uneven = of_identities(2, 3);
    uneven.rankings[1] = Permutation::identity(4);
    CHECK(reason({}, uneven) == "rankings of 3 and 4 elements");
}

TEST_CASE("Weights have to be where the shape has them, for n elements and in their class",
          "[generators]") {
    Case instance = of_identities(2, 3);
    Weighting& weighting = instance.weighting;
    weighting.swap_costs = SwapCosts::top_k(3, 1);
    CHECK(reason({.varies = {true, false, true}}, instance) ==
          "swap costs where the shape has none");
    CHECK(reason({.positive_swap_costs = true}, instance) == "a swap cost of 0");
    CHECK(reason({.fixed_points = FixedPointPolicy::local}, instance) ==
          "the other policy at fixed points");
    weighting.swap_costs = SwapCosts::unit(4);
    CHECK_FALSE(reason({}, instance).empty());
    weighting.swap_costs.reset();
    weighting.dissimilarity = Dissimilarity::multi_class(std::vector<std::int64_t>{0, 0, 1});
    CHECK(reason({}, instance).empty());
    CHECK_FALSE(reason({.dissimilarity = DissimilarityClass::metric}, instance).empty());
    weighting.dissimilarity =
        Dissimilarity::from_integers(3, {0, 0, 1, 0, 0, 0, 1, 0, 0}, "no pseudometric");
    CHECK_FALSE(reason({}, instance).empty());
    CHECK(reason({.dissimilarity = DissimilarityClass::any}, instance).empty());
}

TEST_CASE("The scale factor is positive, and 2 where it does not vary", "[generators]") {
    Case instance = of_identities(2, 3);
    instance.scale = 3;
    CHECK(reason({}, instance).empty());
    CHECK(reason({.vary_scale = false}, instance) == "a scale factor other than 2");
    instance.scale = 0;
    CHECK(reason({}, instance) == "a scale factor that is not positive");
}

}  // namespace disarray::properties::generators
