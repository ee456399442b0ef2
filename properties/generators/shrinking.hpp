// SPDX-License-Identifier: MIT
//
// Shrinking that knows rankings: the smaller cases that a found case is tried on, and the greedy
// descent to one that has no smaller ones left.
//
// Smaller is by CaseSize: number of elements, then inversions of all rankings together, then parts
// of the weighting that are present, then the sum of how far each number is from its plainest value
// (1 for weights, 1 then 0 for swap costs, 0 then 1 for distances, 2 for the scale; any other p/q
// counts p+q). Each is a natural number, the order is lexicographic, hence well-founded: every
// descent ends. It agrees with compare(Case, Case) in its first two terms; compare breaks ties
// between found cases, where the aim is one least case, here the aim is one that reads easily.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "properties/case.hpp"
#include "properties/generators/shape.hpp"

namespace disarray::properties::generators {

/// What shrinking makes smaller; compared in the order of the members.
struct CaseSize {
    std::size_t elements = 0;
    std::uint64_t inversions = 0;
    std::size_t parts = 0;  ///< present ones, and 1 more for the policy `local`
    Integer numbers;        ///< Σ distance from the plainest value

    friend bool operator<(const CaseSize& a, const CaseSize& b);
};

CaseSize size_of(const Case& instance);

/// Calls `visit` with every candidate of smaller_cases in their order, made one kind at a time,
/// until it returns false. \throws UsageError unless the case is of the shape.
void for_each_smaller_case(const Case& instance, const CaseShape& shape,
                           const std::function<bool(const Case&)>& visit);

/// Cases of the shape that are smaller by CaseSize, in a fixed order: an element deleted from all
/// rankings (with its weight, its row and column of D, and each swap cost in turn); a part absent;
/// the elements renamed, in all rankings, w and D, after one ranking or by one adjacent exchange; a
/// ranking put in order; an inverted pair of one ranking exchanged; a weight, a swap cost, D or the
/// scale plainer. \throws UsageError unless the case is of the shape.
std::vector<Case> smaller_cases(const Case& instance, const CaseShape& shape);

/// A case with violates(case) of which no candidate has it, reached by always taking the first that
/// does. Before: violates(instance). Deterministic if `violates` is; ends after finitely many
/// steps. \param violates  bool(const Case&) \throws UsageError unless the case is of the shape.
template <class Predicate>
Case shrunk(Case instance, const CaseShape& shape, Predicate violates) {
    for (;;) {
        std::optional<Case> smaller;
        for_each_smaller_case(instance, shape, [&](const Case& candidate) {
            if (violates(candidate)) smaller = candidate;
            return !smaller;
        });
        if (!smaller) return instance;
        instance = *std::move(smaller);
    }
}

}  // namespace disarray::properties::generators
