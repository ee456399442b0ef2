// SPDX-License-Identifier: MIT
#include "properties/grid.hpp"

#include <fmt/format.h>

namespace disarray::properties {

namespace {

using Integers = std::vector<std::int64_t>;

template <class Part>
using PartValues = std::vector<std::optional<Part>>;  // the first is absent: unit

std::vector<Rational> as_rationals(const Integers& values) {
    return {values.begin(), values.end()};
}

Integers counting(std::size_t n, bool up) {
    Integers values;
    for (std::size_t i = 0; i < n; ++i) {
        values.push_back(static_cast<std::int64_t>(up ? i + 1 : n - i));
    }
    return values;
}

PartValues<ElementWeights> element_weight_patterns(std::size_t n) {
    if (n == 0) return {std::nullopt};
    const auto size = static_cast<std::int64_t>(n);
    Integers first(n, 1);
    Integers last(n, 1);
    first.front() = last.back() = size;
    // Far apart, so that a constant that depends on the weights shows it.
    Integers first_light(n, 100);
    Integers last_light(n, 100);
    first_light.front() = last_light.back() = 1;
    PartValues<ElementWeights> all{std::nullopt};
    for (const Integers& w :
         {counting(n, true), counting(n, false), first, last, first_light, last_light}) {
        all.push_back(ElementWeights::from(w, "grid"));
    }
    return all;
}

PartValues<SwapCosts> swap_cost_patterns(std::size_t n, bool positive) {
    std::vector<Rational> alternating;
    for (std::size_t i = 0; i + 1 < n; ++i) {
        alternating.emplace_back(Integer(1), Integer(i % 2 == 0 ? 1 : 2));
    }
    PartValues<SwapCosts> all{std::nullopt};
    for (const auto& costs :
         {as_rationals(counting(n - 1, false)), as_rationals(counting(n - 1, true)), alternating}) {
        all.push_back(SwapCosts::from(costs, "grid"));
    }
    if (!positive) {
        Integers last(n - 1, 0);
        last.back() = 1;
        all.push_back(SwapCosts::top_k(n, 0));
        all.push_back(SwapCosts::top_k(n, 1));
        all.push_back(SwapCosts::from(as_rationals(last), "grid"));
    }
    return all;
}

/// \param value  of i < j
template <class Value>
Dissimilarity dissimilarity_of(std::size_t n, const Value& value) {
    Integers entries(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            if (i != j) entries[i * n + j] = value(std::min(i, j), std::max(i, j));
        }
    }
    return Dissimilarity::from_integers(n, entries, "grid");
}

/// D_ij = inside for equal classes, across else.
Dissimilarity two_valued(const Integers& classes, std::int64_t inside, std::int64_t across) {
    return dissimilarity_of(classes.size(), [&](std::size_t i, std::size_t j) {
        return classes[i] == classes[j] ? inside : across;
    });
}

PartValues<Dissimilarity> dissimilarity_patterns(std::size_t n, DissimilarityClass wanted) {
    PartValues<Dissimilarity> all{std::nullopt};
    const bool strict = wanted == DissimilarityClass::metric;
    for (std::uint64_t side = 1; side < (std::uint64_t{1} << (n - 1)); ++side) {
        Integers classes;
        for (std::size_t i = 0; i < n; ++i)
            classes.push_back(std::int64_t((side >> i) & 1));
        all.push_back(strict ? two_valued(classes, 1, 5) : two_valued(classes, 0, 1));
    }
    const auto power = [](std::size_t i) { return std::int64_t{1} << i; };
    all.push_back(
        dissimilarity_of(n, [](std::size_t i, std::size_t j) { return std::int64_t(j - i); }));
    all.push_back(
        dissimilarity_of(n, [&](std::size_t i, std::size_t j) { return power(j) - power(i); }));
    if (wanted == DissimilarityClass::any) {
        all.push_back(dissimilarity_of(
            n, [](std::size_t i, std::size_t j) { return std::int64_t((j - i) * (j - i)); }));
        all.push_back(dissimilarity_of(n, [n](std::size_t i, std::size_t j) {
            return std::int64_t{i == 0 && j + 1 == n ? 9 : 1};
        }));
    }
    return all;
}

}  // namespace

std::vector<Weighting> weighting_grid(std::size_t n, const Property& property,
                                      FixedPointPolicy policy) {
    PartValues<ElementWeights> w{std::nullopt};
    PartValues<SwapCosts> costs{std::nullopt};
    PartValues<Dissimilarity> d{std::nullopt};
    if (n >= 2) {  // one element has no pair for a weight to act on
        if (property.varies.element_weights) w = element_weight_patterns(n);
        if (property.varies.swap_costs) costs = swap_cost_patterns(n, property.positive_swap_costs);
        if (property.varies.dissimilarity) d = dissimilarity_patterns(n, property.dissimilarity);
    }
    std::vector<Weighting> grid;
    for (std::size_t a = 0; a < w.size(); ++a) {
        for (std::size_t b = 0; b < costs.size(); ++b) {
            for (std::size_t c = 0; c < d.size(); ++c) {
                const int present = int(a > 0) + int(b > 0) + int(c > 0);
                const bool first_of_all = a <= 1 && b <= 1 && c <= 1;
                if (n > 4 && present > 1 && !first_of_all) continue;
                grid.push_back({w[a], costs[b], d[c], policy});
            }
        }
    }
    return grid;
}

std::string grid_description(const Property& property, std::size_t n) {
    std::vector<std::string> parts;
    if (property.varies.element_weights) parts.emplace_back("w in 7 patterns");
    if (property.varies.swap_costs) {
        parts.emplace_back(property.positive_swap_costs ? "δ > 0 in 4 patterns"
                                                        : "δ >= 0 in 7 patterns");
    }
    if (property.varies.dissimilarity) {
        parts.emplace_back(property.dissimilarity == DissimilarityClass::metric
                               ? "metrics D: cuts + 1, lines, unit"
                           : property.dissimilarity == DissimilarityClass::pseudometric
                               ? "pseudometrics D: all cuts, lines, unit"
                               : "D: all cuts, lines, unit, two non-metrics");
    }
    if (parts.empty()) return "w = δ = D = 1";
    const std::string text = fmt::format("{}", fmt::join(parts, "; "));
    return parts.size() > 1 && n > 4 ? text + ", in all combinations for n <= 4" : text;
}

}  // namespace disarray::properties
