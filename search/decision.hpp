// SPDX-License-Identifier: MIT
//
// One σ decided for all pseudometrics D at once: the exact minimum of M/N for two functionals of D
// (functional.hpp), with a D that attains it and a proof that no D does better. With N = K and
// M = F the minimum is the best constant of the lower side, with N = F and M = K the reciprocal of
// max F/K. A proof is what verify/FORMAT.md calls a node.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "exact/rational.hpp"
#include "search/functional.hpp"
#include "weighting/dissimilarity.hpp"

namespace disarray::search {

/// multiplier · (D_ik + D_jk − D_ij) with i < j, k other; elements counted from 0.
struct TriangleTerm {
    std::size_t i = 0, j = 0, k = 0;
    Rational multiplier;
};

/// multiplier · D_e, pairs e in the order of pair_index.
struct SlackTerm {
    std::size_t pair = 0;
    Rational multiplier;
};

/// multiplier · s_k g_k, where a split has assumed s_k g_k ≥ 0; forms of N counted from 0.
struct RegionTerm {
    std::size_t form = 0;
    Rational multiplier;
};

/// A proof of M ≥ ratio·N, or of one case of it (FORMAT.md, "When a leaf holds"). Multipliers are
/// > 0 and those of value 0 left out.
struct Leaf {
    Rational ratio;               ///< 0 if the splits above leave nothing of N
    std::vector<Rational> signs;  ///< φ: one for each absolute form of M
    std::vector<TriangleTerm> triangles;
    std::vector<SlackTerm> slacks;
    std::vector<RegionTerm> regions;
};

/// A leaf, or two proofs, one for g_k ≥ 0 and one for g_k ≤ 0, k = `split` counted from 0.
struct ProofNode {
    Leaf leaf;  ///< if `positive` is empty
    std::size_t split = 0;
    std::unique_ptr<ProofNode> positive, negative;

    bool is_leaf() const { return positive == nullptr; }
};

struct Decision {
    Rational ratio;            ///< min M/N over the pseudometrics with N > 0
    Dissimilarity witness;     ///< coprime integers; N > 0 and M = ratio·N
    ProofNode proof;           ///< its least leaf has that ratio
    std::size_t programs = 0;  ///< linear programs solved
};

/// min M/N. Witness and proof have been checked in rationals before this returns. If N has absolute
/// values it is a convex function to be maximized: branch and bound over the signs of its forms,
/// each node one program. Empty if N is zero, if a program could not be solved exactly, or if there
/// are more than `most_programs`.
/// \throws UsageError if the sizes differ
std::optional<Decision> decide(const Functional& small, const Functional& big,
                               std::size_t most_programs = 20'000);

/// Checks every identity and sign of a proof and that its least leaf has the given ratio.
bool is_valid(const ProofNode& proof, const Rational& ratio, const Functional& small,
              const Functional& big);

/// A metric near the pseudometric D that keeps M < N: the least c·D + 1 (off the diagonal),
/// c = 1, 2, 3, …, with M < N. Empty unless M(D) < N(D).
std::optional<Dissimilarity> strict_violation(const Dissimilarity& d, const Functional& small,
                                              const Functional& big);

}  // namespace disarray::search
