// SPDX-License-Identifier: MIT
// The runner: the same verdict and witness for any number of threads, least witnesses, budgets that
// stop, and random runs that repeat.
#include "properties/runner.hpp"

#include <chrono>
#include <set>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"
#include "properties/suite.hpp"
#include "tests/catch.hpp"
#include "tests/properties/planted.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::properties;
using metrics::Frame;

namespace {

const metrics::Metric& metric(std::string_view name) {
    return *metrics::metrics_named(name, std::nullopt, "test").front();
}

CheckResult checked(std::string_view metric_name, std::string_view property, Frame frame,
                    const CheckOptions& options, unsigned threads) {
    return with_threads(threads, [&] {
        return check(metric(metric_name), property_named(property, "test"), frame, options);
    });
}

void check_same(const CheckResult& a, const CheckResult& b) {
    CHECK(a.verdict == b.verdict);
    CHECK(a.scope == b.scope);
    CHECK(a.explanation == b.explanation);
    CHECK(a.effort.applicable == b.effort.applicable);
    REQUIRE(a.witness.has_value() == b.witness.has_value());
    if (a.witness) CHECK(to_string(*a.witness) == to_string(*b.witness));
}

}  // namespace

TEST_CASE("verdict and witness do not depend on the number of threads") {
    for (const std::string_view property : {"right-invariance", "left-invariance", "symmetry"}) {
        const auto one = checked("footrule[box]", property, Frame::literal, {}, 1);
        check_same(one, checked("footrule[box]", property, Frame::literal, {}, 2));
        check_same(one, checked("footrule[box]", property, Frame::literal, {}, 5));
    }
    CheckOptions random;
    random.exhaustive_n = 2;
    random.random_cases = 300;
    random.seed = 7;
    const auto one = checked("kendall", "left-invariance", Frame::element, random, 1);
    check_same(one, checked("kendall", "left-invariance", Frame::element, random, 5));
}

TEST_CASE("Kendall's distance satisfies the axioms of a metric on all triples of S_4") {
    CheckOptions options;
    options.exhaustive_n = 4;
    Property triangle = property_named("triangle-inequality", "test");
    triangle.varies = {false, false, false};
    const CheckResult result = check(metric("kendall"), triangle, Frame::element, options);
    CHECK(result.verdict == Verdict::proved);
    CHECK(result.effort.exhaustive_cases == 1 + 8 + 216 + 13824);
    CHECK(result.effort.applicable == result.effort.exhaustive_cases);
}

TEST_CASE("an exhaustive witness is the least violation of a plain loop") {
    // Without weights K is left-invariant only up to n = 2; the least violation by brute force:
    const Property& property = property_named("left-invariance", "test");
    Property unweighted = property;
    unweighted.varies = {false, false, false};
    const CheckResult result = check(metric("kendall"), unweighted, Frame::element, {});
    REQUIRE(result.verdict == Verdict::refuted);
    std::optional<Case> least;
    const Subject subject(metric("kendall"), Frame::element);
    for (const Permutation& a : test::all_permutations(3)) {
        for (const Permutation& b : test::all_permutations(3)) {
            for (const Permutation& c : test::all_permutations(3)) {
                const Case instance{{a, b, c}, {}, 2};
                if (!property.check(subject, instance).is_violated()) continue;
                if (!least || compare(instance, *least) < 0) least = instance;
            }
        }
    }
    REQUIRE(least);
    CHECK(to_string(*result.witness) == to_string(*least));
}

TEST_CASE("a random run finds a planted fault and shrinks it to its least case") {
    // Wrong for rankings that contain the pattern 3 2 1 and nowhere else.
    const metrics::Metric planted =
        metric_of("planted", [](const Permutation& sigma, const Permutation& tau) {
            const Permutation rho = compose(sigma, tau.inverse());
            for (std::size_t i = 0; i < rho.size(); ++i) {
                for (std::size_t j = i + 1; j < rho.size(); ++j) {
                    for (std::size_t k = j + 1; k < rho.size(); ++k) {
                        if (rho[i] > rho[j] && rho[j] > rho[k]) return Rational(-1);
                    }
                }
            }
            return Rational(1);
        });
    CheckOptions options;
    options.exhaustive_n = 0;
    options.random_cases = 500;
    const CheckResult result =
        check(planted, property_named("non-negativity", "test"), Frame::element, options);
    REQUIRE(result.verdict == Verdict::refuted);
    const auto& rankings = result.witness->rankings;
    CHECK(rankings[0].size() == 3);
    CHECK(compose(rankings[0], rankings[1].inverse()) == test::ranks({3, 2, 1}));
}

TEST_CASE("a random run without a violation is supported, and says how much was tried") {
    CheckOptions options;
    options.exhaustive_n = 0;
    options.random_cases = 100;
    options.seed = 3;
    const CheckResult result =
        check(metric("kendall"), property_named("symmetry", "test"), Frame::element, options);
    CHECK(result.verdict == Verdict::supported);
    CHECK(result.effort.random_cases == 100);
    CHECK(result.scope == "100 random cases, seed 3");
}

TEST_CASE(
    "values that cannot be told apart leave a verdict undecided, and a violation settles it") {
    const auto verdict = [](std::function<Value(const Permutation&)> value) {
        const metrics::Metric planted =
            test::planted_of_one("planted", metrics::Kind::distance, std::move(value));
        CheckOptions options;
        options.exhaustive_n = 3;
        const CheckResult result =
            check(planted, property_named("symmetry", "test"), Frame::element, options);
        CHECK((result.verdict == Verdict::refuted) == result.witness.has_value());
        CHECK(result.effort.undecided > 0);
        return result.verdict;
    };
    const auto open = [](const Permutation& sigma) {
        return sigma.is_identity() ? Value::inverse_log2(6) : test::hidden_inverse_log2_of_6();
    };
    CHECK(verdict(open) == Verdict::undecided);
    CHECK(verdict([&](const Permutation& sigma) {
              return sigma == Permutation::reversal(3) ? Value(5) : open(sigma);
          }) == Verdict::refuted);
}

TEST_CASE("a table is of the parameters of its case, and other parameters are not looked up") {
    const metrics::Metric& recall = metric("recall");
    Case instance{{test::ranks({1, 3, 2}), test::ranks({1, 2, 3})}, {}, 2};
    for (std::size_t k = 1; k <= 2; ++k) {
        instance.parameters.k = k;
        const Subject with = Subject(recall, Frame::element).with_table(3, instance);
        const Subject subject = with.at(instance);
        metrics::Parameters other = instance.parameters;
        other.k = 3 - k;
        const auto& [sigma, tau] = std::pair(instance.rankings[0], instance.rankings[1]);
        const Value one = 1;
        const Value half = Rational(Integer(1), Integer(2));
        CHECK(compare(subject(sigma, tau, instance.weighting), k == 1 ? one : half) ==
              Order::equal);
        CHECK(compare(subject.with_parameters(sigma, tau, instance.weighting, other),
                      k == 1 ? half : one) == Order::equal);
    }
}

TEST_CASE("saved examples are looked at again") {
    CheckOptions options;
    options.exhaustive_n = 0;
    const Case example{
        {test::ranks({1, 2, 3}), test::ranks({2, 1, 3}), test::ranks({1, 3, 2})}, {}, 2};
    options.examples = {example};
    const CheckResult result = check(metric("kendall"), property_named("left-invariance", "test"),
                                     Frame::element, options);
    REQUIRE(result.verdict == Verdict::refuted);
    CHECK(to_string(*result.witness) == to_string(example));
}

TEST_CASE("a budget that is over stops the run and is said") {
    CheckOptions options;
    options.exhaustive_n = 4;
    options.stop = Stop(std::chrono::duration<double>(0));
    const CheckResult result =
        check(metric("kendall"), property_named("symmetry", "test"), Frame::element, options);
    CHECK(result.verdict == Verdict::undecided);
    CHECK_FALSE(result.effort.complete);
}

TEST_CASE("what cannot be exhausted is refused with the number of cases") {
    CheckOptions options;
    options.exhaustive_n = 9;
    try {
        check(metric("kendall"), property_named("triangle-inequality", "test"), Frame::element,
              options);
        FAIL("not refused");
    } catch (const InputError& error) {
        const std::string message = error.what();
        CHECK(message.find("cases") != std::string::npos);
        CHECK(message.find("--random") != std::string::npos);
    }
}

TEST_CASE("no witness has fewer elements than the metric is defined for") {
    for (const metrics::Metric& metric : metrics::catalogue()) {
        const Permutation one = Permutation::identity(1);
        const Weighting unit;
        INFO(metric.full_name());
        if (metric.least_n == 1 && !metric.takes.k) {
            CHECK(metric.value({one, one, unit}).is_defined());
        } else if (!metric.takes.k) {
            CHECK_FALSE(metric.value({one, one, unit}).is_defined());
        }
    }
    // One element makes no pair: kendall-tau has no value on S_1, and is no worse a metric for
    // that.
    CheckOptions options;
    options.exhaustive_n = 3;
    options.random_cases = 50;
    const CheckResult result =
        check(metric("kendall-tau"), property_named("linear-map-to-distance", "test"),
              Frame::element, options);
    CHECK(result.verdict == Verdict::proved);
}

TEST_CASE("one-argument metrics have no verdict on pairs in the element frame") {
    for (const Property& property : catalogue()) {
        if (property.rankings == 1) continue;
        const CheckResult result =
            check(metric("footrule[prefix-sym]"), property, Frame::element, {});
        INFO(property.name);
        CHECK(result.verdict == Verdict::not_applicable);
        CHECK_FALSE(result.explanation.empty());
    }
}

TEST_CASE("every property has a unique name, a statement, and fits one, two or three rankings") {
    std::set<std::string_view> names;
    for (const Property& property : catalogue()) {
        CHECK(names.insert(property.name).second);
        CHECK_FALSE(property.statement.empty());
        CHECK_FALSE(property.source.empty());
        CHECK(property.rankings >= 1);
        CHECK(property.rankings <= 3);
    }
}

TEST_CASE("what a kept case violates is refuted by it, though the check tries only smaller n") {
    CheckOptions options;
    options.exhaustive_n = 3;
    const auto refuted_at = [&](std::string_view name, const char* property) {
        const CheckResult result =
            check(metric(name), property_named(property, "test"), Frame::element, options);
        CHECK((result.verdict == Verdict::refuted) == result.witness.has_value());
        return result.witness ? result.witness->n() : 0;
    };
    // Of the two readings without a counterexample for n <= 8 nothing is kept.
    for (const char* property : {"kendall-at-most-footrule-D", "kendall-at-most-footrule-all"}) {
        CHECK(refuted_at("footrule[prefix]", property) == 6);
        CHECK(refuted_at("footrule[interval]", property) == 0);
    }
    CHECK(refuted_at("footrule[box]", "footrule-at-most-3-kendall-D") == 5);
    // It has a D, of which this one does not speak.
    CHECK(refuted_at("footrule[prefix]", "kendall-at-most-footrule-w") == 0);
}
