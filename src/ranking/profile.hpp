// SPDX-License-Identifier: MIT
//
// A profile: the rankings that are to be aggregated (KV 5.1), with ties, elements that are left
// out, and how often each was given. What a tie or a missing element means is a rule that is named
// with the call and applied once, before anything is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "ranking/permutation.hpp"

namespace disarray {

/// In place of a bucket, for an element that a vote does not rank.
inline constexpr Rank not_ranked = std::numeric_limits<Rank>::max();

/// One ranking of a profile.
struct Vote {
    /// For each element its bucket, counted from 0 at the top; elements of one bucket are tied. The
    /// buckets are 0, …, k−1, none of them empty; `not_ranked` stands for no bucket.
    std::vector<Rank> buckets;
    std::uint64_t count = 1;  ///< how often it was given, at least 1

    friend bool operator==(const Vote&, const Vote&) = default;
};

/// Whether two ranked elements are in one bucket. Precondition (not checked): buckets below n.
bool has_ties(const Vote& vote);
/// Whether no element is left out.
bool ranks_all(const Vote& vote);

/// Votes on the elements 0, …, n−1.
struct Profile {
    std::size_t n = 0;
    std::vector<Vote> votes;
};

/// What a pair that a vote ties says.
enum class TieRule {
    free,          ///< nothing: either order costs 0
    half,          ///< either order costs half a pair (Fagin et al., K^(1/2))
    element_order  ///< the element with the smaller number is above
};
constexpr auto choices(TieRule) {
    return std::to_array<Choice<TieRule>>({{"free", TieRule::free},
                                           {"half", TieRule::half},
                                           {"element-order", TieRule::element_order}});
}

/// What an element that a vote leaves out is to that vote.
enum class UnrankedRule {
    refuse,  ///< an error
    bottom,  ///< tied with the others left out, below all that are ranked
    absent   ///< in no pair
};
constexpr auto choices(UnrankedRule) {
    return std::to_array<Choice<UnrankedRule>>({{"refuse", UnrankedRule::refuse},
                                                {"bottom", UnrankedRule::bottom},
                                                {"absent", UnrankedRule::absent}});
}

struct ProfileRules {
    TieRule ties = TieRule::half;
    UnrankedRule unranked = UnrankedRule::refuse;
};

/// For each two elements i, j the votes for i above j minus those for j above i: an antisymmetric
/// n×n matrix. Ties and elements that a vote leaves out count for neither. Empty for n above 60,
/// where nobody reads it. O(votes·n²).
std::vector<std::vector<std::int64_t>> margins_of(const Profile& profile);

/// The profile with the rules applied as far as they change votes: under `bottom` a last bucket of
/// the elements left out, then under `element_order` no ties. O(total size).
/// \param where  begins the error message; votes count from 1
/// \throws InputError for no votes, n = 0, a count of 0, a total count beyond 2^32; under `refuse`
/// for a vote that leaves an element out, naming the rules that would accept it. UsageError for a
/// vote of another size or with an empty bucket.
Profile with_rules(Profile profile, const ProfileRules& rules, std::string_view where);

}  // namespace disarray
