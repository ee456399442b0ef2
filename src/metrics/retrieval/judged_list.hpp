// SPDX-License-Identifier: MIT
//
// What a retrieval metric sees of one query: where judged documents stand in the ranked list, and
// which grades there are to be had. Documents that are not judged, or judged 0, count by their
// number only, so that the lists of a whole run take a few bytes for each relevant document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace disarray::retrieval {

/// A relevance judgement: 0 is "not relevant"; larger is more relevant.
using Grade = std::int32_t;

/// A document with a grade of at least 1 in a ranked list.
struct Hit {
    std::uint32_t before = 0;  ///< documents ranked before it and those it is tied with
    /// Documents it is tied with, itself included: 1 if its rank, before + 1, is certain. More than
    /// 1 under the tie policy "average" only, where each order of the tied is as likely as another.
    std::uint32_t tied = 1;
    Grade grade = 1;

    friend bool operator==(const Hit&, const Hit&) = default;
};

/// The ranked list of one query, judged.
struct JudgedList {
    std::uint32_t length = 0;   ///< documents retrieved
    std::vector<Hit> hits;      ///< by `before`; those that are tied together one after the other
    std::vector<Grade> judged;  ///< grades >= 1 of all judged documents, retrieved or not; falling

    friend bool operator==(const JudgedList&, const JudgedList&) = default;
};

/// A list without ties, given by the grade at each rank. \param not_retrieved  grades of further
/// judged documents, in any order. Grades below 1 count as 0.
JudgedList judged_list(std::span<const Grade> by_rank, std::span<const Grade> not_retrieved = {});

/// Calls work(group, before, tied) for each set of tied hits, top first; the group is a span of
/// hits.
template <class Work>
void for_each_group(std::span<const Hit> hits, const Work& work) {
    for (std::size_t first = 0; first < hits.size();) {
        std::size_t last = first + 1;
        while (last < hits.size() && hits[last].before == hits[first].before)
            ++last;
        work(hits.subspan(first, last - first), hits[first].before, hits[first].tied);
        first = last;
    }
}

}  // namespace disarray::retrieval
