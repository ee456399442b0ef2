// SPDX-License-Identifier: MIT
//
// Values: equality through coefficients, order through intervals, and what is not decided.
#include "exact/value.hpp"

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "tests/catch.hpp"

namespace disarray::test {

namespace {

Value sqrt_of(std::int64_t radicand) {
    return Value::root(radicand, 2);
}

Value inverse_log(std::uint64_t base) {
    return Value::inverse_log2(base);
}

}  // namespace

TEST_CASE("Roots of perfect powers are rational", "[exact][value]") {
    CHECK(compare(sqrt_of(9), 3) == Order::equal);
    CHECK(sqrt_of(9).is_rational());
    CHECK(Value::root(Rational(8, 27), 3).to_string() == "2/3");
    CHECK(Value::root(0, 5).to_string() == "0");
    CHECK(Value::root(1, 7).to_string() == "1");
    CHECK(Value::root(7, 1).to_string() == "7");
    CHECK_FALSE(sqrt_of(2).is_rational());
}

TEST_CASE("Roots are written with the least degree and the least radicand", "[exact][value]") {
    CHECK(sqrt_of(12).to_string() == "2*sqrt(3)");
    CHECK(Value::root(Rational(8, 3), 2).to_string() == "2/3*sqrt(6)");
    CHECK(Value::root(4, 4).to_string() == "sqrt(2)");
    CHECK(Value::root(24, 3).to_string() == "2*3^(1/3)");
    CHECK((-sqrt_of(2)).to_string() == "-sqrt(2)");
    CHECK((Value(1) - sqrt_of(2)).to_string() == "1 - sqrt(2)");
}

TEST_CASE("Sums of roots that are equal are found equal", "[exact][value]") {
    CHECK(compare(sqrt_of(2) + sqrt_of(8), sqrt_of(18)) == Order::equal);
    CHECK((sqrt_of(2) * sqrt_of(8)).to_string() == "4");
    CHECK(compare(sqrt_of(2) * sqrt_of(3), sqrt_of(6)) == Order::equal);
    CHECK(compare((Value(1) + sqrt_of(2)) * (Value(1) - sqrt_of(2)), -1) == Order::equal);
    CHECK(compare(Value(1) / sqrt_of(2), sqrt_of(2) / 2) == Order::equal);
    // Factors beyond the table of small primes: 1009 is prime, 1009²·2 and 2 are one class.
    const Integer large = Integer(1009) * 1009 * 2;
    CHECK(compare(Value::root(Rational(large), 2), Value(1009) * sqrt_of(2)) == Order::equal);
    CHECK((Value::root(Rational(large), 2) - Value(1009) * sqrt_of(2)).sign() == 0);
    CHECK((Value::root(Rational(large), 2) - Value(1008) * sqrt_of(2)).sign() == 1);
}

TEST_CASE("Quotients of sums of roots compare exactly", "[exact][value]") {
    // 1/(√3 − √2) = √3 + √2.
    CHECK(compare(Value(1) / (sqrt_of(3) - sqrt_of(2)), sqrt_of(3) + sqrt_of(2)) == Order::equal);
    CHECK(compare(Value(1) / (sqrt_of(2) - sqrt_of(3)), -sqrt_of(3) - sqrt_of(2)) == Order::equal);
    CHECK(compare(Value(1) / (sqrt_of(3) - sqrt_of(2)), Rational(314, 100)) == Order::greater);
    // A negative divisor, and what has no sign before it is known.
    CHECK((Value(1) / (sqrt_of(2) - sqrt_of(3))).sign() == -1);
    CHECK(compare(Value(1) / (sqrt_of(2) - sqrt_of(3)), -3) == Order::less);
    CHECK(abs(sqrt_of(2) - sqrt_of(3)).to_string() == (sqrt_of(3) - sqrt_of(2)).to_string());
    CHECK(abs(sqrt_of(3) - sqrt_of(2)).sign() == 1);
    CHECK(((sqrt_of(2) - sqrt_of(3)) / (sqrt_of(3) - sqrt_of(2))).to_string() == "-1");
    CHECK(((inverse_log(3) - 5) / (inverse_log(9) - Rational(5, 2))).to_string() == "2");
}

TEST_CASE("Close sums of roots are told apart", "[exact][value]") {
    // √10 + √11 and √5 + √18 agree in 4 digits; with large numbers in 20 and more.
    CHECK(compare(sqrt_of(10) + sqrt_of(11), sqrt_of(5) + sqrt_of(18)) == Order::greater);
    const std::int64_t n = 1'000'000'000;
    // √(n−1) + √(n+1) < 2√n, by about n^(−3/2)/4.
    CHECK(compare(sqrt_of(n - 1) + sqrt_of(n + 1), Value(2) * sqrt_of(n)) == Order::less);
    CHECK(compare(Value(2) * sqrt_of(n), sqrt_of(n - 1) + sqrt_of(n + 1)) == Order::greater);
}

TEST_CASE("Roots of different degree are ordered by powers", "[exact][value]") {
    CHECK(compare(Value::root(2, 2), Value::root(3, 3)) == Order::less);  // 8 < 9
    CHECK(compare(Value::root(2, 2), Value::root(8, 6)) == Order::equal);
    CHECK(compare(Value::root(24, 5) + Value::root(24, 5), Value::root(768, 5)) == Order::equal);
}

TEST_CASE("Roots of large degree are subtracted and compared in no time", "[exact][value]") {
    // The geometric means of the first 100 and the first 101 ranks: 500 and more bits.
    Integer product = 1;
    for (int i = 1; i <= 100; ++i)
        product *= i;
    const Value hundred = Value::root(Rational(product), 100);
    const Value one_more = Value::root(Rational(product * 101), 101);
    CHECK((one_more - hundred).sign() == 1);
    CHECK((hundred - hundred).to_string() == "0");
    CHECK(compare(Value::root(Rational(product * pow(Integer(1009), 100)), 100),
                  Value(1009) * hundred) == Order::equal);
}

TEST_CASE("Order agrees with long double where that is certain", "[exact][value]") {
    for (int a = 0; a < 12; ++a) {
        for (int b = 0; b < 12; ++b) {
            for (int c = 0; c < 12; ++c) {
                const long double difference = std::sqrt(static_cast<long double>(a)) +
                                               std::cbrt(static_cast<long double>(b)) -
                                               std::sqrt(static_cast<long double>(c));
                const auto sign = (sqrt_of(a) + Value::root(b, 3) - sqrt_of(c)).sign();
                REQUIRE(sign.has_value());
                if (std::abs(difference) < 1e-12L) {
                    CHECK(*sign == 0);
                } else {
                    CHECK(*sign == (difference < 0 ? -1 : 1));
                }
            }
        }
    }
}

TEST_CASE("Logarithms to powers of one base are joined", "[exact][value]") {
    CHECK(inverse_log(2).to_string() == "1");
    CHECK(inverse_log(8).to_string() == "1/3");
    CHECK(inverse_log(9).to_string() == "(1/2)/log2(3)");
    CHECK(compare(inverse_log(9) + inverse_log(9), inverse_log(3)) == Order::equal);
    CHECK(compare(inverse_log(3) * inverse_log(9), inverse_log(3) * inverse_log(3) / 2) ==
          Order::equal);
    CHECK((Value(3) + Value(2) * inverse_log(3)).to_string() == "3 + 2/log2(3)");
    CHECK((inverse_log(3) * inverse_log(5)).to_string() == "1/(log2(3)*log2(5))");
}

TEST_CASE("Different sums of logarithms are ordered by intervals", "[exact][value]") {
    CHECK(compare(inverse_log(3), inverse_log(5)) == Order::greater);
    // 1/log2(3) = 0.6309297535714574370995…
    CHECK(compare(inverse_log(3), Rational::parse("0.63092975357145743709", "t")) ==
          Order::greater);
    CHECK(compare(inverse_log(3), Rational::parse("0.63092975357145743710", "t")) == Order::less);
    CHECK(inverse_log(3).to_decimal(20) == "0.6309297535714574371");
}

TEST_CASE("Equality that no coefficient shows stays undecided", "[exact][value]") {
    // 1/log2(3) · 1/log2(5) · (log2(15) as a quotient) = 1/log2(3) + 1/log2(5), an identity between
    // logarithms of different bases that the normal form does not know.
    const Value product = inverse_log(3) * inverse_log(5) / inverse_log(15);
    const Value sum = inverse_log(3) + inverse_log(5);
    CHECK(compare(product, sum) == Order::undecided);
    CHECK_FALSE((product - sum).sign().has_value());
}

TEST_CASE("What depends on an undecided sign is undecided, and not undefined", "[exact][value]") {
    const Value zero_unseen =
        inverse_log(3) * inverse_log(5) / inverse_log(15) - inverse_log(3) - inverse_log(5);
    for (const Value& value : {abs(zero_unseen), Value(1) / zero_unseen, abs(zero_unseen) + 1}) {
        CHECK_FALSE(value.is_defined());
        CHECK(value.is_undecided());
        CHECK(value.to_string() == "undecided");
        CHECK(compare(value, 7) == Order::undecided);
        CHECK(compare(value, value) == Order::undecided);
    }
    CHECK(zero_unseen.to_decimal() == "undecided");
    CHECK_FALSE((Value(0) / Value(0)).is_undecided());
}

TEST_CASE("Decimals and doubles are near where large terms cancel", "[exact][value]") {
    const Integer large = pow(Integer(10), 6000);
    // √(10^6000 + 1) − 10^3000 = 5·10^−3001 and a bit less.
    const Value small =
        Value::root(Rational(large + 1), 2) - Value(Rational(pow(Integer(10), 3000)));
    CHECK(small.to_decimal(3) == "5e-3001");
    const Value tiny =
        Value::root(Rational(pow(Integer(10), 40) + 1), 2) - Value(Rational(pow(Integer(10), 20)));
    CHECK(std::abs(tiny.approximate() / 5e-21 - 1) < 1e-9);
}

TEST_CASE("Products of roots of large different degrees are refused", "[exact][value]") {
    Integer product = 1;
    for (int i = 1; i <= 999; ++i)
        product *= i;
    CHECK_THROWS_AS(Value::root(Rational(product), 999) * Value::root(Rational(product), 1000),
                    NotSupported);
}

TEST_CASE("Undefined is a value of its own", "[exact][value]") {
    const Value undefined = Value(0) / Value(0);
    CHECK_FALSE(undefined.is_defined());
    CHECK(undefined.to_string() == "undefined");
    CHECK(undefined.to_decimal() == "undefined");
    CHECK(undefined.why_undefined() == "0/0");
    CHECK((Value(1) / Value(0)).why_undefined() == "1/0");
    CHECK((Value(1) / (sqrt_of(2) - sqrt_of(2))).why_undefined() == "1/0");
    CHECK(compare(undefined, undefined) == Order::undefined);
    CHECK_FALSE((undefined + Value(1)).is_defined());
    CHECK_FALSE((sqrt_of(2) * undefined).is_defined());
    CHECK_FALSE(abs(undefined).is_defined());
    CHECK_THROWS_AS(undefined.rational(), UsageError);
    CHECK_THROWS_AS(undefined.enclosure(64), UsageError);
}

TEST_CASE("Enclosures contain the value at every precision", "[exact][value]") {
    const Value values[] = {sqrt_of(2), sqrt_of(3) - sqrt_of(2), inverse_log(3) - inverse_log(5),
                            Value(1) / (sqrt_of(3) - sqrt_of(2)),
                            inverse_log(7) / (inverse_log(3) + 1)};
    for (const Value& value : values) {
        for (const unsigned precision : {64U, 128U, 512U}) {
            const auto [low, high] = value.enclosure(precision).ends();
            CHECK(low <= high);
            CHECK(compare(low, value) != Order::greater);
            CHECK(compare(high, value) != Order::less);
        }
    }
}

TEST_CASE("Decimals of irrational values are correctly rounded", "[exact][value]") {
    CHECK(sqrt_of(2).to_decimal(30) == "1.41421356237309504880168872421");
    CHECK((sqrt_of(2) - sqrt_of(3)).to_decimal(3) == "-0.318");
    CHECK((Value(1) / inverse_log(3)).to_decimal(10) == "1.584962501");
    CHECK(std::abs(sqrt_of(2).approximate() - std::sqrt(2.0)) < 1e-15);
}

TEST_CASE("Arithmetic of values is a field", "[exact][value]") {
    const std::vector<Value> values{0,
                                    Rational(-3, 2),
                                    sqrt_of(2),
                                    sqrt_of(3) - 2,
                                    Value::root(5, 3),
                                    inverse_log(3),
                                    inverse_log(3) * sqrt_of(2)};
    for (const Value& a : values) {
        for (const Value& b : values) {
            CHECK(compare(a + b, b + a) == Order::equal);
            CHECK(compare(a * b, b * a) == Order::equal);
            CHECK(compare(a - b + b, a) == Order::equal);
            if (*b.sign() != 0) CHECK(compare(a / b * b, a) == Order::equal);
            for (const Value& c : values) {
                CHECK(compare((a + b) * c, a * c + b * c) == Order::equal);
                CHECK(compare((a * b) * c, a * (b * c)) == Order::equal);
            }
        }
    }
}

TEST_CASE("Roots and logarithms of no number are refused", "[exact][value]") {
    CHECK_THROWS_AS(Value::root(-1, 2), UsageError);
    CHECK_THROWS_AS(Value::root(2, 0), UsageError);
    CHECK_THROWS_AS(Value::inverse_log2(1), UsageError);
}

TEST_CASE("A sum of inverse logarithms is what adding them one by one gives", "[exact][value]") {
    std::mt19937_64 random(7);
    for (int round = 0; round < 300; ++round) {
        std::vector<InverseLog2Term> terms;
        Value expected = 0;
        for (std::uint64_t i = random() % 8; i > 0; --i) {
            // Powers of one root, terms that cancel, and bases beyond the table of small ones.
            const std::uint64_t base =
                random() % 9 == 0 ? 4096 + random() % 5000 : 2 + random() % 15;
            const Rational coefficient(Integer(static_cast<int>(random() % 5) - 2), Integer(3));
            terms.push_back({coefficient, base});
            expected += Value(coefficient) * Value::inverse_log2(base);
        }
        CHECK(Value::sum_of_inverse_log2(terms).to_string() == expected.to_string());
    }
    CHECK(Value::sum_of_inverse_log2({}).to_string() == "0");
    CHECK_THROWS_AS(Value::sum_of_inverse_log2({{1, 1}}), UsageError);
}

TEST_CASE("Logarithms of rationals are added, scaled and compared exactly", "[exact][value]") {
    const auto ln = [](std::int64_t p, std::int64_t q = 1) {
        return Value::logarithm(Rational(Integer(p), Integer(q)));
    };
    CHECK(ln(1).is_rational());
    CHECK(compare(ln(2) + ln(3), ln(6)) == Order::equal);
    CHECK(compare(ln(8), 3 * ln(2)) == Order::equal);
    CHECK(compare(ln(4, 9) / 2, ln(2, 3)) == Order::equal);
    CHECK((ln(2) - ln(2)).to_string() == "0");
    CHECK((ln(2) / 2 + ln(3) / 3).to_string() == "1/6*ln(72)");
    CHECK((Value(1) - ln(10) / 9).to_string() == "1 - 1/9*ln(10)");
    CHECK((-ln(10)).to_string() == "-ln(10)");
    CHECK(ln(10).to_decimal(17) == "2.3025850929940457");
    CHECK(ln(3, 8).sign() == -1);
    CHECK(ln(3, 8).kind() == "logarithmic");
    // 2^1000 + 1 over 2^1000 is so near to 1 that doubles see no difference.
    const Integer power = Integer(1) << 1000U;
    CHECK(Value::logarithm(Rational(power + 1, power)).sign() == 1);
    CHECK(compare(1 + Value::logarithm(Rational(power + 1, power)), 1) == Order::greater);
    CHECK(compare(abs(ln(1, 2)), ln(2)) == Order::equal);
    CHECK_THROWS_AS(Value::logarithm(0), UsageError);
    CHECK_THROWS_AS(ln(2) + sqrt_of(2), NotSupported);
    CHECK_THROWS_AS(ln(2) * ln(3), NotSupported);
    CHECK_THROWS_AS(inverse_log(3) / ln(3), NotSupported);
}

}  // namespace disarray::test
