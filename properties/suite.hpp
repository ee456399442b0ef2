// SPDX-License-Identifier: MIT
//
// The property suite for a distance of one's own: any callable (σ, τ) -> Rational, or -> Value
// where there are roots, logarithms or points without a value. In a Catch2 test:
//
//     const auto metric = disarray::properties::metric_of("my distance", my_distance);
//     for (const auto& result : disarray::properties::check_properties(
//              metric, {"non-negativity", "symmetry", "triangle-inequality"})) {
//         INFO(disarray::properties::describe(result));
//         CHECK(result.verdict != disarray::Verdict::refuted);
//     }
//
// tests/properties/suite_test.cpp compiles and runs this text; docs/library.md shows it as well.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "properties/runner.hpp"

namespace disarray::properties {

/// A distance between two rankings of the same n elements; must be safe to call from any thread.
using Distance = std::function<Value(const Permutation& sigma, const Permutation& tau)>;

/// The distance as a metric without weights. `name` must outlive the result. There is one
/// evaluation path only, so a refutation is confirmed by asking the distance a second time.
metrics::Metric metric_of(std::string_view name, Distance distance);

/// One result for each property, in their order.
/// \param metric      must outlive the results
/// \param properties  names of the catalogue (catalogue.hpp)
/// \throws InputError for an unknown name, the nearest suggested.
std::vector<CheckResult> check_properties(const metrics::Metric& metric,
                                          const std::vector<std::string_view>& properties,
                                          const CheckOptions& options = {});

/// "symmetry of my distance: refuted (M(σ,τ) = M(τ,σ)); σ = 2 1, τ = 1 2; M(σ,τ) = 1 ≠ M(τ,σ) = 0"
std::string describe(const CheckResult& result);

}  // namespace disarray::properties
