// SPDX-License-Identifier: MIT
//
// The forms of M and N for one σ, from the definitions in FORMAT.md: vectors with one coefficient
// for each pair of elements. With unit weights and swap costs all coefficients, times one number
// for the whole claim, are small integers, and a sweep over S_10 is checked in minutes instead of
// hours; else they are Rational. C is the type of a coefficient, std::int64_t or Rational.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "search/verify/claim.hpp"

namespace disarray::verify {

/// Place of the pair {i, j} among the pairs of n elements, all counted from 0.
constexpr std::size_t pair_place(int n, int i, int j) {
    const int a = std::min(i, j);
    const int b = std::max(i, j);
    return static_cast<std::size_t>(a * (2 * n - a - 1) / 2 + b - a - 1);
}
constexpr std::size_t pair_count(int n) {
    return static_cast<std::size_t>(n * (n - 1) / 2);
}

template <class C>
using Form = std::vector<C>;

template <class C>
bool is_zero(const Form<C>& form) {
    return std::ranges::all_of(form, [](const C& c) { return c == C(0); });
}

/// The value at D is the linear part plus the sum of the absolute values of the others.
template <class C>
struct Forms {
    Form<C> linear;
    std::vector<Form<C>> absolute;
    bool is_zero() const { return absolute.empty() && verify::is_zero(linear); }
    friend bool operator==(const Forms&, const Forms&) = default;
};

/// σ with w_i·p̄_i(σ) for each element, so that a_ij = factor[i]·factor[j].
template <class C>
struct Weighted {
    Ranks sigma;
    std::vector<C> factor;

    C a(int i, int j) const {
        return factor[static_cast<std::size_t>(i)] * factor[static_cast<std::size_t>(j)];
    }
    bool inverted(int i, int j) const { return (i < j) == (sigma[i] > sigma[j]); }
};

/// σ with its factors; those of an integer type are all 1.
template <class C>
Weighted<C> weighted(const Claim&, const Ranks& sigma) {
    return {sigma, std::vector<C>(static_cast<std::size_t>(sigma.size), C(1))};
}
template <>
Weighted<Rational> weighted(const Claim& claim, const Ranks& sigma);

/// Adds coefficient·(linear part of the functional) to `form`.
template <class C>
void add_linear(Functional functional, const C& coefficient, const Weighted<C>& of, Form<C>& form) {
    const int n = of.sigma.size;
    const auto add = [&](int i, int j, const C& times) {
        form[pair_place(n, i, j)] += times * of.a(i, j);
    };
    for (int i = 0; i < n; ++i) {
        const int low = std::min(i, of.sigma[i]);
        const int high = std::max(i, of.sigma[i]);
        for (int j = 0; j < n; ++j) {
            if (j == i) continue;
            const bool rank_between = low <= of.sigma[j] && of.sigma[j] <= high;
            const bool label_between = low <= j && j <= high;
            if (functional == Functional::kendall) {
                if (i < j && of.inverted(i, j)) add(i, j, coefficient);
            } else if (low != high && functional == Functional::interval) {
                if (rank_between) add(i, j, coefficient);
            } else if (low != high && functional == Functional::box) {
                if (rank_between) add(i, j, coefficient / C(2));
                if (label_between) add(i, j, coefficient / C(2));
            }
        }
    }
}

/// Appends the forms of F[prefix], each times `coefficient`.
template <class C>
void add_prefix(const C& coefficient, const Weighted<C>& of, std::vector<Form<C>>& forms) {
    const int n = of.sigma.size;
    for (int i = 0; i < n; ++i) {
        Form<C> form(pair_count(n), C(0));
        for (int j = 0; j < n; ++j) {
            if (j == i || !of.inverted(i, j)) continue;
            const C value = coefficient * of.a(i, j);
            form[pair_place(n, i, j)] = j < i ? value : -value;
        }
        if (!is_zero(form)) forms.push_back(std::move(form));
    }
}

/// An expression times a number that brings its coefficients into the type C.
template <class C>
class ScaledExpression {
public:
    /// \param scale  makes all coefficients even, if C is an integer type
    ScaledExpression(const Claim& claim, const Expression& expression, const Rational& scale)
        : claim_(&claim) {
        for (const Term& term : expression)
            terms_.push_back(scaled(term, scale));
    }

    Forms<C> forms(const Ranks& sigma) const {
        const Weighted<C> plain = weighted<C>(*claim_, sigma);
        const Weighted<C> inverted = weighted<C>(*claim_, inverse(sigma));
        Forms<C> result{Form<C>(pair_count(sigma.size), C(0)), {}};
        for (const ScaledTerm& term : terms_)
            add(term, plain, inverted, result);
        return result;
    }

private:
    struct ScaledTerm {
        C coefficient;
        Functional functional;
        bool inverse;
        std::vector<ScaledTerm> inside;
    };

    static ScaledTerm scaled(const Term& term, const Rational& scale) {
        const Rational coefficient = scale * term.coefficient;
        ScaledTerm result{C(0), term.functional, term.inverse, {}};
        if (term.inside.empty()) result.coefficient = exactly(coefficient);
        for (const Term& inner : term.inside)
            result.inside.push_back(scaled(inner, coefficient));
        return result;
    }

    static C exactly(const Rational& value) {
        if constexpr (std::is_same_v<C, Rational>) {
            return value;
        } else {
            return value.numerator().template convert_to<C>();
        }
    }

    static void add(const ScaledTerm& term, const Weighted<C>& plain, const Weighted<C>& inverted,
                    Forms<C>& to) {
        const Weighted<C>& of = term.inverse ? inverted : plain;
        if (!term.inside.empty()) {
            Form<C> form(to.linear.size(), C(0));
            for (const ScaledTerm& inner : term.inside) {
                add_linear(inner.functional, inner.coefficient, inner.inverse ? inverted : plain,
                           form);
            }
            if (!verify::is_zero(form)) to.absolute.push_back(std::move(form));
        } else if (term.functional == Functional::prefix) {
            add_prefix(term.coefficient, of, to.absolute);
        } else if (term.functional == Functional::prefix_sym) {
            add_prefix(term.coefficient / C(2), of, to.absolute);
            add_prefix(term.coefficient / C(2), term.inverse ? plain : inverted, to.absolute);
        } else {
            add_linear(term.functional, term.coefficient, of, to.linear);
        }
    }

    const Claim* claim_;
    std::vector<ScaledTerm> terms_;
};

/// A number by which all coefficients of M and N become even integers that cannot overflow 64 bits
/// when the terms are added up; none if there is no such number, or weights or swap costs.
std::optional<Rational> integer_scale(const Claim& claim);

}  // namespace disarray::verify
