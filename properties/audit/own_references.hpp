// SPDX-License-Identifier: MIT
//
// Exact metrics that programs to be audited may be and `disarray evaluate` does not have: those of
// lists by thresholds, as scikit-learn has them, bpref, and metrics of the numbers that ranks are.
#pragma once

#include <string_view>
#include <vector>

#include "exact/bounded.hpp"
#include "metrics/retrieval/conventions.hpp"
#include "properties/audit/audited_metric.hpp"
#include "properties/audit/reference.hpp"

namespace disarray::properties::audit {

/// Average precision where each score is a threshold: the documents of one score are all seen at
/// the rank of the last of them. Beyond a cutoff are those whose last one is.
Value block_average_precision(const RetrievalCase& instance,
                              const retrieval::Conventions& conventions);
Bounded bounded_block_average_precision(const RetrievalCase& instance,
                                        const retrieval::Conventions& conventions);

/// "AUC" (of pairs of a relevant document and another one that are both retrieved, those in that
/// order, tied ones half) and "bpref" (Buckley and Voorhees 2004, as trec_eval computes it), in
/// every convention of theirs. None for another name.
std::vector<RetrievalReference> own_retrieval_references(std::string_view name,
                                                         const retrieval::Conventions& conventions);

/// "footrule" Σ|a − b|, "spearman-distance" Σ(a − b)² and "hamming" (elements with a ≠ b) of
/// whatever ranks a, b are given; Goodman and Kruskal's "gamma"; "tau-ap" (Yilmaz, Aslam and
/// Robertson 2008) of permutations, the second one being the truth.
std::vector<PairReference> own_pair_references();

}  // namespace disarray::properties::audit
