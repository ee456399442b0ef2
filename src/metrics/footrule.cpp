// SPDX-License-Identifier: MIT
#include "metrics/footrule.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "metrics/detail/terms.hpp"
#include "metrics/irrational.hpp"
#include "metrics/naive.hpp"

namespace disarray::metrics {

namespace {

using detail::Problem;

template <class Number>
Number magnitude(const Number& value) {
    return value < 0 ? Number(-value) : value;
}

/// sums[r] = Σ a_j over the elements j with rank(j) < r, r = 0..n.
template <class Number>
std::vector<Number> sums_below(const Permutation& rank, std::span<const Number> a) {
    std::vector<Number> sums(a.size() + 1, Number(0));
    for (std::size_t j = 0; j < a.size(); ++j)
        sums[rank[j] + 1] = a[j];
    for (std::size_t r = 0; r < a.size(); ++r)
        sums[r + 1] += sums[r];
    return sums;
}

template <class Number, class Sum>
Sum prefix_of_factors(const Problem<Number>& problem) {
    const std::span<const Number> a = problem.factors;
    const std::vector<Number> below_sigma = sums_below(problem.sigma, a);
    const std::vector<Number> below_tau = sums_below(problem.tau, a);
    Sum total = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Number moved = below_tau[problem.tau[i]] - below_sigma[problem.sigma[i]];
        total += Sum(a[i]) * Sum(magnitude(moved));
    }
    return total;
}

/// Σ_i a_i Σ a_j over j ≠ i with rank(j) in I(σ(i),τ(i)); `rank` is σ (interval) or τ (its mirror).
template <class Number, class Sum>
Sum interval_of_factors(const Problem<Number>& problem, const Permutation& rank) {
    const std::span<const Number> a = problem.factors;
    const std::vector<Number> below = sums_below(rank, a);
    Sum total = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto [low, high] = std::minmax({problem.sigma[i], problem.tau[i]});
        if (low == high) continue;
        const Number others = below[high + 1] - below[low] - a[i];  // rank(i) lies in I
        total += Sum(a[i]) * Sum(others);
    }
    return total;
}

template <class Number, class Sum>
Sum prefix_of_matrix(const Problem<Number>& problem) {
    const std::size_t n = problem.sigma.size();
    const std::span<const Rank> sigma = problem.sigma.ranks();
    const std::span<const Rank> tau = problem.tau.ranks();
    Sum total = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Number* row = &problem.entries[i * n];
        Number inner = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const int sign = int(tau[j] < tau[i]) - int(sigma[j] < sigma[i]);
            inner += problem.factors[j] * row[j] * sign;
        }
        total += Sum(problem.factors[i]) * Sum(magnitude(inner));
    }
    return total;
}

template <class Number, class Sum>
Sum interval_of_matrix(const Problem<Number>& problem, const Permutation& rank) {
    const std::size_t n = problem.sigma.size();
    const std::span<const Rank> ranks = rank.ranks();
    Sum total = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const auto [low, high] = std::minmax({problem.sigma[i], problem.tau[i]});
        if (low == high) continue;
        const Number* row = &problem.entries[i * n];  // D_ii = 0 takes care of j ≠ i
        Number inner = 0;
        for (std::size_t j = 0; j < n; ++j) {
            const int inside = int(low <= ranks[j]) & int(ranks[j] <= high);
            inner += problem.factors[j] * row[j] * inside;
        }
        total += Sum(problem.factors[i]) * Sum(inner);
    }
    return total;
}

template <class Number, class Sum>
Sum prefix(const Problem<Number>& problem) {
    return problem.entries.empty() ? prefix_of_factors<Number, Sum>(problem)
                                   : prefix_of_matrix<Number, Sum>(problem);
}

template <class Number, class Sum>
Sum interval(const Problem<Number>& problem, const Permutation& rank) {
    return problem.entries.empty() ? interval_of_factors<Number, Sum>(problem, rank)
                                   : interval_of_matrix<Number, Sum>(problem, rank);
}

template <class SumOver>
Rational evaluate(const Operands& pair, const Weighting& weighting, const SumOver& sum) {
    return detail::evaluate(pair.sigma, pair.tau, weighting, [&](const auto& problem, auto zero) {
        using Number = std::remove_const_t<typename decltype(problem.factors)::element_type>;
        return sum.template operator()<Number, decltype(zero)>(problem);
    });
}

Rational prefix(const Operands& pair, const Weighting& weighting) {
    return evaluate(pair, weighting, []<class Number, class Sum>(const Problem<Number>& problem) {
        return prefix<Number, Sum>(problem);
    });
}

}  // namespace

std::uint64_t footrule(const Permutation& sigma) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto moved = static_cast<std::int64_t>(sigma[i]) - static_cast<std::int64_t>(i);
        total += static_cast<std::uint64_t>(moved < 0 ? -moved : moved);
    }
    return total;
}

std::uint64_t footrule(const Permutation& sigma, const Permutation& tau) {
    if (sigma.size() != tau.size()) throw UsageError("footrule: rankings of different sizes");
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        const auto moved = static_cast<std::int64_t>(sigma[i]) - static_cast<std::int64_t>(tau[i]);
        total += static_cast<std::uint64_t>(moved < 0 ? -moved : moved);
    }
    return total;
}

Rational footrule(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                  Reading reading, Frame frame) {
    require_size(weighting, sigma.size());
    if (const auto reason = why_undefined(reading, frame, tau)) {
        throw NotSupported("footrule[" + std::string(name_of(reading)) + "]: " + *reason);
    }
    if (weighting.irrational_swap_costs) {
        throw UsageError("footrule: the swap costs are irrational");
    }
    const Operands pair = operands(sigma, tau, frame);
    if (weighting.is_unit()) {
        // Every reading collapses to the classical footrule (KV-collapse-all; tested on all of
        // S_6).
        return footrule(pair.sigma, pair.tau);
    }
    switch (reading) {
        case Reading::prefix:
            return prefix(pair, weighting);
        case Reading::prefix_sym:
            // One-argument: here τ is the identity, so (σ⁻¹, τ) is σ⁻¹ with the labels left alone.
            return (prefix(pair, weighting) + prefix({pair.sigma.inverse(), pair.tau}, weighting)) /
                   Rational(2);
        case Reading::interval:
            return evaluate(pair, weighting,
                            []<class Number, class Sum>(const Problem<Number>& problem) {
                                return interval<Number, Sum>(problem, problem.sigma);
                            });
        case Reading::box:
            return evaluate(pair, weighting,
                            []<class Number, class Sum>(const Problem<Number>& problem) {
                                return Sum(interval<Number, Sum>(problem, problem.sigma) +
                                           interval<Number, Sum>(problem, problem.tau));
                            }) /
                   Rational(2);
    }
    throw InternalError("footrule: a reading without a formula");
}

namespace {

/// The function where the reading has a value, else undefined with the reason.
template <class Function>
std::function<Value(const Comparison&)> defined_value(Reading reading, Function function) {
    return [reading, function](const Comparison& c) -> Value {
        if (const auto reason = why_undefined(reading, c.frame, c.tau)) {
            return Value::undefined(*reason);
        }
        return function(c);
    };
}

}  // namespace

std::vector<Metric> footrule_metrics() {
    const auto metric = [](Reading reading, std::string_view formula, std::string_view source) {
        return Metric{
            .name = "footrule",
            .reading = reading,
            .family = "footrule",
            .kind = Kind::distance,
            .takes = {.weights = true},
            .is_one_argument = reading == Reading::prefix_sym,
            .formula = formula,
            .domain = reading == Reading::prefix_sym
                          ? "a permutation (τ = id, or the literal frame); w, δ, D"
                          : "two permutations; w, δ, D",
            .exactness = "rational; with swap costs dcg logarithmic",
            .source = source,
            .value = defined_value(
                reading,
                [reading](const Comparison& c) -> Value {
                    if (c.weighting.irrational_swap_costs) {
                        return irrational_footrule(c.sigma, c.tau, c.weighting, reading, c.frame);
                    }
                    return footrule(c.sigma, c.tau, c.weighting, reading, c.frame);
                }),
            .naive_value = defined_value(reading, [reading](const Comparison& c) -> Value {
                if (c.weighting.irrational_swap_costs) {
                    return naive::irrational_footrule(c.sigma, c.tau, c.weighting, reading,
                                                      c.frame);
                }
                return naive::footrule(c.sigma, c.tau, c.weighting, reading, c.frame);
            })};
    };
    return {
        metric(Reading::prefix, "Σ_i |Σ_{τ(j)<τ(i)} a_ij − Σ_{σ(j)<σ(i)} a_ij|",
               "KV 1, 4, 6, 9, 12"),
        metric(Reading::prefix_sym, "½(prefix(σ) + prefix(σ⁻¹))", "KV 10"),
        metric(Reading::interval, "Σ_i Σ a_ij over σ(j) ∈ I(σ(i),τ(i))", "KV 4.3"),
        metric(Reading::box, "½ Σ_i Σ a_ij over σ(j) and over τ(j) ∈ I(σ(i),τ(i))", "KV Lemma 8"),
    };
}

}  // namespace disarray::metrics
