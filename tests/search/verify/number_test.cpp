// SPDX-License-Identifier: MIT
// The verifier's rationals against those of GMP, at the edges of machine words.
#include "search/verify/core/number.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

using disarray::verify::Number;

namespace {

/// p/q in lowest terms for p and q around 0, 2^15, 2^31, 2^32, 2^63, 2^64, and a long one.
std::vector<mpq_class> edge_numbers() {
    std::vector<mpz_class> whole;
    for (const unsigned bits : {0U, 15U, 31U, 32U, 63U, 64U, 200U}) {
        for (const int near : {-1, 0, 1})
            whole.push_back((mpz_class(1) << bits) + near);
    }
    std::vector<mpq_class> numbers;
    for (const mpz_class& p : whole) {
        for (const mpz_class& q : whole) {
            if (q == 0) continue;
            for (const int sign : {-1, 1}) {
                mpq_class number(sign * p, q);
                number.canonicalize();
                numbers.push_back(number);
            }
        }
    }
    return numbers;
}

int sign_of(std::strong_ordering order) {
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

}  // namespace

TEST_CASE("a number of a certificate is the one that is written, however long", "[verify]") {
    for (const mpq_class& number : edge_numbers()) {
        INFO(number.get_str());
        const Number read(number.get_str());
        CHECK((read.in_gmp() == number));
        CHECK(read.to_string() == number.get_str());
        CHECK((read == Number(number)));
        CHECK(read.sign() == sgn(number));
    }
    for (const std::string text : {"", "-", "/", "1/", "/2", "1/0", "x", "1/2/3", "2147483648/0"}) {
        INFO(text);
        CHECK_THROWS_AS(Number(text), std::invalid_argument);
    }
}

TEST_CASE("numbers of a certificate are added, multiplied and compared as by GMP", "[verify]") {
    const std::vector<mpq_class> numbers = edge_numbers();
    for (std::size_t i = 0; i < numbers.size(); i += 7) {
        for (const mpq_class& b : numbers) {
            const mpq_class& a = numbers[i];
            const Number x(a), y(b);
            const bool holds = (x + y).in_gmp() == a + b && (x - y).in_gmp() == a - b &&
                               (x * y).in_gmp() == a * b && sign_of(x <=> y) == sgn(a - b) &&
                               (x == y) == (a == b);
            if (!holds) FAIL(a.get_str() << " and " << b.get_str());
        }
    }
}
