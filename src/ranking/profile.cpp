// SPDX-License-Identifier: MIT
#include "ranking/profile.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray {

namespace {

constexpr std::uint64_t most_votes = std::uint64_t{1} << 32;

/// The number of buckets. \throws UsageError for a vote that is not as Vote says
std::size_t checked_buckets(const Vote& vote, std::size_t n, std::size_t number) {
    if (vote.buckets.size() != n) {
        throw UsageError(fmt::format("profile: vote {} has {} elements, not {}", number,
                                     vote.buckets.size(), n));
    }
    std::vector<bool> used(n, false);
    std::size_t count = 0;
    for (const Rank bucket : vote.buckets) {
        if (bucket == not_ranked) continue;
        if (bucket >= n) {
            throw UsageError(fmt::format("profile: vote {} has a bucket {}", number, bucket));
        }
        used[bucket] = true;
        count = std::max<std::size_t>(count, bucket + 1);
    }
    if (const auto empty = std::find(used.begin(), used.end(), false);
        empty < used.begin() + static_cast<std::ptrdiff_t>(count)) {
        throw UsageError(fmt::format("profile: vote {} has an empty bucket", number));
    }
    return count;
}

void require_counts(const Profile& profile, std::string_view where) {
    std::uint64_t total = 0;
    for (std::size_t v = 0; v < profile.votes.size(); ++v) {
        const std::uint64_t count = profile.votes[v].count;
        if (count == 0) {
            throw InputError(where, fmt::format("count 0 at vote {}", v + 1),
                             "a count of 1 or more");
        }
        if (count > most_votes || (total += count) > most_votes) {
            throw InputError(where, fmt::format("more than {} votes at vote {}", most_votes, v + 1),
                             "counts that add up to at most 2^32");
        }
    }
}

/// The elements left out become a last bucket.
void rank_the_rest(Vote& vote, std::size_t bucket) {
    std::ranges::replace(vote.buckets, not_ranked, static_cast<Rank>(bucket));
}

/// Tied elements become buckets of their own, by number.
void break_ties(Vote& vote) {
    std::vector<Rank> ranked;
    for (std::size_t i = 0; i < vote.buckets.size(); ++i) {
        if (vote.buckets[i] != not_ranked) ranked.push_back(static_cast<Rank>(i));
    }
    std::ranges::stable_sort(ranked, {}, [&](Rank i) { return vote.buckets[i]; });
    for (std::size_t r = 0; r < ranked.size(); ++r)
        vote.buckets[ranked[r]] = static_cast<Rank>(r);
}

void refuse_unranked(const Vote& vote, std::size_t number, std::string_view where) {
    const auto left_out = std::ranges::find(vote.buckets, not_ranked);
    if (left_out == vote.buckets.end()) return;
    throw InputError(
        where,
        fmt::format("vote {} without element {}", number, left_out - vote.buckets.begin() + 1),
        "every element, or the rule bottom or absent for those left out");
}

}  // namespace

bool has_ties(const Vote& vote) {
    std::vector<bool> seen(vote.buckets.size(), false);
    for (const Rank bucket : vote.buckets) {
        if (bucket == not_ranked) continue;
        if (seen[bucket]) return true;
        seen[bucket] = true;
    }
    return false;
}

bool ranks_all(const Vote& vote) {
    return std::ranges::find(vote.buckets, not_ranked) == vote.buckets.end();
}

Profile with_rules(Profile profile, const ProfileRules& rules, std::string_view where) {
    if (profile.votes.empty()) throw InputError(where, "no votes", "at least one ranking");
    if (profile.n == 0) throw InputError(where, "no elements", "at least one");
    require_counts(profile, where);
    for (std::size_t v = 0; v < profile.votes.size(); ++v) {
        Vote& vote = profile.votes[v];
        const std::size_t buckets = checked_buckets(vote, profile.n, v + 1);
        if (rules.unranked == UnrankedRule::refuse) refuse_unranked(vote, v + 1, where);
        if (rules.unranked == UnrankedRule::bottom) rank_the_rest(vote, buckets);
        if (rules.ties == TieRule::element_order) break_ties(vote);
    }
    return profile;
}

std::vector<std::vector<std::int64_t>> margins_of(const Profile& profile) {
    constexpr std::size_t most_elements = 60;
    const std::size_t n = profile.n <= most_elements ? profile.n : 0;
    std::vector<std::vector<std::int64_t>> margins(n, std::vector<std::int64_t>(n));
    for (const Vote& vote : profile.votes) {
        const auto count = static_cast<std::int64_t>(vote.count);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const Rank a = vote.buckets[i], b = vote.buckets[j];
                if (a == b || a == not_ranked || b == not_ranked) continue;
                margins[i][j] += a < b ? count : -count;
            }
        }
    }
    return margins;
}

}  // namespace disarray
