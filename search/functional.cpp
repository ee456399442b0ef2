// SPDX-License-Identifier: MIT
#include "search/functional.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace disarray::search {

namespace {

using metrics::Reading;

Rational evaluate(const LinearForm& form, const Dissimilarity& d) {
    const std::size_t n = d.size();
    Rational sum;
    for (std::size_t i = 0, e = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j, ++e) {
            if (form[e] != 0) sum += Rational(form[e]) * d(i, j);
        }
    }
    return sum;
}

/// The forms inside the absolute values of prefix(σ): form i has +1 at each inverted j < i and −1
/// at each inverted j > i. Pairs that σ leaves in order cancel.
void add_prefix_forms(const Permutation& sigma, std::vector<LinearForm>& forms) {
    const std::size_t n = sigma.size();
    for (std::size_t i = 0; i < n; ++i) {
        LinearForm form(pair_count(n), 0);
        for (std::size_t j = 0; j < n; ++j) {
            if (j < i && sigma[j] > sigma[i]) form[pair_index(n, i, j)] = 1;
            if (j > i && sigma[j] < sigma[i]) form[pair_index(n, i, j)] = -1;
        }
        if (std::ranges::any_of(form, [](std::int64_t c) { return c != 0; })) {
            forms.push_back(std::move(form));
        }
    }
}

/// Adds 1 at {i,j} for every moved i and every j ≠ i with rank(j) in I(σ(i), i).
void add_interval(const Permutation& sigma, const Permutation& rank, LinearForm& form) {
    const std::size_t n = sigma.size();
    for (std::size_t i = 0; i < n; ++i) {
        const auto [low, high] = std::minmax({static_cast<std::size_t>(sigma[i]), i});
        if (low == high) continue;
        for (std::size_t j = 0; j < n; ++j) {
            if (j != i && low <= rank[j] && rank[j] <= high) ++form[pair_index(n, i, j)];
        }
    }
}

}  // namespace

Rational Functional::value(const Dissimilarity& d) const {
    if (d.size() != n) throw UsageError("Functional: a dissimilarity of another size");
    Rational sum = evaluate(linear, d);
    for (const LinearForm& form : absolute)
        sum += abs(evaluate(form, d));
    return sum / Rational(divisor);
}

Functional kendall_functional(const Permutation& sigma) {
    const std::size_t n = sigma.size();
    Functional k{n, LinearForm(pair_count(n), 0), {}, 1};
    for (std::size_t i = 0, e = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j, ++e)
            k.linear[e] = sigma[i] > sigma[j] ? 1 : 0;
    }
    return k;
}

Functional footrule_functional(const Permutation& sigma, Reading reading) {
    const std::size_t n = sigma.size();
    Functional f{n, LinearForm(pair_count(n), 0), {}, 1};
    switch (reading) {
        case Reading::prefix:
            add_prefix_forms(sigma, f.absolute);
            break;
        case Reading::prefix_sym:
            add_prefix_forms(sigma, f.absolute);
            add_prefix_forms(sigma.inverse(), f.absolute);
            f.divisor = 2;
            break;
        case Reading::interval:
            add_interval(sigma, sigma, f.linear);
            break;
        case Reading::box:
            add_interval(sigma, sigma, f.linear);
            add_interval(sigma, Permutation::identity(n), f.linear);
            f.divisor = 2;
            break;
    }
    return f;
}

}  // namespace disarray::search
