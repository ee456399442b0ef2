// SPDX-License-Identifier: MIT
#include "formulas/quasi_polynomial.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formulas/detail/fmpz_matrix.hpp"

namespace disarray {

namespace {

constexpr std::size_t most_degree = 4;

Rational horner(std::span<const Rational> coefficients, const Rational& n) {
    Rational value = 0;
    for (std::size_t k = coefficients.size(); k-- > 0;)
        value = value * n + coefficients[k];
    return value;
}

void drop_zeros(std::vector<Rational>& coefficients) {
    while (!coefficients.empty() && coefficients.back() == 0)
        coefficients.pop_back();
}

/// With `smooth` and `odd` coefficients, through all samples.
std::optional<QuasiPolynomial> quasi_through(std::span<const Sample> samples, std::size_t smooth,
                                             std::size_t odd) {
    const std::size_t size = smooth + odd;
    detail::FmpzMatrix powers(size, size);
    std::vector<Rational> values;
    for (const auto& [n, value] : samples.first(size)) {
        const std::size_t row = values.size();
        Integer power = 1;
        for (std::size_t k = 0; k < smooth; ++k, power *= n)
            powers.set(row, k, power);
        power = n % 2;
        for (std::size_t k = 0; k < odd; ++k, power *= n)
            powers.set(row, smooth + k, power);
        values.push_back(value);
    }
    const auto x = detail::solve(powers, values);
    if (!x) return std::nullopt;
    const auto middle = x->begin() + static_cast<std::ptrdiff_t>(smooth);
    QuasiPolynomial f{{x->begin(), middle}, {middle, x->end()}};
    drop_zeros(f.smooth);
    drop_zeros(f.odd);
    const bool passes = std::ranges::all_of(
        samples, [&](const Sample& sample) { return f.at(sample.first) == sample.second; });
    if (!passes) return std::nullopt;
    return f;
}

/// Pairs (smooth, odd) with that many unknowns, the fewest of odd first; odd < smooth.
std::optional<QuasiPolynomial> with_unknowns(std::span<const Sample> samples,
                                             std::size_t unknowns) {
    for (std::size_t odd = 0; 2 * odd <= unknowns; ++odd) {
        const std::size_t smooth = unknowns - odd;
        if (smooth > most_degree + 1) continue;
        if (auto f = quasi_through(samples, smooth, odd)) return f;
    }
    return std::nullopt;
}

std::string range_text(std::size_t from, std::size_t to) {
    return from == to ? std::to_string(from) : fmt::format("{}..{}", from, to);
}

}  // namespace

Rational QuasiPolynomial::at(std::size_t n) const {
    const Rational at_n(n);
    return horner(smooth, at_n) + (n % 2 == 1 ? horner(odd, at_n) : Rational(0));
}

int QuasiPolynomial::leading_sign() const {
    const auto& leading = smooth.empty() ? odd : smooth;
    return leading.empty() ? 0 : leading.back().sign();
}

QuasiPolynomial QuasiPolynomial::operator/(const Rational& divisor) const {
    QuasiPolynomial quotient = *this;
    for (auto* coefficients : {&quotient.smooth, &quotient.odd})
        for (Rational& c : *coefficients)
            c /= divisor;
    return quotient;
}

std::string QuasiPolynomial::to_string() const {
    if (odd.empty()) return polynomial_text(smooth);
    const bool minus = odd.back().sign() < 0;
    const QuasiPolynomial negative = -*this;
    const std::string size = polynomial_text(minus ? negative.odd : odd);
    const std::string factor = size == "1"                           ? ""
                               : size.find(' ') == std::string::npos ? size + "*"
                                                                     : "(" + size + ")*";
    const std::string parity = factor + "(n mod 2)";
    if (smooth.empty()) return (minus ? "-" : "") + parity;
    return polynomial_text(smooth) + (minus ? " - " : " + ") + parity;
}

std::string QuasiFit::evidence() const {
    const std::size_t last = from + values - 1, tested = from + unknowns;
    if (unknowns == 0) return fmt::format("0 for n = {}", range_text(from, last));
    return fmt::format("fitted on n = {}, tested on n = {}", range_text(from, tested - 1),
                       range_text(tested, last));
}

std::optional<QuasiFit> fit_quasi_polynomial(std::span<const Sample> samples) {
    for (std::size_t cost = 0; cost + spare_values <= samples.size(); ++cost) {
        for (std::size_t skipped = 0; skipped <= cost; ++skipped) {
            const std::span<const Sample> rest = samples.subspan(skipped);
            const std::size_t unknowns = cost - skipped;
            if (unknowns + spare_values > rest.size()) continue;
            if (auto f = with_unknowns(rest, unknowns)) {
                return QuasiFit{std::move(*f), rest.front().first, unknowns, rest.size()};
            }
        }
    }
    return std::nullopt;
}

}  // namespace disarray
