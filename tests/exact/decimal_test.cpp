// SPDX-License-Identifier: MIT
// Shows that decimals with a fixed number of digits are those of long division, rounded to even,
// and that a double gives one only where its error bound settles every digit.
#include "exact/decimal.hpp"

#include <limits>
#include <random>

#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/bounded.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

/// Long division as at school: digit by digit, then the remainder decides.
std::string divided(const Rational& value, int places) {
    const Integer divisor = value.denominator();
    Integer remainder = abs(value).numerator();
    const Integer whole = remainder / divisor;
    remainder %= divisor;
    std::string digits = whole.to_string();
    for (int i = 0; i < places; ++i) {
        remainder *= 10;
        const Integer digit = remainder / divisor;
        digits += digit.to_string();
        remainder %= divisor;
    }
    const bool is_odd = (digits.back() - '0') % 2 == 1;
    if (2 * remainder > divisor || (2 * remainder == divisor && is_odd)) {
        std::size_t i = digits.size();
        while (i > 0 && digits[i - 1] == '9')
            digits[--i] = '0';
        if (i == 0) {
            digits.insert(0, "1");
        } else {
            ++digits[i - 1];
        }
    }
    const bool is_zero = digits.find_first_not_of('0') == std::string::npos;
    if (places > 0) digits.insert(digits.size() - static_cast<std::size_t>(places), ".");
    return (value.sign() < 0 && !is_zero ? "-" : "") + digits;
}

std::string fixed(std::string_view value, int places) {
    return to_fixed(Rational::parse(value, "test"), places);
}

Rational some_rational(std::mt19937_64& random) {
    const auto small = [&](std::uint64_t bound) { return Integer(random() % bound); };
    const Integer sign = random() % 2 == 0 ? 1 : -1;
    switch (random() % 5) {
        case 0:
            return {sign * small(2000), Integer(1000)};  // many ties
        case 1:
            return {sign * small(100), small(30) + 1};
        case 2:
            return {sign * small(1U << 20U), Integer(1) << static_cast<unsigned>(random() % 20)};
        case 3:
            return {sign * Integer(random()) * Integer(random()), Integer(random()) + 1};
        default:
            return {sign * (Integer(1000000) - small(3)), Integer(100000) + small(3)};
    }
}

}  // namespace

TEST_CASE("Decimals are rounded to even at a tie", "[exact]") {
    CHECK(fixed("0.5", 0) == "0");
    CHECK(fixed("1.5", 0) == "2");
    CHECK(fixed("2.5", 0) == "2");
    CHECK(fixed("0.125", 2) == "0.12");
    CHECK(fixed("0.375", 2) == "0.38");
    CHECK(fixed("0.00005", 4) == "0.0000");
    CHECK(fixed("0.00015", 4) == "0.0002");
    CHECK(fixed("0.5000000000000000000000000000001", 0) == "1");
    CHECK(fixed("2.4999999999999999999999999999999", 0) == "2");
}

TEST_CASE("Decimals have all their places, and no minus before a zero", "[exact]") {
    CHECK(fixed("2/5", 4) == "0.4000");
    CHECK(fixed("-3/2", 2) == "-1.50");
    CHECK(fixed("12", 0) == "12");
    CHECK(fixed("-12", 1) == "-12.0");
    CHECK(fixed("2/3", 4) == "0.6667");
    CHECK(fixed("9.9996", 3) == "10.000");
    CHECK(fixed("-9.9996", 3) == "-10.000");
    CHECK(fixed("0.99", 0) == "1");
    CHECK(fixed("-0.001", 2) == "0.00");
    CHECK(fixed("-0.005", 2) == "0.00");
    CHECK(fixed("-0.0050001", 2) == "-0.01");
    CHECK(fixed("-0.5", 0) == "0");
    CHECK(fixed("0", 3) == "0.000");
    CHECK(fixed("1/3", 1000) == "0." + std::string(1000, '3'));
}

TEST_CASE("Decimals of rational numbers are those of long division", "[exact]") {
    for (int numerator = -200; numerator <= 200; ++numerator) {
        for (const int denominator : {1, 2, 3, 7, 8, 16, 40, 125, 200}) {
            const Rational value{Integer(numerator), Integer(denominator)};
            for (int places = 0; places <= 4; ++places) {
                if (to_fixed(value, places) != divided(value, places))
                    FAIL_CHECK(value.to_string()
                               << " to " << places << " places: " << to_fixed(value, places));
            }
        }
    }
    check_property(
        "decimals are those of long division",
        [](std::uint64_t seed) {
            std::mt19937_64 random(seed);
            const Rational value = some_rational(random);
            for (const int places : {0, 1, 2, 3, 4, 6, 17, 40}) {
                RC_ASSERT(to_fixed(value, places) == divided(value, places));
                RC_ASSERT(to_fixed(Value(value), places) == divided(value, places));
            }
        },
        300);
}

TEST_CASE("Decimals of roots and logarithms are those of narrow intervals", "[exact]") {
    std::vector<Value> values;
    for (std::uint64_t base = 2; base <= 20; ++base) {
        values.push_back(Value::inverse_log2(base));
        values.push_back(1 - 3 * Value::inverse_log2(base) * Value::root(2, 3));
        values.push_back((Value::inverse_log2(base) - 1) / (1 + Value::inverse_log2(7)));
        values.push_back(Rational::parse("1e30", "") * Value::inverse_log2(base));
    }
    for (const Value& value : values) {
        for (const int places : {0, 1, 4, 17, 100}) {
            const auto [low, high] = value.enclosure(1024).ends();
            INFO(value.to_string() << " to " << places << " places");
            REQUIRE(divided(low, places) == divided(high, places));
            CHECK(to_fixed(value, places) == divided(low, places));
        }
    }
    CHECK(to_fixed(Value::inverse_log2(3), 18) == "0.630929753571457437");
    CHECK(to_fixed(Value::root(2, 2) - Value::root(3, 2), 1) == "-0.3");
    CHECK(to_fixed(Value::root(2, 2) - Rational::parse("1.5", ""), 0) == "0");
}

TEST_CASE("A value that is near a tie is rounded by what it is", "[exact]") {
    // The double nearest to 1/log2(3), and 1/2 a step of 10^-40 off.
    const Value third = Value::inverse_log2(3);
    const Rational near = Rational::parse("0.6309297535714574370995271143427608542995856", "");
    const Rational step = Rational::parse("1e-43", "");
    const Value above = third - (near - step) + Rational::parse("0.5", "");
    const Value below = third - (near + step) + Rational::parse("0.5", "");
    CHECK(to_fixed(above, 0) == "1");
    CHECK(to_fixed(below, 0) == "0");
    CHECK(to_fixed(below, 42) == "0." + std::string("5") + std::string(41, '0'));
}

TEST_CASE("Decimals of what has no number are words", "[exact]") {
    CHECK(to_fixed(Value::undefined("0/0"), 4) == "undefined");
    CHECK(to_fixed(Value::undecided("a sign"), 4) == "undecided");
    // 0 by an identity between logarithms of different bases, which no interval shows.
    const Value unseen = Value::inverse_log2(3) * Value::inverse_log2(5) / Value::inverse_log2(15) -
                         Value::inverse_log2(3) - Value::inverse_log2(5);
    CHECK(to_fixed(unseen + Rational(1, 2), 0) == "undecided");
    CHECK(to_fixed(unseen, 3) == "0.000");
}

TEST_CASE("Places outside 0 to 1000 are a misuse", "[exact]") {
    for (const int places : {-1, max_places + 1}) {
        CHECK_THROWS_AS(to_fixed(Rational(1), places), UsageError);
        CHECK_THROWS_AS(to_fixed(Value(1), places), UsageError);
        CHECK_THROWS_AS(to_fixed(Value::inverse_log2(3), places), UsageError);
    }
}

TEST_CASE("A double that may be on either side of a tie has no decimal", "[exact]") {
    for (const auto& [value, places] : std::vector<std::pair<double, int>>{
             {0.5, 0}, {1.5, 0}, {0.125, 2}, {0.375, 2}, {-0.5, 0}, {2.5, 0}, {0.0078125, 6}}) {
        INFO(value << " to " << places);
        for (const double error : {1e-17, 1e-12, 1e-3})
            CHECK_FALSE(to_fixed(Bounded(value, error), places).has_value());
        const auto exact = to_fixed(Bounded(value, 0), places);
        CHECK((!exact || *exact == to_fixed(exactly(value), places)));
    }
    // 0.45 is no double: the nearest is on the upper side of the tie.
    const Bounded near = Bounded::near(Rational::parse("0.45", ""));
    CHECK_FALSE(to_fixed(near, 1).has_value());
    CHECK(to_fixed(Bounded(0.45, 0), 1).value_or("0.5") == "0.5");
}

TEST_CASE("A double without a bound has no decimal", "[exact]") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Bounded& unknown :
         {Bounded(0, infinity), Bounded(1, nan), Bounded(nan, nan), Bounded(infinity, infinity),
          Bounded(nan, 0), Bounded(infinity, 0), Bounded(-infinity, 0), Bounded(nan, 1)}) {
        CHECK_FALSE(to_fixed(unknown, 4).has_value());
    }
}

TEST_CASE("A double has the decimal of every number within its bound, or none", "[exact]") {
    int settled = 0;
    int asked = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        std::mt19937_64 random(seed);
        const Bounded near = Bounded::near(some_rational(random));
        const double error =
            near.error() + std::abs(near.value()) * std::ldexp(1.0, -20 - int(random() % 33));
        const Bounded bounded(near.value(), error);
        for (const int places : {0, 1, 2, 4, 6, 10, 17}) {
            const auto text = to_fixed(bounded, places);
            const Rational low = exactly(bounded.value()) - exactly(error);
            const Rational high = exactly(bounded.value()) + exactly(error);
            const std::string expected = divided(low, places);
            const bool is_one = expected == divided(high, places);
            if (text && (!is_one || *text != expected)) {
                FAIL_CHECK(fmt::format("{:a} ± {:a} to {} places: {}, ends {} and {}",
                                       bounded.value(), error, places, *text, expected,
                                       divided(high, places)));
            }
            // Twice the bound gives way for the roundings of the check itself.
            const Rational margin = exactly(error) + abs(exactly(bounded.value())) *
                                                         Rational(Integer(1), Integer(1) << 50U);
            const bool is_clear = abs(exactly(bounded.value())) < Rational(1'000'000) &&
                                  divided(low - margin, places) == divided(high + margin, places);
            if (places <= 6 && is_clear) {
                ++asked;
                settled += text.has_value();
            }
        }
    }
    CHECK(asked > 10'000);
    CHECK(settled == asked);
}

TEST_CASE("Decimals of ordinary doubles have no minus before a zero, and all places", "[exact]") {
    CHECK(to_fixed(Bounded(-0.001, 1e-10), 2).value_or("") == "0.00");
    CHECK(to_fixed(Bounded(-0.006, 1e-10), 2).value_or("") == "-0.01");
    CHECK(to_fixed(Bounded(0.4, 1e-10), 4).value_or("") == "0.4000");
    CHECK(to_fixed(Bounded(12), 0).value_or("") == "12");
    CHECK(to_fixed(Bounded(0.99996, 1e-10), 4).value_or("") == "1.0000");
    CHECK(to_fixed(Bounded(), 4).value_or("") == "0.0000");
    for (const double value : {1e15, 1e17, 1e22, 1e300, -1e300, 0x1p63, 0x1p-1074, -1e-300}) {
        INFO(value);
        const auto text = to_fixed(Bounded(value, 0), 6);
        CHECK((!text || *text == divided(exactly(value), 6)));
    }
}

TEST_CASE("zeros at the end of a decimal are left out after the point only", "[exact]") {
    CHECK(without_trailing_zeros("0.4000") == "0.4");
    CHECK(without_trailing_zeros("12.0") == "12");
    CHECK(without_trailing_zeros("-0.0") == "-0");
    CHECK(without_trailing_zeros("100") == "100");
    CHECK(without_trailing_zeros("undefined") == "undefined");
}

}  // namespace disarray::test
