// SPDX-License-Identifier: MIT
//
// Bounds between Kendall's tau and the metric under test, one argument, same weights on both sides:
// KV Theorems 1, 9, 10 and 17, Lemmas 13 and 16, the conjecture, the strong form of Diaconis and
// Graham (KV footnote 1), and monotonicity along the weak order.
#include <tuple>

#include "metrics/kendall.hpp"
#include "metrics/naive.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties {

namespace {

std::optional<std::string> footrules_only(const metrics::Metric& metric) {
    if (metric.name == "footrule") return std::nullopt;
    return "it compares Kendall's tau with a footrule";
}

/// K at the case, by the path that the subject uses.
Rational kendall_of(const Subject& m, const Case& c) {
    const Permutation identity = Permutation::identity(c.n());
    return m.is_naive() ? metrics::naive::kendall(c.rankings.front(), identity, c.weighting)
                        : metrics::kendall(c.rankings.front(), identity, c.weighting);
}

/// "K", "3·K", "1/3·K"
std::string times(const Rational& constant, std::string_view formula) {
    return constant == Rational(1) ? std::string(formula)
                                   : fmt::format("{}·{}", constant.to_string(), formula);
}

Property bound(std::string_view name, std::string_view statement, Varies varies,
               std::string_view source, std::function<Outcome(const Subject&, const Case&)> check) {
    Property property = law(name, statement, source, 1, varies, std::move(check));
    property.why_not = footrules_only;
    return property;
}

Outcome check_zero_together(const Subject& m, const Case& c) {
    const Rational k = kendall_of(m, c);
    const Value f = m(c.rankings.front(), c.weighting);
    if (!f.sign()) return does_not_apply("M(σ) has no sign");
    const bool holds = (k.sign() == 0) == (*f.sign() == 0);
    return {holds ? Outcome::Kind::holds : Outcome::Kind::violated,
            fmt::format("K(σ) = {}, M(σ) = {}", k.to_string(), f.to_string())};
}

/// T(σ) is n minus the number of cycles.
Outcome check_strong_form(const Subject& m, const Case& c) {
    const Permutation& sigma = c.rankings.front();
    const auto t = static_cast<std::int64_t>(c.n() - cycles(sigma).size());
    return at_most({"K(σ) + T(σ)", kendall_of(m, c) + Rational(t)},
                   {"M(σ)", m(sigma, c.weighting)});
}

/// K_w(σ) + T(τ) with the τ of Lemma 4: the strong form carried over by that lemma.
Outcome check_strong_form_of_weights(const Subject& m, const Case& c) {
    if (!c.weighting.element_weights) return does_not_apply("no element weights");
    const auto tau = blown_up(c.rankings.front(), *c.weighting.element_weights);
    if (!tau) return does_not_apply("weights that are no integers, or too large to write out");
    const auto t = static_cast<std::int64_t>(tau->size() - cycles(*tau).size());
    return at_most({"K_w(σ) + T(τ)", kendall_of(m, c) + Rational(t)},
                   {"M_w(σ)", m(c.rankings.front(), c.weighting)});
}

/// Tries every exchange of neighbours in rank order that adds an inversion; shows the first that
/// lowers M.
Outcome check_monotonicity(const Subject& m, const Case& c) {
    const Permutation& sigma = c.rankings.front();
    const Value before = m(sigma, c.weighting);
    const Permutation order = sigma.inverse();
    for (std::size_t r = 0; r + 1 < c.n(); ++r) {
        if (order[r] > order[r + 1]) continue;  // already an inversion
        std::vector<Rank> ranks(sigma.ranks().begin(), sigma.ranks().end());
        std::swap(ranks[order[r]], ranks[order[r + 1]]);
        const Value after = m(Permutation::from_ranks_unchecked(std::move(ranks)), c.weighting);
        if (compare(after, before) == Order::less) {
            return at_most(
                {"M(σ)", before},
                {fmt::format("M(σ with ranks {} and {} exchanged)", r + 1, r + 2), after});
        }
    }
    return {Outcome::Kind::holds, "no exchange that adds an inversion lowers M(σ)"};
}

}  // namespace

Property kendall_at_most(std::string_view name, std::string_view statement,
                         const Rational& constant, Varies varies, std::string_view source) {
    return bound(name, statement, varies, source, [constant](const Subject& m, const Case& c) {
        return at_most({"K(σ)", kendall_of(m, c)},
                       {times(constant, "M(σ)"), constant * m(c.rankings.front(), c.weighting)});
    });
}

Property at_most_kendall(std::string_view name, std::string_view statement,
                         const Rational& constant, Varies varies, std::string_view source) {
    return bound(name, statement, varies, source, [constant](const Subject& m, const Case& c) {
        return at_most({"M(σ)", m(c.rankings.front(), c.weighting)},
                       {times(constant, "K(σ)"), constant * kendall_of(m, c)});
    });
}

std::vector<Property> inequalities() {
    const std::string_view k_at_most_m = "K(σ) <= M(σ)";
    const std::string_view m_at_most_2k = "M(σ) <= 2·K(σ)";
    std::vector<Property> all{
        kendall_at_most("kendall-at-most-footrule", k_at_most_m, 1, no_weights, "KV Theorem 1"),
        at_most_kendall("footrule-at-most-twice-kendall", m_at_most_2k, 2, no_weights,
                        "KV Theorem 1"),
        bound("strong-diaconis-graham", "K(σ) + T(σ) <= M(σ), T = n − number of cycles", no_weights,
              "KV footnote 1; Diaconis and Graham 1977", check_strong_form),
        bound("strong-diaconis-graham-w", "K_w(σ) + T(τ) <= M_w(σ), τ as in Lemma 4",
              element_weights_only, "KV footnote 1 and Lemma 4", check_strong_form_of_weights),
        kendall_at_most("kendall-at-most-footrule-w", "K_w(σ) <= M_w(σ)", 1, element_weights_only,
                        "KV Theorem 9"),
        at_most_kendall("footrule-at-most-twice-kendall-w", "M_w(σ) <= 2·K_w(σ)", 2,
                        element_weights_only, "KV Theorem 9"),
        kendall_at_most("kendall-at-most-footrule-delta", "K_δ(σ) <= M_δ(σ)", 1, swap_costs_only,
                        "KV Theorem 10"),
        at_most_kendall("footrule-at-most-twice-kendall-delta", "M_δ(σ) <= 2·K_δ(σ)", 2,
                        swap_costs_only, "KV Theorem 10"),
        kendall_at_most("kendall-at-most-footrule-D", "K_D(σ) <= M_D(σ)", 1, dissimilarity_only,
                        "KV-slides, conjecture"),
        kendall_at_most("kendall-at-most-3-footrule-D", "K_D(σ) <= 3·M_D(σ)", 3, dissimilarity_only,
                        "KV Lemma 13"),
        at_most_kendall("footrule-at-most-3-kendall-D", "M_D(σ) <= 3·K_D(σ)", 3, dissimilarity_only,
                        "KV Lemma 16"),
        kendall_at_most("kendall-at-most-footrule-all", "K*(σ) <= M*(σ)", 1, all_weights,
                        "KV, conjecture after Theorem 17"),
        kendall_at_most("kendall-at-most-3-footrule-all", "K*(σ) <= 3·M*(σ)", 3, all_weights,
                        "KV Theorem 17"),
        at_most_kendall("footrule-at-most-3-kendall-all", "M*(σ) <= 3·K*(σ)", 3, all_weights,
                        "KV Theorem 17"),
    };
    for (const auto& [name, statement, d, positive] :
         {std::tuple{"zero-together", "K(σ) = 0 exactly if M(σ) = 0, for δ > 0 and a metric D",
                     DissimilarityClass::metric, true},
          {"zero-together-some-swaps-free",
           "K(σ) = 0 exactly if M(σ) = 0, for δ >= 0 and a metric D", DissimilarityClass::metric,
           false},
          {"zero-together-pseudometric",
           "K(σ) = 0 exactly if M(σ) = 0, for δ > 0 and a pseudometric D",
           DissimilarityClass::pseudometric, true}}) {
        all.push_back(bound(name, statement, all_weights, "KV 4.2", check_zero_together));
        all.back().dissimilarity = d;
        all.back().positive_swap_costs = positive;
    }
    Property monotone = bound("monotonicity",
                              "exchanging neighbours in rank order that σ has in "
                              "order does not lower M(σ)",
                              all_weights, "weak order; KV 1 (4)", check_monotonicity);
    monotone.why_not = distances_only;
    all.push_back(std::move(monotone));
    return all;
}

}  // namespace disarray::properties
