// SPDX-License-Identifier: MIT
// Pairs of rankings with ties: their number, values against definitions, and what Fagin et al.
// prove found from nothing.
#include "search/discover/tied.hpp"

#include "base/error.hpp"
#include "search/discover/discover.hpp"

namespace disarray::test {

using namespace search::discover;

TEST_CASE("Pairs of rankings with ties are all pairs up to the names of elements", "[discover]") {
    // OEIS A000670.
    const std::size_t fubini[] = {1, 3, 13, 75, 541};
    for (std::size_t n = 1; n <= 5; ++n) {
        CHECK(tied_rankings(n).size() == fubini[n - 1]);
        const TiedPairs pairs(n);
        std::uint64_t count = 0;
        for (std::uint64_t k = 0; k < pairs.size(); ++k)
            count += pairs.count(k);
        CHECK(count == fubini[n - 1] * fubini[n - 1]);
    }
}

TEST_CASE("Statistics of rankings with ties are the distances by their definitions", "[discover]") {
    for (const Statistic& statistic : tied_statistics()) {
        CAPTURE(statistic.name);
        for (std::size_t n = 1; n <= 4; ++n) {
            std::int64_t most = 0;
            const TiedPairs pairs(n);
            for (std::uint64_t k = 0; k < pairs.size(); ++k) {
                const auto [sigma, tau] = pairs[k];
                const std::int64_t value = tied_value(statistic, sigma, tau);
                REQUIRE(Rational(value) ==
                        Rational(statistic.unit) * naive_tied_value(statistic, sigma, tau));
                most = std::max(most, value);
            }
            CHECK(most == statistic.unit * statistic.greatest(static_cast<std::int64_t>(n)));
        }
    }
}

TEST_CASE("Fagin's equivalences of distances with ties are found from nothing", "[discover]") {
    DiscoverOptions options;
    options.quantities = quantities_named("Kprof,KHaus,Fprof,FHaus", "q");
    options.n_from = 2;
    options.n_to = 6;
    options.theorems = known_theorems();
    const Discovery found = discover(options);
    std::size_t theorems = 0;
    for (const TheoremResult& known : found.theorems) {
        CAPTURE(known.theorem.name);
        ++theorems;
        CHECK(known.verdict() == Verdict::exhausted);
        CHECK(known.is_found);
    }
    CHECK(theorems == 6);
    // Halves are told as they are: Fprof itself, not twice it.
    CHECK(decide(parse_statement("Fprof <= 2*Kprof"), 5).violating == 0);
    CHECK(decide(parse_statement("2*Fprof <= 5/2*Kprof"), 3).violating > 0);
}

TEST_CASE("A false statement about rankings with ties has a pair as witness", "[discover]") {
    const StatementResult result = decide(parse_statement("KHaus <= Kprof"), 2);
    CHECK(result.permutations == 9);
    CHECK(result.violating == 4);
    CHECK(result.witness_text() == "ranks 1 1 against 1 2");
    CHECK(result.values == std::vector<Rational>{1, Rational(Integer(1), Integer(2))});
    CHECK_THROWS_AS(decide(parse_statement("Kprof <= kendall"), 3), NotSupported);
    CHECK_THROWS_AS(decide(parse_statement("Kprof <= Fprof"), 8), NotSupported);
}

}  // namespace disarray::test
