// SPDX-License-Identifier: MIT
#include "properties/proofs/pointwise.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "base/error.hpp"
#include "properties/proofs/span.hpp"

namespace disarray::properties::proofs {

namespace {

using metrics::Frame;
using metrics::Reading;

using Forms = std::vector<std::vector<int>>;

std::vector<int> prefix_form(const Permutation& sigma, const Permutation& tau, std::size_t i) {
    std::vector<int> form(sigma.size());
    for (std::size_t j = 0; j < sigma.size(); ++j) {
        form[j] = (tau[j] < tau[i] ? 1 : 0) - (sigma[j] < sigma[i] ? 1 : 0);
    }
    return form;
}

std::vector<int> covered_form(const Permutation& sigma, const Permutation& tau, std::size_t i,
                              bool both) {
    std::vector<int> form(sigma.size(), 0);
    for (std::size_t j = 0; j < sigma.size(); ++j) {
        if (j == i) continue;
        if (lies_between(sigma[j], sigma[i], tau[i], Ends::closed)) ++form[j];
        if (both && lies_between(tau[j], sigma[i], tau[i], Ends::closed)) ++form[j];
    }
    return form;
}

/// Σ_f |Σ_j f_j d_j| for the row d that is 1 on the elements of `row` (bit j) and 0 elsewhere.
int value_of_forms(const Forms& forms, std::uint64_t row) {
    int sum = 0;
    for (const auto& form : forms) {
        int inner = 0;
        for (std::size_t j = 0; j < form.size(); ++j) {
            if ((row >> j & 1) != 0) inner += form[j];
        }
        sum += std::abs(inner);
    }
    return sum;
}

std::string elements_of(std::uint64_t row) {
    std::string text;
    for (std::size_t j = 0; row >> j != 0; ++j) {
        if ((row >> j & 1) != 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", j + 1);
    }
    return text;
}

}  // namespace

std::vector<std::vector<int>> term_forms(const Permutation& sigma, const Permutation& tau,
                                         std::size_t i, Reading reading) {
    if (sigma.size() != tau.size()) throw UsageError("proof step: σ and τ differ in size");
    switch (reading) {
        case Reading::prefix:
            return {prefix_form(sigma, tau, i)};
        case Reading::prefix_sym:
            if (!tau.is_identity()) throw UsageError("prefix-sym has one argument: τ = id");
            return {prefix_form(sigma, tau, i), prefix_form(sigma.inverse(), tau, i)};
        case Reading::interval:
            return {covered_form(sigma, tau, i, false)};
        case Reading::box:
            break;
    }
    return {covered_form(sigma, tau, i, true)};
}

Fault first_violation_of_pointwise_triangle(const Permutation& sigma, const Permutation& tau,
                                            Reading reading, Frame frame) {
    const std::size_t n = sigma.size();
    if (n > 20) throw UsageError("pointwise triangle: 2ⁿ rows are too many above n = 20");
    const Permutation id = Permutation::identity(n);
    const metrics::Operands left = metrics::operands(sigma, tau, frame);
    for (std::size_t i = 0; i < n; ++i) {
        const Forms of_both = term_forms(left.sigma, left.tau, i, reading);
        const Forms of_sigma = term_forms(sigma, id, i, reading);
        const Forms of_tau = term_forms(tau, id, i, reading);
        for (std::uint64_t row = 1; row < (std::uint64_t{1} << n); ++row) {
            if ((row >> i & 1) != 0) continue;  // D_ii = 0
            const int a = value_of_forms(of_both, row);
            const int b = value_of_forms(of_sigma, row);
            const int c = value_of_forms(of_tau, row);
            if (a <= b + c) continue;
            const bool halved = reading == Reading::box || reading == Reading::prefix_sym;
            return fmt::format(
                "D({0},j) = 1 for j in {{{1}}}, else 0: the term of {0} is {2} for "
                "{3}, above {4} + {5} for σ and τ{6}",
                i + 1, elements_of(row), a,
                frame == Frame::literal ? "στ⁻¹ = " + left.sigma.to_string() : "(σ,τ)", b, c,
                halved ? " (before halving)" : "");
        }
    }
    return std::nullopt;
}

Fault first_violation_of_lemma_7_step(const Permutation& sigma, const Permutation& tau,
                                      Lemma7Premise premise) {
    if (sigma.size() != tau.size()) throw UsageError("proof step: σ and τ differ in size");
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (i == j || sigma[i] < sigma[j]) continue;
            if ((tau[j] < tau[i]) != (premise == Lemma7Premise::printed)) continue;
            if (inverted(i < j ? sigma : tau, i, j)) continue;
            return fmt::format(
                "i = {}, j = {}, σ(i) = {}, σ(j) = {}, τ(i) = {}, τ(j) = {}: not "
                "inverted in {}",
                i + 1, j + 1, sigma[i] + 1, sigma[j] + 1, tau[i] + 1, tau[j] + 1,
                i < j ? "σ" : "τ");
        }
    }
    return std::nullopt;
}

}  // namespace disarray::properties::proofs
