// SPDX-License-Identifier: MIT
#include "metrics/hamming.hpp"

#include "base/error.hpp"

namespace disarray::metrics {

namespace {

/// n less the fixed points of στ⁻¹, which are the ranks of the elements that keep theirs.
Rational naive_hamming(const Permutation& sigma, const Permutation& tau) {
    const Permutation moved = compose(sigma, tau.inverse());
    std::size_t fixed = 0;
    for (std::size_t rank = 0; rank < moved.size(); ++rank)
        if (moved[rank] == rank) ++fixed;
    return Rational(moved.size()) - Rational(fixed);
}

}  // namespace

std::size_t hamming(const Permutation& sigma, const Permutation& tau) {
    if (sigma.size() != tau.size()) throw UsageError("hamming: rankings of different sizes");
    std::size_t moved = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        if (sigma[i] != tau[i]) ++moved;
    return moved;
}

std::vector<Metric> hamming_metrics() {
    Metric metric;
    metric.name = metric.family = "hamming";
    metric.formula = "number of i with σ(i) ≠ τ(i)";
    metric.domain = "two permutations";
    metric.exactness = "rational";
    metric.source = "Hamming 1950";
    // The frame makes no difference: i keeps its rank where στ⁻¹ has a fixed point.
    metric.value = [](const Comparison& c) -> Value { return Rational(hamming(c.sigma, c.tau)); };
    metric.naive_value = [](const Comparison& c) -> Value { return naive_hamming(c.sigma, c.tau); };
    // A cycle through all elements moves each; a single element stays.
    metric.greatest = [](std::size_t n, const Parameters&) -> Value {
        return Rational(n < 2 ? 0 : n);
    };
    return {metric};
}

}  // namespace disarray::metrics
