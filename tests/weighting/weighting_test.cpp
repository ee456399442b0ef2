// SPDX-License-Identifier: MIT
// Shows that weights for another number of elements are refused, and which part they are.
#include "weighting/weighting.hpp"

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

namespace {

std::string refusal(const Weighting& weighting, std::size_t n) {
    return message_of<InputError>([&] { require_size(weighting, n); });
}

}  // namespace

TEST_CASE("A weighting without parts is unit and fits every size", "[weighting]") {
    CHECK(Weighting{}.is_unit());
    CHECK_NOTHROW(require_size(Weighting{}, 0));
    CHECK_NOTHROW(require_size(Weighting{}, 1000));
    CHECK(!weighting_of(SwapCosts::unit(3)).is_unit());
}

TEST_CASE("Each part of a weighting must be for as many elements as the rankings have",
          "[weighting]") {
    for (const Weighting& weighting : sample_weightings(4)) {
        CHECK_NOTHROW(require_size(weighting, 4));
        CHECK(weighting.is_unit() == (described(weighting) == "unit weights"));
        if (!weighting.is_unit()) CHECK_THROWS_AS(require_size(weighting, 3), InputError);
    }
    const auto w = ElementWeights::from(std::vector<std::int64_t>{1, 2}, "w");
    CHECK(refusal(weighting_of(w), 3) ==
          "number of element weights: found 2, expected 3 for rankings of 3 elements");
    CHECK(refusal(weighting_of(SwapCosts::unit(5)), 3) ==
          "number of swap costs: found 4, expected 2 for rankings of 3 elements");
    CHECK(refusal(weighting_of(Dissimilarity::unit(2)), 3) ==
          "size of the dissimilarity: found 2, expected 3 for rankings of 3 elements");
}

TEST_CASE("Rankings of one element have no swap costs", "[weighting]") {
    CHECK_NOTHROW(require_size(weighting_of(SwapCosts::unit(1)), 1));
    CHECK(refusal(weighting_of(SwapCosts::unit(2)), 1) ==
          "number of swap costs: found 1, expected 0 for rankings of 1 elements");
}

}  // namespace disarray::test
