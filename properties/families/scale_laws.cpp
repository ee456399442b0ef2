// SPDX-License-Identifier: MIT
//
// KV Lemma 6: multiplying w, δ, D by c₁, c₂, c₃ multiplies K* and F* by c₁²·c₂²·c₃. The factor for
// δ is where the value of p̄ at a fixed point matters: 1 does not scale.
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"
#include "weighting/relabel.hpp"

namespace disarray::properties {

namespace {

/// \param multiplied  the parts that a factor of their own multiplies
Outcome check_scale_law(const Varies& multiplied, const Subject& m, const Case& c) {
    const Permutation& sigma = c.rankings.front();
    const Rational one(1);
    // Different factors for the three parts, so that a wrong exponent of one cannot hide.
    const Rational c1 = multiplied.element_weights ? c.scale : one;
    const Rational c2 = multiplied.swap_costs ? c.scale + one : one;
    const Rational c3 = multiplied.dissimilarity ? c.scale + Rational(3) : one;
    const Rational factor = c1 * c1 * c2 * c2 * c3;
    return equal({"M(σ; c₁w, c₂δ, c₃D)", m(sigma, scaled(c.weighting, c.n(), c1, c2, c3))},
                 {"c₁²c₂²c₃·M(σ; w, δ, D)", factor * m(sigma, c.weighting)});
}

Property scale_law(std::string_view name, std::string_view statement, const Varies& multiplied) {
    Property property = law(name, statement, "KV Lemma 6", 1, all_weights,
                            [multiplied](const Subject& m, const Case& c) {
                                return check_scale_law(multiplied, m, c);
                            });
    property.why_not = weighted_only;
    return property;
}

}  // namespace

std::vector<Property> scale_laws() {
    return {
        scale_law("scale-element-weights", "M(σ; c·w) = c²·M(σ; w)", element_weights_only),
        scale_law("scale-swap-costs", "M(σ; c·δ) = c²·M(σ; δ)", swap_costs_only),
        scale_law("scale-dissimilarity", "M(σ; c·D) = c·M(σ; D)", dissimilarity_only),
        scale_law("scale-all", "M(σ; c₁w, c₂δ, c₃D) = c₁²c₂²c₃·M(σ; w, δ, D)", all_weights),
    };
}

}  // namespace disarray::properties
