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

/// Within 2^−200 of it.
Rational near(const Value& value) {
    return value.enclosure(240).ends().first;
}

/// A list with ties: its groups, top first, as an ItemRanking has them.
struct Groups {
    Items items, before;

    explicit Groups(const std::vector<Items>& groups) {
        for (const Items& group : groups) {
            const auto above = static_cast<std::uint32_t>(items.size());
            items.insert(items.end(), group.begin(), group.end());
            before.insert(before.end(), group.size(), above);
        }
    }
    ItemRanking ranking() const { return {items, before}; }
};

/// Every order of the tied.
std::vector<Items> orders(const std::vector<Items>& groups) {
    std::vector<Items> all{{}};
    for (Items group : groups) {
        std::vector<Items> longer;
        std::ranges::sort(group);
        do {
            for (Items list : all) {
                list.insert(list.end(), group.begin(), group.end());
                longer.push_back(std::move(list));
            }
        } while (std::ranges::next_permutation(group).found);
        all = std::move(longer);
    }
    return all;
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
            const Rational least = near(least_overlap(first, second, p));
            REQUIRE(is_near(least, biased_sum(agreements(first, second, depth), p), left));
            const auto [longer_first, longer_second] = best_continuation(first, second, depth);
            REQUIRE(is_near(greatest_overlap(first, second, p).rational(),
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
    CHECK(greatest_overlap(ab, ab, p).to_string() == "1");
    // Of one item, the same in both: RBO_MIN = ((1−p)/p)·ln(1/(1−p)).
    const Items a{1}, nothing;
    CHECK(least_overlap(a, a, p).to_string() == "1/9*ln(10)");
    CHECK((greatest_overlap(a, a, p) - least_overlap(a, a, p)).to_string() == "1 - 1/9*ln(10)");
    CHECK(least_overlap(a, none, p).to_string() == "0");
    CHECK(least_overlap(nothing, nothing, p).to_string() == "0");
    CHECK(greatest_overlap(nothing, nothing, p).to_string() == "1");
    CHECK(average_overlap(abc, acb).rational() == Rational(5, 6));
    CHECK(average_overlap(ab, abc).rational() == 1);
    CHECK(!average_overlap(ab, Items{}).is_defined());
    const Items twice{1, 1};
    CHECK(test::contains(test::message_of<UsageError>([&] { overlaps(twice, ab); }), "twice"));
}

TEST_CASE("with ties as a mean, overlap is the mean over the orders of the tied", "[overlap]") {
    const Rational p(Integer(1), Integer(2));
    const std::vector<std::vector<Items>> lists{
        {{1, 2}, {3}},    {{1}, {2, 3}},       {{1, 2, 3}},       {{3}, {1}, {2}},
        {{4, 1}, {5, 2}}, {{2, 6}, {1, 3, 4}}, {{1}, {5}, {2, 3}}};
    for (const auto& a : lists) {
        for (const auto& b : lists) {
            const Groups first(a), second(b);
            CAPTURE(first.items, first.before, second.items, second.before);
            Rational truncated = 0, least = 0, extrapolated = 0, average = 0, count = 0;
            for (const Items& x : orders(a)) {
                for (const Items& y : orders(b)) {
                    truncated += truncated_overlap(x, y, p).rational();
                    extrapolated += extrapolated_overlap(x, y, p).rational();
                    average += average_overlap(x, y).rational();
                    least += near(least_overlap(x, y, p));
                    count += 1;
                }
            }
            const ItemRanking s = first.ranking(), t = second.ranking();
            CHECK(truncated_overlap(s, t, p).rational() == truncated / count);
            CHECK(average_overlap(s, t).rational() == average / count);
            CHECK(is_near(near(least_overlap(s, t, p)), least / count, Rational(1, 1'000'000'000)));
            // What is extrapolated beyond the shorter list is a product of means, not their mean.
            if (s.size() == t.size())
                CHECK(extrapolated_overlap(s, t, p).rational() == extrapolated / count);
        }
    }
}

// The authors' own test data: github.com/julian-urbano/sigir2024-rbo, rbo/test.csv, to 15 digits.
TEST_CASE("overlaps with ties have the figures of Corsi and Urbano", "[overlap]") {
    struct Figures {
        std::vector<Items> first, second;
        const char* p;
        double w[3], a[3];  ///< extrapolated, least, greatest
        double b;           ///< extrapolated
    };
    const Figures all[] = {{{{13}, {1, 4, 5, 6}},
                            {{3}, {14}, {11}, {10, 15}, {12}, {6, 9}, {4}, {2}},
                            "0.92238320668128",
                            {0.117578490431637, 0.0763135264223449, 0.53999366118093},
                            {0.114619469221414, 0.0733545052121218, 0.537945108035391},
                            0.11474835409049},
                           {{{4, 7, 15}, {2, 11}, {8}, {18}},
                            {{4}, {8}, {17}, {11}, {2, 3, 5, 7, 9, 13, 14}},
                            "0.955836875418683",
                            {0.601671359995661, 0.310498723372055, 0.820912519608734},
                            {0.584235464666522, 0.295503371358027, 0.805839323150565},
                            0.632087129618464},
                           {{{3, 6}, {2, 7}, {10}},
                            {{3, 6, 7, 10}, {1, 2}},
                            "0.965413635276732",
                            {0.946064537517568, 0.343706790399566, 0.958770957517067},
                            {0.92051534467649, 0.319428239558438, 0.934492406675939},
                            0.956844651806714},
                           {{{21}, {20}, {1, 16, 19}, {5, 10}, {4}},
                            {{12, 17}, {2, 3, 8, 11}, {15, 18}, {6, 13}, {7, 14}, {9}},
                            "0.930074017489188",
                            {0, 0, 0.389142712252727},
                            {0, 0, 0.38977330351866},
                            0}};
    const auto differs = [](const Value& value, double figure) {
        return std::abs(value.approximate() - figure) > 1e-13;
    };
    for (const Figures& row : all) {
        const Groups first(row.first), second(row.second);
        const Rational p = Rational::parse(row.p, "p");
        for (const bool turned : {false, true}) {
            const ItemRanking s = (turned ? second : first).ranking();
            const ItemRanking t = (turned ? first : second).ranking();
            CAPTURE(row.p, turned);
            for (const auto& [ties, figures] :
                 {std::pair{OverlapTies::together, row.w}, {OverlapTies::mean, row.a}}) {
                CHECK_FALSE(differs(extrapolated_overlap(s, t, p, ties), figures[0]));
                CHECK_FALSE(differs(least_overlap(s, t, p, ties), figures[1]));
                CHECK_FALSE(differs(greatest_overlap(s, t, p, ties), figures[2]));
            }
            CHECK_FALSE(differs(extrapolated_overlap(s, t, p, OverlapTies::corrected), row.b));
        }
    }
}

TEST_CASE("readings of ties differ where there are ties, and nowhere else", "[overlap]") {
    const Rational p(Integer(1), Integer(2));
    const Groups tied({{1, 2}, {3}});
    const Items untied{1, 2, 3};
    const auto value = [&](const ItemRanking& a, const ItemRanking& b, OverlapTies ties) {
        return extrapolated_overlap(a, b, p, ties).to_string();
    };
    // With itself: at depth 1 two halves of two halves; all; as many as there are.
    CHECK(value(tied.ranking(), tied.ranking(), OverlapTies::mean) == "3/4");
    CHECK(value(tied.ranking(), tied.ranking(), OverlapTies::corrected) == "1");
    CHECK(value(tied.ranking(), tied.ranking(), OverlapTies::together) == "1");
    const Groups singles({{1}, {2}, {3}});
    for (const OverlapTies ties :
         {OverlapTies::mean, OverlapTies::corrected, OverlapTies::together}) {
        CHECK(value(singles.ranking(), Groups({{2}, {1}, {3}}).ranking(), ties) == "1/2");
        CHECK(value(untied, Items{2, 1, 3}, ties) == "1/2");
    }
    const Groups twice({{1}, {2, 1}});
    CHECK(test::contains(
        test::message_of<UsageError>([&] { average_overlap(twice.ranking(), untied); }), "twice"));
    CHECK_THROWS_AS(least_overlap(tied.ranking(), untied, p, OverlapTies::corrected), NotSupported);
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
