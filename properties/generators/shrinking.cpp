// SPDX-License-Identifier: MIT
//
// The moves make more than is asked for; one place, for_each_smaller_case, lets through what is of
// the shape and smaller. So no move has to know the classes, and none can make a descent endless.
#include "properties/generators/shrinking.hpp"

#include <tuple>

#include "base/error.hpp"
#include "properties/families/families.hpp"
#include "properties/generators/detail/plainer_dissimilarities.hpp"
#include "properties/generators/detail/plainer_numbers.hpp"
#include "properties/generators/dissimilarities.hpp"
#include "properties/generators/permutations.hpp"
#include "ranking/inversions.hpp"
#include "weighting/relabel.hpp"

namespace disarray::properties::generators {

namespace {

using detail::Place;
using detail::plainness;
using Cases = std::vector<Case>;

// --- sizes -----------------------------------------------------------------------------------

Integer plainness_of(const Weighting& weighting) {
    Integer sum = 0;
    if (const auto& w = weighting.element_weights) {
        for (std::size_t i = 0; i < w->size(); ++i)
            sum += plainness((*w)[i], Place::element_weight);
    }
    if (const auto& costs = weighting.swap_costs) {
        for (const Rational& cost : costs->costs())
            sum += plainness(cost, Place::swap_cost);
    }
    if (const auto& d = weighting.dissimilarity) {
        for (std::size_t i = 0; i < d->size(); ++i) {
            for (std::size_t j = i + 1; j < d->size(); ++j) {
                sum += plainness((*d)(i, j), Place::distance);
            }
        }
    }
    return sum;
}

std::size_t weighting_parts_of(const Weighting& weighting) {
    return std::size_t{weighting.element_weights.has_value()} +
           std::size_t{weighting.swap_costs.has_value()} +
           std::size_t{weighting.dissimilarity.has_value()} +
           std::size_t{weighting.fixed_points == FixedPointPolicy::local};
}

// --- fewer elements --------------------------------------------------------------------------

/// σ without `element`, the ranks below it moved up.
Permutation without(const Permutation& sigma, std::size_t element) {
    std::vector<Rank> ranks;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if (i != element) ranks.push_back(sigma[i] - (sigma[i] > sigma[element] ? 1 : 0));
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

ElementWeights without(const ElementWeights& w, std::size_t element) {
    std::vector<Rational> rest;
    for (std::size_t i = 0; i < w.size(); ++i) {
        if (i != element) rest.push_back(w[i]);
    }
    return ElementWeights::from(rest, "shrunk");
}

Dissimilarity without(const Dissimilarity& d, std::size_t element) {
    const auto old = [&](std::size_t i) { return i < element ? i : i + 1; };
    return dissimilarity_from(d.size() - 1,
                              [&](std::size_t i, std::size_t j) { return d(old(i), old(j)); });
}

SwapCosts without(const SwapCosts& costs, std::size_t place) {
    std::vector<Rational> rest = costs.costs();
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
    return SwapCosts::from(rest, "shrunk");
}

/// All but the swap costs, which are positions' and not elements'.
Case without(const Case& instance, std::size_t element) {
    Case rest = instance;
    for (Permutation& sigma : rest.rankings)
        sigma = without(sigma, element);
    auto& w = rest.weighting.element_weights;
    auto& d = rest.weighting.dissimilarity;
    if (w) w = without(*w, element);
    if (d) d = without(*d, element);
    return rest;
}

Cases fewer_elements(const Case& instance) {
    Cases smaller;
    if (instance.n() < 2) return smaller;
    const auto& costs = instance.weighting.swap_costs;
    for (std::size_t element = 0; element < instance.n(); ++element) {
        Case rest = without(instance, element);
        for (std::size_t place = 0; costs && place < costs->costs().size(); ++place) {
            rest.weighting.swap_costs = without(*costs, place);
            smaller.push_back(rest);
        }
        if (!costs) smaller.push_back(std::move(rest));
    }
    return smaller;
}

// --- fewer parts -----------------------------------------------------------------------------

Cases fewer_parts(const Case& instance) {
    Cases smaller(5, instance);
    smaller[0].weighting = {};
    smaller[0].weighting.fixed_points = instance.weighting.fixed_points;  // a shape may fix it
    smaller[1].weighting.element_weights.reset();
    smaller[2].weighting.swap_costs.reset();
    smaller[3].weighting.dissimilarity.reset();
    smaller[4].weighting.fixed_points = FixedPointPolicy::one;
    return smaller;
}

// --- fewer inversions ------------------------------------------------------------------------

/// The case with element i renamed to names(i): a metric that knows elements by their weights only
/// does not see the difference.
Case renamed(const Case& instance, const Permutation& names) {
    const Permutation old = names.inverse();
    Case result = instance;
    for (Permutation& sigma : result.rankings)
        sigma = compose(sigma, old);
    result.weighting = relabelled(instance.weighting, old);
    return result;
}

Cases other_names(const Case& instance) {
    Cases smaller;
    for (const Permutation& sigma : instance.rankings)
        smaller.push_back(renamed(instance, sigma));
    for (std::size_t place = 0; place + 1 < instance.n(); ++place) {
        smaller.push_back(renamed(instance, transposition(place, place + 1, instance.n())));
    }
    return smaller;
}

Cases rankings_in_order(const Case& instance) {
    Cases smaller(instance.rankings.size(), instance);
    for (std::size_t k = 0; k < smaller.size(); ++k) {
        smaller[k].rankings[k] = Permutation::identity(instance.n());
    }
    return smaller;
}

Cases inversions_undone(const Case& instance) {
    Cases smaller;
    for (std::size_t k = 0; k < instance.rankings.size(); ++k) {
        for (Permutation& simpler : with_an_inversion_undone(instance.rankings[k])) {
            smaller.push_back(instance);
            smaller.back().rankings[k] = std::move(simpler);
        }
    }
    return smaller;
}

// --- plainer numbers -------------------------------------------------------------------------

/// `numbers` with one of them plainer, for each in turn.
std::vector<std::vector<Rational>> one_plainer(const std::vector<Rational>& numbers, Place place) {
    std::vector<std::vector<Rational>> results;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        for (Rational& plainer : detail::plainer_numbers(numbers[i], place)) {
            results.push_back(numbers);
            results.back()[i] = std::move(plainer);
        }
    }
    return results;
}

/// The case with each of `parts` in place of its own.
template <class Part>
Cases with_each(const Case& instance, std::optional<Part> Weighting::*place,
                const std::vector<std::vector<Rational>>& parts) {
    Cases smaller(parts.size(), instance);
    for (std::size_t k = 0; k < parts.size(); ++k)
        smaller[k].weighting.*place = Part::from(parts[k], "shrunk");
    return smaller;
}

Cases plainer_weights(const Case& instance) {
    const auto& w = instance.weighting.element_weights;
    if (!w) return {};
    std::vector<Rational> weights;
    for (std::size_t i = 0; i < w->size(); ++i)
        weights.push_back((*w)[i]);
    return with_each(instance, &Weighting::element_weights,
                     one_plainer(weights, Place::element_weight));
}

Cases plainer_costs(const Case& instance) {
    const auto& costs = instance.weighting.swap_costs;
    if (!costs) return {};
    return with_each(instance, &Weighting::swap_costs,
                     one_plainer(costs->costs(), Place::swap_cost));
}

template <std::size_t move>
Cases plainer_distances(const Case& instance) {
    Cases smaller;
    const auto& d = instance.weighting.dissimilarity;
    if (!d) return smaller;
    for (Dissimilarity& plainer : detail::dissimilarity_moves()[move](*d)) {
        smaller.push_back(instance);
        smaller.back().weighting.dissimilarity = std::move(plainer);
    }
    return smaller;
}

Cases plainer_scale(const Case& instance) {
    Cases smaller;
    for (Rational& plainer : detail::plainer_numbers(instance.scale, Place::scale)) {
        smaller.push_back(instance);
        smaller.back().scale = std::move(plainer);
    }
    return smaller;
}

/// What removes most comes first.
constexpr Cases (*case_moves[])(const Case&) = {
    fewer_elements,       fewer_parts,          other_names,          rankings_in_order,
    inversions_undone,    plainer_weights,      plainer_costs,        plainer_distances<0>,
    plainer_distances<1>, plainer_distances<2>, plainer_distances<3>, plainer_distances<4>,
    plainer_distances<5>, plainer_scale};

static_assert(decltype(detail::dissimilarity_moves())::extent == 6, "each has its place above");

void require_of(const CaseShape& shape, const Case& instance) {
    if (const auto reason = why_not_of(shape, instance)) {
        throw UsageError("shrinking a case that is not of its shape: " + *reason);
    }
}

}  // namespace

bool operator<(const CaseSize& a, const CaseSize& b) {
    return std::tie(a.elements, a.inversions, a.parts, a.numbers) <
           std::tie(b.elements, b.inversions, b.parts, b.numbers);
}

CaseSize size_of(const Case& instance) {
    CaseSize size;
    size.elements = instance.n();
    for (const Permutation& sigma : instance.rankings)
        size.inversions += inversion_count(sigma);
    size.parts = weighting_parts_of(instance.weighting);
    size.numbers = plainness_of(instance.weighting) + plainness(instance.scale, Place::scale);
    return size;
}

void for_each_smaller_case(const Case& instance, const CaseShape& shape,
                           const std::function<bool(const Case&)>& visit) {
    require_of(shape, instance);
    const CaseSize size = size_of(instance);
    for (const auto move : case_moves) {
        for (const Case& candidate : move(instance)) {
            if (!(size_of(candidate) < size) || why_not_of(shape, candidate)) continue;
            if (!visit(candidate)) return;
        }
    }
}

std::vector<Case> smaller_cases(const Case& instance, const CaseShape& shape) {
    std::vector<Case> smaller;
    for_each_smaller_case(instance, shape, [&](const Case& candidate) {
        smaller.push_back(candidate);
        return true;
    });
    return smaller;
}

}  // namespace disarray::properties::generators
