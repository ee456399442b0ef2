// SPDX-License-Identifier: MIT
#include "properties/audit/missing_values.hpp"

#include <algorithm>

namespace disarray::properties::audit {

std::optional<RetrievalCase> without_missing(const RetrievalCase& instance,
                                             const IsMissing& is_missing, Missing rule,
                                             bool takes_not_retrieved) {
    if (std::ranges::find(is_missing, true) == is_missing.end()) return instance;
    if (rule == Missing::refuse) return std::nullopt;
    RetrievalCase result = instance;
    result.retrieved.clear();
    Rational least = 0;
    for (std::size_t i = 0; i < instance.retrieved.size(); ++i) {
        if (!is_missing[i]) least = std::min(least, instance.retrieved[i].score);
    }
    for (std::size_t i = 0; i < instance.retrieved.size(); ++i) {
        RetrievedDocument document = instance.retrieved[i];
        if (is_missing[i] && rule == Missing::omit) {
            if (takes_not_retrieved) result.not_retrieved.push_back(grade_of(document));
            continue;
        }
        if (is_missing[i]) document.score = least - Rational(1);
        result.retrieved.push_back(std::move(document));
    }
    return result;
}

std::optional<RankPair> without_missing(const RankPair& pair, const IsMissing& first,
                                        const IsMissing& second, Missing rule) {
    const auto has_missing = [](const IsMissing& is_missing) {
        return std::ranges::find(is_missing, true) != is_missing.end();
    };
    if (!has_missing(first) && !has_missing(second)) return pair;
    if (rule == Missing::refuse) return std::nullopt;
    const auto last = [&](const std::vector<int>& ranks, const IsMissing& is_missing) {
        int greatest = 0;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (!is_missing[i]) greatest = std::max(greatest, ranks[i]);
        }
        return greatest + pair.divisor;
    };
    const int last_first = last(pair.first, first), last_second = last(pair.second, second);
    RankPair result;
    result.divisor = pair.divisor;
    for (std::size_t i = 0; i < pair.first.size(); ++i) {
        if (rule == Missing::omit && (first[i] || second[i])) continue;
        result.first.push_back(first[i] ? last_first : pair.first[i]);
        result.second.push_back(second[i] ? last_second : pair.second[i]);
    }
    return result;
}

}  // namespace disarray::properties::audit
