// SPDX-License-Identifier: MIT
//
// KV Lemma 6: multiplying w, δ, D by c₁, c₂, c₃ multiplies K* and F* by c₁²·c₂²·c₃. The factor for
// δ is where the value of p̄ at a fixed point matters: 1 does not scale.
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"
#include "weighting/relabel.hpp"

namespace disarray::properties {

namespace {

std::optional<std::string> weighted_only(const metrics::Metric& metric) {
    if (metric.takes.weights) return std::nullopt;
    return "it is about weights, and this metric takes none";
}

/// Which parts are multiplied, and how often each factor enters.
struct Law {
    bool element_weights, swap_costs, dissimilarity;
};

Outcome check_law(const Law& law, const Subject& m, const Case& c) {
    const Permutation& sigma = c.rankings.front();
    const Rational one(1);
    // Different factors for the three parts, so that a wrong exponent of one cannot hide.
    const Rational c1 = law.element_weights ? c.scale : one;
    const Rational c2 = law.swap_costs ? c.scale + one : one;
    const Rational c3 = law.dissimilarity ? c.scale + Rational(3) : one;
    const Rational factor = c1 * c1 * c2 * c2 * c3;
    return equal({"M(σ; c₁w, c₂δ, c₃D)", m(sigma, scaled(c.weighting, c.n(), c1, c2, c3))},
                 {"c₁²c₂²c₃·M(σ; w, δ, D)", factor * m(sigma, c.weighting)});
}

Property scale_law(std::string_view name, std::string_view statement, Law law) {
    Property property =
        properties::law(name, statement, "KV Lemma 6", 1, all_weights,
                        [law](const Subject& m, const Case& c) { return check_law(law, m, c); });
    property.why_not = weighted_only;
    return property;
}

}  // namespace

std::vector<Property> scale_laws() {
    return {
        scale_law("scale-element-weights", "M(σ; c·w) = c²·M(σ; w)", {true, false, false}),
        scale_law("scale-swap-costs", "M(σ; c·δ) = c²·M(σ; δ)", {false, true, false}),
        scale_law("scale-dissimilarity", "M(σ; c·D) = c·M(σ; D)", {false, false, true}),
        scale_law("scale-all", "M(σ; c₁w, c₂δ, c₃D) = c₁²c₂²c₃·M(σ; w, δ, D)", {true, true, true}),
    };
}

}  // namespace disarray::properties
