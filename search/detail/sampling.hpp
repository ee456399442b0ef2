// SPDX-License-Identifier: MIT
//
// Means of random samples with their errors, for estimates of cost.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "search/estimate.hpp"

namespace disarray::search::detail {

/// An estimate with its relative standard error squared, by which independent ones combine.
struct Mean {
    double value = 0;
    double variance = 0;  ///< relative; infinite if unknown
    std::size_t degrees = 0;

    /// The 95 % interval of so many times it, by Student's t.
    Estimated scaled(double factor, double more_variance = 0) const;
};

/// Σ x·y / Σ x with its relative variance.
class RatioSample {
public:
    void add(double x, double y) { pairs_.emplace_back(x, y); }
    std::size_t size() const { return pairs_.size(); }
    /// \param population  of which the sample was drawn without replacement; 0: with
    Mean mean(std::size_t population = 0) const;

private:
    std::vector<std::pair<double, double>> pairs_;
};

}  // namespace disarray::search::detail
