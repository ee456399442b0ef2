// SPDX-License-Identifier: MIT
#include "metrics/retrieval/judged_list.hpp"

#include <algorithm>
#include <functional>

namespace disarray::retrieval {

JudgedList judged_list(std::span<const std::vector<Grade>> groups,
                       std::span<const Grade> not_retrieved) {
    JudgedList list;
    const auto judge = [&](Grade grade) {
        if (grade >= 1) list.judged.push_back(grade);
        if (grade == 0) ++list.judged_zero;
    };
    for (const std::vector<Grade>& group : groups) {
        const auto tied = static_cast<std::uint32_t>(group.size());
        for (const Grade grade : group) {
            judge(grade);
            if (grade != not_judged)
                (grade >= 1 ? list.hits : list.others).push_back({list.length, tied, grade});
        }
        list.length += tied;
    }
    std::ranges::for_each(not_retrieved, judge);
    std::ranges::sort(list.judged, std::greater<>());
    return list;
}

JudgedList judged_list(std::span<const Grade> by_rank, std::span<const Grade> not_retrieved) {
    std::vector<std::vector<Grade>> groups;
    for (const Grade grade : by_rank)
        groups.push_back({grade});
    return judged_list(groups, not_retrieved);
}

}  // namespace disarray::retrieval
