// SPDX-License-Identifier: MIT
//
// What a retrieval metric sees of one query: where judged documents stand in the ranked list, and
// which grades there are to be had. Documents that are not judged count by their number only, so
// that the lists of a whole run take a few bytes for each judged document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace disarray::retrieval {

/// A relevance judgement: 0 is "not relevant"; larger is more relevant.
using Grade = std::int32_t;

/// Of a document in the judged pool whose grade is not known (trec_eval: negative grades).
inline constexpr Grade unknown_grade = -1;
/// Of a document without judgement, where grades of all documents are listed.
inline constexpr Grade not_judged = -2;

/// A judged document in a ranked list.
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
    std::uint32_t length = 0;  ///< documents retrieved
    /// With a grade of at least 1; by `before`, those that are tied one after the other.
    std::vector<Hit> hits;
    std::vector<Grade> judged;  ///< grades >= 1 of all judged documents, retrieved or not; falling
    std::vector<Hit> others = {};   ///< those of grade 0 or unknown_grade, likewise
    std::uint32_t judged_zero = 0;  ///< documents judged 0, retrieved or not

    friend bool operator==(const JudgedList&, const JudgedList&) = default;
};

/// A list given by its tied groups, top first, with the grade of each document or not_judged.
/// \param not_retrieved  grades of further judged documents, in any order
JudgedList judged_list(std::span<const std::vector<Grade>> groups,
                       std::span<const Grade> not_retrieved);

/// A list without ties, given by the grade at each rank.
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
