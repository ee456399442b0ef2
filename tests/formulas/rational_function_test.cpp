// SPDX-License-Identifier: MIT
// Formulas from values: planted functions come back exactly, anything else is refused.
#include "formulas/rational_function.hpp"

#include <functional>

#include "tests/catch.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;

namespace {

Rational fraction(std::int64_t p, std::int64_t q) {
    return Rational(Integer(p), Integer(q));
}

std::vector<Sample> samples(std::size_t from, std::size_t to, std::size_t step,
                            const std::function<Rational(std::int64_t)>& value) {
    std::vector<Sample> all;
    for (std::size_t n = from; n <= to; n += step)
        all.emplace_back(n, value(static_cast<std::int64_t>(n)));
    return all;
}

std::string formula(const std::vector<Sample>& of) {
    const auto fit = fit_all(of);
    return fit ? fit->function.to_string() : "none";
}

}  // namespace

TEST_CASE("planted rational functions come back from their values") {
    CHECK(formula(samples(4, 12, 2, [](auto n) { return fraction(2 * n, 3 * n - 4); })) ==
          "2*n/(3*n - 4)");
    CHECK(formula(samples(3, 9, 1, [](auto n) { return fraction(n + 6, 2 * n + 4); })) ==
          "(n + 6)/(2*n + 4)");
    CHECK(formula(samples(3, 9, 1, [](auto n) { return Rational(n); })) == "n");
    CHECK(formula(samples(3, 9, 1, [](auto n) { return fraction(n, 3); })) == "n/3");
    CHECK(formula(samples(3, 9, 1, [](auto n) { return fraction(4, n); })) == "4/n");
    CHECK(formula(samples(3, 9, 1, [](auto n) { return fraction(3, 2 * n); })) == "3/(2*n)");
    CHECK(formula(samples(3, 6, 1, [](auto) { return fraction(6, 7); })) == "6/7");
    CHECK(formula(samples(3, 6, 1, [](auto) { return Rational(0); })) == "0");
    CHECK(formula(samples(2, 9, 1, [](auto n) { return Rational(2 * n * n - 1); })) == "2*n^2 - 1");
    CHECK(formula(samples(2, 9, 1, [](auto n) { return Rational(3 - n); })) == "-n + 3");
    CHECK(formula(samples(2, 12, 1, [](auto n) { return fraction(n * n + 1, n * n * n); })) ==
          "(n^2 + 1)/n^3");
}

TEST_CASE("common factors of the planted function are divided out") {
    // (n−1)(n+1) / (n−1)(n+2), away from n = 1
    CHECK(formula(samples(2, 9, 1, [](auto n) {
              return fraction((n - 1) * (n + 1), (n - 1) * (n + 2));
          })) == "(n + 1)/(n + 2)");
}

TEST_CASE("the order of the samples does not matter") {
    auto values = samples(3, 9, 1, [](auto n) { return fraction(n + 1, n); });
    std::swap(values.front(), values.back());
    CHECK(formula(values) == "(n + 1)/n");
    CHECK(fit_all(values)->lengths == std::vector<std::size_t>{3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("limits are those of the leading terms") {
    const auto limit = [](const std::function<Rational(std::int64_t)>& value) {
        const auto found = fit_all(samples(3, 14, 1, value))->function.limit();
        return found ? found->to_string() : "unbounded";
    };
    CHECK(limit([](auto n) { return fraction(n + 6, 2 * n + 4); }) == "1/2");
    CHECK(limit([](auto n) { return fraction(5, n + 1); }) == "0");
    CHECK(limit([](auto n) { return fraction(n * n, n + 1); }) == "unbounded");
    CHECK(limit([](auto) { return Rational(0); }) == "0");
}

TEST_CASE("values without a formula are refused, not fitted") {
    const auto primes = [](std::int64_t n) {
        constexpr std::int64_t table[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
        return Rational(table[n]);
    };
    CHECK(formula(samples(0, 11, 1, primes)) == "none");
    const Formulas none = formulas(samples(0, 9, 1, primes));
    CHECK(none.fits.empty());
    CHECK(none.unexplained.size() == 10);
    CHECK(none.refusal == "no single formula of total degree <= 7 fits these 10 values");
}

TEST_CASE("as many values as unknowns, or one more, are no evidence") {
    // 1 + 1 unknowns of degree 1: four values are needed.
    const auto line = [](std::int64_t n) { return Rational(2 * n + 1); };
    CHECK(formula(samples(3, 5, 1, line)) == "none");
    CHECK(formula(samples(3, 6, 1, line)) == "2*n + 1");
    CHECK(formulas(samples(3, 4, 1, line)).refusal == "2 values: too few for a formula");
    CHECK(formulas({}).refusal.empty());
    CHECK(formulas({}).fits.empty());
}

TEST_CASE("one wrong value destroys a formula") {
    auto values = samples(3, 14, 1, [](auto n) { return fraction(n + 6, 2 * n + 4); });
    for (std::size_t k = 0; k < values.size(); ++k) {
        auto changed = values;
        changed[k].second += fraction(1, 1000);
        const auto fit = fit_all(changed);
        CHECK_FALSE((fit && fit->function == fit_all(values)->function));
    }
}

TEST_CASE("a function that differs by the parity of n is found class by class") {
    const Formulas found = formulas(samples(
        3, 14, 1, [](auto n) { return n % 2 == 0 ? fraction(n, n + 1) : fraction(n - 1, n); }));
    REQUIRE(found.fits.size() == 2);
    CHECK(found.unexplained.empty());
    CHECK(found.refusal.empty());
    CHECK(found.fits[0].modulus == 2);
    CHECK(found.fits[0].residue == 0);
    CHECK(found.fits[0].function.to_string() == "n/(n + 1)");
    CHECK(found.fits[1].residue == 1);
    CHECK(found.fits[1].function.to_string() == "(n - 1)/n");
}

TEST_CASE("classes mod 3 are tried where parity explains nothing") {
    const Formulas found = formulas(samples(3, 20, 1, [](auto n) {
        return n % 3 == 0 ? Rational(n) : n % 3 == 1 ? fraction(1, n) : Rational(7);
    }));
    REQUIRE(found.fits.size() == 3);
    CHECK(found.fits[2].modulus == 3);
    CHECK(found.fits[2].function.to_string() == "7");
}

TEST_CASE("a fit says how many values speak for it and that it is no proof") {
    const auto fit = fit_all(samples(6, 20, 2, [](auto n) { return fraction(2 * n, 3 * n - 4); }));
    REQUIRE(fit);
    CHECK(fit->evidence() == "fits n = 6, 8, …, 20 (8 values, 3 unknowns); not a proof");
}

TEST_CASE("a pole has no value") {
    const RationalFunction f{{1}, {-3, 1}};
    CHECK_FALSE(f.at(3));
    CHECK(f.at(4) == Rational(1));
}
