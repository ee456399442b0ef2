// SPDX-License-Identifier: MIT
//
// Proofs of N ≤ M for one σ without a linear program. For fixed signs φ the form
//     c = linear(M) + Σ_k φ_k f_k − linear(N) − Σ_k |g_k|
// has to be Σ y·(D_ik + D_jk − D_ij) + Σ s·D_ij with y, s ≥ 0: pairs with c > 0 have to cover those
// with c < 0, over triangles, which is a multicommodity flow. It is routed greedily in whole
// numbers, by the rule of verify/FORMAT.md, "When a rule holds", which disarray-verify runs again.
//
// The signs are those of the forms at D = 1, for F[prefix] φ_i = sign(i − σ(i)); they alone prove
// 98 to 99 % of S_8 to S_12 at the constants 2n/(3n−4). Where they fail, one is changed at a time.
// Tried and left (2026-11): a library of signs learnt from other σ (it proves less than the signs
// at D = 1, and needs an order); detours over two elements (0.05 % more); a change of the pair
// after every triangle, where this rule first finishes the pair (1.6 % not proved at once, not
// 1.2 %). `disarray_bench --benchmark_filter=routing` has the shares.
#pragma once

#include <optional>
#include <vector>

#include "search/decision.hpp"
#include "search/functional.hpp"

namespace disarray::search {

/// One sign −1, 0 or 1 for each absolute form of M.
using Signs = std::vector<int>;

/// Those of Σ_e f_k(e): of the forms of M where all distances are 1.
Signs signs_at_one(const Functional& big);

/// The leaf of ratio 1 that the rule makes of these signs, for who would multiply it out: a
/// certificate has the signs only. Empty if the rule fails, and for
/// coefficients of more than 30 bits.
std::optional<Leaf> routed_leaf(const Functional& small, const Functional& big, const Signs& signs);

/// A leaf of ratio 1 with the signs at D = 1 that the rule does not find: what triangles leave of a
/// deficit is covered by detours over more elements, the shortest first. Empty if that fails too,
/// which says nothing of N ≤ M.
std::optional<Leaf> detoured_leaf(const Functional& small, const Functional& big);

struct RoutedSigns {
    Signs signs;
    bool at_one = false;  ///< they are signs_at_one
};

/// Signs for which the rule makes a leaf: those at 1 if they do, else what changes of one sign at a
/// time lead to. Empty if they lead nowhere, which says nothing of N ≤ M.
std::optional<RoutedSigns> routable_signs(const Functional& small, const Functional& big);

}  // namespace disarray::search
