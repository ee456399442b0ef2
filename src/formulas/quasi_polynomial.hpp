// SPDX-License-Identifier: MIT
//
// Polynomials in n that may differ for odd and for even n, such as ⌊n²/2⌋, fitted to exact values.
// Rational functions fitted to each class of n mod 2 (rational_function.hpp) need twice the values:
// here both classes share the coefficients of high degree, as floors do.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exact/rational.hpp"
#include "formulas/rational_function.hpp"

namespace disarray {

/// smooth(n) + (n mod 2)·odd(n); coefficients from that of n⁰ up, no leading zeros.
struct QuasiPolynomial {
    std::vector<Rational> smooth;
    std::vector<Rational> odd;

    Rational at(std::size_t n) const;
    /// "1/2*n^2 - 1/2*(n mod 2)", "0": text of the language of statements.
    std::string to_string() const;
    QuasiPolynomial operator-() const { return *this / Rational(-1); }
    QuasiPolynomial operator/(const Rational& divisor) const;
    /// Sign of the leading coefficient; 0 for the function 0.
    int leading_sign() const;
    friend bool operator==(const QuasiPolynomial&, const QuasiPolynomial&) = default;
};

/// A function with what speaks for it.
struct QuasiFit {
    QuasiPolynomial function;
    std::size_t from = 0;      ///< it takes the values of the samples from here on
    std::size_t unknowns = 0;  ///< that many values fix it, the others test it
    std::size_t values = 0;

    /// "fitted on n = 3..6, tested on n = 7..9".
    std::string evidence() const;
};

/// The function with the least sum of unknowns and of first samples left out that has at least
/// spare_values samples more than unknowns. Degree at most 4.
/// \param samples  of consecutive n, ascending
std::optional<QuasiFit> fit_quasi_polynomial(std::span<const Sample> samples);

}  // namespace disarray
