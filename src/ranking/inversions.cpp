// SPDX-License-Identifier: MIT
#include "ranking/inversions.hpp"

#include <algorithm>
#include <cstddef>

namespace disarray {

namespace {

/// Runs of this length are sorted by insertion; measured best of 8, 16, 32, 64 at n = 10⁶.
constexpr std::size_t run_length = 16;

std::uint64_t insertion_sort_count(std::span<Rank> run) {
    std::uint64_t count = 0;
    for (std::size_t i = 1; i < run.size(); ++i) {
        const Rank rank = run[i];
        std::size_t j = i;
        for (; j > 0 && run[j - 1] > rank; --j)
            run[j] = run[j - 1];
        run[j] = rank;
        count += i - j;
    }
    return count;
}

/// Merges two sorted neighbours into `out`; returns the inversions between them. The choice of side
/// is computed, not branched on: a random permutation mispredicts every second branch.
std::uint64_t merge_count(std::span<const Rank> left, std::span<const Rank> right, Rank* out) {
    std::uint64_t count = 0;
    std::size_t l = 0;
    std::size_t r = 0;
    while (l < left.size() && r < right.size()) {
        const bool take_right = right[r] < left[l];
        *out++ = take_right ? right[r] : left[l];
        count += take_right ? left.size() - l : 0;
        r += take_right ? 1 : 0;
        l += take_right ? 0 : 1;
    }
    out = std::copy(left.begin() + static_cast<std::ptrdiff_t>(l), left.end(), out);
    std::copy(right.begin() + static_cast<std::ptrdiff_t>(r), right.end(), out);
    return count;
}

}  // namespace

std::uint64_t inversion_count(const Permutation& sigma) {
    std::vector<Rank> ranks(sigma.ranks().begin(), sigma.ranks().end());
    const std::size_t n = ranks.size();
    std::uint64_t count = 0;
    for (std::size_t begin = 0; begin < n; begin += run_length) {
        count +=
            insertion_sort_count(std::span(ranks).subspan(begin, std::min(run_length, n - begin)));
    }
    std::vector<Rank> merged(n);
    for (std::size_t width = run_length; width < n; width *= 2) {
        for (std::size_t begin = 0; begin < n; begin += 2 * width) {
            const std::span<const Rank> pair =
                std::span(ranks).subspan(begin, std::min(2 * width, n - begin));
            const std::size_t middle = std::min(width, pair.size());
            count += merge_count(pair.first(middle), pair.subspan(middle), merged.data() + begin);
        }
        ranks.swap(merged);
    }
    return count;
}

std::vector<std::pair<Rank, Rank>> inversions(const Permutation& sigma) {
    std::vector<std::pair<Rank, Rank>> pairs;
    const auto n = static_cast<Rank>(sigma.size());
    for (Rank i = 0; i < n; ++i) {
        for (Rank j = i + 1; j < n; ++j) {
            if (sigma[i] > sigma[j]) pairs.emplace_back(i, j);
        }
    }
    return pairs;
}

template <class Weight, class Sum>
Sum inversion_weight_unchecked(std::vector<Rank> ranks, std::vector<Weight> weights) {
    struct Item {
        Rank rank;
        Weight weight;
    };
    const std::size_t n = ranks.size();
    std::vector<Item> items(n);
    for (std::size_t i = 0; i < n; ++i)
        items[i] = {ranks[i], std::move(weights[i])};
    ranks = {};
    weights = {};

    Sum total = 0;
    std::vector<Item> merged(n);
    for (std::size_t width = 1; width < n; width *= 2) {
        for (std::size_t begin = 0; begin < n; begin += 2 * width) {
            const std::size_t middle = std::min(begin + width, n);
            const std::size_t end = std::min(begin + 2 * width, n);
            Weight left_weight = 0;
            for (std::size_t l = begin; l < middle; ++l)
                left_weight += items[l].weight;
            std::size_t l = begin;
            std::size_t r = middle;
            for (std::size_t out = begin; out < end; ++out) {
                if (l < middle && (r == end || items[l].rank < items[r].rank)) {
                    left_weight -= items[l].weight;
                    merged[out] = std::move(items[l++]);
                } else {
                    total += Sum(items[r].weight) * left_weight;
                    merged[out] = std::move(items[r++]);
                }
            }
        }
        items.swap(merged);
    }
    return total;
}

template Int128 inversion_weight_unchecked(std::vector<Rank>, std::vector<std::int64_t>);
template Integer inversion_weight_unchecked(std::vector<Rank>, std::vector<Integer>);

}  // namespace disarray
