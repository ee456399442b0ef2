// SPDX-License-Identifier: MIT
//
// Shows that the tests give the p-values of their definitions, by going through all signs, and
// those of R for data with published values.
#include "evaluation/significance.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/random.hpp"
#include "tests/catch.hpp"

namespace disarray::evaluation {

namespace {

std::vector<Value> values_of(const std::vector<Rational>& numbers) {
    return {numbers.begin(), numbers.end()};
}

double p_of(const std::vector<Rational>& differences, Test test) {
    const TestResult result = Differences(values_of(differences)).test(test, {});
    REQUIRE(result.p.has_value());
    return *result.p;
}

/// Signed sums of `weights` that are so far out: the share, by definition.
template <class IsExtreme>
double share_of_signs(std::size_t n, const IsExtreme& is_extreme) {
    std::size_t count = 0;
    for (std::size_t signs = 0; signs < std::size_t{1} << n; ++signs)
        count += is_extreme(signs) ? 1U : 0U;
    return static_cast<double>(count) / static_cast<double>(std::size_t{1} << n);
}

double naive_randomization(const std::vector<Rational>& d) {
    Rational observed = 0;
    for (const Rational& difference : d)
        observed += difference;
    return share_of_signs(d.size(), [&](std::size_t signs) {
        Rational sum = 0;
        for (std::size_t i = 0; i < d.size(); ++i)
            sum += (signs >> i & 1) != 0 ? d[i] : -d[i];
        return abs(sum) >= abs(observed);
    });
}

double naive_wilcoxon(std::vector<Rational> d) {
    std::erase(d, Rational(0));
    const auto rank = [&](const Rational& difference) {  // doubled
        int below = 0, equal = 0;
        for (const Rational& other : d) {
            below += abs(other) < abs(difference) ? 1 : 0;
            equal += abs(other) == abs(difference) ? 1 : 0;
        }
        return 2 * below + equal + 1;
    };
    int observed = 0;
    for (const Rational& difference : d)
        observed += difference > 0 ? rank(difference) : 0;
    const auto tail = [&](bool is_upper) {
        return share_of_signs(d.size(), [&](std::size_t signs) {
            int sum = 0;
            for (std::size_t i = 0; i < d.size(); ++i)
                sum += (signs >> i & 1) != 0 ? rank(d[i]) : 0;
            return is_upper ? sum >= observed : sum <= observed;
        });
    };
    return std::min(1.0, 2 * std::min(tail(false), tail(true)));
}

std::vector<Rational> random_differences(std::uint64_t seed, std::size_t n) {
    Random random(seed);
    std::vector<Rational> differences;
    for (std::size_t i = 0; i < n; ++i) {
        const auto numerator = static_cast<std::int64_t>(random.below(11)) - 4;
        differences.push_back(Rational(numerator) / Rational(1 + random.below(4)));
    }
    return differences;
}

}  // namespace

TEST_CASE("Randomization and signed-rank tests are the shares of signs that they are defined by",
          "[evaluation]") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto differences = random_differences(seed, 1 + seed % 9);
        const bool has_difference =
            std::ranges::any_of(differences, [](const Rational& d) { return d != 0; });
        if (!has_difference) continue;
        CAPTURE(seed);
        CHECK(p_of(differences, Test::randomization) ==
              Approx(naive_randomization(differences)).epsilon(1e-14));
        CHECK(p_of(differences, Test::wilcoxon) ==
              Approx(naive_wilcoxon(differences)).epsilon(1e-12));
    }
}

TEST_CASE("Published p-values come out", "[evaluation]") {
    // Student's sleep data (1908), R: t.test(extra ~ group, data = sleep, paired = TRUE).
    const std::vector<Rational> sleep{
        Rational(-12) / 10, Rational(-24) / 10, Rational(-13) / 10, Rational(-13) / 10, 0, -1,
        Rational(-18) / 10, Rational(-8) / 10,  Rational(-46) / 10, Rational(-14) / 10};
    const TestResult t = Differences(values_of(sleep)).test(Test::t, {});
    CHECK(t.statistic == Approx(-4.0621).epsilon(1e-4));
    CHECK(*t.p == Approx(0.002832890197384257).epsilon(1e-9));
    CHECK(p_of(sleep, Test::sign) == Approx(2 / 512.0));  // nine of nine
    // Darwin's maize (Fisher 1935, eighths of an inch): 863 of 32,768 signs are as far out in one
    // tail.
    const std::vector<Rational> maize{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
    CHECK(p_of(maize, Test::randomization) == 2 * 863 / 32768.0);
}

TEST_CASE("Values that are not rational are tied if they are equal, whatever their doubles are",
          "[evaluation]") {
    const Value root = Value::root(2, 2), same = Value::root(8, 2) / Value(2);
    const Differences differences({root, -same, root - same, Value(3)});
    // Two tied, one dropped, one larger: W+ = 1.5 + 3 of 6.
    const TestResult wilcoxon = differences.test(Test::wilcoxon, {});
    CHECK(wilcoxon.statistic == 1.5);
    CHECK(differences.test(Test::sign, {}).method == "exact, 3 differences");
    CHECK_FALSE(Differences({root, same}).test(Test::t, {}).p.has_value());
}

TEST_CASE("A sample of signs comes near to all of them, the same for the same seed",
          "[evaluation]") {
    std::vector<Rational> few = random_differences(5, 20);
    std::vector<Rational> many = few;
    many.resize(26, 0);  // beyond what is enumerated; a zero changes nothing
    SignificanceOptions options;
    const TestResult sampled = Differences(values_of(many)).test(Test::randomization, options);
    CHECK(std::abs(*sampled.p - p_of(few, Test::randomization)) < 5 * sampled.p_error);
    CHECK(sampled.p_error > 0);
    CHECK(*sampled.p == *Differences(values_of(many)).test(Test::randomization, options).p);
    options.seed = 2;
    CHECK(*sampled.p != *Differences(values_of(many)).test(Test::randomization, options).p);
}

TEST_CASE("Where nothing differs there is nothing to test", "[evaluation]") {
    for (const Test test : {Test::t, Test::wilcoxon, Test::sign, Test::randomization}) {
        for (const std::vector<Value>& none : {std::vector<Value>{}, std::vector<Value>(3)}) {
            const TestResult result = Differences(none).test(test, {});
            CHECK_FALSE(result.p.has_value());
            CHECK_FALSE(result.method.empty());
        }
    }
    CHECK_FALSE(Differences({}).bootstrap_interval({}).has_value());
    CHECK_FALSE(Differences({Value(1), Value(1)}).effect_size().has_value());
}

TEST_CASE("Bootstrap intervals hold the mean, and are narrower with less confidence",
          "[evaluation]") {
    const Differences differences(values_of(random_differences(9, 40)));
    SignificanceOptions options;
    options.samples = 2000;
    const auto wide = differences.bootstrap_interval(options);
    options.confidence = 0.5;
    const auto narrow = differences.bootstrap_interval(options);
    CHECK(wide->first < narrow->first);
    CHECK(narrow->first < differences.mean());
    CHECK(differences.mean() < narrow->second);
    CHECK(narrow->second < wide->second);
}

TEST_CASE("Holm's correction multiplies the least by their number, and never falls",
          "[evaluation]") {
    const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
    const std::vector<double> corrected = holm(p);
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
    for (std::size_t i = 0; i < p.size(); ++i)
        CHECK(corrected[i] == Approx(expected[i]));
    CHECK(holm({}).empty());
}

TEST_CASE("Of two systems Tukey's test is the randomization test", "[evaluation]") {
    const auto differences = random_differences(3, 12);
    std::vector<std::vector<double>> values(2);
    for (const Rational& difference : differences) {
        values[0].push_back(difference.approximate());
        values[1].push_back(0);
    }
    const double p = randomized_tukey(values, {}).front();
    const double exact = p_of(differences, Test::randomization);
    CHECK(std::abs(p - exact) < 5 * std::sqrt(exact * (1 - exact) / 100'000) + 1e-5);
}

}  // namespace disarray::evaluation
