// SPDX-License-Identifier: MIT
#include "search/detail/sampling.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <limits>

namespace disarray::search::detail {

namespace {

double student(std::size_t degrees) {
    if (degrees == 0) return std::numeric_limits<double>::infinity();
    const boost::math::students_t distribution(static_cast<double>(degrees));
    return boost::math::quantile(distribution, 0.975);
}

}  // namespace

Estimated Mean::scaled(double factor, double more_variance) const {
    const double relative = variance + more_variance;
    if (!std::isfinite(relative)) return {value * factor};
    const double width = relative == 0 ? 0 : student(degrees) * std::sqrt(relative);
    return {value * factor, value * factor * width};
}

Mean RatioSample::mean(std::size_t population) const {
    double weight = 0, sum = 0;
    for (const auto& [x, y] : pairs_) {
        weight += x;
        sum += x * y;
    }
    Mean result;
    result.variance = std::numeric_limits<double>::infinity();
    if (weight <= 0) return result;
    result.value = sum / weight;
    result.degrees = pairs_.size() - 1;
    if (pairs_.size() == population || sum == 0) result.variance = 0;
    if (pairs_.size() < 2 || result.variance == 0) return result;
    double squares = 0;
    for (const auto& [x, y] : pairs_)
        squares += x * x * (y - result.value) * (y - result.value);
    const auto n = static_cast<double>(pairs_.size());
    const double left = population == 0 ? 1 : 1 - n / static_cast<double>(population);
    result.variance = left * n / (n - 1) * squares / (sum * sum);
    return result;
}

}  // namespace disarray::search::detail
