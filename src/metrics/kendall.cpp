// SPDX-License-Identifier: MIT
#include "metrics/kendall.hpp"

#include <utility>
#include <vector>

#include "base/error.hpp"
#include "metrics/detail/terms.hpp"
#include "metrics/irrational.hpp"
#include "metrics/naive.hpp"
#include "ranking/inversions.hpp"

namespace disarray::metrics {

namespace {

/// K without D: the pairs that σ and τ order differently are the inversions of στ⁻¹, the sequence
/// of σ-ranks in τ-order; the weights are carried along.
template <class Number, class Sum>
Sum kendall_of_factors(const detail::Problem<Number>& problem) {
    const std::size_t n = problem.sigma.size();
    std::vector<Rank> ranks(n);
    std::vector<Number> weights(n);
    for (std::size_t i = 0; i < n; ++i) {
        ranks[problem.tau[i]] = problem.sigma[i];
        weights[problem.tau[i]] = problem.factors[i];
    }
    return inversion_weight_unchecked<Number, Sum>(std::move(ranks), std::move(weights));
}

/// K with D: row by row over the pairs i < j.
template <class Number, class Sum>
Sum kendall_of_matrix(const detail::Problem<Number>& problem) {
    const std::size_t n = problem.sigma.size();
    const std::span<const Rank> sigma = problem.sigma.ranks();
    const std::span<const Rank> tau = problem.tau.ranks();
    Sum total = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::span<const Number> row = problem.entries.subspan(i * n, n);
        Number inner = 0;
        for (std::size_t j = i + 1; j < n; ++j) {
            const bool inverted = (sigma[j] < sigma[i]) != (tau[j] < tau[i]);
            if (inverted) inner += problem.factors[j] * row[j];
        }
        total += Sum(problem.factors[i]) * Sum(inner);
    }
    return total;
}

}  // namespace

std::uint64_t kendall(const Permutation& sigma) {
    return inversion_count(sigma);
}

Rational kendall(const Permutation& sigma, const Permutation& tau, const Weighting& weighting,
                 Frame frame) {
    require_size(weighting, sigma.size());
    const Operands pair = operands(sigma, tau, frame);
    if (weighting.irrational_swap_costs) throw UsageError("kendall: the swap costs are irrational");
    if (weighting.is_unit()) {
        std::vector<Rank> in_order_of_tau(pair.sigma.size());
        for (std::size_t i = 0; i < in_order_of_tau.size(); ++i)
            in_order_of_tau[pair.tau[i]] = pair.sigma[i];
        return inversion_count_unchecked(std::move(in_order_of_tau));
    }
    return detail::evaluate(pair.sigma, pair.tau, weighting, [](const auto& problem, auto sum) {
        using Sum = decltype(sum);
        using Number = std::remove_const_t<typename decltype(problem.factors)::element_type>;
        return problem.entries.empty() ? kendall_of_factors<Number, Sum>(problem)
                                       : kendall_of_matrix<Number, Sum>(problem);
    });
}

std::vector<Metric> kendall_metrics() {
    return {{.name = "kendall",
             .reading = std::nullopt,
             .family = "kendall",
             .kind = Kind::distance,
             .takes = {.weights = true},
             .formula = "Σ a_ij over the pairs {i,j} that σ and τ order differently",
             .domain = "two permutations; w, δ, D",
             .exactness = "rational; with swap costs dcg logarithmic",
             .source = "KV 2, 3, 5, 8, 11",
             .value = [](const Comparison& c) -> Value {
                 if (c.weighting.irrational_swap_costs) {
                     return irrational_kendall(c.sigma, c.tau, c.weighting, c.frame);
                 }
                 return kendall(c.sigma, c.tau, c.weighting, c.frame);
             },
             .naive_value = [](const Comparison& c) -> Value {
                 if (c.weighting.irrational_swap_costs) {
                     return naive::irrational_kendall(c.sigma, c.tau, c.weighting, c.frame);
                 }
                 return naive::kendall(c.sigma, c.tau, c.weighting, c.frame);
             }}};
}

}  // namespace disarray::metrics
