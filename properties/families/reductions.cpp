// SPDX-License-Identifier: MIT
//
// KV 3.1–3.4, Lemmas 4 and 5: what generalized distances turn into. The right-hand sides are the
// definitions of the classical distances, written out here.
#include <cstdlib>

#include "properties/families/families.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties {

namespace {

std::optional<std::string> kendall_or_footrule(const metrics::Metric& metric) {
    if (metric.name == "kendall" || metric.name == "footrule") return std::nullopt;
    return "it is stated for Kendall's tau and the footrule";
}

/// The number of inversions (KV 2), or the total displacement (KV 1).
Rational classical(const metrics::Metric& metric, const Permutation& sigma) {
    std::int64_t sum = 0;
    const auto n = static_cast<std::int64_t>(sigma.size());
    for (std::int64_t i = 0; i < n; ++i) {
        const auto rank_i = static_cast<std::int64_t>(sigma[static_cast<std::size_t>(i)]);
        if (metric.name == "footrule") {
            sum += std::abs(i - rank_i);
            continue;
        }
        for (std::int64_t j = 0; j < i; ++j) {
            if (rank_i < static_cast<std::int64_t>(sigma[static_cast<std::size_t>(j)])) ++sum;
        }
    }
    return sum;
}

/// Unit parts written out instead of left absent.
Weighting explicit_units(std::size_t n, const Varies& parts, FixedPointPolicy policy) {
    Weighting weighting;
    weighting.fixed_points = policy;
    if (parts.element_weights) {
        weighting.element_weights =
            ElementWeights::from(std::vector<std::int64_t>(n, 1), "unit weights");
    }
    if (parts.swap_costs) weighting.swap_costs = SwapCosts::unit(n);
    if (parts.dissimilarity) weighting.dissimilarity = Dissimilarity::unit(n);
    return weighting;
}

Property collapse(std::string_view name, std::string_view statement, std::string_view source,
                  Varies parts) {
    Property property = law(name, statement, source, 1, no_weights, {});
    property.why_not = kendall_or_footrule;
    property.check = [parts](const Subject& m, const Case& c) {
        const Permutation& sigma = c.rankings.front();
        const Weighting units = explicit_units(c.n(), parts, c.weighting.fixed_points);
        return equal({"M(σ; unit)", m(sigma, units)},
                     {"classical M(σ)", classical(m.metric(), sigma)});
    };
    return property;
}

Outcome check_blow_up(const Subject& m, const Case& c) {
    if (!c.weighting.element_weights) return does_not_apply("no element weights");
    const Permutation& sigma = c.rankings.front();
    const auto tau = blown_up(sigma, *c.weighting.element_weights);
    if (!tau) return does_not_apply("weights that are no integers, or too large to write out");
    return equal({"M_w(σ)", m(sigma, c.weighting)},
                 {"classical M(τ)", classical(m.metric(), *tau)});
}

Outcome check_swap_costs_as_weights(const Subject& m, const Case& c) {
    if (!c.weighting.swap_costs) return does_not_apply("no swap costs");
    const Permutation& sigma = c.rankings.front();
    const std::vector<Rational> averages = average_swap_costs(
        sigma, Permutation::identity(c.n()), *c.weighting.swap_costs, c.weighting.fixed_points);
    for (const Rational& average : averages) {
        if (average.sign() == 0) return does_not_apply("p̄ is 0, and weights must be positive");
    }
    Weighting weights;
    weights.element_weights = ElementWeights::from(averages, "p̄");
    return equal({"M_δ(σ)", m(sigma, c.weighting)}, {"M_w(σ) with w = p̄(σ)", m(sigma, weights)});
}

Property lemma_on_weights(std::string_view name, std::string_view statement,
                          std::string_view source, Varies varies,
                          Outcome (*check)(const Subject&, const Case&)) {
    Property property = law(name, statement, source, 1, varies, check);
    property.why_not = kendall_or_footrule;
    return property;
}

Outcome check_average_swap_costs_positive(const Subject&, const Case& c) {
    if (!c.weighting.swap_costs) return does_not_apply("no swap costs");
    const std::vector<Rational> averages =
        average_swap_costs(c.rankings.front(), Permutation::identity(c.n()),
                           *c.weighting.swap_costs, c.weighting.fixed_points);
    for (std::size_t i = 0; i < averages.size(); ++i) {
        if (averages[i].sign() <= 0) {
            return {Outcome::Kind::violated,
                    fmt::format("p̄_{} = {}", i + 1, averages[i].to_string())};
        }
    }
    return {Outcome::Kind::holds, "all p̄_i > 0"};
}

}  // namespace

std::optional<Permutation> blown_up(const Permutation& sigma, const ElementWeights& w) {
    constexpr std::int64_t most = 200;  // convention: beyond it a case costs more than it tells
    std::vector<std::int64_t> copies;
    std::int64_t total = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
        if (!w[i].is_integer() || w[i] > Rational(most)) return std::nullopt;
        copies.push_back(w[i].numerator().convert_to<std::int64_t>());
        total += copies.back();
    }
    if (total > most) return std::nullopt;
    std::vector<Rank> ranks;
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        std::int64_t before = 0;  // Σ w_j over σ(j) < σ(i)
        for (std::size_t j = 0; j < sigma.size(); ++j) {
            if (sigma[j] < sigma[i]) before += copies[j];
        }
        for (std::int64_t k = 0; k < copies[i]; ++k)
            ranks.push_back(static_cast<Rank>(before + k));
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

std::vector<Property> reductions() {
    return {
        collapse("collapse-element-weights", "w = 1 gives the classical M", "KV 3.1",
                 element_weights_only),
        collapse("collapse-swap-costs", "δ = 1 gives the classical M", "KV 3.2", swap_costs_only),
        collapse("collapse-dissimilarity", "D = 1 gives the classical M", "KV 3.3",
                 dissimilarity_only),
        collapse("collapse-all", "w = δ = D = 1 gives the classical M", "KV 3.4", all_weights),
        lemma_on_weights("blow-up", "M_w(σ) = M(τ), element i of σ written w_i times in τ",
                         "KV Lemma 4", element_weights_only, check_blow_up),
        lemma_on_weights("swap-costs-as-weights", "M_δ(σ) = M_w(σ) for w_i = p̄_i(σ)", "KV Lemma 5",
                         swap_costs_only, check_swap_costs_as_weights),
        lemma_on_weights("average-swap-costs-positive", "p̄_i(σ) > 0 for δ >= 0", "KV 3.2",
                         swap_costs_only, check_average_swap_costs_positive),
    };
}

}  // namespace disarray::properties
