// SPDX-License-Identifier: MIT
#include "search/discover/quasi_polynomial.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace disarray::search::discover {

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

/// The solution of the square system whose last column is the right side; empty if singular.
std::optional<std::vector<Rational>> solved(std::vector<std::vector<Rational>> rows) {
    const std::size_t size = rows.size();
    for (std::size_t k = 0; k < size; ++k) {
        std::size_t pivot = k;
        while (pivot < size && rows[pivot][k] == 0)
            ++pivot;
        if (pivot == size) return std::nullopt;
        std::swap(rows[k], rows[pivot]);
        for (std::size_t i = 0; i < size; ++i) {
            if (i == k || rows[i][k] == 0) continue;
            const Rational factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k; j <= size; ++j)
                rows[i][j] -= factor * rows[k][j];
        }
    }
    std::vector<Rational> x;
    for (std::size_t k = 0; k < size; ++k)
        x.push_back(rows[k][size] / rows[k][k]);
    return x;
}

/// With `smooth` and `odd` coefficients, through all samples.
std::optional<QuasiPolynomial> through(std::span<const Sample> samples, std::size_t smooth,
                                       std::size_t odd) {
    std::vector<std::vector<Rational>> rows;
    for (const auto& [n, value] : samples.first(smooth + odd)) {
        std::vector<Rational>& row = rows.emplace_back();
        Rational power = 1;
        for (std::size_t k = 0; k < smooth; ++k, power *= Rational(n))
            row.push_back(power);
        power = n % 2;
        for (std::size_t k = 0; k < odd; ++k, power *= Rational(n))
            row.push_back(power);
        row.push_back(value);
    }
    const auto x = solved(std::move(rows));
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
        if (auto f = through(samples, smooth, odd)) return f;
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

std::string polynomial_text(std::span<const Rational> coefficients) {
    std::string text;
    for (std::size_t k = coefficients.size(); k-- > 0;) {
        const Rational& c = coefficients[k];
        if (c == 0) continue;
        if (c.sign() < 0) {
            text += text.empty() ? "-" : " - ";
        } else if (!text.empty()) {
            text += " + ";
        }
        const Rational size = abs(c);
        const std::string power = k == 0 ? "" : k == 1 ? "n" : fmt::format("n^{}", k);
        if (k == 0 || size != 1) text += size.to_string() + (k == 0 ? "" : "*");
        text += power;
    }
    return text.empty() ? "0" : text;
}

}  // namespace disarray::search::discover
