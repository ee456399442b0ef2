// SPDX-License-Identifier: MIT
// X and Y of one ranking against metrics/naive.hpp, their order, and what does not fit.
#include "properties/experiments/pair_measure.hpp"

#include <limits>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "tests/catch.hpp"
#include "tests/properties/experiments/naive_footrule_kendall.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;
using metrics::Reading;
using Quantity = PairMeasure::Quantity;

namespace {

/// Each permutation as the pattern of a row: the element of rank 1 has the largest number.
Patterns patterns_of_permutations(const std::vector<Permutation>& all) {
    std::vector<std::vector<std::int64_t>> rows;
    for (const Permutation& sigma : all) {
        rows.emplace_back();
        for (const Rank rank : sigma.ranks())
            rows.back().push_back(static_cast<std::int64_t>(sigma.size() - rank));
    }
    return patterns_of(test::table_of(rows), TieRule::position, 1, false);
}

PairWeights with_costs(std::vector<Rational> costs, FixedPointPolicy policy) {
    PairWeights weights;
    weights.name = "test";
    weights.swap_costs = SwapCosts::from(costs, "test");
    weights.fixed_points = policy;
    return weights;
}

PairWeights discounted(FixedPointPolicy policy) {
    PairWeights weights;
    weights.name = "DCG";
    weights.fixed_points = policy;
    return weights;
}

/// X and Y of every permutation are those of the naive metrics, exactly.
void check_all(std::size_t n, const PairWeights& weights, Reading reading) {
    const auto all = test::all_permutations(n);
    const Patterns patterns = patterns_of_permutations(all);
    const PairMeasure measure(weights, n, reading);
    const Permutation identity = Permutation::identity(n);
    const auto products = measure.products_within(128);
    for (std::size_t p = 0; p < all.size(); ++p) {
        const Weighting w = test::naive::weighting(weights, std::vector<std::int64_t>(n));
        const Value x = metrics::naive::irrational_footrule(all[p], identity, w, reading);
        const Value y = metrics::naive::irrational_kendall(all[p], identity, w);
        const Measured measured = measure.measure(patterns, p);
        INFO("ranks " << all[p].to_string() << ", " << name_of(reading));
        if (measure.is_rational()) {
            CHECK(measure.exact_value(Quantity::footrule, patterns, p, measured) == x.rational());
            CHECK(measure.exact_value(Quantity::kendall, patterns, p, measured) == y.rational());
        }
        const auto enclosed = measure.enclose(patterns, p, products);
        for (const auto& [value, near, interval] :
             {std::tuple(&x, measured.footrule, enclosed.footrule),
              std::tuple(&y, measured.kendall, enclosed.kendall)}) {
            CHECK(std::abs(near.value() - value->approximate()) <=
                  near.error() + 1e-15 * std::abs(near.value()));
            const Interval difference = interval - value->enclosure(128);
            CHECK(difference.ends().first.sign() <= 0);
            CHECK(difference.ends().second.sign() >= 0);
        }
        REQUIRE(enclosed.ratio.has_value() == (y.sign() != 0));
        CHECK(measured.without_ratio == (y.sign() == 0 ? 1 : 0));
    }
}

}  // namespace

TEST_CASE("X and Y of every ranking of five are those of the naive metrics") {
    const std::vector<Rational> costs{Rational(1, 2), 0, 3, Rational(2, 7)};
    for (const Reading reading : metrics::all_readings) {
        for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
            check_all(4, with_costs({1, Rational(1, 3), 0}, policy), reading);
            check_all(5, with_costs(costs, policy), reading);
            check_all(4, discounted(policy), reading);
        }
    }
}

TEST_CASE("where K* is 0 so is F*, in every reading and for every zero among the swap costs") {
    for (unsigned zeros = 0; zeros < 16; ++zeros) {
        std::vector<Rational> costs;
        for (unsigned i = 0; i < 4; ++i)
            costs.push_back((zeros >> i & 1u) != 0 ? 0 : 1 + static_cast<int>(i));
        for (const Reading reading : metrics::all_readings) {
            for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
                const auto all = test::all_permutations(5);
                const Patterns patterns = patterns_of_permutations(all);
                const PairMeasure measure(with_costs(costs, policy), 5, reading);
                for (std::size_t p = 0; p < all.size(); ++p) {
                    const Measured m = measure.measure(patterns, p);
                    if (m.kendall_sum == 0) CHECK(m.footrule_sum == 0);
                }
            }
        }
    }
}

TEST_CASE("rankings are ordered by X and by Y as their exact values are, DCG included") {
    for (const PairWeights& weights : {discounted(FixedPointPolicy::one),
                                       with_costs({1, Rational(1, 3), 0}, FixedPointPolicy::one)}) {
        const auto all = test::all_permutations(4);
        const Patterns patterns = patterns_of_permutations(all);
        const PairMeasure measure(weights, 4, Reading::prefix);
        std::vector<Measured> measured;
        std::vector<Value> x, y;
        const Weighting w = test::naive::weighting(weights, std::vector<std::int64_t>(4));
        const Permutation identity = Permutation::identity(4);
        for (std::size_t p = 0; p < all.size(); ++p) {
            measured.push_back(measure.measure(patterns, p));
            x.push_back(metrics::naive::irrational_footrule(all[p], identity, w, Reading::prefix));
            y.push_back(metrics::naive::irrational_kendall(all[p], identity, w));
        }
        const auto expected = [](const Value& a, const Value& b) {
            const Order order = compare(a, b);
            return order == Order::less      ? std::strong_ordering::less
                   : order == Order::greater ? std::strong_ordering::greater
                                             : std::strong_ordering::equal;
        };
        for (std::size_t a = 0; a < all.size(); ++a) {
            for (std::size_t b = 0; b < all.size(); ++b) {
                INFO(all[a].to_string() << " and " << all[b].to_string());
                CHECK(measure.compare(Quantity::footrule, patterns, a, measured[a], b,
                                      measured[b]) == expected(x[a], x[b]));
                CHECK(measure.compare(Quantity::kendall, patterns, a, measured[a], b,
                                      measured[b]) == expected(y[a], y[b]));
            }
        }
    }
}

TEST_CASE("exact sums alone give the same order, for means over different numbers of orders too") {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const auto table = test::table_of(test::all_rows(3, 2));
    const Patterns patterns = patterns_of(table, TieRule::average, 1, false);
    for (const PairWeights& weights : {discounted(FixedPointPolicy::one),
                                       with_costs({1, Rational(1, 3)}, FixedPointPolicy::one)}) {
        const PairMeasure measure(weights, 3, Reading::prefix);
        std::vector<Measured> near, blind;
        std::vector<Value> x;
        for (std::size_t p = 0; p < patterns.size(); ++p) {
            near.push_back(measure.measure(patterns, p));
            blind.push_back(near.back());
            blind.back().footrule = Bounded(0, unknown);
            x.push_back(test::naive::query(table.row(patterns.first_query[p]), weights,
                                           Reading::prefix, TieRule::average)
                            .footrule);
        }
        for (std::size_t a = 0; a < patterns.size(); ++a) {
            for (std::size_t b = 0; b < patterns.size(); ++b) {
                const auto order =
                    measure.compare(Quantity::footrule, patterns, a, blind[a], b, blind[b]);
                CHECK(order ==
                      measure.compare(Quantity::footrule, patterns, a, near[a], b, near[b]));
                CHECK((order == 0) == (compare(x[a], x[b]) == Order::equal));
                CHECK((order < 0) == (compare(x[a], x[b]) == Order::less));
            }
        }
    }
}

TEST_CASE("a value without logarithms is known exactly, also under DCG") {
    // Positions 1 and 3 exchanged: p̄ = 1 − 1/2 over 2 steps, and p̄ = 1 at position 2, fixed.
    const Patterns patterns = patterns_of_permutations({test::ranks({3, 2, 1})});
    const PairMeasure measure(discounted(FixedPointPolicy::one), 3, Reading::prefix);
    const Measured measured = measure.measure(patterns, 0);
    // Pairs 1–3, and twice 1–2: (1/4)² + 2·(1/4).
    CHECK(measure.exact_value(Quantity::kendall, patterns, 0, measured) ==
          Rational(Integer(9), Integer(16)));
    const Patterns other = patterns_of_permutations({test::ranks({2, 1, 3})});
    CHECK_FALSE(measure.exact_value(Quantity::kendall, other, 0, measure.measure(other, 0)));
}

TEST_CASE("swap costs with fractions too long for 64 bits are refused, not rounded") {
    const Rational tiny(Integer(1), Integer(1) << 62);
    const auto refused = [](std::vector<Rational> costs) {
        const std::size_t n = costs.size() + 1;
        return test::message_of<NotSupported>([&] {
            PairMeasure(with_costs(std::move(costs), FixedPointPolicy::one), n, Reading::prefix);
        });
    };
    CHECK(test::contains(refused({tiny, 1}), "fractions"));
    CHECK(test::contains(refused({Rational(Integer(1), Integer(1) << 70), 1}), "64 bits"));
    CHECK(refused({Rational(Integer(1), Integer(1) << 30), 1}) == "(nothing was thrown)");
}

TEST_CASE("weights of grades are positive and exact, and grades beyond are refused") {
    CHECK(weight_of(GradeWeight::grade_plus_one, 0) == Rational(1));
    CHECK(weight_of(GradeWeight::grade_plus_one, 3) == Rational(4));
    CHECK(weight_of(GradeWeight::two_to_the_grade, 3) == Rational(8));
    CHECK(weight_of(GradeWeight::grade_plus_one_half, 0) == Rational(Integer(1), Integer(2)));
    CHECK_THROWS_AS(weight_of(GradeWeight::two_to_the_grade, 31), InputError);
    CHECK_THROWS_AS(weight_of(GradeWeight::grade_plus_one, -1), InputError);
    CHECK(choice_named<GradeWeight>("2^grade", "test") == GradeWeight::two_to_the_grade);
    CHECK_THROWS_AS(choice_named<GradeWeight>("gain", "test"), InputError);
}
