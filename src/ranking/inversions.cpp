// SPDX-License-Identifier: MIT
#include "ranking/inversions.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace disarray {

namespace {

/// How many bits are set. std::popcount is a call where the machine is not known to have one.
std::uint64_t ones(std::uint64_t bits) {
    bits -= (bits >> 1) & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (bits * 0x0101010101010101) >> 56;
}

/// Inversions of a sequence of at most 64 ranks, all of them from `least` to `least` + 63: for each
/// the larger ones before it are counted in a word.
std::uint64_t count_in_word(std::span<const Rank> ranks, Rank least) {
    std::uint64_t count = 0, seen = 0;
    for (const Rank rank : ranks) {
        const Rank bit = rank - least;
        count += ones(seen >> bit);
        seen |= std::uint64_t{1} << bit;
    }
    return count;
}

/// Inversions of a sequence that has every rank from `least` on once: those between its lower and
/// its upper half of ranks, and then those within each, which are gone through in their order. The
/// halves are told apart without a branch: a random permutation mispredicts every second one.
/// \param spare  of the same length; both are used up as working space
std::uint64_t count_by_halves(std::span<Rank> ranks, std::span<Rank> spare, Rank least) {
    if (ranks.size() <= 64) return count_in_word(ranks, least);
    const std::size_t half = std::bit_ceil(ranks.size()) / 2;
    const Rank middle = least + static_cast<Rank>(half);
    std::uint64_t count = 0;
    std::size_t lower = 0;  // of the i ranks so far
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const std::size_t upper = i - lower;
        const std::size_t all_if_lower = std::size_t{0} - std::size_t{ranks[i] < middle};
        spare[(lower & all_if_lower) | ((half + upper) & ~all_if_lower)] = ranks[i];
        count += upper & all_if_lower;
        lower -= all_if_lower;
    }
    return count + count_by_halves(spare.first(half), ranks.first(half), least) +
           count_by_halves(spare.subspan(half), ranks.subspan(half), middle);
}

}  // namespace

std::uint64_t inversion_count_unchecked(std::vector<Rank> ranks) {
    if (ranks.size() <= 64) return count_in_word(ranks, 0);
    std::vector<Rank> spare(ranks.size());
    return count_by_halves(ranks, spare, 0);
}

std::uint64_t inversion_count(const Permutation& sigma) {
    if (sigma.size() <= 64) return count_in_word(sigma.ranks(), 0);
    return inversion_count_unchecked({sigma.ranks().begin(), sigma.ranks().end()});
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
