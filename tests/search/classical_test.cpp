// SPDX-License-Identifier: MIT
// The incremental sweep of K <= F <= 2K equals a plain loop over S_n.
#include "search/classical.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "tests/catch.hpp"
#include "tests/support/permutations.hpp"

using namespace disarray;
using namespace disarray::search;

TEST_CASE("the classical sweep finds the extremes and least permutations of a plain loop") {
    for (std::size_t n = 2; n <= 9; ++n) {
        INFO("n = " << n);
        ClassicalExtreme least, greatest;
        std::uint64_t count = 0;
        std::vector<Rank> ranks;
        for (std::size_t i = 0; i < n; ++i)
            ranks.push_back(static_cast<Rank>(i));
        do {
            ++count;
            const auto sigma = Permutation::from_ranks_unchecked(ranks);
            const std::uint64_t k = metrics::kendall(sigma);
            const std::uint64_t f = metrics::footrule(sigma);
            if (k == 0) continue;
            // Strict comparisons in lexicographic order keep the least permutation.
            if (least.kendall == 0 || f * least.kendall < least.footrule * k) least = {f, k, sigma};
            if (greatest.kendall == 0 || f * greatest.kendall > greatest.footrule * k) {
                greatest = {f, k, sigma};
            }
        } while (std::next_permutation(ranks.begin(), ranks.end()));

        const ClassicalSweep found = sweep_classical(n, static_cast<unsigned>(n % 3));
        CHECK(found.permutations == count);
        CHECK(found.below == 0);  // Diaconis and Graham 1977
        CHECK(found.above == 0);
        CHECK(found.least.ratio() == least.ratio());
        CHECK(found.least.sigma == least.sigma);
        CHECK(found.greatest.ratio() == greatest.ratio());
        CHECK(found.greatest.sigma == greatest.sigma);
    }
}

TEST_CASE("the classical sweep refuses an n out of range") {
    CHECK_THROWS_AS(sweep_classical(0), UsageError);
    CHECK_THROWS_AS(sweep_classical(max_classical_n + 1), UsageError);
}
