// SPDX-License-Identifier: MIT
#include "metrics/retrieval/judged_list.hpp"

#include <algorithm>
#include <functional>

namespace disarray::retrieval {

JudgedList judged_list(std::span<const Grade> by_rank, std::span<const Grade> not_retrieved) {
    JudgedList list;
    list.length = static_cast<std::uint32_t>(by_rank.size());
    for (std::uint32_t i = 0; i < list.length; ++i) {
        if (by_rank[i] < 1) continue;
        list.hits.push_back({i, 1, by_rank[i]});
        list.judged.push_back(by_rank[i]);
    }
    std::ranges::copy_if(not_retrieved, std::back_inserter(list.judged),
                         [](Grade grade) { return grade >= 1; });
    std::ranges::sort(list.judged, std::greater<>());
    return list;
}

}  // namespace disarray::retrieval
