// SPDX-License-Identifier: MIT
// Shows that the error bound of a double is true after every operation, at the ends of the range of
// doubles too, and that it is sharp where nothing cancels.
#include "exact/bounded.hpp"

#include <array>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/bounded.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

/// A Bounded and one of the numbers that it may stand for.
struct Known {
    Bounded bounded;
    Rational exact;
};

std::string described(const Known& known) {
    return fmt::format("{:a} ± {:a} for {}", known.bounded.value(), known.bounded.error(),
                       known.exact.to_decimal(25));
}

/// ±1 to ±2^40, or one of the corners of double arithmetic.
double some_double(std::mt19937_64& random) {
    constexpr double least = std::numeric_limits<double>::denorm_min();
    constexpr double normal = std::numeric_limits<double>::min();
    constexpr double most = std::numeric_limits<double>::max();
    const std::array corners{0.0,          least,   3 * least, normal,      normal - least,
                             normal * 1.5, 1.0,     0x1p-53,   1 + 0x1p-52, 1 - 0x1p-53,
                             0x1.8p0,      0x1p53,  0.1,       1.0 / 3,     most,
                             most / 2,     0x1p511, 0x1p-511,  0x1p-537,    0x1p-1000,
                             1e300,        1e-300,  1e-160};
    const double sign = random() % 2 == 0 ? 1 : -1;
    const double mantissa = 1 + static_cast<double>(random() >> 12U) * 0x1p-52;
    switch (random() % 4) {
        case 0:
            return sign * corners.at(random() % corners.size());
        case 1:
            return sign * static_cast<double>(random() % 1000);
        case 2:
            return sign * std::ldexp(mantissa, static_cast<int>(random() % 40));
        default:
            return sign * std::ldexp(mantissa, static_cast<int>(random() % 2096) - 1072);
    }
}

/// A double without an error, or a number at an end or within the bound of one.
Known some_number(std::mt19937_64& random) {
    const double value = some_double(random);
    if (random() % 2 == 0) return {Bounded(value, 0), exactly(value)};
    const double error = std::abs(random() % 4 == 0 ? some_double(random)
                                                    : value * std::ldexp(1.0, -int(random() % 60)));
    const std::array parts{Rational(-1), Rational(1), Rational(Integer(-1), Integer(3))};
    return {Bounded(value, error),
            exactly(value) + exactly(error) * parts.at(random() % parts.size())};
}

/// `a` op `b`; where the exact quotient does not exist, b.
Known apply(std::uint64_t operation, const Known& a, const Known& b) {
    switch (operation % 4) {
        case 0:
            return {a.bounded + b.bounded, a.exact + b.exact};
        case 1:
            return {a.bounded - b.bounded, a.exact - b.exact};
        case 2:
            return {a.bounded * b.bounded, a.exact * b.exact};
        default:
            if (b.exact.sign() == 0) return b;
            return {a.bounded / b.bounded, a.exact / b.exact};
    }
}

constexpr std::array<std::string_view, 4> symbols{"+", "-", "*", "/"};

/// The error in units of the last place.
double units(const Bounded& bounded) {
    return bounded.error() / (std::abs(bounded.value()) * 0x1p-53);
}

}  // namespace

TEST_CASE("A double is the rational number that it is", "[exact]") {
    CHECK(exactly(0.5) == Rational(1) / 2);
    CHECK(exactly(-3) == Rational(-3));
    CHECK(exactly(0) == Rational(0));
    CHECK(exactly(0.1) == Rational(Integer(3602879701896397), Integer(1) << 55U));
    CHECK(exactly(std::numeric_limits<double>::denorm_min()) ==
          Rational(Integer(1), Integer(1) << 1074U));
    CHECK(exactly(0x1p1000) == Rational(Integer(1) << 1000U));
}

TEST_CASE("The error bound of one operation on any two doubles is true", "[exact]") {
    check_property(
        "an error bound of one operation is true",
        [](std::uint64_t seed) {
            std::mt19937_64 random(seed);
            for (int i = 0; i < 20; ++i) {
                const Known a = some_number(random);
                // Every third time two that cancel.
                Known b = some_number(random);
                if (i % 3 == 0)
                    b = {Bounded(-a.bounded.value(), b.bounded.error()),
                         exactly(-a.bounded.value()) + exactly(b.bounded.error())};
                for (std::uint64_t operation = 0; operation < 4; ++operation) {
                    const Known result = apply(operation, a, b);
                    if (!holds(result.bounded, result.exact)) {
                        RC_FAIL(described(a) + " " + std::string(symbols[operation]) + " " +
                                described(b) + " = " + described(result));
                    }
                }
            }
        },
        400);
}

TEST_CASE("The error bound of a quotient is true where its own terms underflow", "[exact]") {
    // |a/b|·error of b is 2^-1075, which is no double, and more than the quotient's last place.
    const Bounded quotient = Bounded(0x1p-1074, 0) / Bounded(0x1p-1000, 0x1p-1001);
    CHECK(holds(quotient, Rational(Integer(1), Integer(1) << 73U)));
    CHECK(holds(quotient, Rational(Integer(1), Integer(3) << 73U)));
}

TEST_CASE("The error bound of a chain of operations is true", "[exact]") {
    check_property(
        "an error bound of a chain of operations is true",
        [](std::uint64_t seed) {
            std::mt19937_64 random(seed);
            Known total = some_number(random);
            std::string history = described(total);
            for (int i = 0; i < 12; ++i) {
                const Known next = random() % 5 == 0 ? total : some_number(random);
                const std::uint64_t operation = random() % 4;
                total = apply(operation, total, next);
                history += fmt::format(" {} {}", symbols.at(operation), described(next));
                if (!std::isfinite(total.bounded.error())) return;
                if (!holds(total.bounded, total.exact)) RC_FAIL(history + " = " + described(total));
            }
        },
        400);
}

TEST_CASE("The error bound of sums, products and quotients of ordinary numbers is sharp",
          "[exact]") {
    const Bounded third = Bounded(1) / Bounded(3);
    CHECK(units(third) < 1.01);
    CHECK(units(third + third) < 2.01);
    CHECK(units(third * third) < 3.01);
    CHECK(units(third / third) < 3.01);
    CHECK(units(third - Bounded(1)) < 1.6);
    Bounded sum;
    for (int i = 1; i <= 1000; ++i)
        sum += Bounded(1) / Bounded(i);
    CHECK(sum.error() < 1e-12 * sum.value());
    Bounded product = 1;
    for (int i = 0; i < 100; ++i)
        product *= third;
    CHECK(product.error() < 1e-12 * product.value());
}

TEST_CASE("Integers of at most 53 bits are exact, larger ones bounded", "[exact]") {
    CHECK(Bounded().value() == 0);
    CHECK(Bounded().error() == 0);
    for (const std::int64_t value : {std::int64_t(0), std::int64_t(-7), (std::int64_t(1) << 53) - 1,
                                     1 - (std::int64_t(1) << 53)}) {
        CHECK(Bounded(value).error() == 0);
        CHECK(exactly(Bounded(value).value()) == Rational(value));
    }
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t value : {most, most - 511, most - 513, least, least + 1,
                                     (std::int64_t(1) << 53) + 1, (std::int64_t(1) << 60) + 63}) {
        INFO(value);
        CHECK(holds(Bounded(value), Rational(value)));
        CHECK(units(Bounded(value)) < 1.01);
    }
}

TEST_CASE("A divisor that may be 0 leaves nothing known", "[exact]") {
    for (const Bounded& divisor : {Bounded(), Bounded(0, 1e-300), Bounded(1, 1), Bounded(-2, 3)})
        CHECK_FALSE(std::isfinite((Bounded(1) / divisor).error()));
    const Bounded unknown = Bounded(1) / Bounded();
    for (const Bounded& result :
         {unknown + 1, 1 - unknown, unknown * 0, unknown * 2, unknown / 3, Bounded(1) / unknown})
        CHECK_FALSE(std::isfinite(result.error()));
    constexpr double most = std::numeric_limits<double>::max();
    CHECK_FALSE(std::isfinite((Bounded(most, 0) + Bounded(most, 0)).error()));
    CHECK_FALSE(std::isfinite((Bounded(most, 0) * Bounded(2)).error()));
    CHECK_FALSE(std::isfinite((Bounded(most, 0) / Bounded(0.5, 0)).error()));
}

TEST_CASE("The double near a rational number has a true bound", "[exact]") {
    for (const std::string_view text : {"0",
                                        "1",
                                        "-1",
                                        "1/3",
                                        "-2/3",
                                        "0.1",
                                        "1e15",
                                        "9007199254740993",
                                        "123456789012345678901",
                                        "1e308",
                                        "1e309",
                                        "-1e400",
                                        "1e-300",
                                        "1e-308",
                                        "3e-324",
                                        "1e-324",
                                        "-1e-400",
                                        "1e5000",
                                        "1e-5000",
                                        "4/5"}) {
        INFO(text);
        const Rational value = Rational::parse(text, "");
        const Bounded near = Bounded::near(value);
        CHECK(holds(near, value));
        const bool is_ordinary = value.sign() != 0 && abs(value) < Rational::parse("1e300", "") &&
                                 abs(value) > Rational::parse("1e-290", "");
        if (is_ordinary) CHECK(units(near) < 2.1);
    }
    check_property("the double near a rational number has a true bound", [](std::uint64_t seed) {
        std::mt19937_64 random(seed);
        const Rational value(Integer(random()) * Integer(random()) - (Integer(1) << 126U),
                             Integer(random()) * Integer(random() % 1000 + 1) + 1);
        RC_ASSERT(holds(Bounded::near(value), value));
        RC_ASSERT(units(Bounded::near(value)) < 2.1);
    });
}

TEST_CASE("The double near 1/log2 of an integer has a true and sharp bound", "[exact]") {
    std::vector<std::uint64_t> bases;
    for (std::uint64_t base = 2; base <= 1100; ++base)
        bases.push_back(base);
    for (const std::uint64_t base :
         {65535ULL, 65536ULL, 65537ULL, 4294967295ULL, 4294967296ULL, 18446744073709551615ULL})
        bases.push_back(base);
    for (const std::uint64_t base : bases) {
        const Bounded near = Bounded::inverse_log2(base);
        if (!holds(near, Value::inverse_log2(base)) || units(near) > 4.1)
            FAIL_CHECK(base << ": " << near.value() << " ± " << near.error());
    }
    CHECK_THROWS_AS(Bounded::inverse_log2(1), UsageError);
    CHECK_THROWS_AS(Bounded::inverse_log2(0), UsageError);
}

}  // namespace disarray::test
