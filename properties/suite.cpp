// SPDX-License-Identifier: MIT
#include "properties/suite.hpp"

#include <fmt/format.h>

#include "properties/catalogue.hpp"

namespace disarray::properties {

metrics::Metric metric_of(std::string_view name, Distance distance) {
    const auto value = [distance = std::move(distance)](const metrics::Comparison& c) {
        // In the literal frame a distance without weights is asked about (στ⁻¹, id).
        const metrics::Operands pair = metrics::operands(c.sigma, c.tau, c.frame);
        return distance(pair.sigma, pair.tau);
    };
    metrics::Metric metric;
    metric.name = name;
    metric.formula = "a callable";
    metric.domain = "two permutations";
    metric.exactness = "as the callable";
    metric.source = "the caller";
    metric.value = value;
    metric.naive_value = value;
    return metric;
}

std::vector<CheckResult> check_properties(const metrics::Metric& metric,
                                          const std::vector<std::string_view>& properties,
                                          const CheckOptions& options) {
    std::vector<CheckResult> results;
    for (const std::string_view name : properties) {
        results.push_back(check(metric, property_named(name, "check_properties"),
                                metrics::Frame::element, options));
    }
    return results;
}

std::string describe(const CheckResult& result) {
    std::string text =
        fmt::format("{} of {}: {} ({})", result.property->name, result.metric->full_name(),
                    name_of(result.verdict), result.property->statement);
    if (result.witness) text += "; " + to_string(*result.witness);
    if (!result.explanation.empty()) text += "; " + result.explanation;
    return text;
}

}  // namespace disarray::properties
