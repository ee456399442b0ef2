// SPDX-License-Identifier: MIT
// Shows that Hamming's distance equals its definition, and that a metric of a family that the
// program says nothing about stands in every list.
#include "metrics/hamming.hpp"

#include <set>

#include "base/error.hpp"
#include "metrics/catalogue.hpp"
#include "tests/metrics/gt_support.hpp"
#include "tests/support/errors.hpp"

namespace disarray::test {

using namespace metrics;

TEST_CASE("Hamming's distance is the size of the set of elements that moved", "[metrics]") {
    const Metric metric = hamming_metrics().front();
    for (std::size_t n = 0; n <= 4; ++n) {
        for (const Permutation& sigma : all_permutations(n)) {
            for (const Permutation& tau : all_permutations(n)) {
                std::set<std::size_t> moved;
                for (std::size_t i = 0; i < n; ++i)
                    if (sigma[i] != tau[i]) moved.insert(i);
                CHECK(hamming(sigma, tau) == moved.size());
                CHECK(same(value_of(metric, sigma, tau), Value(Rational(moved.size()))));
            }
        }
    }
    CHECK(hamming(order_bca(), Permutation::identity(3)) == 3);
    CHECK_THROWS_AS(hamming(order_bca(), Permutation::identity(4)), UsageError);
}

TEST_CASE("Hamming's distance is greatest where its entry says", "[metrics]") {
    const Metric metric = hamming_metrics().front();
    for (std::size_t n = 0; n <= 5; ++n) {
        std::size_t most = 0;
        for (const Permutation& sigma : all_permutations(n))
            most = std::max(most, hamming(sigma, Permutation::identity(n)));
        CHECK(same(metric.greatest(n, {}), Value(Rational(most))));
    }
}

TEST_CASE("Every family of the catalogue can be asked for by its name", "[metrics]") {
    std::set<std::string_view> families;
    for (const Metric& metric : catalogue())
        families.insert(metric.family);
    CHECK(families.contains("hamming"));
    for (const std::string_view family : families) {
        CAPTURE(family);
        for (const Metric* metric : metrics_named(family, std::nullopt, "m"))
            CHECK(metric->family == family);
    }
    const std::string refusal =
        message_of<InputError>([] { (void)metrics_named("haming", std::nullopt, "--metric"); });
    CHECK(contains(refusal, "the nearest hamming,"));
}

}  // namespace disarray::test
