// SPDX-License-Identifier: MIT
// Shows the value table that fixes the readings (docs/definitions.md, Values
// that fix the readings), cell by cell, on both paths.
#include "metrics/naive.hpp"

#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using metrics::Reading;

namespace {

struct Row {
    std::string_view weights;
    Weighting weighting;
    Rational kendall;
    Rational kendall_of_inverse;
    Rational prefix;
    Rational prefix_sym;
    Rational interval;
    Rational box;
};

/// docs/definitions.md, Values that fix the readings.
std::vector<Row> table() {
    const Rational costs[] = {1, fraction(1, 2)};
    const Weighting weights =
        weighting_of(ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "table"));
    const Weighting cut =
        weighting_of(Dissimilarity::from_integers(3, {0, 0, 1, 0, 0, 1, 1, 1, 0}, "table"));
    const Weighting swaps = weighting_of(SwapCosts::from(costs, "table"));
    return {{"all 1", Weighting{}, 2, 2, 4, 4, 4, 4},
            {"w=(1,2,3)", weights, 5, 9, 10, 14, 14, fraction(27, 2)},
            {"D_ac=D_bc=1, D_ab=0", cut, 1, 2, 2, 3, 3, fraction(5, 2)},
            {"swap costs (1, 1/2)", swaps, fraction(9, 8), fraction(9, 8), fraction(9, 4),
             fraction(9, 4), 2, fraction(35, 16)}};
}

}  // namespace

TEST_CASE("The value table of the definitions holds for the naive path", "[metrics]") {
    const Permutation sigma = order_bca();
    const auto id = Permutation::identity(3);
    for (const Row& row : table()) {
        const auto footrule = [&](Reading reading) {
            return metrics::naive::footrule(sigma, id, row.weighting, reading);
        };
        CAPTURE(row.weights);
        CHECK(metrics::naive::kendall(sigma, id, row.weighting) == row.kendall);
        CHECK(metrics::naive::kendall(sigma.inverse(), id, row.weighting) ==
              row.kendall_of_inverse);
        CHECK(footrule(Reading::prefix) == row.prefix);
        CHECK(footrule(Reading::prefix_sym) == row.prefix_sym);
        CHECK(footrule(Reading::interval) == row.interval);
        CHECK(footrule(Reading::box) == row.box);
    }
}

TEST_CASE("The value table of the definitions holds for the fast path", "[metrics]") {
    const Permutation sigma = order_bca();
    const auto id = Permutation::identity(3);
    for (const Row& row : table()) {
        const auto footrule = [&](Reading reading) {
            return metrics::footrule(sigma, id, row.weighting, reading);
        };
        CAPTURE(row.weights);
        CHECK(metrics::kendall(sigma, id, row.weighting) == row.kendall);
        CHECK(metrics::kendall(sigma.inverse(), id, row.weighting) == row.kendall_of_inverse);
        CHECK(footrule(Reading::prefix) == row.prefix);
        CHECK(footrule(Reading::prefix_sym) == row.prefix_sym);
        CHECK(footrule(Reading::interval) == row.interval);
        CHECK(footrule(Reading::box) == row.box);
    }
}

TEST_CASE("The two frames differ as soon as weights are not constant", "[metrics]") {
    // σ = id, τ = b c a. Element frame: the inversions of a with b and c, 1·2 + 1·3. Literal frame:
    // στ⁻¹ = (2,3,1) inverts label 3 with labels 1 and 2, 3·1 + 3·2.
    const Weighting weighting =
        weighting_of(ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "test"));
    const auto id = Permutation::identity(3);
    CHECK(metrics::naive::kendall(id, order_bca(), weighting, metrics::Frame::element) ==
          Rational(5));
    CHECK(metrics::naive::kendall(id, order_bca(), weighting, metrics::Frame::literal) ==
          Rational(9));
}

}  // namespace disarray::test
