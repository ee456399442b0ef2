// SPDX-License-Identifier: MIT
//
// Formulas for ratios over a family: the rational function of least total degree that passes
// through every exact value. What is found is a guess that can be checked, not a theorem; that it
// agrees with more values than it has unknowns is the evidence, and is always said with it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"

namespace disarray {

/// numerator(n) / denominator(n); coefficients from that of n⁰ up, integers without a common
/// divisor, the leading coefficient of the denominator > 0, no leading zeros. The numerator of the
/// function 0 is empty.
struct RationalFunction {
    std::vector<Integer> numerator;
    std::vector<Integer> denominator;

    /// The value at n; empty at a pole.
    std::optional<Rational> at(std::size_t n) const;
    /// For n → ∞; empty if |value| grows beyond all bounds.
    std::optional<Rational> limit() const;
    /// "(n + 6)/(2*n + 4)", "2*n^2 - 1", "6/7", "0".
    std::string to_string() const;
    friend bool operator==(const RationalFunction&, const RationalFunction&) = default;
};

/// "2*n^2 - n + 1/2", "0". \param coefficients  from that of n⁰ up
std::string polynomial_text(std::span<const Rational> coefficients);

/// A value at n.
using Sample = std::pair<std::size_t, Rational>;

/// A formula with what speaks for it.
struct Fit {
    RationalFunction function;
    std::vector<std::size_t> lengths;  ///< the n whose values it takes, ascending
    std::size_t unknowns = 0;          ///< free coefficients of functions of its degrees
    std::size_t modulus = 1;           ///< it is about n ≡ residue mod this
    std::size_t residue = 0;

    /// "fits n = 6, 8, …, 20 (8 values, 4 unknowns); not a proof"
    std::string evidence() const;
};

/// Formulas for the samples, and the samples that none was found for.
struct Formulas {
    std::vector<Fit> fits;                 ///< one, or one for each of some residue classes
    std::vector<std::size_t> unexplained;  ///< n without a formula, ascending
    /// "no single formula of total degree <= 3 fits these 6 values"; empty if all are explained.
    std::string refusal;
};

/// How many values beyond the number of unknowns a formula must take: a convention. As many values
/// as unknowns are taken by some function always.
inline constexpr std::size_t spare_values = 2;

/// The function of least total degree through all samples, if there are at least `spare` more than
/// it has unknowns, and no other function of that total degree passes through them too.
/// \param samples  different n, in any order
std::optional<Fit> fit_all(std::span<const Sample> samples, std::size_t spare = spare_values);

/// fit_all of all samples; if that fails, of each class of n mod 2, or mod 3, whichever explains
/// more samples. O(d·k³) for k samples and degrees up to d < k.
Formulas formulas(std::span<const Sample> samples, std::size_t spare = spare_values);

}  // namespace disarray
