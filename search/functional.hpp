// SPDX-License-Identifier: MIT
//
// K and every reading of F as functions of D alone, for a fixed σ with w = δ = 1: a linear form in
// the C(n,2) values D_ij, plus a sum of absolute values of such forms (design, "Why the search is a
// linear program").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "weighting/dissimilarity.hpp"

namespace disarray::search {

/// Number of pairs {i,j} of n elements.
constexpr std::size_t pair_count(std::size_t n) {
    return n * (n - 1) / 2;
}

/// The place of {i,j}, i ≠ j counted from 0, in the order (0,1), (0,2), …, (1,2), ….
constexpr std::size_t pair_index(std::size_t n, std::size_t i, std::size_t j) {
    if (i > j) return pair_index(n, j, i);
    return i * (2 * n - i - 1) / 2 + (j - i - 1);
}

/// One integer coefficient for each pair.
using LinearForm = std::vector<std::int64_t>;

/// D ↦ (linear(D) + Σ_k |absolute_k(D)|) / divisor.
struct Functional {
    std::size_t n = 0;
    LinearForm linear;                 ///< pair_count(n) coefficients
    std::vector<LinearForm> absolute;  ///< each of pair_count(n) coefficients; none is all 0
    std::int64_t divisor = 1;          ///< > 0

    Rational value(const Dissimilarity& d) const;
};

/// K(σ) as a functional: coefficient 1 at each inverted pair (KV 8).
Functional kendall_functional(const Permutation& sigma);

/// F(σ) in the given reading (KV 9, 10, 4.3, Lemma 8).
Functional footrule_functional(const Permutation& sigma, metrics::Reading reading);

}  // namespace disarray::search
