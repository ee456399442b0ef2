// SPDX-License-Identifier: MIT
//
// What metrics make of a score or a rank that is NaN, by three conventions: each says which input
// without NaN has the same value.
#pragma once

#include <optional>

#include "base/near_names.hpp"
#include "properties/audit/audited_metric.hpp"

namespace disarray::properties::audit {

/// The convention "missing".
enum class Missing {
    refuse,  ///< no value
    omit,    ///< as if the document, or the element, were not in the list
    least    ///< as the least score, or as the last rank
};
constexpr auto choices(Missing) {
    return std::to_array<Choice<Missing>>(
        {{"refuse", Missing::refuse}, {"omit", Missing::omit}, {"least", Missing::least}});
}
inline constexpr Missing every_missing[] = {Missing::refuse, Missing::omit, Missing::least};

/// The list that has the value of one in which the scores of some documents are NaN; empty if it
/// has none. What is omitted is judged and not retrieved for who takes such documents, else
/// nowhere. \param is_missing  for each document; those that are share the least score
std::optional<RetrievalCase> without_missing(const RetrievalCase& instance,
                                             const IsMissing& is_missing, Missing rule,
                                             bool takes_not_retrieved);

/// The same of ranks. What is omitted is so in both rankings, and the others keep their ranks; the
/// last rank is one more than the greatest. \param first, second  for each element
std::optional<RankPair> without_missing(const RankPair& pair, const IsMissing& first,
                                        const IsMissing& second, Missing rule);

}  // namespace disarray::properties::audit
