// SPDX-License-Identifier: MIT
// Shows that scores are compared as the rational numbers that they stand for.
#include "formats/detail/score_text.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "exact/rational.hpp"
#include "formats/detail/refused.hpp"
#include "tests/catch.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

using formats::detail::compare_decimals;
using formats::detail::nearest_double;
using formats::detail::Refused;

/// What is expected instead of `text`; empty if it is accepted.
std::string refusal(const std::string& text) {
    try {
        nearest_double(text);
    } catch (const Refused& refused) {
        return refused.found + " / " + refused.expected;
    }
    return "";
}

/// A decimal number: digits and a power of ten.
struct Number {
    std::string sign;
    std::string digits;
    int power = 0;
};

Number number() {
    const auto digit = rc::gen::element('0', '0', '1', '9');
    return {*rc::gen::element<std::string>("", "-"),
            *rc::gen::nonEmpty(rc::gen::container<std::string>(digit)),
            *rc::gen::element(0, 0, -1, 2, -330, -323, -310, 290, 308, 400)};
}

/// One of its many spellings.
std::string spelled(Number number) {
    number.digits.insert(0, *rc::gen::inRange<std::size_t>(0, 3), '0');
    const auto zeros = *rc::gen::inRange<std::size_t>(0, 3);
    number.digits.append(zeros, '0');
    number.power -= static_cast<int>(zeros);
    if (*rc::gen::arbitrary<bool>()) {
        const auto before = *rc::gen::inRange<std::size_t>(0, number.digits.size() + 1);
        number.power += static_cast<int>(number.digits.size() - before);
        number.digits.insert(before, ".");
    }
    const std::string sign = number.sign.empty() && *rc::gen::arbitrary<bool>() ? "+" : number.sign;
    if (number.power == 0 && *rc::gen::arbitrary<bool>()) return sign + number.digits;
    const std::string power = (number.power >= 0 && *rc::gen::arbitrary<bool>() ? "+" : "") +
                              std::to_string(number.power);
    return sign + number.digits + *rc::gen::element<std::string>("e", "E") + power;
}

}  // namespace

TEST_CASE("Decimals are compared as rational numbers", "[formats]") {
    check_property(
        "the order of texts is that of numbers",
        [] {
            const Number first = number();
            const Number second = *rc::gen::arbitrary<bool>() ? first : number();
            const std::string a = spelled(first);
            const std::string b = spelled(second);
            const Rational exact_a = Rational::parse(a, "a");
            const Rational exact_b = Rational::parse(b, "b");
            RC_CLASSIFY(exact_a == exact_b);
            RC_ASSERT(compare_decimals(a, b) == (exact_a <=> exact_b));
            if (exact_a < exact_b) RC_ASSERT(nearest_double(a) <= nearest_double(b));
            if (exact_a == exact_b) RC_ASSERT(nearest_double(a) == nearest_double(b));
        },
        1000);
}

TEST_CASE("The nearest double of a decimal is that of the C library", "[formats]") {
    check_property(
        "from_chars and strtod agree",
        [] {
            const std::string text = spelled(number());
            RC_ASSERT(nearest_double(text) == std::strtod(text.c_str(), nullptr));
        },
        1000);
}

TEST_CASE("Decimals with the same double are told apart", "[formats]") {
    const auto is_less = [](const char* a, const char* b) {
        return compare_decimals(a, b) < 0 && compare_decimals(b, a) > 0;
    };
    const auto are_equal = [](const char* a, const char* b) {
        return compare_decimals(a, b) == 0 && compare_decimals(b, a) == 0;
    };
    CHECK(is_less("1e400", "1e401"));
    CHECK(is_less("-1e401", "-1e400"));
    CHECK(is_less("1e-401", "1e-400"));
    CHECK(is_less("0", "1e-400"));
    CHECK(is_less("-1e-400", "-0"));
    CHECK(is_less("9007199254740992", "9007199254740993"));
    CHECK(is_less("0.1", "0.1000000000000000000000000000000000000000000000001"));
    CHECK(are_equal("-0", "0"));
    CHECK(are_equal("0e5", "-0.00"));
    CHECK(are_equal("0.10", "0.1"));
    CHECK(are_equal("100", "1e2"));
    CHECK(are_equal("+.5", "5.e-1"));
    CHECK(are_equal("0012.50", "1.25E+1"));
    CHECK(std::isinf(nearest_double("1e400")));
    CHECK(nearest_double("1e-400") == 0);
    CHECK(nearest_double("4e-324") == std::numeric_limits<double>::denorm_min());
}

TEST_CASE("What is no decimal number is no score", "[formats]") {
    for (const std::string text :
         {"",      "-",    ".",     "+.", "nan",   "NaN", "inf", "-inf", "infinity", "0x10",
          "0x1p3", "1.5f", "1,5",   "1e", "1e+",   "e5",  "--1", "+-1",  "1.2.3",    "1e5.0",
          "12abc", "1 2",  "1e+-5", "½",  "1_000", "1/2", ".e5", "-nan", "12inf",    "1d5"}) {
        CAPTURE(text);
        CHECK(refusal(text) ==
              "score \"" + text + "\" / a decimal number such as 12, -0.5 or 1.5e-3");
    }
}

TEST_CASE("Exponents of scores are bounded", "[formats]") {
    CHECK(refusal("1e4000").empty());
    CHECK(refusal("-1e-4000").empty());
    for (const std::string text : {"1e4001", "1e-4001", "0e99999999999999999999"}) {
        CHECK(refusal(text) == "score \"" + text + "\" / an exponent from -4000 to 4000");
    }
}

}  // namespace disarray::test
