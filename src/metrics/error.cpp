// SPDX-License-Identifier: MIT
//
// Sums of differences of ranks: integers first, one division at the end.
//
// GT prints R² with Σ(σ(i) − mean τ)² below, where the usual formula has Σ(τ(i) − mean τ)². For two
// permutations of the same ranks both are Σ(r − (n+1)/2)² = n(n²−1)/12, so there is one formula,
// and r2 = 2·spearman-rho − 1. mape has no formula in GT; the usual one divides by the reference.
#include "metrics/error.hpp"

#include <cstdint>

#include "metrics/classical.hpp"
#include "metrics/detail/sum_by_halves.hpp"
#include "metrics/footrule.hpp"
#include "metrics/naive_gt.hpp"

namespace disarray::metrics {

namespace {

/// As a mean, or the bare sum that GT prints.
Value mean(const Rational& sum, std::size_t n, bool as_printed) {
    if (as_printed) return sum;
    if (n == 0) return Value::undefined("0/0: no element");
    return sum / Rational(n);
}

/// √value, for a rational value.
Value root_of(const Value& value) {
    return value.is_defined() ? Value::root(value.rational(), 2) : value;
}

Value mse(const Permutation& sigma, const Permutation& tau, const Parameters& parameters) {
    return mean(spearman_distance(sigma, tau), sigma.size(), parameters.as_printed);
}
Value rmse(const Permutation& sigma, const Permutation& tau, const Parameters& parameters) {
    return root_of(mse(sigma, tau, parameters));
}
Value mae(const Permutation& sigma, const Permutation& tau, const Parameters& parameters) {
    return mean(footrule(sigma, tau), sigma.size(), parameters.as_printed);
}
Value rmae(const Permutation& sigma, const Permutation& tau, const Parameters& parameters) {
    return root_of(mae(sigma, tau, parameters));
}

/// 100/n · Σ_i |σ(i)−τ(i)| · factor / q(σ(i),τ(i)), with ranks from 1 and 1 <= q <= 2n.
template <class Denominator>
Value percentage(const Permutation& sigma, const Permutation& tau, std::int64_t factor,
                 const Denominator& denominator) {
    const std::size_t n = sigma.size();
    if (n == 0) return Value::undefined("0/0: no element");
    std::vector<std::int64_t> numerators(2 * n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const auto s = static_cast<std::int64_t>(sigma[i]) + 1;
        const auto t = static_cast<std::int64_t>(tau[i]) + 1;
        numerators[static_cast<std::size_t>(denominator(s, t))] += factor * (s < t ? t - s : s - t);
    }
    const Rational sum = detail::sum_by_halves(1, numerators.size(), [&](std::size_t q) {
        return Rational(Integer(numerators[q]), Integer(q));
    });
    return Rational(100) * sum / Rational(n);
}

Value mape(const Permutation& sigma, const Permutation& tau, const Parameters&) {
    return percentage(sigma, tau, 1, [](std::int64_t, std::int64_t t) { return t; });
}
Value smape(const Permutation& sigma, const Permutation& tau, const Parameters&) {
    return percentage(sigma, tau, 2, [](std::int64_t s, std::int64_t t) { return s + t; });
}

Value r2(const Permutation& sigma, const Permutation& tau, const Parameters&) {
    const Rational n = sigma.size();
    const Rational twelve_variances = n * (n * n - Rational(1));
    if (twelve_variances == Rational(0)) {
        return Value::undefined("0/0: the ranks of fewer than 2 elements have no variance");
    }
    return Rational(1) - Rational(12) * spearman_distance(sigma, tau) / twelve_variances;
}

using Formula = Value (*)(const Permutation&, const Permutation&, const Parameters&);

/// Σ(σ(i)−τ(i))² and Σ|σ(i)−τ(i)| are greatest at the reversal: the first by the rearrangement
/// inequality (Σσ(i)τ(i) is least there), the second by Diaconis and Graham 1977 (⌊n²/2⌋).
Value at_reversal(Formula formula, std::size_t n, const Parameters& parameters) {
    return formula(Permutation::reversal(n), Permutation::identity(n), parameters);
}

Metric metric_of(std::string_view name, Kind kind, std::string_view formula,
                 std::string_view exactness, Formula evaluate) {
    Metric metric;
    metric.name = name;
    metric.family = family::error;
    metric.kind = kind;
    metric.formula = formula;
    metric.domain = "two permutations";
    metric.exactness = exactness;
    metric.source = "GT C.3.1";
    metric.value = [evaluate](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        return evaluate(pair.sigma, pair.tau, c.parameters);
    };
    metric.naive_value = [name](const Comparison& c) { return naive::gt(name, c); };
    return metric;
}

/// A mean, or the sum as GT prints it.
Metric mean_metric_of(std::string_view name, std::string_view formula, std::string_view exactness,
                      Formula evaluate) {
    Metric metric = metric_of(name, Kind::distance, formula, exactness, evaluate);
    metric.takes.as_printed = true;
    metric.greatest = [evaluate](std::size_t n, const Parameters& parameters) {
        return at_reversal(evaluate, n, parameters);
    };
    return metric;
}

}  // namespace

std::vector<Metric> error_metrics() {
    std::vector<Metric> metrics;
    metrics.push_back(mean_metric_of("mse", "1/n·Σ(σ(i)−τ(i))²", "rational", mse));
    metrics.push_back(mean_metric_of("rmse", "√mse", "algebraic", rmse));
    metrics.push_back(mean_metric_of("mae", "1/n·Σ|σ(i)−τ(i)|", "rational", mae));
    metrics.push_back(mean_metric_of("rmae", "√mae", "algebraic", rmae));
    metrics.push_back(
        metric_of("mape", Kind::distance, "100/n·Σ|σ(i)−τ(i)|/τ(i)", "rational", mape));
    metrics.push_back(
        metric_of("smape", Kind::distance, "100/n·Σ2|σ(i)−τ(i)|/(σ(i)+τ(i))", "rational", smape));
    metrics.push_back(
        metric_of("r2", Kind::similarity, "1 − Σ(σ(i)−τ(i))²/Σ(τ(i)−mean τ)²", "rational", r2));
    metrics.back().least_n = 2;
    metrics.back().greatest = [](std::size_t n, const Parameters& parameters) {
        return r2(Permutation::identity(n), Permutation::identity(n), parameters);
    };
    return metrics;
}

}  // namespace disarray::metrics
