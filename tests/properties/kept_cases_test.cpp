// SPDX-License-Identifier: MIT
//
// Shows that the kept cases are what the search finds, and nothing that was made up.
#include "properties/kept_cases.hpp"

#include "metrics/catalogue.hpp"
#include "metrics/naive.hpp"
#include "search/extreme_ratio.hpp"
#include "tests/catch.hpp"

namespace disarray::properties {

namespace {

/// D of a case as text, to be compared.
std::vector<Rational> entries_of(const Dissimilarity& d) {
    std::vector<Rational> entries;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < d.size(); ++j)
            entries.push_back(d(i, j));
    }
    return entries;
}

Rational ratio_of(const Case& instance, metrics::Reading reading) {
    const Permutation& sigma = instance.rankings.front();
    const Permutation id = Permutation::identity(sigma.size());
    return metrics::naive::footrule(sigma, id, instance.weighting, reading) /
           metrics::naive::kendall(sigma, id, instance.weighting);
}

}  // namespace

TEST_CASE("kept cases are the witnesses of the search, with a pseudometric and with a metric",
          "[properties]") {
    struct Origin {
        metrics::Reading reading;
        Extreme extreme;
        std::size_t n;
        Rational bound;  ///< of the inequality that they refute
    };
    // K <= F[prefix] and F[box] <= 3K.
    const Origin origins[] = {{metrics::Reading::box, Extreme::greatest, 5, 3},
                              {metrics::Reading::prefix, Extreme::least, 6, 1}};
    const ExtremeRatioDecider decide = search::extreme_ratio_decider();
    REQUIRE(kept_cases().size() == 2 * std::size(origins));
    auto next = kept_cases().begin();
    for (const Origin& origin : origins) {
        const auto is_beyond = [&](const Rational& ratio) {
            return origin.extreme == Extreme::least ? ratio < origin.bound : ratio > origin.bound;
        };
        const ExtremeRatio before = decide(origin.reading, origin.extreme, origin.n - 1, Stop());
        CHECK_FALSE(is_beyond(before.ratio.value()));
        const ExtremeRatio found = decide(origin.reading, origin.extreme, origin.n, Stop());
        const Case& loose = *next++;
        const Case& strict = *next++;
        CHECK(loose.rankings.front() == found.witness.sigma);
        CHECK(entries_of(*loose.weighting.dissimilarity) ==
              entries_of(*found.witness.weighting.dissimilarity));
        CHECK(ratio_of(loose, origin.reading) == *found.ratio);
        CHECK(strict.rankings.front() == found.witness.sigma);
        CHECK(strict.weighting.dissimilarity->is_metric());
        CHECK(is_beyond(ratio_of(strict, origin.reading)));
    }
}

}  // namespace disarray::properties
