// SPDX-License-Identifier: MIT
// The overlap of the worst queries against all choices among equally bad ones.
#include "properties/experiments/worst_queries.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "tests/catch.hpp"

using namespace disarray;
using namespace disarray::properties::experiments;

namespace {

/// All sets of k queries, as bits, that are the worst by the places given: none that is left out
/// is worse than one that is in.
std::vector<unsigned> worst_sets(const std::vector<std::uint32_t>& places, unsigned k) {
    std::vector<unsigned> sets;
    for (unsigned set = 0; set < 1u << places.size(); ++set) {
        if (static_cast<unsigned>(std::popcount(set)) != k) continue;
        bool is_worst = true;
        for (std::size_t in = 0; in < places.size(); ++in) {
            for (std::size_t out = 0; out < places.size(); ++out) {
                if ((set >> in & 1u) != 0 && (set >> out & 1u) == 0) {
                    is_worst &= places[in] <= places[out];
                }
            }
        }
        if (is_worst) sets.push_back(set);
    }
    return sets;
}

void check(const std::vector<std::uint32_t>& by_kendall,
           const std::vector<std::uint32_t>& by_footrule) {
    std::vector<Place> places;
    std::vector<std::uint64_t> ks;
    for (std::size_t i = 0; i < by_kendall.size(); ++i) {
        places.push_back({by_kendall[i], by_footrule[i], 1});
        ks.push_back(i + 1);
    }
    for (const Overlap& overlap : overlaps(places, ks)) {
        std::uint64_t least = by_kendall.size(), greatest = 0, sum = 0, count = 0;
        for (const unsigned a : worst_sets(by_kendall, static_cast<unsigned>(overlap.k))) {
            for (const unsigned b : worst_sets(by_footrule, static_cast<unsigned>(overlap.k))) {
                const auto shared = static_cast<std::uint64_t>(std::popcount(a & b));
                least = std::min(least, shared);
                greatest = std::max(greatest, shared);
                sum += shared;
                ++count;
            }
        }
        CHECK(overlap.least == least);
        CHECK(overlap.greatest == greatest);
        CHECK(overlap.expected == Rational(Integer(sum), Integer(count)));
    }
}

/// Place 0 must have a query, then 1, …: numbers without gaps.
bool is_dense(const std::vector<std::uint32_t>& places) {
    const std::uint32_t last = *std::ranges::max_element(places);
    for (std::uint32_t place = 0; place < last; ++place) {
        if (std::ranges::find(places, place) == places.end()) return false;
    }
    return true;
}

std::vector<std::vector<std::uint32_t>> all_places(std::size_t queries, std::uint32_t most) {
    std::vector<std::vector<std::uint32_t>> all{{}};
    for (std::size_t i = 0; i < queries; ++i) {
        std::vector<std::vector<std::uint32_t>> longer;
        for (const auto& places : all) {
            for (std::uint32_t place = 0; place < most; ++place) {
                longer.push_back(places);
                longer.back().push_back(place);
            }
        }
        all = std::move(longer);
    }
    std::erase_if(all, [](const auto& places) { return !is_dense(places); });
    return all;
}

}  // namespace

TEST_CASE("overlaps are least, greatest and mean over all choices among equally bad queries") {
    const auto all = all_places(5, 3);
    for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = a % 3; b < all.size(); b += 3)
            check(all[a], all[b]);
    }
    check({0, 0, 1, 1, 1, 2, 3}, {1, 0, 0, 1, 1, 1, 0});
    check({0, 1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1, 0});
}

TEST_CASE("queries at one place may be given together") {
    const std::vector<Place> together{{0, 0, 3}, {1, 0, 2}};
    const std::vector<Place> apart{{0, 0, 1}, {0, 0, 2}, {1, 0, 1}, {1, 0, 1}};
    const std::vector<std::uint64_t> ks{1, 2, 3, 4, 5};
    const auto first = overlaps(together, ks), second = overlaps(apart, ks);
    for (std::size_t i = 0; i < ks.size(); ++i) {
        CHECK(first[i].least == second[i].least);
        CHECK(first[i].greatest == second[i].greatest);
        CHECK(first[i].expected == second[i].expected);
    }
    CHECK(first[4].least == 5);
}

TEST_CASE("overlaps refuse a k that is no number of queries") {
    const std::vector<Place> places{{0, 0, 2}};
    CHECK_THROWS_AS(overlaps(places, std::vector<std::uint64_t>{0}), UsageError);
    CHECK_THROWS_AS(overlaps(places, std::vector<std::uint64_t>{3}), UsageError);
}

TEST_CASE("the usual sizes rise to the number of queries") {
    CHECK(usual_overlap_sizes(0).empty());
    CHECK(usual_overlap_sizes(1) == std::vector<std::uint64_t>{1});
    CHECK(usual_overlap_sizes(25) == std::vector<std::uint64_t>{1, 2, 3, 5, 7, 10, 15, 20, 25});
    CHECK(usual_overlap_sizes(80'000).back() == 80'000);
}
