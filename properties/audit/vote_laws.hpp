// SPDX-License-Identifier: MIT
//
// Laws of rules that make one ranking of many, votes in and points or ranks out: scoring rules,
// fusion of rankings, aggregates; and exact rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "properties/audit/case_law.hpp"

namespace disarray::properties::audit {

/// Complete votes without ties.
struct Votes {
    std::size_t elements = 0;
    std::vector<std::vector<std::uint32_t>> orders;  ///< of 0, …, elements−1, top first
    bool is_renamed = false;  ///< the elements have other names, in another order of the alphabet
    friend bool operator==(const Votes&, const Votes&) = default;
};

/// The "input" of a request, in one line: element 0 is "e1".
std::string input_of(const Votes& votes);

/// What is said of each element.
using Points = std::vector<Value>;
/// M(votes): points, or ranks where the best value is the least.
using VoteSubject = CaseSubject<Votes, Points>;
using VoteLaw = CaseLaw<Votes, Points>;
using VoteReference = CaseReference<Votes, Points>;

/// Those that need a claim are false of rules in common use: reversal symmetry of plurality,
/// monotonicity of runoffs.
std::span<const VoteLaw> vote_laws();

/// Sums over the votes of a function of rank r of n: "borda" n − r, "borda-from-one" n − r + 1,
/// "borda-balanced" n + 1 − 2r (as `disarray aggregate` has it), "plurality", "veto", "dowdall"
/// 1/r, "rrf" 1/(60 + r) (Cormack, Clarke and Büttcher 2009); and "mean-rank", the mean of r.
std::vector<VoteReference> vote_references();

/// Every profile of n elements and a few votes, fewer for larger n.
std::vector<Votes> small_votes(std::size_t n);
/// Profiles at which rules that eliminate one element after the other are not monotone, without a
/// tie on the way: runoffs (by first places), Coombs' rule (by last ones) and Baldwin's (by Borda's
/// points). Each has the fewest votes, of all profiles of three elements in four groups.
std::vector<Votes> votes_near_elimination();
/// Random profile number `index`: 2 to min(6, most_n) elements, 1 to most_n votes.
Votes random_votes(std::size_t most_n, std::uint64_t seed, std::uint64_t index);
/// With a vote or an element less, as long as the result violates.
Votes shrunk(Votes votes, const std::function<bool(const Votes&)>& violates);

}  // namespace disarray::properties::audit
