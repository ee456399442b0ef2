// SPDX-License-Identifier: MIT
//
// One metric asked about many rankings of one length, where what counts is how two of its values
// differ. dcg and ndcg are linear in σ, and their exact values are sums of n logarithms, a hundred
// times the cost of all other metrics together: here only the n integers σ(i)−σ'(i) are exact, the
// discounts are intervals that are computed once. Where intervals leave an order open, the exact
// values decide.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exact/interval.hpp"
#include "exact/value.hpp"
#include "metrics/metric.hpp"
#include "ranking/permutation.hpp"

namespace disarray::properties::experiments {

class Evaluator {
public:
    /// \param precision  of the intervals, in bits
    /// \throws InputError if a parameter that the metric takes is missing or out of range.
    Evaluator(const metrics::Metric& metric, std::size_t n, const metrics::Parameters& parameters,
              unsigned precision);

    const metrics::Metric& metric() const { return *metric_; }

    /// M(σ,τ) in the element frame with w = δ = D = 1. Keeps both rankings by reference.
    class Point {
    public:
        bool is_defined() const { return value_.is_defined(); }
        /// \throws UsageError if it is defined.
        const std::string& why_undefined() const { return value_.why_undefined(); }

    private:
        friend class Evaluator;
        Point(const Permutation& sigma, const Permutation& tau) : sigma_(&sigma), tau_(&tau) {}
        const Permutation* sigma_;
        const Permutation* tau_;
        Value value_;  ///< not evaluated where the metric is linear
    };
    Point at(const Permutation& sigma, const Permutation& tau) const;

    /// Around the value at a less that at b; 0, not an interval around it, if both are the same
    /// rational number. Both must be defined. O(n) operations on intervals if the metric is linear.
    Interval difference(const Point& a, const Point& b) const;
    /// How the value at a stands to that at b, exactly.
    Order order(const Point& a, const Point& b) const;

private:
    bool is_linear() const { return !weights_.empty(); }
    Value exact(const Permutation& sigma, const Permutation& tau) const;
    Interval linear_difference(const Permutation& a, const Permutation& b) const;

    const metrics::Metric* metric_;
    metrics::Parameters parameters_;
    unsigned precision_;
    /// M(σ) = Σ weights[i]·σ(i), if the metric is linear; else empty.
    std::vector<Interval> weights_;
};

}  // namespace disarray::properties::experiments
