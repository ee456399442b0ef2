// SPDX-License-Identifier: MIT
// The sweep of K <= F <= 2K equals a plain loop over S_n.
#include "search/classical.hpp"

#include <algorithm>
#include <chrono>

#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "search/discover/attained.hpp"
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

        const ClassicalSweep found = sweep_classical(n, static_cast<unsigned>(n % 3)).value();
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
    CHECK_THROWS_AS(sweep_classical(1), UsageError);
    CHECK_THROWS_AS(sweep_classical(discover::max_attained_n + 1), UsageError);
}

TEST_CASE("the classical sweep of what is to stop has no result") {
    CHECK_FALSE(sweep_classical(6, 1, Stop(std::chrono::seconds(0))));
}
