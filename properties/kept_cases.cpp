// SPDX-License-Identifier: MIT
#include "properties/kept_cases.hpp"

#include <algorithm>

#include "properties/generators/shape.hpp"
#include "properties/runner.hpp"

namespace disarray::properties {

namespace {

/// σ by its ranks, D by its rows of digits, w = δ = 1.
Case kept_case(const std::vector<std::int64_t>& ranks, const std::vector<std::vector<int>>& rows) {
    std::vector<std::vector<Rational>> d;
    for (const std::vector<int>& row : rows)
        d.emplace_back(row.begin(), row.end());
    Case instance{{Permutation::from_ranks(ranks, "a kept case")}, {}, 2};
    instance.weighting.dissimilarity = Dissimilarity::from_rows(d, "a kept case");
    return instance;
}

bool is_unit(const Weighting& weighting) {
    return !weighting.element_weights && !weighting.swap_costs && !weighting.dissimilarity;
}

/// Whether the property speaks of the case, for this metric: as many rankings, no weights that it
/// does not vary, D and δ as it presupposes them, no parameters.
bool speaks_of(const Property& property, const metrics::Metric& metric, const Case& instance) {
    generators::CaseShape shape = generators::shape_of(property);
    shape.most_n = std::max<std::size_t>(instance.n(), 1);
    return !property.domain && instance.n() >= metric.least_n && !metric.takes.k &&
           instance.parameters == metrics::Parameters{} && !property.why_not(metric) &&
           (metric.takes.weights || is_unit(instance.weighting)) &&
           !generators::why_not_of(shape, instance);
}

}  // namespace

const std::vector<Case>& kept_cases() {
    // Of `disarray search 'K <= F[prefix]'` and `disarray search 'F[box] <= 3K'`: for each the
    // least n, with a pseudometric and with a metric D.
    static const std::vector<Case> cases = {
        kept_case(
            {2, 4, 5, 1, 3},
            {{0, 1, 0, 0, 1}, {1, 0, 1, 1, 0}, {0, 1, 0, 0, 1}, {0, 1, 0, 0, 1}, {1, 0, 1, 1, 0}}),
        kept_case({2, 4, 5, 1, 3}, {{0, 12, 1, 1, 12},
                                    {12, 0, 12, 12, 1},
                                    {1, 12, 0, 1, 12},
                                    {1, 12, 1, 0, 12},
                                    {12, 1, 12, 12, 0}}),
        kept_case({6, 3, 2, 5, 4, 1}, {{0, 1, 0, 1, 0, 1},
                                       {1, 0, 1, 0, 1, 0},
                                       {0, 1, 0, 1, 0, 1},
                                       {1, 0, 1, 0, 1, 0},
                                       {0, 1, 0, 1, 0, 1},
                                       {1, 0, 1, 0, 1, 0}}),
        kept_case({6, 3, 2, 5, 4, 1}, {{0, 5, 1, 5, 1, 5},
                                       {5, 0, 5, 1, 5, 1},
                                       {1, 5, 0, 5, 1, 5},
                                       {5, 1, 5, 0, 5, 1},
                                       {1, 5, 1, 5, 0, 5},
                                       {5, 1, 5, 1, 5, 0}}),
    };
    return cases;
}

std::optional<Case> least_violation(const metrics::Metric& metric, const Property& property,
                                    metrics::Frame frame, FixedPointPolicy fixed_points,
                                    const std::vector<Case>& cases) {
    const Subject subject(metric, frame);
    std::optional<Case> least;
    for (const Case& candidate : cases) {
        if (!speaks_of(property, metric, candidate)) continue;
        Case instance = candidate;
        instance.weighting.fixed_points = fixed_points;
        if (least && compare(instance, *least) >= 0) continue;
        if (!property.check(subject.at(instance), instance).is_violated()) continue;
        if (check_case(metric, property, frame, instance).is_violated()) least = instance;
    }
    return least;
}

}  // namespace disarray::properties
