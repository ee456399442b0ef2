// SPDX-License-Identifier: MIT
// Rank-biased overlap against its definition: intersections of prefixes, depth by depth, of lists
// that go on as the definition has it, until what is left is too small to matter.
#include "metrics/rank_biased_overlap.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "tests/catch.hpp"
#include "tests/metrics/gt_support.hpp"
#include "tests/support/errors.hpp"

using namespace disarray;
using namespace disarray::metrics;

namespace {

using Items = std::vector<std::uint32_t>;

std::size_t shared_by_prefixes(const Items& first, const Items& second, std::size_t depth) {
    const auto prefix = [&](const Items& list) {
        return std::set<std::uint32_t>(list.begin(),
                                       list.begin() + std::ptrdiff_t(std::min(depth, list.size())));
    };
    const auto a = prefix(first), b = prefix(second);
    return static_cast<std::size_t>(
        std::ranges::count_if(a, [&](std::uint32_t item) { return b.contains(item); }));
}

/// (1−p)·Σ p^(d−1)·A_d for the agreements of all depths up to the last.
Rational biased_sum(const std::vector<Rational>& agreements, const Rational& p) {
    Rational sum = 0, power = 1;
    for (const Rational& agreement : agreements) {
        sum += power * agreement;
        power *= p;
    }
    return (Rational(1) - p) * sum;
}

std::vector<Rational> agreements(const Items& first, const Items& second, std::size_t depth) {
    std::vector<Rational> all;
    for (std::size_t d = 1; d <= depth; ++d)
        all.emplace_back(Integer(shared_by_prefixes(first, second, d)), Integer(d));
    return all;
}

/// Equation 32 by its words: agreement at the depths between the two ends has the rest of the
/// shorter list agree as its beginning does; the last agreement goes on for ever.
Rational naive_extrapolated(const Items& first, const Items& second, const Rational& p) {
    const std::size_t s = std::min(first.size(), second.size());
    const std::size_t l = std::max(first.size(), second.size());
    std::vector<Rational> all = agreements(first, second, l);
    const Rational rate(Integer(shared_by_prefixes(first, second, s)), Integer(s));
    for (std::size_t d = s + 1; d <= l; ++d)
        all[d - 1] += rate * Rational(Integer(d - s), Integer(d));
    Rational tail = all.back();
    for (std::size_t d = 0; d < l; ++d)
        tail *= p;
    return biased_sum(all, p) + tail;
}

/// Both lists with everything that can be shared: first what the other has and they have not.
std::pair<Items, Items> best_continuation(Items first, Items second, std::size_t depth) {
    const Items a = first, b = second;
    for (const std::uint32_t item : b)
        if (std::ranges::find(a, item) == a.end()) first.push_back(item);
    for (const std::uint32_t item : a)
        if (std::ranges::find(b, item) == b.end()) second.push_back(item);
    for (std::uint32_t fresh = 1000; first.size() < depth; ++fresh) {
        first.push_back(fresh);
        second.push_back(fresh);
    }
    return {first, second};
}

bool is_near(const Rational& a, const Rational& b, const Rational& allowed) {
    return abs(a - b) <= allowed;
}

/// Every list of distinct items of 1, …, `items` with at most `length`.
std::vector<Items> all_lists(std::uint32_t items, std::size_t length) {
    std::vector<Items> all{{}};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].size() == length) continue;
        for (std::uint32_t item = 1; item <= items; ++item) {
            if (std::ranges::find(all[i], item) != all[i].end()) continue;
            Items longer = all[i];
            longer.push_back(item);
            all.push_back(std::move(longer));
        }
    }
    return all;
}

}  // namespace

TEST_CASE("rank-biased overlap is its definition on all pairs of short lists", "[overlap]") {
    const Rational p(Integer(1), Integer(2));
    constexpr std::size_t depth = 60;  // 2^−60 is left beyond it
    const Rational left(Integer(1), Integer(1) << 58);
    for (const Items& first : all_lists(4, 3)) {
        for (const Items& second : all_lists(4, 3)) {
            CAPTURE(first, second);
            const auto shared = overlaps(first, second);
            for (std::size_t d = 0; d < shared.size(); ++d)
                REQUIRE(shared[d] == shared_by_prefixes(first, second, d));
            const Rational least = least_overlap(first, second, p).near(p);
            REQUIRE(is_near(least, biased_sum(agreements(first, second, depth), p), left));
            const auto [longer_first, longer_second] = best_continuation(first, second, depth);
            REQUIRE(is_near(least + residual_overlap(first, second, p).near(p),
                            biased_sum(agreements(longer_first, longer_second, depth), p), left));
            const Value extrapolated = extrapolated_overlap(first, second, p);
            if (first.empty() || second.empty()) {
                REQUIRE(!extrapolated.is_defined());
                continue;
            }
            REQUIRE(extrapolated.rational() == naive_extrapolated(first, second, p));
            REQUIRE(extrapolated.rational() >= least);
            const Bounded bounded = bounded_extrapolated_overlap(first, second, p);
            REQUIRE(std::abs(bounded.value() - extrapolated.approximate()) <= bounded.error());
        }
    }
}

TEST_CASE("known values of overlap measures", "[overlap]") {
    const Rational p(Integer(9), Integer(10));
    const Items abc{1, 2, 3}, acb{1, 3, 2}, none{7, 8, 9}, ab{1, 2};
    CHECK(extrapolated_overlap(abc, abc, p).rational() == 1);
    CHECK(extrapolated_overlap(abc, none, p).rational() == 0);
    // X = 1, 1, 3: (1−p)(1 + p/2 + p²) + p³.
    CHECK(extrapolated_overlap(abc, acb, p).rational() ==
          Rational(1, 10) * (Rational(1) + Rational(9, 20) + Rational(81, 100)) +
              Rational(729, 1000));
    // Identical lists: nothing but what comes separates RBO_MIN from 1.
    const LogLinear least = least_overlap(ab, ab, p), residual = residual_overlap(ab, ab, p);
    CHECK(least.factor + residual.factor == 0);
    CHECK(least.constant + residual.constant == 1);
    CHECK(std::abs(std::stod(LogLinear{0, 1}.near(p).to_decimal(17)) - std::log(10.0)) < 1e-15);
    // Of one item, the same in both: RBO_MIN = ((1−p)/p)·ln(1/(1−p)).
    const Items a{1};
    CHECK(least_overlap(a, a, p).to_string(p) == "1/9*ln(10)");
    CHECK(residual_overlap(a, a, p).to_string(p) == "1 - 1/9*ln(10)");
    CHECK(least_overlap(a, none, p).to_string(p) == "0");
    CHECK(LogLinear{Rational(-1, 2), Rational(2, 3)}.to_string(Rational(1, 3)) ==
          "-1/2 + 2/3*ln(3/2)");
    CHECK(LogLinear{0, -1}.to_string(p) == "-1*ln(10)");
    CHECK(average_overlap(abc, acb).rational() == Rational(5, 6));
    CHECK(average_overlap(ab, abc).rational() == 1);
    CHECK(!average_overlap(ab, Items{}).is_defined());
    const Items twice{1, 1};
    CHECK(test::contains(test::message_of<UsageError>([&] { overlaps(twice, ab); }), "twice"));
}

TEST_CASE("Bounds of overlaps hold where powers are below all doubles", "[metrics]") {
    Items first, second;
    for (std::uint32_t item = 0; item < 3000; ++item) {
        first.push_back(item * 1789 % 3000);
        if (item < 2000) second.push_back(item * 1901 % 3000);
    }
    for (const Rational& p : {Rational(1, 2), Rational(9, 10)}) {
        const Interval exact = extrapolated_overlap(first, second, p).enclosure(200);
        const Bounded bounded = bounded_extrapolated_overlap(first, second, p);
        const auto [low, high] = exact.ends();
        CHECK(bounded.value() - bounded.error() <= low.approximate());
        CHECK(high.approximate() <= bounded.value() + bounded.error());
        CHECK(bounded.error() < 1e-12);
    }
}

TEST_CASE("Overlaps of rankings equal their definitions on all pairs", "[metrics]") {
    for (const Metric& metric : overlap_metrics()) {
        CAPTURE(metric.name);
        for (std::size_t n = 0; n <= 4; ++n) {
            for (const Permutation& sigma : test::all_permutations(n)) {
                for (const Permutation& tau : test::all_permutations(n)) {
                    Parameters parameters;
                    parameters.persistence = Rational(2, 3);
                    const Comparison c{sigma, tau, Weighting{}, Frame::element, parameters};
                    const Value value = metric.value(c), naive = metric.naive_value(c);
                    REQUIRE(value.is_defined() == naive.is_defined());
                    if (n == 0) continue;
                    REQUIRE(test::same(value, naive));
                    const Order order = compare(value, metric.greatest(n, parameters));
                    REQUIRE(order == (sigma == tau ? Order::equal : Order::less));
                }
            }
        }
    }
}
