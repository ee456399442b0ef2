// SPDX-License-Identifier: MIT
//
// One function for each family of properties; the catalogue lists them.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "properties/property.hpp"

namespace disarray::properties {

/// Non-negativity, zero at and only at equality, symmetry, triangle inequality, invariances.
std::vector<Property> metric_axioms();
/// Lemma 6: how values scale with w, δ, D and all of them.
std::vector<Property> scale_laws();
/// 3.1–3.4, Lemmas 4 and 5: collapse to the classical distance, blow-up, reduction of δ to w.
std::vector<Property> reductions();
/// Theorems 1, 9, 10, 17, Lemmas 13 and 16, the conjecture: bounds between K and F; monotonicity.
std::vector<Property> inequalities();
/// GT 6, 7, App. A: what a metric is at equality and at the reversal, how it takes swaps and k,
/// whether it is a distance or a linear map makes it one.
std::vector<Property> ranking_laws();
/// GT Def 4, 6.6: M(·,ρ) is injective, decided by sorting.
std::vector<Property> injectivity_laws();
/// Of all values over S_n together: whether their counts are unimodal.
std::vector<Property> distribution_laws();

/// One case for each n, the identity: of laws about S_n as a whole.
Domain identities();

/// A property that every metric can be asked for; callers change what is different.
/// \param rankings  how many it quantifies over: 1, 2 or 3
/// \param varies    the weights that runners vary
Property law(std::string_view name, std::string_view statement, std::string_view source,
             std::size_t rankings, Varies varies,
             std::function<Outcome(const Subject&, const Case&)> check);
/// The same with w = δ = D = 1: of GT, which has no weights.
Property unweighted_law(std::string_view name, std::string_view statement, std::string_view source,
                        std::size_t rankings,
                        std::function<Outcome(const Subject&, const Case&)> check);

// Property::why_not of laws that not every metric is asked for.
std::optional<std::string> distances_only(const metrics::Metric& metric);
std::optional<std::string> weighted_only(const metrics::Metric& metric);

/// M of two rankings of the case, by their numbers.
inline Value between(const Subject& m, const Case& c, std::size_t sigma, std::size_t tau) {
    return m(c.rankings[sigma], c.rankings[tau], c.weighting);
}

// Checks that several properties are made of.
Outcome non_negativity(const Subject& m, const Case& c);
Outcome symmetry(const Subject& m, const Case& c);
Outcome triangle_inequality(const Subject& m, const Case& c);

/// The swap (i j) in S_n, counted from 0.
Permutation transposition(std::size_t i, std::size_t j, std::size_t n);

/// τ of KV Lemma 4: element i of σ becomes w_i elements in a row, blocks in the order of σ. Empty
/// if a weight is no integer or τ would have more than 200 elements.
std::optional<Permutation> blown_up(const Permutation& sigma, const ElementWeights& w);

/// K(σ) <= constant·M(σ), one argument, the same weights on both sides.
Property kendall_at_most(std::string_view name, std::string_view statement,
                         const Rational& constant, Varies varies, std::string_view source);
/// M(σ) <= constant·K(σ), likewise.
Property at_most_kendall(std::string_view name, std::string_view statement,
                         const Rational& constant, Varies varies, std::string_view source);

}  // namespace disarray::properties
