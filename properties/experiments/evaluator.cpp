// SPDX-License-Identifier: MIT
#include "properties/experiments/evaluator.hpp"

#include <cstdint>
#include <optional>

#include "properties/case.hpp"

namespace disarray::properties::experiments {

namespace {

/// 1/log₂(i+1) for i = 1, …, n.
std::vector<Interval> discounts(std::size_t n, unsigned precision) {
    std::vector<Interval> all;
    all.reserve(n);
    for (std::size_t i = 1; i <= n; ++i)
        all.push_back(Interval::inverse_log2(i + 1, precision));
    return all;
}

/// Divided by dcg at the reversal, the greatest (metrics/gain.cpp).
std::vector<Interval> normalized(std::vector<Interval> discounts, unsigned precision) {
    Interval greatest(Rational(0), precision);
    for (std::size_t i = 0; i < discounts.size(); ++i)
        greatest += Interval(Rational(discounts.size() - i), precision) * discounts[i];
    for (Interval& discount : discounts)
        discount /= greatest;
    return discounts;
}

Order order_of(int sign) {
    return sign < 0 ? Order::less : sign > 0 ? Order::greater : Order::equal;
}

}  // namespace

Evaluator::Evaluator(const metrics::Metric& metric, std::size_t n,
                     const metrics::Parameters& parameters, unsigned precision)
    : metric_(&metric), parameters_(parameters), precision_(precision) {
    metrics::require_parameters(metric, parameters, n);
    if (metric.name == "dcg") weights_ = discounts(n, precision);
    if (metric.name == "ndcg") weights_ = normalized(discounts(n, precision), precision);
}

Value Evaluator::exact(const Permutation& sigma, const Permutation& tau) const {
    return metric_->value({sigma, tau, unit_weighting, metrics::Frame::element, parameters_});
}

Evaluator::Point Evaluator::at(const Permutation& sigma, const Permutation& tau) const {
    Point point(sigma, tau);
    if (!is_linear()) point.value_ = exact(sigma, tau);
    return point;
}

Interval Evaluator::linear_difference(const Permutation& a, const Permutation& b) const {
    Interval sum(Rational(0), precision_);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        const auto moved = static_cast<std::int64_t>(a[i]) - static_cast<std::int64_t>(b[i]);
        if (moved != 0) sum += Interval(Rational(moved), precision_) * weights_[i];
    }
    return sum;
}

Interval Evaluator::difference(const Point& a, const Point& b) const {
    if (is_linear()) return linear_difference(*a.sigma_, *b.sigma_);
    if (a.value_.is_rational() && b.value_.is_rational()) {
        return {a.value_.rational() - b.value_.rational(), precision_};
    }
    return a.value_.enclosure(precision_) - b.value_.enclosure(precision_);
}

Order Evaluator::order(const Point& a, const Point& b) const {
    if (!a.is_defined() || !b.is_defined()) return Order::undefined;
    if (is_linear()) {
        const auto sign = linear_difference(*a.sigma_, *b.sigma_).sign();
        return sign ? order_of(*sign)
                    : compare(exact(*a.sigma_, *a.tau_), exact(*b.sigma_, *b.tau_));
    }
    if (!a.value_.is_rational() || !b.value_.is_rational()) {
        // Exact differences of roots of a high degree take long; nearly always intervals do.
        if (const auto sign = difference(a, b).sign()) return order_of(*sign);
    }
    return compare(a.value_, b.value_);
}

}  // namespace disarray::properties::experiments
