// SPDX-License-Identifier: MIT
// Distributions of statistics: the means and variances that the literature has, sums over all of
// S_n, peaks.
#include "search/discover/distribution.hpp"

#include "base/error.hpp"
#include "ranking/enumeration.hpp"
#include "tests/catch.hpp"

namespace disarray::test {

using namespace search::discover;

namespace {

Distribution distribution_up_to(std::string_view name, std::size_t n_to) {
    std::vector<Attained> points;
    for (std::size_t n = 2; n <= n_to; ++n)
        points.push_back(attained(n, {quantities_named(name, "q")}).front());
    return distribution_of(points);
}

std::string formula(const Formulas& formulas) {
    return formulas.fits.size() == 1 ? formulas.fits.front().function.to_string() : "none";
}

/// Points 0, 1, … with these counts.
std::vector<std::size_t> unimodal(const std::vector<std::uint64_t>& counts) {
    Attained points{3, quantities_named("kendall", "q"), {}};
    for (const std::uint64_t count : counts)
        points.points.push_back({{static_cast<std::int64_t>(points.points.size())}, count, 0});
    return distribution_of(std::vector{points}).unimodal;
}

}  // namespace

// Kendall and Spearman: Kendall, Rank Correlation Methods; the footrule: Diaconis and Graham 1977,
// Table 1, and Ekhad's moments; descents: the Eulerian numbers.
TEST_CASE("Means and variances are found as polynomials in n", "[discover]") {
    const auto check = [](const char* name, const char* mean, const char* variance) {
        const Distribution found = distribution_up_to(name, 9);
        INFO(name);
        CHECK(formula(found.mean) == mean);
        CHECK(formula(found.variance) == variance);
    };
    check("kendall", "(n^2 - n)/4", "(2*n^3 + 3*n^2 - 5*n)/72");
    check("footrule", "(n^2 - 1)/3", "(2*n^3 + 2*n^2 + 7*n + 7)/45");
    check("spearman", "(n^3 - n)/6", "(n^5 + n^4 - n^3 - n^2)/36");
    check("hamming", "n - 1", "1");
    check("runs", "(n - 1)/2", "(n + 1)/12");
    check("cayley", "none", "none");  // n minus a harmonic number
}

TEST_CASE("Mean and variance are those over all σ", "[discover]") {
    for (const char* const name : {"cayley", "ulam", "osc", "runs[inverse]"}) {
        const Distribution found = distribution_up_to(name, 6);
        for (std::size_t k = 0; k < found.means.size(); ++k) {
            const auto [n, mean] = found.means[k];
            Evaluator evaluate(quantities_named(name, "q"));
            Rational sum = 0, squares = 0;
            for (const Permutation& sigma : all_permutations(n)) {
                const Rational value = Integer(evaluate(sigma.ranks()).front());
                sum += value;
                squares += (value - mean) * (value - mean);
            }
            INFO(name << ", n = " << n);
            CHECK(sum / Rational(factorial_64(n)) == mean);
            CHECK(squares / Rational(factorial_64(n)) == found.variances[k].second);
        }
    }
}

TEST_CASE("Counts are unimodal if they never rise after they have fallen", "[discover]") {
    const std::vector<std::size_t> yes{3}, no;
    CHECK(unimodal({1}) == yes);
    CHECK(unimodal({1, 2, 2, 3, 3, 1}) == yes);
    CHECK(unimodal({3, 2, 1}) == yes);
    CHECK(unimodal({1, 2, 3}) == yes);
    CHECK(unimodal({2, 1, 2}) == no);
    CHECK(unimodal({1, 2, 1, 1, 2}) == no);
    CHECK(unimodal({1, 3, 6, 7, 6, 5, 3, 6, 1}) == no);
    CHECK_THROWS_AS(distribution_of({}), UsageError);
}

}  // namespace disarray::test
