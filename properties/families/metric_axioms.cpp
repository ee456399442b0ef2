// SPDX-License-Identifier: MIT
//
// What makes a distance a metric on S_n, and what it may ignore: names of elements
// (right-invariance) or of positions (left-invariance). KV 4.2; GT Defs 5, 7, 13, 14. Symmetry,
// triangle inequality and invariances are facts about any function of two rankings, and asked of
// similarities too; zero at equality is asked of distances, and KV's lemmas of what takes weights.
#include <algorithm>

#include "properties/append.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"
#include "weighting/relabel.hpp"

namespace disarray::properties {

namespace {

/// GT 6.2 has two sizes in its confusion matrix: of the set that each ranking retrieves.
std::optional<std::string> two_sizes_only(const metrics::Metric& metric) {
    if (metric.takes.relevant_count) return std::nullopt;
    return "it is about the sizes of two sets, and this metric does not compare two";
}

Outcome zero_at_equality(const Subject& m, const Case& c) {
    const Value value = between(m, c, 0, 0);
    if (m.metric().is_one_argument && !value.is_defined()) {
        return does_not_apply(value.why_undefined());
    }
    return equal({"M(σ,σ)", value}, {"0", 0});
}

Outcome zero_only_at_equality(const Subject& m, const Case& c) {
    if (c.rankings[0] == c.rankings[1]) return does_not_apply("σ = τ");
    return different({"M(σ,τ)", between(m, c, 0, 1)}, {"0", 0});
}

Outcome inverse_symmetry(const Subject& m, const Case& c) {
    return equal({"M(σ)", m(c.rankings[0], c.weighting)},
                 {"M(σ⁻¹)", m(c.rankings[0].inverse(), c.weighting)});
}

Outcome triangle_through_identity(const Subject& m, const Case& c) {
    return at_most({"M(σ,τ)", between(m, c, 0, 1)},
                   {"M(σ) + M(τ)", m(c.rankings[0], c.weighting) + m(c.rankings[1], c.weighting)});
}

/// The same for D that are no pseudometrics only.
Outcome triangle_of_non_metrics(const Subject& m, const Case& c) {
    if (!c.weighting.dissimilarity || c.weighting.dissimilarity->is_pseudometric()) {
        return does_not_apply("D obeys the triangle inequality");
    }
    return triangle_through_identity(m, c);
}

/// M(σπ, τπ) with π = ρ: element i of the new pair is element π(i) of the old one.
Outcome right_invariance(const Subject& m, const Case& c, bool move_weights) {
    const Permutation& pi = c.rankings[2];
    const Permutation sigma = compose(c.rankings[0], pi);
    const Permutation tau = compose(c.rankings[1], pi);
    const Value value = between(m, c, 0, 1);
    if (!move_weights) {
        return equal({"M(σ,τ)", value}, {"M(σπ,τπ)", m(sigma, tau, c.weighting)});
    }
    return equal({"M(σ,τ)", value},
                 {"M(σπ,τπ), weights moved", m(sigma, tau, relabelled(c.weighting, pi))});
}

Outcome left_invariance(const Subject& m, const Case& c) {
    const Permutation sigma = compose(c.rankings[2], c.rankings[0]);
    const Permutation tau = compose(c.rankings[2], c.rankings[1]);
    return equal({"M(σ,τ)", between(m, c, 0, 1)}, {"M(πσ,πτ)", m(sigma, tau, c.weighting)});
}

Property axiom(std::string_view name, std::string_view statement, std::string_view source,
               std::size_t rankings, std::function<Outcome(const Subject&, const Case&)> check) {
    return law(name, statement, source, rankings, all_weights, std::move(check));
}

Property zero_only(std::string_view name, std::string_view statement, DissimilarityClass d,
                   bool positive_swap_costs) {
    Property property = axiom(name, statement, "KV 4.2", 2, zero_only_at_equality);
    property.why_not = distances_only;
    property.dissimilarity = d;
    property.positive_swap_costs = positive_swap_costs;
    return property;
}

/// A lemma of KV about D.
Property lemma_on_dissimilarities(std::string_view name, std::string_view statement,
                                  std::string_view source, DissimilarityClass d,
                                  std::function<Outcome(const Subject&, const Case&)> check) {
    Property property = axiom(name, statement, source, 2, std::move(check));
    property.dissimilarity = d;
    property.why_not = weighted_only;
    return property;
}

std::vector<Property> signs_and_zeros() {
    std::vector<Property> all;
    all.push_back(axiom("non-negativity", "M(σ,τ) >= 0", "KV 4.2, GT Def 13", 2, non_negativity));
    all.push_back(axiom("zero-at-equality", "M(σ,σ) = 0", "KV 4.2", 1, zero_at_equality));
    all.back().why_not = distances_only;
    all.push_back(zero_only("zero-only-at-equality",
                            "M(σ,τ) = 0 only if σ = τ, for δ > 0 and a metric D",
                            DissimilarityClass::metric, true));
    all.push_back(zero_only("zero-only-at-equality-some-swaps-free",
                            "M(σ,τ) = 0 only if σ = τ, for δ >= 0 and a metric D",
                            DissimilarityClass::metric, false));
    all.push_back(zero_only("zero-only-at-equality-pseudometric",
                            "M(σ,τ) = 0 only if σ = τ, for δ > 0 and a pseudometric D",
                            DissimilarityClass::pseudometric, true));
    return all;
}

std::vector<Property> symmetries() {
    std::vector<Property> all;
    all.push_back(axiom("symmetry", "M(σ,τ) = M(τ,σ)", "KV 4.2, GT Def 5", 2, symmetry));
    // The sizes stay where they are: the first ranking retrieves k elements, whichever it is.
    all.push_back(axiom("symmetry-any-sizes", "M(σ,τ) = M(τ,σ) for |S| and |R| of any sizes",
                        "GT 6.2", 2, symmetry));
    all.back().varies_relevant_count = true;
    all.back().why_not = two_sizes_only;
    all.push_back(axiom("inverse-symmetry", "M(σ) = M(σ⁻¹)", "KV 4.2", 1, inverse_symmetry));
    return all;
}

std::vector<Property> triangles() {
    std::vector<Property> all;
    all.push_back(axiom("triangle-inequality", "M(σ,ρ) <= M(σ,τ) + M(τ,ρ)",
                        "KV 4.2, Lemma 8; GT Def 14", 3, triangle_inequality));
    all.push_back(lemma_on_dissimilarities("triangle-through-identity", "M(σ,τ) <= M(σ) + M(τ)",
                                           "KV Lemmas 7, 8", DissimilarityClass::pseudometric,
                                           triangle_through_identity));
    all.push_back(lemma_on_dissimilarities(
        "triangle-any-dissimilarity", "M(σ,τ) <= M(σ) + M(τ) for every D, metric or not",
        "KV Lemma 7", DissimilarityClass::any, triangle_through_identity));
    all.push_back(lemma_on_dissimilarities(
        "triangle-non-metric", "M(σ,τ) <= M(σ) + M(τ) for D that are no pseudometrics", "KV 4.2",
        DissimilarityClass::any, triangle_of_non_metrics));
    return all;
}

std::vector<Property> invariances() {
    std::vector<Property> all;
    all.push_back(axiom("right-invariance", "M(σ,τ) = M(σπ,τπ), weights moved with the elements",
                        "KV 4.2, GT Def 7", 3, [](const Subject& m, const Case& c) {
                            return right_invariance(m, c, true);
                        }));
    all.push_back(
        axiom("right-invariance-weights-fixed", "M(σ,τ) = M(σπ,τπ), weights left where they are",
              "KV 4.2", 3,
              [](const Subject& m, const Case& c) { return right_invariance(m, c, false); }));
    all.back().why_not = weighted_only;
    all.push_back(
        axiom("left-invariance", "M(σ,τ) = M(πσ,πτ)", "KV 4.2, GT 6.3", 3, left_invariance));
    return all;
}

}  // namespace

Outcome non_negativity(const Subject& m, const Case& c) {
    return at_most({"0", 0}, {"M(σ,τ)", between(m, c, 0, 1)});
}

Outcome symmetry(const Subject& m, const Case& c) {
    return equal({"M(σ,τ)", between(m, c, 0, 1)}, {"M(τ,σ)", between(m, c, 1, 0)});
}

Outcome triangle_inequality(const Subject& m, const Case& c) {
    return at_most({"M(σ,ρ)", between(m, c, 0, 2)},
                   {"M(σ,τ) + M(τ,ρ)", between(m, c, 0, 1) + between(m, c, 1, 2)});
}

std::vector<Property> metric_axioms() {
    std::vector<Property> all;
    for (const auto& part : {signs_and_zeros, symmetries, triangles, invariances})
        append(all, part());
    return all;
}

}  // namespace disarray::properties
