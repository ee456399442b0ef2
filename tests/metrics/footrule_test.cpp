// SPDX-License-Identifier: MIT
// Shows that the footrule, classical and in every reading, equals its formula written term by term,
// and that its distribution on S_n is the published one.
#include "metrics/footrule.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "metrics/kendall.hpp"
#include "metrics/naive.hpp"
#include "tests/support/distribution.hpp"
#include "tests/support/errors.hpp"
#include "tests/support/instances.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

using metrics::all_readings;
using metrics::footrule;
using metrics::Frame;
using metrics::kendall;
using metrics::Reading;

namespace {

/// Every reading that has a value at (σ,τ).
void require_as_naive(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                      Frame frame) {
    for (const Reading reading : all_readings) {
        if (metrics::why_undefined(reading, frame, tau)) continue;
        const Rational fast = footrule(sigma, tau, weighting, reading, frame);
        const Rational naive = metrics::naive::footrule(sigma, tau, weighting, reading, frame);
        if (fast == naive) continue;
        FAIL_CHECK("footrule[" << name_of(reading) << "]: fast " << fast.to_string() << ", naive "
                               << naive.to_string() << " at "
                               << described(sigma, tau, weighting, frame));
    }
}

/// The σ in S_n by half their total displacement, from paths that start and end at height 0: after
/// i elements, h ranks up to i are still free and as many elements wait for a later rank. A step up
/// leaves element and rank i open, a level step closes one of them or neither (2h+1 ways), a step
/// down closes both (h² ways); an open pair costs 1 for each step it stays open.
Distribution displacement_from_paths(std::size_t n) {
    const std::size_t most = n * n / 4 + 1;
    std::vector<Distribution> by_height(n + 2, Distribution(most, 0));
    by_height[0][0] = 1;
    for (std::size_t step = 0; step < n; ++step) {
        std::vector<Distribution> next(n + 2, Distribution(most, 0));
        for (std::size_t h = 0; h <= step; ++h) {
            for (std::size_t k = 0; k < most; ++k) {
                const std::uint64_t ways = by_height[h][k];
                if (ways == 0) continue;
                const auto add = [&](std::size_t height, std::uint64_t factor) {
                    if (k + height < most) next[height][k + height] += ways * factor;
                };
                add(h + 1, 1);
                add(h, 2 * h + 1);
                if (h > 0) add(h - 1, h * h);
            }
        }
        by_height = next;
    }
    by_height[0].resize(n * n / 4 + 1);
    return by_height[0];
}

}  // namespace

TEST_CASE("The footrule of KV's example is 4", "[metrics]") {
    CHECK(footrule(order_bca()) == 4);
    CHECK(footrule(order_bca(), order_bca()) == 0);
    CHECK(footrule(Permutation::reversal(10)) == 50);
    CHECK(footrule(Permutation::reversal(9)) == 40);
    CHECK(footrule(Permutation()) == 0);
}

TEST_CASE("KV 3.1: with weights 1, 2, 3 the footrule of b c a is 10", "[metrics]") {
    const Weighting weighting =
        weighting_of(ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "KV 3.1"));
    CHECK(footrule(order_bca(), Permutation::identity(3), weighting, Reading::prefix) ==
          Rational(10));
}

TEST_CASE("KV 3.2: with swap costs 1, 1/2 the footrule of b c a is 2.25", "[metrics]") {
    const Rational costs[] = {1, fraction(1, 2)};
    for (const auto policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
        const Weighting weighting = weighting_of(SwapCosts::from(costs, "KV 3.2"), policy);
        CHECK(footrule(order_bca(), Permutation::identity(3), weighting, Reading::prefix) ==
              fraction(9, 4));
    }
}

TEST_CASE("KV 4.3: the order b c a shows that the factor 2 is needed", "[metrics]") {
    CHECK(footrule(order_bca()) == 2 * kendall(order_bca()));
}

TEST_CASE("KV 4.3: footrule[interval] counts an inversion of type I and none of type II",
          "[metrics]") {
    // D is 1 for one pair only, so that the footrule counts how often that pair occurs.
    const std::size_t n = 5;
    const auto id = Permutation::identity(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            std::vector<std::int64_t> entries(n * n, 0);
            entries[i * n + j] = entries[j * n + i] = 1;
            const Weighting weighting =
                weighting_of(Dissimilarity::from_integers(n, entries, "test"));
            for (const Permutation& sigma : all_permutations(n)) {
                if (sigma[i] < sigma[j]) continue;
                const bool type_two = sigma[j] < i && j < sigma[i];
                const Rational counted = footrule(sigma, id, weighting, Reading::interval);
                const bool as_claimed = type_two ? counted == Rational(0) : counted >= Rational(1);
                if (!as_claimed || kendall(sigma, id, weighting) != Rational(1)) {
                    FAIL_CHECK(described(sigma, id, weighting, Frame::element));
                }
            }
        }
    }
    SUCCEED();
}

TEST_CASE("The footrule is distributed as the published total displacements", "[metrics]") {
    // OEIS A062869, rows 1..8: permutations with Σ|i−σ(i)| = 2k (Diaconis and Graham 1977;
    // Guay-Paquet and Petersen 2014, "The generating function for total displacement").
    const std::vector<Distribution> published = {
        {1},
        {1, 1},
        {1, 2, 3},
        {1, 3, 7, 9, 4},
        {1, 4, 12, 24, 35, 24, 20},
        {1, 5, 18, 46, 93, 137, 148, 136, 100, 36},
        {1, 6, 25, 76, 187, 366, 591, 744, 884, 832, 716, 360, 252},
        {1, 7, 33, 115, 327, 765, 1523, 2553, 3696, 4852, 5708, 5892, 5452, 4212, 2844, 1764, 576}};
    for (std::size_t n = 1; n <= 8; ++n) {
        CHECK(distribution(n, [](const Permutation& sigma) { return footrule(sigma) / 2; }) ==
              published[n - 1]);
        CHECK(displacement_from_paths(n) == published[n - 1]);
    }
}

TEST_CASE("The footrule is even", "[metrics]") {
    for (const Permutation& sigma : all_permutations(7)) {
        if (footrule(sigma) % 2 != 0) FAIL_CHECK(sigma.to_string());
    }
    SUCCEED();
}

TEST_CASE("Diaconis and Graham: K + n - cycles <= F <= 2K on all of S_7", "[metrics]") {
    // Diaconis and Graham 1977, Theorem 2 and (KV 1) its corollary K ≤ F.
    for (const Permutation& sigma : all_permutations(7)) {
        const std::uint64_t k = kendall(sigma);
        const std::uint64_t f = footrule(sigma);
        if (k + sigma.size() - cycles(sigma).size() > f || f > 2 * k) FAIL_CHECK(sigma.to_string());
    }
    SUCCEED();
}

TEST_CASE("The footrule of two rankings is the sum of their rank differences", "[metrics]") {
    check_property("classical two-argument footrule", [] {
        const std::size_t n = *rc::gen::inRange<std::size_t>(1, 200);
        const Permutation sigma = *permutation_of(n), tau = *permutation_of(n);
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < n; ++i)
            sum += std::abs(std::int64_t(sigma[i]) - std::int64_t(tau[i]));
        RC_ASSERT(footrule(sigma, tau) == std::uint64_t(sum));
        RC_ASSERT(footrule(sigma, tau) == footrule(compose(sigma, tau.inverse())));
        RC_ASSERT(footrule(sigma, tau) == footrule(tau, sigma));
    });
    CHECK_THROWS_AS(footrule(Permutation::identity(2), Permutation::identity(3)), UsageError);
}

TEST_CASE("Every reading equals its formula on all pairs of S_4, in both frames", "[metrics]") {
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

TEST_CASE("Every reading equals its formula on all of S_1 to S_5", "[metrics]") {
    for (std::size_t n = 1; n <= 5; ++n) {
        for (const Weighting& weighting : sample_weightings(n)) {
            for (const Permutation& sigma : all_permutations(n)) {
                require_as_naive(sigma, Permutation::identity(n), weighting, Frame::element);
            }
        }
    }
    SUCCEED();
}

TEST_CASE("Every reading equals its formula on random rankings with random weights", "[metrics]") {
    check_property(
        "footrule: fast equals naive",
        [] {
            const auto [sigma, tau, weighting] = *instance(9);
            const auto id = Permutation::identity(sigma.size());
            for (const Reading reading : all_readings) {
                for (const Frame frame : both_frames) {
                    for (const Permutation& reference : {tau, id}) {
                        if (metrics::why_undefined(reading, frame, reference)) continue;
                        RC_ASSERT(
                            footrule(sigma, reference, weighting, reading, frame) ==
                            metrics::naive::footrule(sigma, reference, weighting, reading, frame));
                    }
                }
            }
        },
        200);
}

TEST_CASE("Every reading is exact where numbers leave 64 bits", "[metrics]") {
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

TEST_CASE("With unit parts every reading collapses to the classical footrule", "[metrics]") {
    const auto id = Permutation::identity(6);
    const Weighting parts[] = {
        {},
        weighting_of(ElementWeights::from(std::vector<std::int64_t>(6, 1), "unit")),
        weighting_of(SwapCosts::unit(6), FixedPointPolicy::local),
        weighting_of(Dissimilarity::unit(6))};
    for (const Permutation& sigma : all_permutations(6)) {
        for (const Weighting& weighting : parts) {
            for (const Reading reading : all_readings) {
                if (footrule(sigma, id, weighting, reading) != Rational(footrule(sigma))) {
                    FAIL_CHECK(name_of(reading)
                               << ": " << described(sigma, id, weighting, Frame::element));
                }
            }
        }
    }
    SUCCEED();
}

TEST_CASE("The literal frame is the one-argument form of the composed permutation", "[metrics]") {
    check_property("literal frame", [] {
        const auto [sigma, tau, weighting] = *instance(7);
        const auto composed = compose(sigma, tau.inverse());
        const auto id = Permutation::identity(sigma.size());
        for (const Reading reading : all_readings) {
            RC_ASSERT(footrule(sigma, tau, weighting, reading, Frame::literal) ==
                      footrule(composed, id, weighting, reading, Frame::element));
        }
    });
}

TEST_CASE("A reading without a value says why", "[metrics]") {
    const auto call = [](const auto& function) {
        return message_of<NotSupported>([&] {
            (void)function(ranks({2, 1}), ranks({2, 1}), Weighting{}, Reading::prefix_sym);
        });
    };
    const std::string expected =
        "footrule[prefix-sym]: prefix-sym is a one-argument reading (KV 10): it needs the identity "
        "as "
        "reference, or the literal frame";
    CHECK(call([](auto&&... a) { return footrule(a...); }) == expected);
    CHECK(call([](auto&&... a) { return metrics::naive::footrule(a...); }) == expected);
}

TEST_CASE("The footrule refuses rankings and weights of other sizes", "[metrics]") {
    for (const Reading reading : all_readings) {
        CHECK_THROWS_AS(footrule(Permutation::identity(2), Permutation::identity(3), {}, reading),
                        UsageError);
        CHECK_THROWS_AS(footrule(Permutation::identity(3), Permutation::identity(3),
                                 weighting_of(SwapCosts::unit(2)), reading),
                        InputError);
    }
}

}  // namespace disarray::test
