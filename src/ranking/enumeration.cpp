// SPDX-License-Identifier: MIT
#include "ranking/enumeration.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray {

namespace {

/// Lehmer code: for each element how many later elements have a smaller rank. O(n²).
std::vector<std::size_t> lehmer_code(const Permutation& sigma) {
    std::vector<std::size_t> code(sigma.size(), 0);
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = i + 1; j < sigma.size(); ++j) {
            if (sigma[j] < sigma[i]) ++code[i];
        }
    }
    return code;
}

/// Σ code_i·(n−1−i)! by Horner's scheme in the factorial base.
std::uint64_t rank_from_lehmer(const std::vector<std::size_t>& code) {
    std::uint64_t rank = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        rank *= code.size() - i;
        rank += code[i];
    }
    return rank;
}

void require_64_bit_size(std::size_t n) {
    if (n > max_factorial_64) throw UsageError(fmt::format("{}! does not fit 64 bits", n));
}

}  // namespace

std::uint64_t factorial_64(std::size_t n) {
    require_64_bit_size(n);
    std::uint64_t product = 1;
    for (std::size_t k = 2; k <= n; ++k)
        product *= k;
    return product;
}

std::uint64_t lexicographic_rank_64(const Permutation& sigma) {
    require_64_bit_size(sigma.size());
    return rank_from_lehmer(lehmer_code(sigma));
}

Permutation lexicographic_unrank(std::size_t n, std::uint64_t rank) {
    require_64_bit_size(n);
    std::vector<std::size_t> code(n, 0);
    for (std::size_t i = n; i-- > 0;) {
        code[i] = rank % (n - i);
        rank /= n - i;
    }
    if (rank != 0) throw UsageError("lexicographic_unrank: the rank is not below n!");
    std::vector<Rank> left(n);
    for (std::size_t i = 0; i < n; ++i)
        left[i] = static_cast<Rank>(i);
    std::vector<Rank> ranks(n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto place = left.begin() + static_cast<std::ptrdiff_t>(code[i]);
        ranks[i] = *place;
        left.erase(place);
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

RankRange shard(std::uint64_t total, std::uint64_t index, std::uint64_t count) {
    if (index >= count) throw UsageError("shard: the index is not below the count");
    const std::uint64_t size = total / count;
    const std::uint64_t longer = total % count;  // the first `longer` parts have one more
    const std::uint64_t begin = index * size + std::min(index, longer);
    return {begin, begin + size + (index < longer ? 1 : 0)};
}

void require_range(std::size_t n, RankRange range) {
    // Past the end std::next_permutation would begin anew, and a sweep would count twice.
    if (range.begin > range.end || range.end > factorial_64(n)) {
        throw UsageError("a range of ranks that does not lie within S_n");
    }
}

std::vector<Permutation> all_permutations(std::size_t n) {
    if (n > 8) throw UsageError("all_permutations: S_n is too large to be held");
    std::vector<Permutation> all;
    all.reserve(factorial_64(n));
    for_each_permutation(n, {0, factorial_64(n)}, [&](const std::vector<Rank>& ranks) {
        all.push_back(Permutation::from_ranks_unchecked(ranks));
        return true;
    });
    return all;
}

bool next_lexicographic(std::vector<Rank>& ranks) {
    return std::next_permutation(ranks.begin(), ranks.end());
}

}  // namespace disarray
