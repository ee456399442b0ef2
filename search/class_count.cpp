// SPDX-License-Identifier: MIT
//
// How many classes of permutations there are: Burnside's lemma.
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "ranking/enumeration.hpp"
#include "search/estimate.hpp"

namespace disarray::search {

namespace {

/// 1, 1, 2, 4, 10, …: involutions of S_0 … S_length, which are the σ that one reflection of the
/// matrix keeps.
std::vector<std::uint64_t> involutions(std::size_t length) {
    std::vector<std::uint64_t> count{1, 1};
    for (std::size_t m = 2; m <= length; ++m)
        count.push_back(count[m - 1] + (m - 1) * count[m - 2]);
    return count;
}

/// Of things that are sums of indecomposable parts in one way, all[m] of length m: the
/// indecomposable ones.
std::vector<std::uint64_t> indecomposable_counts(const std::vector<std::uint64_t>& all) {
    std::vector<std::uint64_t> parts{0};
    for (std::size_t m = 1; m < all.size(); ++m) {
        std::uint64_t rest = all[m];
        for (std::size_t k = 1; k < m; ++k)
            rest -= parts[k] * all[m - k];
        parts.push_back(rest);
    }
    return parts;
}

/// The same where a symmetry turns the order of the parts round: left parts are any permutation of
/// S_k, the right ones their images, and in the middle stands nothing or one part that is kept.
std::vector<std::uint64_t> middle_counts(const std::vector<std::uint64_t>& all) {
    std::vector<std::uint64_t> middle{1};
    for (std::size_t m = 1; m < all.size(); ++m) {
        std::uint64_t rest = all[m];
        for (std::size_t k = 1; 2 * k <= m; ++k)
            rest -= factorial_64(k) * middle[m - 2 * k];
        middle.push_back(rest);
    }
    return middle;
}

/// The σ of S_length that symmetries keep, indecomposable ones only or all.
struct Kept {
    std::uint64_t any = 0, inverse = 0, reverse_complement = 0, both = 0;
};

Kept kept(std::size_t length, bool indecomposable) {
    std::vector<std::uint64_t> all, turned;
    for (std::size_t m = 0; m <= length; ++m) {
        all.push_back(factorial_64(m));
        // i and m+1−i go together, to a pair of ranks, in one of two ways.
        turned.push_back(factorial_64(m / 2) << (m / 2));
    }
    const std::vector<std::uint64_t> reflected = involutions(length);
    if (!indecomposable) {
        return {all[length], reflected[length], turned[length], reflected[length]};
    }
    return {indecomposable_counts(all)[length], indecomposable_counts(reflected)[length],
            middle_counts(turned)[length], middle_counts(reflected)[length]};
}

}  // namespace

std::uint64_t class_count(std::size_t length, bool indecomposable, Symmetries symmetries) {
    const Kept fixed = kept(length, indecomposable);
    // Burnside: the mean over the group of how many σ its members keep.
    std::uint64_t sum = fixed.any, members = 1;
    if (symmetries.inverse) sum += fixed.inverse, ++members;
    if (symmetries.reverse_complement) sum += fixed.reverse_complement, ++members;
    if (symmetries.inverse && symmetries.reverse_complement) sum += fixed.both, ++members;
    return sum / members;
}

/// With D and all weights 1 every reading is Σ|σ(i) − i|, and that and K are 0 for the identity
/// only, which is indecomposable in S_1 alone.
std::optional<std::uint64_t> program_count(const Claim& claim, std::size_t length) {
    if (!claim.weighting.is_unit() || !claim.inequality.small.absolute.empty()) return std::nullopt;
    const std::uint64_t classes = class_count(length, claim.direct_sums, claim.symmetries);
    return claim.direct_sums ? classes : classes - 1;
}

}  // namespace disarray::search
