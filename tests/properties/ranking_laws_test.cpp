// SPDX-License-Identifier: MIT
// GT's properties on metrics where the truth is clear by hand, their least witnesses against plain
// loops, and the sweeps that sort against the tuples they stand for.
#include <map>
#include <set>

#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"
#include "properties/runner.hpp"
#include "tests/catch.hpp"
#include "tests/properties/planted.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::properties;
using metrics::Frame;
using metrics::Kind;
using metrics::Metric;
using metrics::Parameters;

namespace {

const Metric& metric(std::string_view name) {
    return *metrics::metrics_named(name, std::nullopt, "test").front();
}

const Property& property(std::string_view name) {
    return property_named(name, "test");
}

std::vector<Property> all_laws() {
    std::vector<Property> all = ranking_laws();
    std::ranges::move(injectivity_laws(), std::back_inserter(all));
    return all;
}

// --- metrics ----------------------------------------------------------------------------------

const Metric constant = test::planted("constant", Kind::distance,
                                      [](const Permutation&, const Permutation&) { return 0; });
const Metric first = test::planted("first", Kind::distance, test::first_displacement);
const Metric similar_kendall =
    test::planted("1 − K", Kind::similarity, [](const Permutation& sigma, const Permutation& tau) {
        return Value(1) - Value(test::kendall_distance(sigma, tau));
    });
/// The rank vector, read as a number with base 10: no two are equal.
const Metric injective = test::planted_of_one("digits", Kind::distance, [](const Permutation& s) {
    std::uint64_t number = 0;
    for (const Rank rank : s.ranks())
        number = 10 * number + rank;
    return number;
});

Metric with_k(std::string_view name, std::function<Value(std::size_t k)> value) {
    Metric metric = test::planted(name, Kind::distance,
                                  [value = std::move(value)](const Permutation&, const Permutation&,
                                                             const Parameters& parameters) {
                                      return value(parameters.k.value());
                                  });
    metric.takes.k = true;
    return metric;
}

Value fraction(std::int64_t p, std::int64_t q) {
    return Rational(Integer(p), Integer(q));
}

CheckResult checked(const Metric& metric, std::string_view name, Frame frame = Frame::element) {
    return check(metric, property(name), frame, {});
}

std::string witness_of(const CheckResult& result) {
    return result.witness ? to_string(*result.witness) : "";
}

// --- plain loops ------------------------------------------------------------------------------

/// Every tuple of the property for n elements.
std::vector<std::vector<Permutation>> tuples(const Property& property, std::size_t n) {
    std::vector<std::vector<Permutation>> all;
    if (property.domain) {
        for (std::uint64_t i = 0; i < property.domain->count(n); ++i)
            all.push_back(property.domain->at(n, i));
        return all;
    }
    all.emplace_back();
    for (std::size_t r = 0; r < property.rankings; ++r) {
        std::vector<std::vector<Permutation>> longer;
        for (const auto& tuple : all) {
            for (const Permutation& sigma : test::all_permutations(n)) {
                longer.push_back(tuple);
                longer.back().push_back(sigma);
            }
        }
        all = std::move(longer);
    }
    return all;
}

/// What the check of every tuple finds.
Sweep::Found by_tuples(const Subject& subject, const Property& property, const Case& setting,
                       const std::vector<std::vector<Permutation>>& all) {
    Sweep::Found found;
    for (const auto& tuple : all) {
        Case instance = setting;
        instance.rankings = tuple;
        const Outcome outcome = property.check(subject.at(instance), instance);
        if (outcome.kind == Outcome::Kind::does_not_apply) continue;
        ++found.applicable;
        if (outcome.kind == Outcome::Kind::undecided) ++found.undecided;
        if (!outcome.is_violated()) continue;
        if (!found.least || compare(instance, *found.least) < 0) found.least = instance;
    }
    return found;
}

/// The settings that a metric without weights has for n elements.
std::vector<Case> settings(const Metric& metric, std::size_t n) {
    if (n < metric.least_n) return {};
    if (!metric.takes.k) return {Case{{}, {}, 2}};
    std::vector<Case> all;
    for (std::size_t k = 1; k < n; ++k) {
        all.push_back({{}, {}, 2});
        all.back().parameters.k = k;
    }
    return all;
}

std::vector<const Metric*> varied_metrics() {
    std::vector<const Metric*> all{&constant, &first, &similar_kendall, &injective};
    for (const char* name : {"kendall", "mape", "rmse", "r2", "recall", "prevalence-threshold",
                             "lr-plus", "dcg", "gmr", "mean-rank"}) {
        all.push_back(&metric(name));
    }
    return all;
}

}  // namespace

// --- verdicts by hand -------------------------------------------------------------------------

TEST_CASE("verdicts and least witnesses that are clear by hand") {
    struct Row {
        const Metric& metric;
        std::string_view property;
        std::string_view witness;  ///< "": exhausted
    };
    const std::string_view least_triple = "σ = 1 2, τ = 2 1, ρ = 1 2";
    const Row rows[] = {
        // All values are equal: no order is violated, no difference is seen.
        {constant, "identity-of-indiscernibles", least_triple},
        {constant, "best-only-at-equality", "σ = 1 2, τ = 2 1"},
        {constant, "best-at-equality", ""},
        {constant, "maximal-agreement", ""},
        {constant, "minimal-agreement", ""},
        {constant, "worst-at-reversal", ""},
        {constant, "maximum-independent-of-n", ""},
        {constant, "width-swap-dependence", ""},
        {constant, "sensitivity", "σ = 2 1 3 4, τ = 1 2 4 3"},
        {constant, "distance", "σ = 1 2, τ = 2 1, ρ = 1 2"},
        {constant, "linear-map-to-distance", "σ = 1 2, τ = 1 2, ρ = 2 1"},
        // |σ(1) − τ(1)| does not see the rest of a ranking, and knows no reversal: at τ(1) = 2 of 3
        // the reversal does not move element 1, and the identity does.
        {first, "identity-of-indiscernibles", "σ = 1 2 3, τ = 1 3 2, ρ = 1 2 3"},
        {first, "best-only-at-equality", "σ = 1 2 3, τ = 1 3 2"},
        {first, "best-at-equality", ""},
        {first, "maximal-agreement", "σ = 1 2, τ = 2 1"},
        {first, "worst-at-reversal", "σ = 1 2 3, τ = 2 1 3"},
        {first, "maximum-independent-of-n", ""},
        {first, "width-swap-dependence", "σ = 2 1 3, τ = 1 3 2"},
        {first, "sensitivity", "σ = 1 3 2 4 5, τ = 1 2 3 5 4"},
        {first, "distance", "σ = 1 2 3, τ = 1 3 2, ρ = 1 2 3"},
        {first, "linear-map-to-distance", "σ = 1 2 3, τ = 1 2 3, ρ = 1 3 2"},
        // A metric on S_n that counts.
        {metric("kendall"), "identity-of-indiscernibles", "σ = 1 3 2, τ = 2 1 3, ρ = 1 2 3"},
        {metric("kendall"), "best-only-at-equality", ""},
        {metric("kendall"), "worst-at-reversal", ""},
        {metric("kendall"), "width-swap-dependence", ""},
        {metric("kendall"), "distance", ""},
        {metric("kendall"), "linear-map-to-distance", ""},
        {metric("kendall"), "maximal-agreement", "σ = 1 2, τ = 2 1"},
        // The same as a similarity: negative, but for a linear map.
        {similar_kendall, "best-only-at-equality", ""},
        {similar_kendall, "best-at-equality", ""},
        {similar_kendall, "maximal-agreement", ""},
        {similar_kendall, "worst-at-reversal", ""},
        {similar_kendall, "distance", "σ = 1, τ = 1, ρ = 1"},
        {similar_kendall, "linear-map-to-distance", ""},
        // Different values for different rankings, of which only one can be the best.
        {injective, "identity-of-indiscernibles", ""},
        {injective, "induced-distance", ""},
        {injective, "best-at-equality", "σ = 1 2, τ = 2 1"},
        {injective, "maximum-independent-of-n", "σ = 1"},
        {injective, "sensitivity", ""},
    };
    for (const Row& row : rows) {
        INFO(row.property << " of " << row.metric.full_name());
        const CheckResult result = checked(row.metric, row.property);
        INFO(result.explanation);
        CHECK(result.verdict == (row.witness.empty() ? Verdict::exhausted : Verdict::refuted));
        CHECK(witness_of(result) == row.witness);
    }
}

TEST_CASE(
    "better and worse are read by kind: a distance called a similarity is worst at equality") {
    Metric wrong = metric("kendall");
    CHECK(checked(wrong, "best-at-equality").verdict == Verdict::exhausted);
    wrong.kind = Kind::similarity;
    CHECK(checked(wrong, "best-at-equality").verdict == Verdict::refuted);
    CHECK(checked(wrong, "best-only-at-equality").verdict == Verdict::refuted);
    CHECK(checked(wrong, "worst-at-reversal").verdict == Verdict::refuted);
}

TEST_CASE("minimal agreement fails where there is no value, and only there") {
    const Metric partial = test::planted(
        "1/(reversals − K)", Kind::distance, [](const Permutation& sigma, const Permutation& tau) {
            const auto n = static_cast<std::int64_t>(sigma.size());
            const auto k = static_cast<std::int64_t>(test::kendall_distance(sigma, tau));
            // At n = 1 as well as at a reversal of n = 3, nothing at n = 2.
            return Value(1) / Value(n == 2 ? 1 : n * (n - 1) / 2 - k);
        });
    const CheckResult result = checked(partial, "minimal-agreement");
    CHECK(result.verdict == Verdict::refuted);
    CHECK(witness_of(result) == "σ = 1, τ = 1");
    const Subject subject(partial, Frame::element);
    const Case two{{test::ranks({1, 2}), test::ranks({2, 1})}, {}, 2};
    CHECK(property("minimal-agreement").check(subject, two).kind == Outcome::Kind::holds);
    // Other laws are not asked where there is no value.
    CHECK(checked(partial, "symmetry").verdict == Verdict::exhausted);
}

TEST_CASE("the maximum is compared for n and n+1 with the same k") {
    CHECK(
        checked(with_k("k", [](std::size_t k) { return k; }), "maximum-independent-of-n").verdict ==
        Verdict::exhausted);
    const CheckResult mean = checked(metric("mean-rank"), "maximum-independent-of-n");
    CHECK(mean.verdict == Verdict::exhausted);
    CHECK(mean.effort.exhaustive_n == 10);
    CHECK(mean.effort.exhaustive_cases == 9 * 10 / 2);
}

TEST_CASE("stability wants less than 1/k, wherever k and k+1 are allowed") {
    const auto verdict = [](const Metric& metric) { return checked(metric, "stability").verdict; };
    CHECK(verdict(with_k("1/k", [](std::size_t k) {
              return fraction(1, static_cast<std::int64_t>(k));
          })) == Verdict::exhausted);
    // 1 + 1/2 + … + 1/(k−1) changes by exactly 1/k.
    const Metric harmonic = with_k("harmonic", [](std::size_t k) {
        Value sum = 0;
        for (std::size_t i = 1; i < k; ++i)
            sum += fraction(1, static_cast<std::int64_t>(i));
        return sum;
    });
    const CheckResult refuted = checked(harmonic, "stability");
    CHECK(witness_of(refuted) == "σ = 1 2 3, τ = 1 2 3, k = 1");
    CHECK(refuted.explanation == "|M@1(σ,τ) − M@2(σ,τ)| = 1 >= 1/k = 1");
    // A jump from k = 2 to 3 needs n = 4; downwards as well as upwards.
    for (const int step : {1, -1}) {
        const Metric jump = with_k("jump", [step](std::size_t k) { return k < 3 ? 0 : step; });
        CHECK(witness_of(checked(jump, "stability")) == "σ = 1 2 3 4, τ = 1 2 3 4, k = 2");
    }
    CHECK(verdict(metric("kendall")) == Verdict::not_applicable);
    CHECK(verdict(metric("dcg")) == Verdict::not_applicable);
}

TEST_CASE("a distance that breaks one law of four is told which") {
    const auto law_of = [](std::string_view property, const Metric& metric) {
        const CheckResult result = checked(metric, property);
        CHECK(result.verdict == Verdict::refuted);
        return result.explanation.substr(0, result.explanation.find(':'));
    };
    const auto planted = [](std::function<Value(std::int64_t k, const Permutation& s)> value) {
        return test::planted(
            "planted", Kind::distance,
            [value = std::move(value)](const Permutation& sigma, const Permutation& tau) {
                return value(static_cast<std::int64_t>(test::kendall_distance(sigma, tau)), sigma);
            });
    };
    using Ranking = const Permutation&;
    const Metric negative = planted([](std::int64_t k, Ranking) { return k == 1 ? -1 : k; });
    const Metric shifted = planted([](std::int64_t k, Ranking) { return k + 1; });
    const Metric blind = planted([](std::int64_t k, Ranking) { return k == 1 ? 0 : k; });
    const Metric lopsided =
        planted([](std::int64_t k, Ranking s) { return s[0] == 0 ? 2 * k : k; });
    const Metric squared = planted([](std::int64_t k, Ranking) { return k * k; });
    CHECK(law_of("distance", negative) == "non-negativity");
    CHECK(law_of("distance", shifted) == "zero exactly at equality");
    CHECK(law_of("distance", blind) == "zero exactly at equality");
    CHECK(law_of("distance", lopsided) == "symmetry");
    CHECK(law_of("distance", squared) == "triangle inequality");

    const std::string_view linear = "linear-map-to-distance";
    const Metric moving = planted([](std::int64_t k, Ranking s) { return k + s[0]; });
    CHECK(law_of(linear, moving) == "M(σ,σ) is a constant c");
    CHECK(law_of(linear, negative) == "M − c has one sign elsewhere");
    CHECK(law_of(linear, blind) == "M − c has one sign elsewhere");
    CHECK(law_of(linear, lopsided) == "symmetry");
    CHECK(law_of(linear, squared) == "triangle inequality");
    // A constant and a sign are no obstacle.
    CHECK(checked(shifted, linear).verdict == Verdict::exhausted);
    CHECK(checked(planted([](std::int64_t k, Ranking) { return 5 - 3 * k; }), linear).verdict ==
          Verdict::exhausted);
}

TEST_CASE("a law of two parts is open while one part is") {
    // M(σ,σ) is one number; what M is elsewhere cannot be compared with it.
    const auto elsewhere = [](Value value) {
        return test::planted(
            "planted", Kind::similarity,
            [value = std::move(value)](const Permutation& s, const Permutation& t) {
                return s == t ? Value::inverse_log2(6) : value;
            });
    };
    CheckOptions options;
    options.exhaustive_n = 2;
    for (const char* name : {"best-at-equality", "maximal-agreement"}) {
        INFO(name);
        const Metric hidden = elsewhere(test::hidden_inverse_log2_of_6());
        const CheckResult open = check(hidden, property(name), Frame::element, options);
        CHECK(open.verdict == Verdict::undecided);
        CHECK(open.effort.undecided == 2);
        const Metric undefined = elsewhere(Value::undefined("a gap"));
        const CheckResult partly = check(undefined, property(name), Frame::element, options);
        CHECK(partly.verdict == Verdict::exhausted);
        CHECK(partly.effort.applicable == 1 + 2);
    }
}

TEST_CASE("symmetry is one thing for equal sizes and another for any") {
    CHECK(checked(metric("recall"), "symmetry").verdict == Verdict::proved);
    const CheckResult any = checked(metric("recall"), "symmetry-any-sizes");
    // S = {1}, R = {1,3}: half of R is found. S = {3}, R = {1,2}: none of it.
    CHECK(witness_of(any) == "σ = 1 2 3, τ = 2 3 1, k = 1, |R| = 2");
    CHECK(checked(metric("kendall"), "symmetry-any-sizes").verdict == Verdict::not_applicable);
    CHECK(checked(metric("mrr"), "symmetry-any-sizes").verdict == Verdict::not_applicable);
}

TEST_CASE("what is true of any function is asked of similarities, what is about zero is not") {
    CHECK(checked(similar_kendall, "symmetry").verdict == Verdict::exhausted);
    CHECK(checked(similar_kendall, "right-invariance").verdict == Verdict::exhausted);
    CHECK(checked(similar_kendall, "left-invariance").verdict == Verdict::refuted);
    CHECK(checked(similar_kendall, "triangle-inequality").verdict == Verdict::refuted);
    CHECK(witness_of(checked(similar_kendall, "non-negativity")) == "σ = 1 2 3, τ = 2 3 1");
    for (const char* name :
         {"zero-at-equality", "zero-only-at-equality", "triangle-through-identity",
          "triangle-any-dissimilarity", "triangle-non-metric", "right-invariance-weights-fixed"}) {
        INFO(name);
        const CheckResult result = checked(similar_kendall, name);
        CHECK(result.verdict == Verdict::not_applicable);
        CHECK_FALSE(result.explanation.empty());
    }
    // KV's lemmas are about weights; what is zero at equality is asked of every distance.
    CHECK(checked(first, "triangle-through-identity").verdict == Verdict::not_applicable);
    CHECK(checked(first, "zero-at-equality").verdict == Verdict::exhausted);
}

// --- against plain loops ----------------------------------------------------------------------

TEST_CASE("an exhaustive witness of each law is the least violation of a plain loop") {
    for (const Property& law : all_laws()) {
        // Triples of S_4 are for the next test case.
        const std::size_t last_n = law.rankings == 3 ? 3 : 4;
        std::map<std::size_t, std::vector<std::vector<Permutation>>> all;
        for (std::size_t n = 1; n <= last_n; ++n)
            all[n] = tuples(law, n);
        for (const Metric* metric : varied_metrics()) {
            if (law.why_not(*metric)) continue;
            INFO(law.name << " of " << metric->full_name());
            CheckOptions options;
            options.exhaustive_n = last_n;
            const CheckResult result = check(*metric, law, Frame::element, options);

            std::optional<Case> least;
            std::uint64_t applicable = 0;
            const Subject subject(*metric, Frame::element, Subject::Path::naive);
            for (std::size_t n = 1; n <= last_n && !least; ++n) {
                for (const Case& setting : settings(*metric, n)) {
                    const Sweep::Found found = by_tuples(subject, law, setting, all[n]);
                    applicable += found.applicable;
                    if (!found.least) continue;
                    if (!least || compare(*found.least, *least) < 0) least = found.least;
                }
            }
            CHECK(witness_of(result) == (least ? to_string(*least) : ""));
            CHECK(result.effort.applicable == applicable);
        }
    }
}

TEST_CASE("a sweep finds for each n what its tuples would, in both frames") {
    // Beyond the first n with a violation, where the runner stops, and with undecided values.
    const Metric open = test::planted_of_one("open", Kind::distance, [](const Permutation& s) {
        return s[0] == 0   ? Value::inverse_log2(6)
               : s[0] == 1 ? test::hidden_inverse_log2_of_6()
                           : Value(s[0] + s[1]);
    });
    std::vector<const Metric*> metrics = varied_metrics();
    metrics.push_back(&open);
    for (const Property& law : injectivity_laws()) {
        for (std::size_t n = 1; n <= 4; ++n) {
            const auto all = tuples(law, n);
            for (const Metric* metric : metrics) {
                if (law.why_not(*metric)) continue;
                // Two values that are not told apart cost the full precision each time.
                if (metric == &open && n > 3) continue;
                for (const Frame frame : {Frame::element, Frame::literal}) {
                    for (const Case& setting : settings(*metric, n)) {
                        INFO(law.name << " of " << metric->full_name() << " in S_" << n << ", "
                                      << name_of(frame));
                        const Subject subject(*metric, frame);
                        const Sweep::Found expected = by_tuples(subject, law, setting, all);
                        const Sweep::Found found = law.sweep->run(subject.at(setting), setting, n);
                        CHECK(found.applicable == expected.applicable);
                        CHECK(found.undecided == expected.undecided);
                        REQUIRE(found.least.has_value() == expected.least.has_value());
                        if (found.least) CHECK((compare(*found.least, *expected.least) == 0));
                    }
                }
            }
        }
    }
}

TEST_CASE("a single coincidence is found wherever it is, in both frames") {
    const Property& law = property("identity-of-indiscernibles");
    const auto group = test::all_permutations(3);
    const auto all = tuples(law, 3);
    for (const Permutation& a : group) {
        for (const Permutation& b : group) {
            if (b <= a) continue;
            const Metric coincidence = test::planted(
                "coincidence", Kind::distance, [&](const Permutation& s, const Permutation& t) {
                    const Permutation pi = compose(s, t.inverse());
                    return std::ranges::find(group, pi == b ? a : pi) - group.begin();
                });
            for (const Frame frame : {Frame::element, Frame::literal}) {
                INFO(a.to_string() << " and " << b.to_string() << ", " << name_of(frame));
                const Subject subject(coincidence, frame);
                const Case setting{{}, {}, 2};
                const auto found = law.sweep->run(subject.at(setting), setting, 3).least;
                const auto expected = by_tuples(subject, law, setting, all).least;
                REQUIRE(found);
                CHECK(to_string(*found) == to_string(expected.value()));
            }
        }
    }
}

TEST_CASE("domains of swaps have every pair that their statements speak of") {
    for (const auto& [name, apart] :
         {std::pair("width-swap-dependence", false), std::pair("sensitivity", true)}) {
        const Domain& domain = property(name).domain.value();
        for (std::size_t n = 1; n <= 7; ++n) {
            const auto swap = [n](std::size_t i, std::size_t j) {
                std::vector<std::int64_t> ranks;
                for (std::size_t e = 1; e <= n; ++e)
                    ranks.push_back(static_cast<std::int64_t>(e == i ? j : e == j ? i : e));
                return test::ranks(ranks);
            };
            std::set<std::vector<Permutation>> expected;
            for (std::size_t i = 1; i <= n; ++i) {
                for (std::size_t j = i + 1; j <= n; ++j) {
                    for (std::size_t k = i + 1; k <= n; ++k) {
                        const std::size_t l = k + j - i;
                        if (l > n || (apart && j >= k)) continue;
                        expected.insert({swap(i, j), swap(k, l)});
                    }
                }
            }
            std::set<std::vector<Permutation>> found;
            for (std::uint64_t index = 0; index < domain.count(n); ++index)
                found.insert(domain.at(n, index));
            INFO(name << ", n = " << n);
            CHECK(found == expected);
            CHECK(domain.count(n) == expected.size());
        }
    }
}

TEST_CASE("rankings that are no two swaps of one width are not compared") {
    const Subject subject(first, Frame::element);
    const auto kind = [&](std::string_view name, std::vector<std::int64_t> sigma,
                          std::vector<std::int64_t> tau) {
        const Case c{{test::ranks(std::move(sigma)), test::ranks(std::move(tau))}, {}, 2};
        return property(name).check(subject, c).kind;
    };
    using enum Outcome::Kind;
    CHECK(kind("width-swap-dependence", {2, 1, 3}, {1, 3, 2}) == violated);
    CHECK(kind("width-swap-dependence", {1, 2, 3}, {1, 3, 2}) == does_not_apply);
    CHECK(kind("width-swap-dependence", {2, 3, 1}, {1, 3, 2}) == does_not_apply);
    CHECK(kind("width-swap-dependence", {3, 2, 1}, {1, 3, 2}) == does_not_apply);
    CHECK(kind("sensitivity", {2, 1, 3}, {1, 3, 2}) == does_not_apply);
    CHECK(kind("sensitivity", {2, 1, 3, 4}, {1, 2, 4, 3}) == holds);
}

// --- the logarithms ---------------------------------------------------------------------------

TEST_CASE("dcg and ndcg have different values for different rankings up to n = 6, not at n = 7") {
    for (const char* name : {"dcg", "ndcg"}) {
        for (const char* law : {"identity-of-indiscernibles", "induced-distance"}) {
            INFO(law << " of " << name);
            CheckOptions options;
            options.exhaustive_n = 6;
            const CheckResult below = check(metric(name), property(law), Frame::element, options);
            CHECK(below.verdict == Verdict::exhausted);
            CHECK(below.effort.undecided == 0);

            const CheckResult at = checked(metric(name), law);
            CHECK(at.verdict == Verdict::refuted);
            CHECK(at.effort.undecided == 0);
            // Elements 1, 3, 7 are discounted by 1, 1/2, 1/3, and
            // 1 + 5/2 + 2/3 = 2 + 1/2 + 5/3; the others have the same ranks.
            const auto& rankings = at.witness.value().rankings;
            CHECK(rankings[0] == test::ranks({1, 3, 5, 4, 6, 7, 2}));
            CHECK(rankings[1] == test::ranks({2, 3, 1, 4, 6, 7, 5}));
        }
    }
}
