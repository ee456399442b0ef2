// SPDX-License-Identifier: MIT
#include "ranking/permutation.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray {

namespace {

/// `values` counted from 0. \param kind "rank" or "element", for the message.
std::vector<Rank> checked(std::span<const std::int64_t> values, std::string_view where,
                          std::string_view kind) {
    const std::size_t n = values.size();
    if (n == 0) throw InputError(where, "no " + std::string(kind) + "s", "a permutation of 1..n");
    if (n > std::numeric_limits<Rank>::max()) {
        throw InputError(where, fmt::format("{} {}s", n, kind), "fewer than 2^32");
    }
    std::vector<std::size_t> seen_at(n, 0);  // position + 1 of each value
    std::vector<Rank> out(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::int64_t value = values[i];
        if (value < 1 || static_cast<std::uint64_t>(value) > n) {
            throw InputError(where, fmt::format("{} {} at place {}", kind, value, i + 1),
                             fmt::format("{0}s from 1 to {1}, since {1} are given{2}", kind, n,
                                         value == 0 ? way_out_of_zero : ""));
        }
        std::size_t& first = seen_at[static_cast<std::size_t>(value - 1)];
        if (first != 0) {
            throw InputError(where,
                             fmt::format("{} {} at places {} and {}", kind, value, first, i + 1),
                             "a permutation: each value once, no ties");
        }
        first = i + 1;
        out[i] = static_cast<Rank>(value - 1);
    }
    return out;
}

std::vector<Rank> inverted(std::span<const Rank> ranks) {
    std::vector<Rank> out(ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
        out[ranks[i]] = static_cast<Rank>(i);
    return out;
}

std::vector<std::int64_t> counted_from_1(std::span<const Rank> values) {
    std::vector<std::int64_t> out(values.begin(), values.end());
    for (std::int64_t& value : out)
        ++value;
    return out;
}

}  // namespace

Permutation Permutation::identity(std::size_t n) {
    std::vector<Rank> ranks(n);
    std::iota(ranks.begin(), ranks.end(), Rank{0});
    return Permutation(std::move(ranks));
}

Permutation Permutation::reversal(std::size_t n) {
    Permutation sigma = identity(n);
    std::ranges::reverse(sigma.ranks_);
    return sigma;
}

Permutation Permutation::from_ranks(std::span<const std::int64_t> ranks, std::string_view where) {
    return Permutation(checked(ranks, where, "rank"));
}

Permutation Permutation::from_order(std::span<const std::int64_t> order, std::string_view where) {
    return Permutation(inverted(checked(order, where, "element")));
}

Permutation Permutation::from_ranks_unchecked(std::vector<Rank> ranks) {
    return Permutation(std::move(ranks));
}

Permutation Permutation::inverse() const {
    return Permutation(inverted(ranks_));
}

Permutation Permutation::reverse_complement() const {
    const std::size_t n = size();
    std::vector<Rank> out(n);
    for (std::size_t i = 0; i < n; ++i)
        out[i] = static_cast<Rank>(n - 1 - ranks_[n - 1 - i]);
    return Permutation(std::move(out));
}

bool Permutation::is_identity() const {
    return std::ranges::is_sorted(ranks_);  // of distinct ranks 0..n−1 only the identity is sorted
}

std::string Permutation::to_string() const {
    return fmt::format("{}", fmt::join(to_ranks(), " "));
}
std::vector<std::int64_t> Permutation::to_ranks() const {
    return counted_from_1(ranks_);
}
std::vector<std::int64_t> Permutation::to_order() const {
    return counted_from_1(inverted(ranks_));
}

Permutation compose(const Permutation& sigma, const Permutation& tau) {
    if (sigma.size() != tau.size()) throw UsageError("compose: permutations of different sizes");
    std::vector<Rank> out(sigma.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = sigma[tau[i]];
    return Permutation::from_ranks_unchecked(std::move(out));
}

Permutation direct_sum(const Permutation& sigma, const Permutation& tau) {
    const auto shift = static_cast<Rank>(sigma.size());
    std::vector<Rank> out(sigma.ranks().begin(), sigma.ranks().end());
    for (const Rank rank : tau.ranks())
        out.push_back(rank + shift);
    return Permutation::from_ranks_unchecked(std::move(out));
}

bool is_indecomposable(std::span<const Rank> ranks) {
    // The first k elements fill the first k ranks exactly when their largest rank is k (from 1).
    Rank largest = 0;
    for (std::size_t i = 0; i + 1 < ranks.size(); ++i) {
        largest = std::max(largest, ranks[i]);
        if (largest == i) return false;
    }
    return !ranks.empty();
}

std::vector<std::vector<Rank>> cycles(const Permutation& sigma) {
    std::vector<std::vector<Rank>> found;
    std::vector<bool> seen(sigma.size(), false);
    for (std::size_t start = 0; start < sigma.size(); ++start) {
        if (seen[start]) continue;
        std::vector<Rank>& cycle = found.emplace_back();
        for (auto i = static_cast<Rank>(start); !seen[i]; i = sigma[i]) {
            seen[i] = true;
            cycle.push_back(i);
        }
    }
    return found;
}

}  // namespace disarray
