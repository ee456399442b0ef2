// SPDX-License-Identifier: MIT
// Shows that S_n is numbered in lexicographic order, and split into shards without gap or overlap.
#include "ranking/enumeration.hpp"

#include <limits>

#include "base/error.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/property.hpp"

namespace disarray::test {

TEST_CASE("Factorials fit 64 bits up to 20", "[ranking]") {
    CHECK(factorial_64(0) == 1);
    CHECK(factorial_64(1) == 1);
    CHECK(factorial_64(20) == 2'432'902'008'176'640'000u);
    CHECK_THROWS_AS(factorial_64(21), UsageError);
    CHECK(max_factorial_64 == 20);
}

TEST_CASE("The lexicographic rank is the place in the sorted list of S_n", "[ranking]") {
    for (std::size_t n = 0; n <= 7; ++n) {
        const auto all = all_permutations(n);
        for (std::uint64_t r = 0; r < all.size(); ++r) {
            if (lexicographic_rank_64(all[r]) != r || lexicographic_unrank(n, r) != all[r])
                FAIL_CHECK("rank " << r << ": " << all[r].to_string());
        }
        CHECK_THROWS_AS(lexicographic_unrank(n, all.size()), UsageError);
    }
}

TEST_CASE("Ranks of 20 elements reach 20! - 1 in 64 bits", "[ranking]") {
    const std::uint64_t last = factorial_64(20) - 1;
    CHECK(lexicographic_rank_64(Permutation::identity(20)) == 0);
    CHECK(lexicographic_rank_64(Permutation::reversal(20)) == last);
    CHECK(lexicographic_unrank(20, 0) == Permutation::identity(20));
    CHECK(lexicographic_unrank(20, last) == Permutation::reversal(20));
    CHECK_THROWS_AS(lexicographic_unrank(20, last + 1), UsageError);
    CHECK_THROWS_AS(lexicographic_unrank(20, std::numeric_limits<std::uint64_t>::max()),
                    UsageError);
    CHECK_THROWS_AS(lexicographic_rank_64(Permutation::identity(21)), UsageError);
    CHECK_THROWS_AS(lexicographic_unrank(21, 0), UsageError);
}

TEST_CASE("Rank and unrank are inverse and keep the order, for up to 20 elements", "[ranking]") {
    check_property("rank and unrank round trip", [] {
        const auto n = *rc::gen::inRange<std::size_t>(0, max_factorial_64 + 1);
        const Permutation sigma = *permutation_of(n), tau = *permutation_of(n);
        RC_ASSERT(lexicographic_unrank(n, lexicographic_rank_64(sigma)) == sigma);
        RC_ASSERT((lexicographic_rank_64(sigma) < lexicographic_rank_64(tau)) == (sigma < tau));
    });
}

TEST_CASE("Shards cover a range without gap or overlap and differ in size by at most one",
          "[ranking]") {
    for (std::uint64_t total = 0; total <= 40; ++total) {
        for (std::uint64_t count = 1; count <= 45; ++count) {
            std::uint64_t end = 0;
            for (std::uint64_t index = 0; index < count; ++index) {
                const RankRange part = shard(total, index, count);
                const bool fits = part.begin == end && part.size() >= total / count &&
                                  part.size() <= total / count + 1;
                if (!fits) FAIL_CHECK("part " << index << " of " << count << " of " << total);
                end = part.end;
            }
            if (end != total) FAIL_CHECK(count << " parts of " << total << " end at " << end);
        }
    }
}

TEST_CASE("Shards do not wrap at the largest totals and counts", "[ranking]") {
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    CHECK(shard(most, 0, 1) == RankRange{0, most});
    CHECK(shard(most, most - 1, most) == RankRange{most - 1, most});
    CHECK(shard(most, 6, 7).end == most);
    CHECK(shard(most, 2, 7).begin == shard(most, 1, 7).end);
    CHECK_THROWS_AS(shard(10, 3, 3), UsageError);
    CHECK_THROWS_AS(shard(10, 0, 0), UsageError);
}

TEST_CASE("A range of ranks is visited in the order of std::next_permutation", "[ranking]") {
    for (std::size_t n = 0; n <= 6; ++n) {
        const auto all = all_permutations(n);
        for (const std::uint64_t count : {1u, 2u, 7u}) {
            std::vector<Permutation> visited;
            for (std::uint64_t index = 0; index < count; ++index) {
                for_each_permutation(
                    n, shard(all.size(), index, count), [&](const std::vector<Rank>& ranks) {
                        visited.push_back(Permutation::from_ranks_unchecked(ranks));
                        return true;
                    });
            }
            CHECK(visited == all);
        }
    }
}

TEST_CASE("Every range of ranks of S_4 is visited exactly", "[ranking]") {
    const auto all = all_permutations(4);
    for (std::uint64_t begin = 0; begin <= 24; ++begin) {
        for (std::uint64_t end = begin; end <= 24; ++end) {
            std::uint64_t r = begin;
            bool in_order = true;
            for_each_permutation(4, {begin, end}, [&](const std::vector<Rank>& ranks) {
                in_order &= Permutation::from_ranks_unchecked(ranks) == all[r++];
                return true;
            });
            if (!in_order || r != end) FAIL_CHECK("ranks " << begin << " to " << end);
        }
    }
}

TEST_CASE("A walk passes over the beginnings that are left out, from any rank to any other",
          "[ranking]") {
    // Left out: those that begin with 2, with 0 1, with 3 0 2, and all of 1 3 0 4 2.
    const std::vector<std::vector<Rank>> beginnings{{2}, {0, 1}, {3, 0, 2}, {1, 3, 0, 4, 2}};
    const auto skip = [&](const std::vector<Rank>& ranks) {
        for (const auto& beginning : beginnings)
            if (std::ranges::equal(beginning, std::span(ranks).first(beginning.size())))
                return beginning.size();
        return std::size_t{0};
    };
    const auto all = all_permutations(5);
    for (std::uint64_t begin = 0; begin <= all.size(); ++begin) {
        for (std::uint64_t end = begin; end <= all.size(); ++end) {
            std::vector<Permutation> expected, visited;
            for (std::uint64_t r = begin; r < end; ++r)
                if (skip({all[r].ranks().begin(), all[r].ranks().end()}) == 0)
                    expected.push_back(all[r]);
            for_each_permutation_but(5, {begin, end}, skip, [&](const std::vector<Rank>& ranks) {
                visited.push_back(Permutation::from_ranks_unchecked(ranks));
                return true;
            });
            if (visited != expected) FAIL_CHECK("ranks " << begin << " to " << end);
        }
    }
}

TEST_CASE("A visit can stop the walk", "[ranking]") {
    int visits = 0;
    for_each_permutation(5, {10, 100}, [&](const std::vector<Rank>&) { return ++visits < 3; });
    CHECK(visits == 3);
}

TEST_CASE("A range beyond n! is refused before anything is visited", "[ranking]") {
    std::size_t visited = 0;
    const auto visit = [&](const std::vector<Rank>&) { return ++visited > 0; };
    CHECK_THROWS_AS(for_each_permutation(3, {4, 7}, visit), UsageError);
    CHECK_THROWS_AS(for_each_permutation(3, {2, 1}, visit), UsageError);
    CHECK(visited == 0);
    for_each_permutation(3, {4, 6}, visit);
    CHECK(visited == 2);
}

TEST_CASE("S_n is held as a whole for small n only", "[ranking]") {
    for (std::size_t n = 0; n <= 5; ++n) {
        CHECK(disarray::all_permutations(n) == test::all_permutations(n));
    }
    CHECK_THROWS_AS(disarray::all_permutations(9), UsageError);
}

}  // namespace disarray::test
