// SPDX-License-Identifier: MIT
// Correlations of rankings with ties, against their definitions pair by pair.
#include "metrics/correlation.hpp"

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using disarray::test::rankings_with_ties;

namespace {

int sign(Rank a, Rank b) {
    return a < b ? -1 : a > b ? 1 : 0;
}

struct Sums {
    std::int64_t both = 0, first = 0, second = 0;
};

Sums sums_of_signs(const std::vector<Rank>& s, const std::vector<Rank>& t) {
    Sums sums;
    for (std::size_t i = 0; i < s.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            sums.both += sign(s[i], s[j]) * sign(t[i], t[j]);
            sums.first += s[i] != s[j];
            sums.second += t[i] != t[j];
        }
    }
    return sums;
}

Rational midrank(const std::vector<Rank>& ranks, std::size_t i) {
    std::int64_t below = 0, equal = 0;
    for (const Rank rank : ranks) {
        below += rank < ranks[i];
        equal += rank == ranks[i];
    }
    return Rational(below) + Rational(Integer(equal + 1), Integer(2));
}

/// Pearson's correlation of mid-ranks.
Value naive_rho(const std::vector<Rank>& s, const std::vector<Rank>& t) {
    const auto n = static_cast<std::int64_t>(s.size());
    Rational mean_s = 0, mean_t = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        mean_s += midrank(s, i) / Rational(n);
        mean_t += midrank(t, i) / Rational(n);
    }
    Rational covariance = 0, variance_s = 0, variance_t = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const Rational x = midrank(s, i) - mean_s, y = midrank(t, i) - mean_t;
        covariance += x * y;
        variance_s += x * x;
        variance_t += y * y;
    }
    if (variance_s == 0 || variance_t == 0) return Value::undefined("0/0");
    return Value(covariance) / Value::root(variance_s * variance_t, 2);
}

bool same(const Value& a, const Value& b) {
    return !a.is_defined() ? !b.is_defined() : compare(a, b) == Order::equal;
}

}  // namespace

TEST_CASE("correlations with ties are those of the definitions on all rankings of four",
          "[metrics][correlation]") {
    for (std::size_t n = 1; n <= 4; ++n) {
        const auto all = rankings_with_ties(n);
        for (const auto& s : all) {
            for (const auto& t : all) {
                const Sums sums = sums_of_signs(s, t);
                const auto pairs = static_cast<std::int64_t>(n * (n - 1) / 2);
                const Value tau_a = pairs == 0
                                        ? Value::undefined("0/0")
                                        : Value(Rational(Integer(sums.both), Integer(pairs)));
                const std::int64_t product = sums.first * sums.second;
                const Value tau_b = product == 0 ? Value::undefined("0/0")
                                                 : Value(sums.both) / Value::root(product, 2);
                const bool agree = same(metrics::kendall_tau_a(s, t), tau_a) &&
                                   same(metrics::kendall_tau_b(s, t), tau_b) &&
                                   same(metrics::spearman_rho_of_midranks(s, t), naive_rho(s, t));
                INFO("n = " << n << ", element 0 has ranks " << s[0] << " and " << t[0]);
                if (!agree) FAIL();
            }
        }
    }
    SUCCEED();
}

TEST_CASE("correlations of rankings of different lengths are refused", "[metrics][correlation]") {
    const std::vector<Rank> two{0, 1}, three{0, 1, 2};
    CHECK_THROWS_AS(metrics::kendall_tau_a(two, three), UsageError);
    CHECK_THROWS_AS(metrics::kendall_tau_b(two, three), UsageError);
    CHECK_THROWS_AS(metrics::spearman_rho_of_midranks(two, three), UsageError);
}
