// SPDX-License-Identifier: MIT
//
// Laws of metrics of two lists of items: prefixes of rankings, which need not have the same items
// or the same length (rank-biased overlap, average overlap, …), and exact metrics of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "properties/audit/case_law.hpp"

namespace disarray::properties::audit {

/// Items, top first, each once in a list. Small ones are numbered from 1 as they appear.
struct ListPair {
    std::vector<std::uint32_t> first, second;
    friend bool operator==(const ListPair&, const ListPair&) = default;
};

/// The "input" of a request, in one line: item 7 is "i7".
std::string input_of(const ListPair& lists);

using ListSubject = CaseSubject<ListPair>;
using ListLaw = CaseLaw<ListPair>;
using ListReference = CaseReference<ListPair>;

std::span<const ListLaw> list_laws();

/// "rbo" (RBO_EXT), "rbo-truncated", "rbo-min", "rbo-res", "average-overlap", "overlap"
/// (|A ∩ B|/min(|A|, |B|)) and "jaccard". \param p  persistence
std::vector<ListReference> list_references(const Rational& p);

/// Every pair of lists of at most n items, the longer one of n, but for the names of the items.
std::vector<ListPair> small_lists(std::size_t n);

/// Random pair number `index`: lists of 1 to most_n items, many of them shared.
ListPair random_lists(std::size_t most_n, std::uint64_t seed, std::uint64_t index);

/// With an item less in one of the lists, as long as the result violates; items numbered anew.
ListPair shrunk(ListPair lists, const std::function<bool(const ListPair&)>& violates);

}  // namespace disarray::properties::audit
