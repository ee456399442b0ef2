// SPDX-License-Identifier: MIT
// Shows that Kendall's distance, classical and generalized, equals its formula written term by
// term, and that its distribution on S_n is the published one.
#include "metrics/kendall.hpp"

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "tests/support/distribution.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

using metrics::Frame;
using metrics::kendall;

namespace {

void require_as_naive(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                      Frame frame) {
    const Rational fast = kendall(sigma, tau, weighting, frame);
    const Rational naive = metrics::naive::kendall(sigma, tau, weighting, frame);
    if (fast == naive) return;
    FAIL_CHECK("kendall: fast " << fast.to_string() << ", naive " << naive.to_string() << " at "
                                << described(sigma, tau, weighting, frame));
}

/// Coefficients of [n]_q! = Π_{m=1..n} (1 + q + … + q^{m−1}).
Distribution q_factorial(std::size_t n) {
    Distribution product{1};
    for (std::size_t m = 2; m <= n; ++m) {
        Distribution next(product.size() + m - 1, 0);
        for (std::size_t k = 0; k < product.size(); ++k) {
            for (std::size_t shift = 0; shift < m; ++shift)
                next[k + shift] += product[k];
        }
        product = next;
    }
    return product;
}

}  // namespace

TEST_CASE("Kendall's distance of KV's example is 2", "[metrics]") {
    CHECK(kendall(order_bca()) == 2);
    CHECK(kendall(Permutation::reversal(10)) == 45);
    CHECK(kendall(Permutation::identity(10)) == 0);
    CHECK(kendall(Permutation()) == 0);
}

TEST_CASE("KV 3.1: with weights 1, 2, 3 Kendall's distance of b c a is 5", "[metrics]") {
    const Weighting weighting =
        weighting_of(ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "KV 3.1"));
    CHECK(kendall(order_bca(), Permutation::identity(3), weighting) == Rational(5));
}

TEST_CASE("KV 3.2: with swap costs 1, 1/2 Kendall's distance of b c a is 1.125", "[metrics]") {
    const Rational costs[] = {1, fraction(1, 2)};
    for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
        const Weighting weighting = weighting_of(SwapCosts::from(costs, "KV 3.2"), policy);
        CHECK(kendall(order_bca(), Permutation::identity(3), weighting) == fraction(9, 8));
    }
}

TEST_CASE("Kendall's distance is distributed as the Mahonian numbers", "[metrics]") {
    // OEIS A008302 (MacMahon 1913), rows 1..8; the last by its symmetry about 14.
    const std::vector<Distribution> published = {
        {1},
        {1, 1},
        {1, 2, 2, 1},
        {1, 3, 5, 6, 5, 3, 1},
        {1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1},
        {1, 5, 14, 29, 49, 71, 90, 101, 101, 90, 71, 49, 29, 14, 5, 1},
        {1,   6,   20,  49,  98,  169, 259, 359, 455, 531, 573,
         573, 531, 455, 359, 259, 169, 98,  49,  20,  6,   1},
        {1,    7,    27,   76,   174,  343,  602, 961, 1415, 1940, 2493, 3017, 3450, 3736, 3836,
         3736, 3450, 3017, 2493, 1940, 1415, 961, 602, 343,  174,  76,   27,   7,    1}};
    for (std::size_t n = 1; n <= 8; ++n) {
        CHECK(q_factorial(n) == published[n - 1]);
        CHECK(distribution(n, [](const Permutation& sigma) { return kendall(sigma); }) ==
              published[n - 1]);
    }
}

TEST_CASE("Kendall's distance equals its formula on all pairs of S_4, in both frames",
          "[metrics]") {
    const auto all = all_permutations(4);
    for (const Weighting& weighting : sample_weightings(4)) {
        for (const Frame frame : both_frames) {
            for (const Permutation& sigma : all) {
                for (const Permutation& tau : all)
                    require_as_naive(sigma, tau, weighting, frame);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("Kendall's distance equals its formula on all of S_1 to S_5", "[metrics]") {
    for (std::size_t n = 1; n <= 5; ++n) {
        for (const Weighting& weighting : sample_weightings(n)) {
            for (const Permutation& sigma : all_permutations(n)) {
                require_as_naive(sigma, Permutation::identity(n), weighting, Frame::element);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("Kendall's distance equals its formula on random rankings with random weights",
          "[metrics]") {
    check_property(
        "kendall: fast equals naive",
        [] {
            const auto [sigma, tau, weighting] = *instance(9);
            for (const Frame frame : both_frames) {
                RC_ASSERT(kendall(sigma, tau, weighting, frame) ==
                          metrics::naive::kendall(sigma, tau, weighting, frame));
            }
        },
        300);
}

TEST_CASE("Kendall's distance is exact where numbers leave 64 bits", "[metrics]") {
    for (const std::size_t n : {2u, 3u, 5u, 8u}) {
        for (const Weighting& weighting : oversized_weightings(n)) {
            for (const Frame frame : both_frames) {
                require_as_naive(shuffled(n, 1), shuffled(n, 2), weighting, frame);
                require_as_naive(Permutation::reversal(n), Permutation::identity(n), weighting,
                                 frame);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("With unit parts Kendall's distance collapses to the number of inversions", "[metrics]") {
    const auto id = Permutation::identity(6);
    const Weighting parts[] = {
        {},
        weighting_of(ElementWeights::from(std::vector<std::int64_t>(6, 1), "unit")),
        weighting_of(SwapCosts::unit(6), FixedPointPolicy::local),
        weighting_of(Dissimilarity::unit(6))};
    for (const Permutation& sigma : all_permutations(6)) {
        for (const Weighting& weighting : parts) {
            if (kendall(sigma, id, weighting) != Rational(kendall(sigma))) {
                FAIL_CHECK(described(sigma, id, weighting, Frame::element));
            }
        }
    }
    SUCCEED();
}

TEST_CASE("KV Lemma 4: an element of weight w counts as w elements of weight 1", "[metrics]") {
    check_property("weights are multiplicities", [] {
        const Permutation sigma = *permutation(1, 7);
        const auto w = *rc::gen::container<std::vector<std::int64_t>>(
            sigma.size(), rc::gen::inRange<std::int64_t>(1, 6));
        std::vector<std::int64_t> order;  // of the sub-elements, counted from 1
        for (const std::int64_t element : sigma.to_order()) {
            std::int64_t first = 1;
            for (std::int64_t before = 1; before < element; ++before) {
                first += w[static_cast<std::size_t>(before - 1)];
            }
            for (std::int64_t k = 0; k < w[static_cast<std::size_t>(element - 1)]; ++k) {
                order.push_back(first + k);
            }
        }
        const Weighting weighting = weighting_of(ElementWeights::from(w, "generated"));
        RC_ASSERT(kendall(sigma, Permutation::identity(sigma.size()), weighting) ==
                  Rational(kendall(Permutation::from_order(order, "generated"))));
    });
}

TEST_CASE("Kendall's distance refuses rankings and weights of other sizes", "[metrics]") {
    CHECK_THROWS_AS(kendall(Permutation::identity(2), Permutation::identity(3), {}), UsageError);
    CHECK(message_of<InputError>([] {
              (void)kendall(Permutation::identity(3), Permutation::identity(3),
                            weighting_of(Dissimilarity::unit(4)));
          }) == "size of the dissimilarity: found 4, expected 3 for rankings of 3 elements");
}

}  // namespace disarray::test
