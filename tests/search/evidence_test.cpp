// SPDX-License-Identifier: MIT
// Evidence is what the naive definitions say, or a fault; padded, it stays evidence.
#include "search/evidence.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;
using metrics::Reading;

TEST_CASE("a ratio that the naive definitions do not have is a fault") {
    const Permutation sigma = test::ranks({2, 1});
    const Inequality box = lower_side(Reading::box);
    CHECK(confirmed_evidence(box, sigma, {}, Dissimilarity::unit(2), 2).ratio() == Rational(2));
    CHECK_THROWS_AS(confirmed_evidence(box, sigma, {}, Dissimilarity::unit(2), 1), InternalError);
}

TEST_CASE("strict evidence exists exactly where the inequality fails") {
    const Permutation sigma = test::ranks({6, 3, 2, 5, 4, 1});
    const Inequality conjecture = lower_side(Reading::prefix);
    const Dissimilarity cut =
        Dissimilarity::multi_class(std::vector<std::int64_t>{1, 2, 1, 2, 1, 2});
    const auto strict = strict_evidence(conjecture, sigma, {}, cut);
    REQUIRE(strict);
    CHECK(strict->weighting.dissimilarity->is_metric());
    CHECK(strict->big < strict->small);
    CHECK_FALSE(strict_evidence(conjecture, sigma, {}, Dissimilarity::unit(6)));
}

TEST_CASE("padded evidence has the same values and the same kind of D") {
    const Permutation sigma = test::ranks({3, 1, 4, 2});
    const Dissimilarity d = Dissimilarity::line(std::vector<Rational>{0, 1, 4, 9});
    for (const Reading reading : metrics::all_readings) {
        for (const Inequality& inequality : {lower_side(reading), upper_side(reading)}) {
            const Evidence evidence = naive_evidence(inequality, sigma, {}, d);
            const Evidence longer = padded(evidence, 6);
            CHECK(longer.sigma == test::ranks({1, 2, 5, 3, 6, 4}));
            CHECK(longer.weighting.dissimilarity->is_metric());
            const Evidence again =
                naive_evidence(inequality, longer.sigma, {}, *longer.weighting.dissimilarity);
            CHECK(again.small == evidence.small);
            CHECK(again.big == evidence.big);
            CHECK_THROWS_AS(padded(evidence, 3), UsageError);
        }
    }
}
