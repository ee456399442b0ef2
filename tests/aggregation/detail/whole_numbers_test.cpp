// SPDX-License-Identifier: MIT
// Shows that rationals become multiples of a unit exactly, and that rounding is downwards.
#include "aggregation/detail/whole_numbers.hpp"

#include <random>

#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"

namespace disarray::test {

using namespace aggregation::detail;

TEST_CASE("Whole numbers have no common divisor and give the values back", "[aggregation]") {
    const std::vector<Rational> values{fraction(1, 2), fraction(3, 4), 0, 6};
    const auto [numbers, unit] = whole_numbers(ScaledSequence(values), "test");
    CHECK(numbers == std::vector<std::int64_t>{2, 3, 0, 24});
    CHECK(unit == fraction(1, 4));
    const auto [zeros, one] = whole_numbers(ScaledSequence(std::vector<Rational>{0, 0}), "test");
    CHECK(zeros == std::vector<std::int64_t>{0, 0});
    CHECK(one == 1);
    const std::vector<Rational> wide{Rational::parse("1e30", "test"), 1};
    CHECK(
        contains(message_of<NotSupported>([&] { whole_numbers(ScaledSequence(wide), "weights"); }),
                 "weights: found"));
}

TEST_CASE("Quotients are rounded up on both sides of 0", "[aggregation]") {
    for (int value = -20; value <= 20; ++value) {
        for (int divisor = 1; divisor <= 7; ++divisor) {
            const auto up = static_cast<int>(quotient_rounded_up(value, divisor));
            CHECK(up * divisor >= value);
            CHECK((up - 1) * divisor < value);
        }
    }
}

TEST_CASE("Numbers are rounded down only as far as they must", "[aggregation]") {
    const std::vector<Int128> small{6, 9, 0};
    CHECK(rounded_down(small, 100).first == std::vector<std::int64_t>{2, 3, 0});
    CHECK(rounded_down(small, 100).second == 3);
    // 2 + 3 is not below 4: pairs of threes, rounded down.
    CHECK(rounded_down(small, 4).first == std::vector<std::int64_t>{1, 1, 0});
    CHECK(rounded_down(small, 4).second == 6);
    CHECK(rounded_down(std::vector<Int128>{1, 3}, 4).second == 2);
    CHECK(rounded_down(std::vector<Int128>{0, 0}, 4).second == 1);
    std::mt19937_64 random(1);
    for (int run = 0; run < 50; ++run) {
        std::vector<Int128> values;
        for (int k = 0; k < 5; ++k)
            values.push_back(Int128{random() >> 4} * static_cast<Int128>(random() >> (run + 4)));
        const auto [numbers, unit] = rounded_down(values, cost_limit);
        Int128 sum = 0;
        for (std::size_t k = 0; k < values.size(); ++k) {
            const Integer rounded = unit * numbers[k];
            CHECK(rounded <= to_integer(values[k]));
            CHECK(rounded + unit > to_integer(values[k]));
            sum += numbers[k];
        }
        CHECK(sum < cost_limit);
    }
}

}  // namespace disarray::test
