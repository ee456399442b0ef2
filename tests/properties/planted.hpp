// SPDX-License-Identifier: MIT
//
// Metrics for tests, small enough that what they satisfy is clear by hand.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "metrics/metric.hpp"
#include "ranking/inversions.hpp"

namespace disarray::test {

/// A metric whose value is `evaluate`, in either frame; its naive path is the same function.
inline metrics::Metric planted(std::string_view name, metrics::Kind kind,
                               std::function<Value(const Permutation& sigma, const Permutation& tau,
                                                   const metrics::Parameters& parameters)>
                                   evaluate) {
    metrics::Metric metric;
    metric.name = name;
    metric.kind = kind;
    metric.value = [evaluate = std::move(evaluate)](const metrics::Comparison& c) {
        const metrics::Operands pair = metrics::operands(c.sigma, c.tau, c.frame);
        return evaluate(pair.sigma, pair.tau, c.parameters);
    };
    metric.naive_value = metric.value;
    return metric;
}

inline metrics::Metric planted(
    std::string_view name, metrics::Kind kind,
    std::function<Value(const Permutation& sigma, const Permutation& tau)> evaluate) {
    return planted(name, kind,
                   [evaluate = std::move(evaluate)](
                       const Permutation& sigma, const Permutation& tau,
                       const metrics::Parameters&) { return evaluate(sigma, tau); });
}

/// Of one ranking.
inline metrics::Metric planted_of_one(std::string_view name, metrics::Kind kind,
                                      std::function<Value(const Permutation& sigma)> evaluate) {
    metrics::Metric metric = planted(
        name, kind, [evaluate = std::move(evaluate)](const Permutation& sigma, const Permutation&) {
            return evaluate(sigma);
        });
    metric.ignores_reference = true;
    return metric;
}

/// Pairs that σ and τ order differently.
inline std::uint64_t kendall_distance(const Permutation& sigma, const Permutation& tau) {
    return inversion_count(compose(sigma, tau.inverse()));
}

/// |σ(1) − τ(1)|.
inline std::uint64_t first_displacement(const Permutation& sigma, const Permutation& tau) {
    return sigma[0] < tau[0] ? tau[0] - sigma[0] : sigma[0] - tau[0];
}

/// Equal to 1/log₂(6), which no comparison finds out: 1/log₂(6) = x/(x + 1) with x = 1/log₂(3).
inline Value hidden_inverse_log2_of_6() {
    const Value x = Value::inverse_log2(3);
    return x / (x + Value(1));
}

}  // namespace disarray::test
