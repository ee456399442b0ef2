// SPDX-License-Identifier: MIT
#include "metrics/retrieval/detail/numbers.hpp"

#include <algorithm>

namespace disarray::retrieval::detail {

std::uint64_t relevant_count(const Question& question) {
    const std::vector<Grade>& judged = question.list.judged;
    const auto end = std::ranges::find_if(
        judged, [&](Grade grade) { return grade < question.conventions.relevance_level; });
    return static_cast<std::uint64_t>(end - judged.begin());
}

std::uint64_t relevant_count(std::span<const Hit> group, const Conventions& conventions) {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        group, [&](const Hit& hit) { return hit.grade >= conventions.relevance_level; }));
}

std::uint64_t last_rank(const Question& question) {
    const std::uint64_t length = question.list.length;
    return question.cutoff ? std::min<std::uint64_t>(*question.cutoff, length) : length;
}

}  // namespace disarray::retrieval::detail
