// SPDX-License-Identifier: MIT
//
// What the fast paths of K* and F* share: the factors a_i = w_i p̄_i of a_ij = a_i a_j D_ij as
// integers over one denominator, and the decision whether machine integers suffice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/rational.hpp"
#include "exact/scaled.hpp"
#include "ranking/permutation.hpp"
#include "weighting/weighting.hpp"

namespace disarray::metrics::detail {

/// a_i = w_i p̄_i(σ,τ) for every element i.
ScaledSequence factors(const Permutation& sigma, const Permutation& tau,
                       const Weighting& weighting);

/// The entries of D as the arithmetic of a metric sees them. `entries` is empty for D = unit.
template <class Number>
struct Problem {
    const Permutation& sigma;
    const Permutation& tau;
    std::span<const Number> factors;  ///< a_i, n of them
    std::span<const Number> entries;  ///< D row by row, n² of them, or none
};

/// Evaluates an integer sum of terms a_i a_j D_ij and puts it over the common denominator.
///
/// `sum(problem, Sum{})` returns the sum in the type of its second argument. With
/// A = Σ a_i and D = max D_ij it may form single values and inner sums up to A·D in Number and the
/// whole up to 4·A²·D in Sum. 64-bit numbers and 128-bit sums are used when A·D < 2^61, so that
/// nothing can overflow; big integers otherwise.
template <class SumOver>
Rational evaluate(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                  const SumOver& sum) {
    const ScaledSequence a = factors(sigma, tau, weighting);
    const ScaledSequence* d =
        weighting.dissimilarity ? &weighting.dissimilarity->entries() : nullptr;
    const Integer denominator =
        a.denominator() * a.denominator() * (d ? d->denominator() : Integer(1));

    const Integer bound = a.absolute_sum() * (d ? std::max(Integer(1), d->largest()) : Integer(1));
    if (a.is_small() && (!d || d->is_small()) && bound < (Integer(1) << 61)) {
        const Problem<std::int64_t> problem{sigma, tau, a.small(),
                                            d ? d->small() : std::span<const std::int64_t>{}};
        return {to_integer(sum(problem, Int128{})), denominator};
    }
    const std::vector<Integer> large_a = a.numerators();
    const std::vector<Integer> large_d = d ? d->numerators() : std::vector<Integer>{};
    return {sum(Problem<Integer>{sigma, tau, large_a, large_d}, Integer{}), denominator};
}

}  // namespace disarray::metrics::detail
