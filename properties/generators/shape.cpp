// SPDX-License-Identifier: MIT
#include "properties/generators/shape.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"

namespace disarray::properties::generators {

namespace {

std::optional<std::string> about_rankings(const CaseShape& shape, const Case& instance) {
    if (instance.rankings.empty() || instance.rankings.size() != shape.rankings) {
        return fmt::format("{} rankings, expected {}", instance.rankings.size(), shape.rankings);
    }
    const std::size_t n = instance.n();
    if (n < 1 || n < shape.least_n || n > shape.most_n) {
        return fmt::format("n = {}, expected {} to {}", n, shape.least_n, shape.most_n);
    }
    for (const Permutation& sigma : instance.rankings) {
        if (sigma.size() != n)
            return fmt::format("rankings of {} and {} elements", n, sigma.size());
    }
    return std::nullopt;
}

std::optional<std::string> about_presence(const Varies& varies, const Weighting& weighting) {
    if (weighting.element_weights && !varies.element_weights) return "element weights";
    if (weighting.swap_costs && !varies.swap_costs) return "swap costs";
    if (weighting.dissimilarity && !varies.dissimilarity) return "a dissimilarity";
    return std::nullopt;
}

bool has_zero(const SwapCosts& costs) {
    return std::ranges::any_of(costs.costs(), [](const Rational& cost) { return cost == 0; });
}

std::optional<std::string> about_weighting(const CaseShape& shape, const Case& instance) {
    const Weighting& weighting = instance.weighting;
    if (const auto part = about_presence(shape.varies, weighting)) {
        return fmt::format("{} where the shape has none", *part);
    }
    try {
        require_size(weighting, instance.n());
        if (weighting.dissimilarity)
            require_class(*weighting.dissimilarity, shape.dissimilarity, "D");
    } catch (const InputError& error) {
        return error.what();
    }
    if (shape.positive_swap_costs && weighting.swap_costs && has_zero(*weighting.swap_costs)) {
        return "a swap cost of 0";
    }
    if (shape.fixed_points && weighting.fixed_points != *shape.fixed_points) {
        return "the other policy at fixed points";
    }
    return std::nullopt;
}

}  // namespace

CaseShape shape_of(const Property& property) {
    CaseShape shape;
    shape.rankings = property.rankings;
    shape.varies = property.varies;
    shape.dissimilarity = property.dissimilarity;
    shape.positive_swap_costs = property.positive_swap_costs;
    return shape;
}

std::optional<std::string> why_not_of(const CaseShape& shape, const Case& instance) {
    if (auto reason = about_rankings(shape, instance)) return reason;
    if (auto reason = about_weighting(shape, instance)) return reason;
    if (instance.scale.sign() <= 0) return "a scale factor that is not positive";
    if (!shape.vary_scale && instance.scale != 2) return "a scale factor other than 2";
    return std::nullopt;
}

}  // namespace disarray::properties::generators
