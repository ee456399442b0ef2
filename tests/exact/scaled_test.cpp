// SPDX-License-Identifier: MIT
// Shows that a scaled sequence holds exactly its values, and where it leaves 64 bits.
#include "exact/scaled.hpp"

#include <limits>

#include "base/error.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

namespace {

const Integer two_to_63 = Integer(1) << 63;

ScaledSequence scaled(const std::vector<Rational>& values) {
    return ScaledSequence(values);
}

}  // namespace

TEST_CASE("Values stand over one common denominator, the least", "[exact]") {
    const auto values = scaled({Rational::parse("1/4", ""), Rational::parse("-5/6", ""), 2});
    CHECK(values.denominator() == 12);
    REQUIRE(values.is_small());
    CHECK(std::vector<std::int64_t>(values.small().begin(), values.small().end()) ==
          std::vector<std::int64_t>{3, -10, 24});
    CHECK(values[1] == Rational::parse("-5/6", ""));
    CHECK(values.absolute_sum() == 37);
    CHECK(values.largest() == 24);
}

TEST_CASE("An empty sequence is small, sums to 0 and has no value", "[exact]") {
    for (const ScaledSequence& empty : {ScaledSequence(), scaled({})}) {
        CHECK(empty.size() == 0);
        CHECK(empty.is_small());
        CHECK(empty.denominator() == 1);
        CHECK(empty.absolute_sum() == 0);
        CHECK(empty.largest() == 0);
        CHECK_THROWS_AS(empty[0], UsageError);
    }
}

TEST_CASE("Numerators from -2^63 to 2^63-1 are held in 64 bits", "[exact]") {
    const auto edge = scaled({Rational(two_to_63 - 1), Rational(-two_to_63)});
    REQUIRE(edge.is_small());
    CHECK(edge.small()[0] == std::numeric_limits<std::int64_t>::max());
    CHECK(edge.small()[1] == std::numeric_limits<std::int64_t>::min());
    CHECK(edge.largest() == two_to_63);
    CHECK(edge.absolute_sum() == 2 * two_to_63 - 1);
}

TEST_CASE("One numerator outside -2^63..2^63-1 makes the whole sequence large", "[exact]") {
    for (const Integer& outside : {Integer(two_to_63), Integer(-two_to_63 - 1)}) {
        const auto values = scaled({1, Rational(outside)});
        CHECK(!values.is_small());
        CHECK(values.size() == 2);
        CHECK(values[0] == Rational(1));
        CHECK(values[1] == Rational(outside));
        CHECK(values.largest() == abs(outside));
        CHECK(values.absolute_sum() == abs(outside) + 1);
        CHECK(values.numerators() == std::vector<Integer>{1, outside});
    }
}

TEST_CASE("A common denominator can push small values out of 64 bits", "[exact]") {
    const Rational tiny(Integer(1), two_to_63);
    const auto values = scaled({1, tiny});
    CHECK(!values.is_small());
    CHECK(values.denominator() == two_to_63);
    CHECK(values[0] == Rational(1));
    CHECK(values[1] == tiny);
}

TEST_CASE("The sum of magnitudes does not wrap at many extreme values", "[exact]") {
    const std::size_t count = 1000;
    const ScaledSequence values(
        std::vector<std::int64_t>(count, std::numeric_limits<std::int64_t>::min()));
    CHECK(values.absolute_sum() == two_to_63 * count);
}

TEST_CASE("Sequences are equal when their values are, however they are stored", "[exact]") {
    const ScaledSequence integers(std::vector<std::int64_t>{1, 2});
    CHECK(integers == scaled({1, 2}));
    CHECK(!(integers == scaled({1, 3})));
    CHECK(!(integers == scaled({1, 2, 3})));
    CHECK(!(integers == scaled({1})));
}

TEST_CASE("A scaled sequence gives back every value", "[exact]") {
    check_property("scaling is exact", [] {
        const auto values = *rc::gen::container<std::vector<Rational>>(rational_or_zero());
        const std::int64_t blow_up =
            *rc::gen::element<std::int64_t>(1, 1'000'000'007, -998'244'353);
        std::vector<Rational> blown_up;
        Rational sum;
        for (std::size_t k = 0; k < values.size(); ++k) {
            Rational factor = 1;
            for (std::size_t times = 0; times < k % 4; ++times)
                factor *= Rational(blow_up);
            blown_up.push_back(k % 2 == 0 ? values[k] * factor : values[k] / factor);
            sum += abs(blown_up.back());
        }
        const auto held = scaled(blown_up);
        RC_ASSERT(held.size() == blown_up.size());
        for (std::size_t k = 0; k < blown_up.size(); ++k)
            RC_ASSERT(held[k] == blown_up[k]);
        RC_ASSERT(Rational(held.absolute_sum(), held.denominator()) == sum);
    });
}

}  // namespace disarray::test
