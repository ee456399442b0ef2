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

/// Average precision where each score is a threshold, Σ_t (R_t − R_{t−1})·P_t with the recall R_t
/// and the precision P_t of the documents of at least the t-th score (scikit-learn's
/// average_precision_score). A threshold counts if all of its documents are within the cutoff.
/// Undefined without a relevant document. O(m log m) for m retrieved documents.
Value block_average_precision(const RetrievalCase& instance,
                              const retrieval::Conventions& conventions);
Bounded bounded_block_average_precision(const RetrievalCase& instance,
                                        const retrieval::Conventions& conventions);

/// "AUC", the share of the pairs of a relevant document and another one, both retrieved, that are
/// in that order, tied ones counting half (Mann and Whitney 1947). In every convention; none for
/// another name.
std::vector<RetrievalReference> own_retrieval_references(std::string_view name,
                                                         const retrieval::Conventions& conventions);

/// "footrule" Σ|a − b|, "spearman-distance" Σ(a − b)² and "hamming" (elements with a ≠ b) of
/// whatever ranks a, b are given; "tau-ap", 2/(n−1) · Σ_{i=2..n} c_i/(i−1) − 1, where c_i counts
/// the elements above rank i of the first permutation that the second, the truth, has above that
/// element as well (Yilmaz, Aslam and Robertson 2008).
std::vector<PairReference> own_pair_references();

}  // namespace disarray::properties::audit
