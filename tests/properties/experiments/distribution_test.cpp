// SPDX-License-Identifier: MIT
// Distributions of metrics over S_n: values against plain loops by the naive path, formulas against
// those of the literature, and what has none.
#include "properties/experiments/distribution.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"
#include "properties/runner.hpp"
#include "ranking/enumeration.hpp"
#include "tests/catch.hpp"
#include "tests/properties/planted.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::properties;
using namespace disarray::properties::experiments;
using metrics::Kind;
using metrics::Metric;

namespace {

const Metric& metric(std::string_view name) {
    return *metrics::metrics_named(name, std::nullopt, "test").front();
}

const ValuesInN& of(const std::array<ValuesInN, 3>& all, InN value) {
    return all[static_cast<std::size_t>(value)];
}

std::array<ValuesInN, 3> values(const Metric& metric, std::size_t n_to = 7) {
    return values_in_n(metric, {}, n_to).value();
}

/// M(σ,τ) = σ(1)², whatever τ is: not right-invariant.
const Metric first_rank =
    test::planted("first", Kind::distance, [](const Permutation& sigma, const Permutation&) {
        return Value(Rational((sigma[0] + 1) * (sigma[0] + 1)));
    });

}  // namespace

TEST_CASE("Values over S_n are those of the naive path", "[distribution]") {
    static const Weighting unit;
    for (const char* name : {"kendall", "footrule[box]", "cayley", "lee", "kendall-tau", "osc"}) {
        for (std::size_t n = 2; n <= 5; ++n) {
            std::map<Rational, int> counts;
            for (const Permutation& sigma : all_permutations(n)) {
                const Permutation id = Permutation::identity(n);
                ++counts[metric(name)
                             .naive_value({sigma, id, unit, metrics::Frame::element})
                             .rational()];
            }
            const auto found = values_over(Subject(metric(name), metrics::Frame::element), unit, n);
            INFO(name << ", n = " << n);
            REQUIRE(found.values.size() == counts.size());
            CHECK(std::ranges::equal(found.values, counts, [](const auto& a, const auto& b) {
                return a.first == b.first && a.second == Integer(b.second);
            }));
        }
    }
}

// Sources: tests/search/discover/distribution_test.cpp; the greatest values are elementary.
TEST_CASE("Mean, variance and diameter are told as formulas that were tested", "[distribution]") {
    const auto kendall = values(metric("kendall"));
    CHECK(of(kendall, InN::mean).explanation() ==
          "1/4*n^2 - 1/4*n, fitted on n = 1..3, tested on n = 4..7");
    CHECK(of(kendall, InN::mean).verdict() == Verdict::supported);
    CHECK(of(kendall, InN::mean).evaluations == 1 + 2 + 6 + 24 + 120 + 720 + 5040);
    CHECK(of(kendall, InN::variance).formula().starts_with("1/36*n^3 + 1/24*n^2 - 5/72*n, "));
    CHECK(of(kendall, InN::diameter).formula().starts_with("1/2*n^2 - 1/2*n, "));
    CHECK(of(kendall, InN::diameter).of ==
          "M(σ,id) on all of S_1 … S_7, as M(σ,τ) = M(στ⁻¹,id) on S_1 … S_4");
    const auto footrule = values(metric("footrule[prefix]"));
    CHECK(of(footrule, InN::variance).formula().starts_with("2/45*n^3 + 2/45*n^2 + 7/45*n + 7/45"));
    CHECK(of(footrule, InN::diameter).formula().starts_with("1/2*n^2 - 1/2*(n mod 2), "));
    CHECK(of(values(metric("kendall-tau")), InN::variance).explanation() ==
          "(4*n + 10)/(9*n^2 - 9*n), fits n = 2, 3, …, 7 (6 values, 4 unknowns); not a proof");
}

TEST_CASE("What has no formula says its values, and too few are none", "[distribution]") {
    const ValuesInN cayley = of(values(metric("cayley"), 4), InN::mean);  // less a harmonic number
    CHECK(cayley.verdict() == Verdict::undecided);
    CHECK(cayley.explanation() ==
          "no formula with 2 values to spare: 0 at n = 1, 1/2 at n = 2, 7/6 at n = 3, 23/12 at n = "
          "4");
    CHECK(of(values(metric("kendall"), 4), InN::mean).verdict() == Verdict::undecided);
    CHECK(of(values(metric("kendall"), 5), InN::mean).verdict() == Verdict::supported);
}

TEST_CASE("The diameter is that of all pairs, and no similarity has one", "[distribution]") {
    static const Weighting unit;
    for (const char* name : {"kendall", "footrule[prefix]", "hamming", "ulam", "dis", "mse"}) {
        const Metric& m = metric(name);
        const ValuesInN diameter = of(values(m, 4), InN::diameter);
        INFO(name);
        for (const auto& [n, value] : diameter.samples) {
            Rational greatest = 0;
            for (const Permutation& sigma : all_permutations(n))
                for (const Permutation& tau : all_permutations(n))
                    greatest = std::max(
                        greatest,
                        m.naive_value({sigma, tau, unit, metrics::Frame::element}).rational());
            CHECK(value == greatest);
        }
    }
    const ValuesInN planted = of(values(first_rank), InN::diameter);
    CHECK(planted.of == "M(σ,τ) of all pairs of S_1 … S_5");
    CHECK(planted.formula().starts_with("n^2, fitted on n = 1..3, tested on n = 4..5"));
    CHECK(planted.evaluations == 1 + 4 + 36 + 576 + 14400);
    CHECK(of(values(metric("kendall-tau")), InN::diameter).verdict() == Verdict::not_applicable);
}

TEST_CASE("Where a distribution makes no sense the reason is said", "[distribution]") {
    CHECK(of(values(metric("recall")), InN::mean).why_not.find("depends on k") !=
          std::string::npos);
    CHECK(of(values(metric("dcg")), InN::mean).why_not == "ranks 1 2 have no rational value");
    CHECK_THROWS_AS(values_in_n(metric("kendall"), {}, 9), UsageError);
}

TEST_CASE("Unimodality is refuted by counts that rise again", "[distribution]") {
    // On S_3 the value 0 occurs twice, 1 once, 2 three times.
    const Metric planted =
        test::planted("planted", Kind::distance, [](const Permutation& sigma, const Permutation&) {
            if (sigma.size() != 3) return Value(Rational(0));
            const auto rank = lexicographic_rank_64(sigma);
            return Value(Rational(rank < 2 ? 0 : rank == 2 ? 1 : 2));
        });
    const auto result = [](const Metric& m) {
        return check(m, property_named("unimodality", "test"), metrics::Frame::element, {});
    };
    const CheckResult refuted = result(planted);
    CHECK(refuted.verdict == Verdict::refuted);
    CHECK(refuted.explanation == "on S_3 0 occurs 2 times, 1 occurs 1 times, 2 occurs 3 times");
    CHECK(refuted.witness->rankings.front() == Permutation::identity(3));
    const CheckResult kendall = result(metric("kendall"));
    CHECK(kendall.verdict == Verdict::exhausted);
    CHECK(kendall.scope.find("all σ together in S_n, n <= 7") != std::string::npos);
    CHECK(result(metric("dcg")).effort.applicable <= 1);
}
