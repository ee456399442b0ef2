// SPDX-License-Identifier: MIT
// Figures: exact, as a double with its error, as an interval; their digits and their order.
#include "properties/experiments/figure.hpp"

#include <limits>

#include "base/error.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

TEST_CASE("a root is exact where it is a rational number") {
    CHECK(Figure::root(Rational(Integer(4), Integer(9))).exact() ==
          Rational(Integer(2), Integer(3)));
    CHECK(Figure::root(0).exact() == Rational(0));
    CHECK_FALSE(Figure::root(2).exact());
    CHECK(Figure::root(2).fixed(17) == "1.41421356237309505");
    CHECK_THROWS_AS(Figure::root(-1), UsageError);
}

TEST_CASE("digits are printed only if what is known settles them") {
    CHECK(Figure(Rational(Integer(1), Integer(8))).fixed(2) == "0.12");  // a tie, to even
    CHECK(Figure(Bounded(0.5, 1e-9)).fixed(6) == "0.500000");
    CHECK_FALSE(Figure(Bounded(0.5, 1e-9)).fixed(0));
    CHECK_FALSE(Figure(Bounded(0, std::numeric_limits<double>::infinity())).fixed(0));
    CHECK_FALSE(Figure(Interval(Rational(Integer(1), Integer(20)), 128)).fixed(1));
    CHECK(Figure(Interval(Rational(Integer(1), Integer(20)), 128)).fixed(2) == "0.05");
}

TEST_CASE("figures are compared exactly, or not at all") {
    const Figure third(Rational(Integer(1), Integer(3)));
    CHECK(compare(third, third) == std::strong_ordering::equal);
    CHECK(compare(third, Figure(Bounded(0.5, 0.1))) == std::strong_ordering::less);
    CHECK_FALSE(compare(third, Figure(Bounded(0.5, 0.2))));
    // Their doubles agree, their intervals do not.
    const Rational tiny(Integer(1), Integer(1) << 100);
    CHECK(compare(Figure(Interval(Rational(1) + tiny, 256)), Figure(Interval(1, 256))) ==
          std::strong_ordering::greater);
    CHECK(compare(Figure(Rational(1) - tiny), Figure(Interval(1, 256))) ==
          std::strong_ordering::less);
    CHECK_FALSE(compare(Figure::root(2), Figure::root(2)));
}

TEST_CASE("the root of a double with an error contains the root of every number within it") {
    for (const double value : {0.0, 1e-300, 0.0625, 2.0, 3e7}) {
        for (const double error : {0.0, 1e-300, 1e-12, 0.5}) {
            const Bounded root = square_root(Bounded(value, error));
            for (const double x : {value - error, value, value + error}) {
                if (x < 0) continue;
                const double exact = std::sqrt(x);
                const double ulp = exact * 0x1p-52;
                CHECK(std::abs(root.value() - exact) <= root.error() + ulp);
            }
        }
    }
    CHECK(square_root(Bounded(4)).error() < 1e-15);
    CHECK(square_root(Bounded(-1, 0.5)).value() == 0);
}
