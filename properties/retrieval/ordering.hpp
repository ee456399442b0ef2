// SPDX-License-Identifier: MIT
//
// How a case becomes a ranked list: by score, falling, and what is tied by a policy. The rules are
// those of formats/runs.hpp; here they are written for a handful of documents in memory.
#pragma once

#include <vector>

#include "formats/retrieval_options.hpp"
#include "metrics/retrieval/judged_list.hpp"
#include "properties/retrieval/retrieval_case.hpp"

namespace disarray::properties {

/// Grades, top first, or not_judged. Ties::best and worst put that below 0. One document to a
/// group, unless the policy is `average`: there a group is the documents of one score. \throws
/// UsageError for Ties::rank_column: a case has no ranks.
std::vector<std::vector<retrieval::Grade>> ranked_groups(const RetrievalCase& instance,
                                                         formats::Ties ties);

/// The same list as the metrics take it.
retrieval::JudgedList judged_list(const RetrievalCase& instance, formats::Ties ties);

}  // namespace disarray::properties
