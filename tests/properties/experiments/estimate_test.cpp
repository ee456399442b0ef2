// SPDX-License-Identifier: MIT
// Means and standard errors as intervals around the exact ones, and digits that are certain.
#include "properties/experiments/estimate.hpp"

#include <vector>

#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

namespace {

Interval around(const Rational& value) {
    return {value, Estimate::precision};
}

Rational ratio(int numerator, int denominator) {
    return {Integer(numerator), Integer(denominator)};
}

Estimate estimate_of(const std::vector<Rational>& sample) {
    Estimate estimate;
    for (const Rational& x : sample)
        estimate.add(around(x));
    return estimate;
}

bool contains(const Interval& interval, const Rational& value) {
    const auto [low, high] = interval.ends();
    return low <= value && value <= high;
}

}  // namespace

TEST_CASE("mean and squared standard error of 1/3, 2/3, 2 are 1 and 7/27") {
    const Estimate estimate = estimate_of({ratio(1, 3), ratio(2, 3), 2});
    CHECK(contains(*estimate.mean(), 1));
    // s² = ((2/3)² + (1/3)² + 1²)/2 = 7/9; s²/3 = 7/27.
    const Interval error = *estimate.standard_error();
    CHECK(contains(error * error, ratio(7, 27)));
    CHECK(certain_decimal(error) == "0.509175077");
}

TEST_CASE("a sample of one has no standard error, an empty one no mean") {
    CHECK_FALSE(estimate_of({}).mean());
    CHECK(estimate_of({5}).mean());
    CHECK_FALSE(estimate_of({5}).standard_error());
    CHECK(estimate_text({}, {}) == "-");
}

TEST_CASE("decimals are as many as are certain") {
    CHECK(certain_decimal(around(ratio(1, 3)), 4) == "0.3333");
    CHECK(certain_decimal(around(ratio(27, 2))) == "13.5");
    const Estimate constant = estimate_of({ratio(1, 3), ratio(1, 3), ratio(1, 3)});
    CHECK(certain_decimal(*constant.standard_error()).starts_with("<1e-"));
    CHECK(certain_decimal(around(0)) == "0");
}

TEST_CASE("an estimate is shown to the first digit of its standard error") {
    const auto text = [](const Rational& mean, const Rational& error) {
        return estimate_text(around(mean), around(error));
    };
    CHECK(text(ratio(712, 10000), ratio(21, 10000)) == "0.071 ± 0.002");
    CHECK(text(ratio(190589, 1000), ratio(32, 10)) == "191 ± 3");
    CHECK(text(ratio(2, 1), 0) == "2.000 ± 0.000");
    CHECK(text(ratio(305, 1000), ratio(1, 100)) == "0.305 ± 0.01");  // a tie at two places
    CHECK(estimate_text(around(ratio(2, 3)), {}) == "0.667");
}
