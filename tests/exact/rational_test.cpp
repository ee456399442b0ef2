// SPDX-License-Identifier: MIT
// Shows that rationals are read exactly, printed in lowest terms and rounded correctly, and that
// nothing is lost between machine integers and big ones.
#include "exact/rational.hpp"

#include <limits>
#include <vector>

#include "base/error.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/property.hpp"
#include "tests/support/show.hpp"

namespace disarray::test {

namespace {

std::string reread(std::string_view text) {
    return Rational::parse(text, "test").to_string();
}

std::string refusal(std::string_view text) {
    return message_of<InputError>([&] { (void)Rational::parse(text, "--weights"); });
}

Rational ten_to(int exponent) {
    Rational power = 1;
    for (int k = 0; k < exponent; ++k)
        power *= Rational(10);
    for (int k = 0; k > exponent; --k)
        power /= Rational(10);
    return power;
}

/// e with 10^e ≤ |value| < 10^(e+1), by trial.
int leading_exponent(const Rational& value) {
    int e = 0;
    while (ten_to(e + 1) <= abs(value))
        ++e;
    while (ten_to(e) > abs(value))
        --e;
    return e;
}

/// The definition of correct rounding: `printed` is a multiple of the unit in the last of the
/// digits asked for, at most half a unit away, and the even multiple if exactly half.
bool is_correctly_rounded(const Rational& value, const Rational& printed, int digits) {
    const int e = leading_exponent(value);
    if (e >= 0) digits = std::max(digits, std::min(15, e + 1));
    const Rational unit = ten_to(e + 1 - digits);
    const Rational multiple = printed / unit;
    const Rational twice_error = Rational(2) * abs(value - printed);
    if (!multiple.is_integer() || twice_error > unit) return false;
    return twice_error < unit || multiple.numerator() % 2 == 0;
}

/// p/q with up to about 60 bits each, lengths evenly mixed.
Rational rational_of_any_size() {
    const auto drawn_part =
        rc::gen::map(rc::gen::pair(rc::gen::inRange(0, 60),
                                   rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())),
                     [](const std::pair<int, std::uint64_t>& drawn) {
                         return std::int64_t(drawn.second >> (63 - drawn.first)) + 1;
                     });
    const Integer numerator = *drawn_part;
    const Integer denominator = *drawn_part;
    const Rational value(numerator, denominator);
    return *rc::gen::arbitrary<bool>() ? value : -value;
}

}  // namespace

TEST_CASE("Integers, fractions, decimals and powers of ten are read exactly", "[exact]") {
    CHECK(reread("3") == "3");
    CHECK(reread("+3") == "3");
    CHECK(reread("-3/4") == "-3/4");
    CHECK(reread("6/8") == "3/4");
    CHECK(reread("8/4") == "2");
    CHECK(reread("0.125") == "1/8");
    CHECK(reread("-0.125") == "-1/8");
    CHECK(reread(".5") == "1/2");
    CHECK(reread("5.") == "5");
    CHECK(reread("1e-3") == "1/1000");
    CHECK(reread("2.5E+2") == "250");
    CHECK(reread("1.50e1") == "15");
    CHECK(reread("0.1") == "1/10");  // no binary floating point on the way
    CHECK(reread("123456789012345678901234567890") == "123456789012345678901234567890");
    CHECK(reread("0/7") == "0");
    CHECK(reread("-0") == "0");
    CHECK(reread("0e5") == "0");
    CHECK(reread("0.000") == "0");
}

TEST_CASE("Leading zeros do not make a number octal", "[exact]") {
    CHECK(reread("010") == "10");
    CHECK(reread("-0010") == "-10");
    CHECK(reread("08") == "8");  // 8 is no octal digit at all
    CHECK(reread("0.010") == "1/100");
    CHECK(reread("010/020") == "1/2");
    CHECK(reread("00") == "0");
    CHECK(reread("1e010") == "10000000000");
}

TEST_CASE("Exponents and lengths have limits, which are named", "[exact]") {
    CHECK(Rational::parse("1e10000", "test") == ten_to(10'000));
    CHECK(Rational::parse("1e-10000", "test") * ten_to(10'000) == Rational(1));
    CHECK(refusal("1e10001") ==
          "--weights: found \"1e10001\", expected a decimal exponent of at most 10000");
    CHECK(contains(refusal("1e-10001"), "exponent of at most 10000"));
    CHECK(contains(refusal("1e99999999999999999999"), "exponent of at most 10000"));
    CHECK(Rational::parse(std::string(Rational::max_digits, '9'), "test").is_integer());
    CHECK(refusal(std::string(Rational::max_digits + 1, '9')) ==
          "--weights: found a number of 100001 characters, expected at most 100000");
}

TEST_CASE("What is not an exact number is refused and shown", "[exact]") {
    for (const std::string_view garbage :
         {"",      " ",    "-",     "+",     ".",     "e5",       "1e",   "1e+",
          "1e1.5", "--3",  "+-3",   "1 ",    " 1",    "1,5",      "1/",   "/2",
          "1/2/3", "1/-2", "-1/+2", "1.5/2", "1/2e3", "1e2/3",    "0x10", "1_000",
          "nan",   "inf",  "abc",   "1.2.3", "1e5e5", "\xC2\xBD", "1\n"}) {
        CAPTURE(garbage);
        CHECK(refusal(garbage) ==
              "--weights: found \"" + printable(garbage) +
                  "\", expected an exact number such as 3, -3/4, 0.125 or 1e-3");
    }
    CHECK(contains(refusal(std::string_view("1\0", 2)), "1\\x00"));
    CHECK(refusal("1/0") == "--weights: found \"1/0\", expected a denominator other than 0");
    CHECK(contains(refusal("0/00"), "a denominator other than 0"));
}

TEST_CASE("A rational is printed in lowest terms and read back as itself", "[exact]") {
    CHECK(Rational(Integer(6), Integer(-8)).to_string() == "-3/4");
    CHECK(Rational(Integer(0), Integer(-8)).to_string() == "0");
    CHECK(Rational(Integer(6), Integer(-8)).denominator() == 4);
    check_property("printing and reading is the identity", [] {
        const Rational value = rational_of_any_size();
        RC_ASSERT(Rational::parse(value.to_string(), "test") == value);
        RC_ASSERT(gcd(value.numerator(), value.denominator()) == 1);
        RC_ASSERT(value.denominator() > 0);
        RC_ASSERT(value.is_integer() == (value.to_string().find('/') == std::string::npos));
    });
}

TEST_CASE("Rational arithmetic obeys its definition on numerators and denominators", "[exact]") {
    check_property("arithmetic by cross multiplication", [] {
        const Rational a = rational_of_any_size();
        const Rational b = rational_of_any_size();
        const Integer p = a.numerator(), q = a.denominator(), r = b.numerator(),
                      s = b.denominator();
        RC_ASSERT(a + b == Rational(p * s + r * q, q * s));
        RC_ASSERT(a - b == Rational(p * s - r * q, q * s));
        RC_ASSERT(a * b == Rational(p * r, q * s));
        RC_ASSERT(a / b == Rational(p * s, q * r));
        RC_ASSERT((a < b) == (p * s < r * q));
        RC_ASSERT((a == b) == (p * s == r * q));
        RC_ASSERT(abs(a).sign() == 1);
        RC_ASSERT(-a + a == Rational(0));
    });
}

TEST_CASE("Arithmetic at the ends of a machine word is that of big numbers", "[exact]") {
    // Far beyond a word both ways, the same sums are formed without one.
    const Rational far = Rational(Integer(1) << 200);
    const Integer largest = std::numeric_limits<std::int64_t>::max();
    const std::vector<Integer> parts = {1,
                                        2,
                                        -3,
                                        Integer(1) << 31,
                                        largest,
                                        largest - 1,
                                        -largest,
                                        -largest - 1,
                                        largest + 1,
                                        largest * 2,
                                        Integer(1) << 62};
    std::vector<Rational> values{0};
    for (const Integer& p : parts) {
        for (const Integer& q : parts)
            values.emplace_back(p, q);
    }
    std::size_t wrong = 0;
    for (const Rational& a : values) {
        for (const Rational& b : values) {
            wrong += a + b != (a + far) + (b - far) || a - b != (a + far) - (b + far);
            wrong += a * b != (a * far) * b / far || (a < b) != (a + far < b + far);
            wrong += b.sign() != 0 && a / b != a * far / (b * far);
            wrong += Rational::parse((a + b).to_string(), "test") != a + b;
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("A denominator of zero is a misuse, and no double becomes a rational", "[exact]") {
    CHECK_THROWS_AS(Rational(Integer(1), Integer(0)), UsageError);
    CHECK_THROWS_AS(Rational(1) / Rational(0), UsageError);
    STATIC_REQUIRE(!std::is_constructible_v<Rational, double>);
    STATIC_REQUIRE(!std::is_constructible_v<Rational, float>);
    STATIC_REQUIRE(!std::is_convertible_v<double, Rational>);
}

TEST_CASE("Decimals are rounded to the digits asked for, and short where that is exact",
          "[exact]") {
    const auto decimal = [](std::string_view text, int digits = 6) {
        return Rational::parse(text, "test").to_decimal(digits);
    };
    CHECK(decimal("0") == "0");
    CHECK(decimal("1/3") == "0.333333");
    CHECK(decimal("-2/3") == "-0.666667");
    CHECK(decimal("27/2") == "13.5");
    CHECK(decimal("100") == "100");
    CHECK(decimal("1e-9") == "1e-09");
    CHECK(decimal("0.00001") == "0.00001");
    CHECK(decimal("0.000001") == "1e-06");
    CHECK(decimal("1.25e-7") == "1.25e-07");
    CHECK(decimal("1e-100") == "1e-100");
    CHECK(decimal("1/3", 1) == "0.3");
    CHECK(decimal("22/7", 20) == "3.1428571428571428571");
}

TEST_CASE("A carry in a decimal runs through all digits", "[exact]") {
    const auto decimal = [](std::string_view text) {
        return Rational::parse(text, "test").to_decimal();
    };
    CHECK(decimal("0.9999999") == "1");
    CHECK(decimal("0.9999994") == "0.999999");
    CHECK(decimal("9.9999999") == "10");
    CHECK(decimal("999999.7") == "1000000");
    CHECK(decimal("0.00099999999") == "0.001");
    CHECK(decimal("0.0000099999999") == "0.00001");
    CHECK(decimal("-99999.99999") == "-100000");
    CHECK(decimal("999999999999999.9") == "1e+15");
}

TEST_CASE("A tie in a decimal goes to the even digit", "[exact]") {
    const auto decimal = [](std::string_view text, int digits) {
        return Rational::parse(text, "test").to_decimal(digits);
    };
    CHECK(decimal("0.125", 2) == "0.12");
    CHECK(decimal("0.375", 2) == "0.38");
    CHECK(decimal("-0.125", 2) == "-0.12");
    CHECK(decimal("2.5", 1) == "2");
    CHECK(decimal("3.5", 1) == "4");
    CHECK(decimal("9.5", 1) == "10");
    CHECK(decimal("0.1250000000000000000001", 2) == "0.13");
}

TEST_CASE("The integer part of a decimal is printed whole up to fifteen digits", "[exact]") {
    const auto decimal = [](std::string_view text) {
        return Rational::parse(text, "test").to_decimal();
    };
    CHECK(decimal("123456789") == "123456789");
    CHECK(decimal("123456789.25") == "123456789");
    CHECK(decimal("123456789012345") == "123456789012345");
    CHECK(decimal("1234567890123456") == "1.23456789012346e+15");
    CHECK(decimal("1e30") == "1e+30");
}

TEST_CASE("Every decimal is correctly rounded, by the definition in exact arithmetic", "[exact]") {
    check_property(
        "decimals are correctly rounded",
        [] {
            const Rational value = rational_of_any_size();
            const int digits = *rc::gen::inRange(1, 25);
            const std::string printed = value.to_decimal(digits);
            RC_LOG() << value.to_string() << " printed as " << printed << '\n';
            RC_ASSERT(is_correctly_rounded(value, Rational::parse(printed, "test"), digits));
        },
        1000);
}

TEST_CASE("Exact ties and their neighbours are correctly rounded", "[exact]") {
    // m + 1/2 units in the last place, and a hair to either side.
    for (int m = 10; m < 100; ++m) {
        for (int shift = -12; shift <= 12; ++shift) {
            for (int hair = -1; hair <= 1; ++hair) {
                const Rational value = (Rational(m) + Rational(Integer(1), Integer(2)) +
                                        Rational(hair) * ten_to(-20)) *
                                       ten_to(shift);
                const std::string printed = value.to_decimal(2);
                if (!is_correctly_rounded(value, Rational::parse(printed, "test"), 2)) {
                    FAIL_CHECK(value.to_string() << " printed as " << printed);
                }
            }
        }
    }
}

TEST_CASE("128-bit integers become big integers without loss, at the extremes too", "[exact]") {
    const Integer two_to_127 = Integer(1) << 127;
    const Int128 largest = ~(Int128{1} << 127);
    CHECK(to_integer(largest) == two_to_127 - 1);
    CHECK(to_integer(-largest) == 1 - two_to_127);
    CHECK(to_integer(-largest - 1) == -two_to_127);
    CHECK(to_integer(0) == 0);
    CHECK(to_integer(-1) == -1);
    for (int bit = 0; bit < 126; ++bit) {
        for (int offset = -1; offset <= 1; ++offset) {
            const Int128 value = (Int128{1} << bit) + offset;
            CHECK(to_integer(value) == (Integer(1) << bit) + offset);
            CHECK(to_integer(-value) == -((Integer(1) << bit) + offset));
        }
    }
}

TEST_CASE("Machine integers of every kind become rationals without loss", "[exact]") {
    CHECK(Rational(std::numeric_limits<std::int64_t>::min()).to_string() == "-9223372036854775808");
    CHECK(Rational(std::numeric_limits<std::int64_t>::max()).to_string() == "9223372036854775807");
    CHECK(Rational(std::numeric_limits<std::uint64_t>::max()).to_string() ==
          "18446744073709551615");
    CHECK(Rational(std::numeric_limits<std::int32_t>::min()).to_string() == "-2147483648");
    CHECK(Rational(std::numeric_limits<std::uint32_t>::max()).to_string() == "4294967295");
}

}  // namespace disarray::test
