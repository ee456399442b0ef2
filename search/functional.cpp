// SPDX-License-Identifier: MIT
//
// Coefficients are small integers over one divisor, so that the programs have integer data. They
// are built without weights, multiplied pair by pair, and brought together; every product is
// checked against 64 bits.
#include "search/functional.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace disarray::search {

namespace {

using metrics::Reading;

bool is_zero_form(const LinearForm& form) {
    return std::ranges::all_of(form, [](std::int64_t c) { return c == 0; });
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
        forms.push_back(std::move(form));
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

/// Coefficient 1 at each inverted pair (KV 8).
void add_inversions(const Permutation& sigma, LinearForm& form) {
    const std::size_t n = sigma.size();
    for (std::size_t i = 0, e = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j, ++e)
            form[e] += sigma[i] > sigma[j] ? 1 : 0;
    }
}

/// w_i w_j p̄_i p̄_j = factors[{i,j}] / divisor.
struct PairFactors {
    std::vector<std::int64_t> factors;
    std::int64_t divisor = 1;
};

PairFactors pair_factors(const Permutation& sigma, const Weighting& weighting) {
    const std::size_t n = sigma.size();
    std::vector<Rational> scale(n, 1);
    if (weighting.swap_costs) {
        scale = average_swap_costs(sigma, Permutation::identity(n), *weighting.swap_costs,
                                   weighting.fixed_points);
    }
    if (weighting.element_weights) {
        for (std::size_t i = 0; i < n; ++i)
            scale[i] *= (*weighting.element_weights)[i];
    }
    const ScaledSequence scaled(scale);
    const std::vector<Integer> numerators = scaled.numerators();
    PairFactors pairs;
    pairs.divisor = in_64_bits(scaled.denominator() * scaled.denominator());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            pairs.factors.push_back(in_64_bits(numerators[i] * numerators[j]));
        }
    }
    return pairs;
}

/// Brings in w and p̄ of σ.
void multiply(std::vector<LinearForm*> forms, const PairFactors& pairs) {
    for (LinearForm* form : forms) {
        for (std::size_t e = 0; e < form->size(); ++e)
            (*form)[e] = checked_product((*form)[e], pairs.factors[e]);
    }
}

/// The reading for w = δ = 1, in forms of σ alone (not of σ⁻¹, which has its own p̄).
Functional unit_footrule(const Permutation& sigma, Reading reading) {
    const std::size_t n = sigma.size();
    Functional f{n, LinearForm(pair_count(n), 0), {}, 1};
    switch (reading) {
        case Reading::prefix:
            add_prefix_forms(sigma, f.absolute);
            break;
        case Reading::interval:
            add_interval(sigma, sigma, f.linear);
            break;
        case Reading::box:
            add_interval(sigma, sigma, f.linear);
            add_interval(sigma, Permutation::identity(n), f.linear);
            f.divisor = 2;
            break;
        case Reading::prefix_sym:
            throw InternalError("prefix-sym is made of two prefix readings");
    }
    return f;
}

Functional weighted(Functional f, const Permutation& sigma, const Weighting& weighting) {
    if (weighting.element_weights || weighting.swap_costs) {
        const PairFactors pairs = pair_factors(sigma, weighting);
        std::vector<LinearForm*> forms{&f.linear};
        for (LinearForm& form : f.absolute)
            forms.push_back(&form);
        multiply(std::move(forms), pairs);
        f.divisor = checked_product(f.divisor, pairs.divisor);
    }
    std::erase_if(f.absolute, is_zero_form);
    return f;
}

/// Sums of functionals times positive or negative rationals over one divisor.
class FunctionalSum {
public:
    explicit FunctionalSum(std::size_t n) : sum_{n, LinearForm(pair_count(n), 0), {}, 1} {}

    /// \param coefficient  may be negative if f is linear
    void add(const Rational& coefficient, Functional f) {
        const std::int64_t factor = rescale(coefficient, f.divisor);
        for (std::size_t e = 0; e < f.linear.size(); ++e) {
            sum_.linear[e] = in_64_bits(Int128{sum_.linear[e]} + Int128{factor} * f.linear[e]);
        }
        for (LinearForm& form : f.absolute) {
            scale(form, factor);
            sum_.absolute.push_back(std::move(form));
        }
    }

    /// Adds coefficient·|f|, f linear.
    void add_absolute(const Rational& coefficient, const Functional& f) {
        const std::int64_t factor = rescale(coefficient, f.divisor);
        LinearForm form = f.linear;
        scale(form, factor);
        if (!is_zero_form(form)) sum_.absolute.push_back(std::move(form));
    }

    Functional result() && { return std::move(sum_); }

private:
    static void scale(LinearForm& form, std::int64_t factor) {
        if (factor == 1) return;
        for (std::int64_t& c : form)
            c = checked_product(c, factor);
    }

    /// Makes coefficient/divisor a multiple of 1/sum_.divisor and returns which.
    std::int64_t rescale(const Rational& coefficient, std::int64_t divisor) {
        if (divisor == 1 && sum_.divisor == 1 && coefficient == one_) return 1;
        const Rational factor = coefficient / Rational(divisor);
        const std::int64_t common = in_64_bits(lcm(Integer(sum_.divisor), factor.denominator()));
        const std::int64_t growth = common / sum_.divisor;
        if (growth != 1) {
            scale(sum_.linear, growth);
            for (LinearForm& form : sum_.absolute)
                scale(form, growth);
            sum_.divisor = common;
        }
        return in_64_bits((factor * Rational(common)).numerator());
    }

    const Rational one_ = 1;
    Functional sum_;
};

}  // namespace

void refuse_wide_products() {
    throw NotSupported("weights and coefficients", "numbers whose products exceed 64 bits",
                       "smaller integers or rationals with smaller denominators");
}

std::int64_t in_64_bits(Int128 value) {
    if (value > INT64_MAX || value < INT64_MIN) refuse_wide_products();
    return static_cast<std::int64_t>(value);
}

std::int64_t in_64_bits(const Integer& value) {
    if (value > INT64_MAX || value < INT64_MIN) refuse_wide_products();
    return value.convert_to<std::int64_t>();
}

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

Rational Functional::value(const Dissimilarity& d) const {
    if (d.size() != n) throw UsageError("Functional: a dissimilarity of another size");
    Rational sum = evaluate(linear, d);
    for (const LinearForm& form : absolute)
        sum += abs(evaluate(form, d));
    return sum / Rational(divisor);
}

bool Functional::is_zero() const {
    return absolute.empty() && is_zero_form(linear);
}

Functional functional(const Distance& distance, const Permutation& sigma,
                      const Weighting& weighting) {
    if (distance.inverse) {
        return functional(Distance{distance.kind, distance.reading, false}, sigma.inverse(),
                          weighting);
    }
    const std::size_t n = sigma.size();
    if (distance.kind == Distance::Kind::kendall) {
        Functional k{n, LinearForm(pair_count(n), 0), {}, 1};
        add_inversions(sigma, k.linear);
        return weighted(std::move(k), sigma, weighting);
    }
    if (distance.reading == Reading::prefix_sym) {
        const Distance prefix{Distance::Kind::footrule, Reading::prefix, false};
        const Rational half(Integer(1), Integer(2));
        FunctionalSum sum(n);
        sum.add(half, functional(prefix, sigma, weighting));
        sum.add(half, functional(prefix, sigma.inverse(), weighting));
        return std::move(sum).result();
    }
    return weighted(unit_footrule(sigma, distance.reading), sigma, weighting);
}

Functional functional(const Expression& expression, const Permutation& sigma,
                      const Weighting& weighting) {
    FunctionalSum sum(sigma.size());
    for (const Term& term : expression.terms)
        sum.add(term.coefficient, functional(term.distance, sigma, weighting));
    for (const AbsoluteTerm& term : expression.absolute) {
        FunctionalSum inside(sigma.size());
        for (const Term& t : term.inside)
            inside.add(t.coefficient, functional(t.distance, sigma, weighting));
        sum.add_absolute(term.coefficient, std::move(inside).result());
    }
    return std::move(sum).result();
}

}  // namespace disarray::search
