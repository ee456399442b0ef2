// SPDX-License-Identifier: MIT
// A user's own distance gets the suite in a few lines, which docs/library.md shows, and a broken
// one is refuted at its least case.
#include "properties/suite.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

namespace {

using disarray::Permutation;
using disarray::Rational;

/// Hamming distance: the number of elements with different ranks.
Rational my_distance(const Permutation& sigma, const Permutation& tau) {
    Rational sum;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        sum += sigma[i] == tau[i] ? 0 : 1;
    return sum;
}

TEST_CASE("my distance is a metric") {
    const auto metric = disarray::properties::metric_of("my distance", my_distance);
    for (const auto& result : disarray::properties::check_properties(
             metric, {"non-negativity", "symmetry", "triangle-inequality"})) {
        INFO(disarray::properties::describe(result));
        CHECK(result.verdict != disarray::Verdict::refuted);
    }
}

}  // namespace

using namespace disarray;
using namespace disarray::properties;

TEST_CASE("a distance that is broken in one place is refuted at its least case") {
    const auto refuted_at = [](std::string_view property, Distance distance) {
        const metrics::Metric metric = metric_of("broken", std::move(distance));
        const auto results = check_properties(metric, {property});
        INFO(describe(results.front()));
        REQUIRE(results.front().verdict == Verdict::refuted);
        return results.front().witness.value().rankings;
    };
    SECTION("asymmetric: it ignores the elements that σ puts last") {
        const auto rankings =
            refuted_at("symmetry", [](const Permutation& sigma, const Permutation& tau) {
                return sigma[sigma.size() - 1] + 1 == sigma.size() ? Rational(0)
                                                                   : my_distance(sigma, tau);
            });
        CHECK(rankings == std::vector<Permutation>{test::ranks({1, 2}), test::ranks({2, 1})});
    }
    SECTION("squared: the triangle inequality fails") {
        const auto rankings =
            refuted_at("triangle-inequality", [](const Permutation& sigma, const Permutation& tau) {
                return my_distance(sigma, tau) * my_distance(sigma, tau);
            });
        CHECK(rankings.front().size() == 3);
    }
    SECTION("off by one at equality") {
        const auto rankings =
            refuted_at("zero-at-equality", [](const Permutation& sigma, const Permutation& tau) {
                return my_distance(sigma, tau) + Rational(1);
            });
        CHECK(rankings == std::vector<Permutation>{test::ranks({1})});
    }
}

TEST_CASE("a distance may have roots, and points without a value") {
    const metrics::Metric root = metric_of("root", [](const Permutation& s, const Permutation& t) {
        return Value::root(my_distance(s, t), 2);
    });
    for (const auto& result : check_properties(
             root, {"non-negativity", "zero-at-equality", "symmetry", "triangle-inequality"})) {
        INFO(describe(result));
        CHECK(result.verdict == Verdict::exhausted);
    }
    // Undefined is a value of its own: equal to itself and to no number.
    const metrics::Metric one_sided =
        metric_of("one-sided", [](const Permutation& s, const Permutation& t) -> Value {
            if (s < t) return Value(1) / Value(0);
            return my_distance(s, t);
        });
    const auto results = check_properties(one_sided, {"symmetry", "non-negativity"});
    REQUIRE(results[0].witness);
    CHECK(results[0].explanation == "M(σ,τ) = undefined ≠ M(τ,σ) = 2");
    CHECK(results[1].verdict == Verdict::exhausted);
    CHECK(results[1].effort.applicable < results[1].effort.exhaustive_cases);
}

TEST_CASE("properties about weights do not apply to a distance without weights") {
    const metrics::Metric metric = metric_of("my distance", my_distance);
    const auto results = check_properties(metric, {"scale-all", "kendall-at-most-footrule-all"});
    for (const CheckResult& result : results) {
        CHECK(result.verdict == Verdict::not_applicable);
        CHECK_FALSE(result.explanation.empty());
    }
    CHECK_THROWS_AS(check_properties(metric, {"symmtry"}), InputError);
}
