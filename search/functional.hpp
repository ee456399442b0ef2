// SPDX-License-Identifier: MIT
//
// Distances and sums of distances as functions of D alone, for fixed σ, w and δ: a linear form in
// the C(n,2) values D_ij, plus a sum of absolute values of such forms (design, "Why the search is a
// linear program"; the table of verify/FORMAT.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "search/statement.hpp"
#include "weighting/dissimilarity.hpp"
#include "weighting/weighting.hpp"

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
    /// True if no coefficient differs from 0, so that the value is 0 for every D.
    bool is_zero() const;
};

/// Throws NotSupported: weights and coefficients whose products exceed 64 bits.
[[noreturn]] void refuse_wide_products();
/// The same number in 64 bits. \throws NotSupported if it does not fit
std::int64_t in_64_bits(Int128 value);
std::int64_t in_64_bits(const Integer& value);
/// a·b. \throws NotSupported as above
inline std::int64_t checked_product(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result)) refuse_wide_products();
    return result;
}

/// Σ form_ij·D_ij.
Rational evaluate(const LinearForm& form, const Dissimilarity& d);

/// A distance of σ; w and δ are taken from `weighting`, whose D is not looked at.
/// \throws NotSupported if the weights do not go into 64-bit coefficients, InputError or UsageError
/// if they are not for n elements
Functional functional(const Distance& distance, const Permutation& sigma,
                      const Weighting& weighting = {});
/// The same for an expression. Its forms come in the order of FORMAT.md.
Functional functional(const Expression& expression, const Permutation& sigma,
                      const Weighting& weighting = {});

}  // namespace disarray::search
