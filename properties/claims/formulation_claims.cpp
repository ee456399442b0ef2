// SPDX-License-Identifier: MIT
//
// KV 5.1 on methods: that with weights the footrule is no minimum-cost matching of elements and
// positions any more, and that K* is still a feedback arc set, "the cost of each directed (i,j)
// edge becomes the total contribution to the (i,j)th term of K* by the rankings where i > j". Both
// ask for the form of a function on S_n, which linear algebra decides for one vote and one
// weighting; a profile's cost is the sum of its votes', so that one vote each is enough. Then the
// sentence at its word: what the ranking costs that such edges lead to.
#include <algorithm>

#include <fmt/format.h>

#include "aggregation/distance_sum.hpp"
#include "aggregation/representation.hpp"
#include "base/error.hpp"
#include "properties/claims/aggregation_rows.hpp"
#include "properties/claims/claims.hpp"
#include "properties/families/families.hpp"
#include "properties/grid.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

using aggregation::Obstruction;
using kv::Comparison;
using kv::Factor;
using kv::ProfileCosts;
using kv::Setting;
using kv::Table;

using Elements = std::vector<Rank>;  // in order, from the top
using CostFunction = std::function<Rational(const Elements&)>;

/// What one order costs one vote.
CostFunction cost_of(Path path, const Setting& setting, const Permutation& vote,
                     const Weighting& weighting) {
    return [=, &setting](const Elements& order) {
        return kv::value(path, setting, kv::permutation_of_order(order), vote, weighting);
    };
}

/// "K*(abc) − K*(acb) = 1/4 at vote abc".
std::string equation(const Obstruction& obstruction, const Setting& setting) {
    std::string text;
    for (const auto& [order, factor] : obstruction.terms) {
        const Rational size = factor.sign() < 0 ? -factor : factor;
        const std::string_view sign = factor.sign() < 0 ? "−" : "+";
        if (!text.empty()) text += fmt::format(" {} ", sign);
        if (text.empty() && factor.sign() < 0) text += sign;
        if (size != Rational(1)) text += size.to_string() + "·";
        text += fmt::format("{}({})", setting.metric->reading ? "F*" : "K*",
                            kv::letters(kv::permutation_of_order(order)));
    }
    return text + " = " + obstruction.value.to_string();
}

/// A vote and a weighting at which a distance is no sum of the form that was asked for.
struct FormViolation {
    Case instance;
    Obstruction obstruction;
};

/// The form of a function on S_n, both paths.
struct Form {
    std::string_view words;  ///< "sum of pair costs"
    std::optional<Obstruction> (*obstruction_of)(std::size_t n, const CostFunction& cost);
    bool (*confirms)(const Obstruction&, std::size_t n, const CostFunction& cost);
};

const Form pair_costs{"sum of pair costs",
                      [](std::size_t n, const CostFunction& cost) {
                          return aggregation::pair_cost_representation(n, cost).obstruction;
                      },
                      aggregation::confirms};
const Form position_costs{"sum of costs of element and position",
                          [](std::size_t n, const CostFunction& cost) {
                              return aggregation::position_cost_representation(n, cost).obstruction;
                          },
                          aggregation::confirms_no_position_costs};

constexpr std::size_t most_form_elements = 4;

/// Parts that vary, as the grid takes them.
Property varying(const Varies& varies) {
    return law("", "", "", 1, varies, nullptr);
}

/// Over the grid of weights and all votes, n from 3 on (up to two elements every function has both
/// forms) until some vote has an obstruction: the least such case.
std::optional<FormViolation> first_obstruction(const Setting& setting, const Form& form,
                                               const LedgerOptions& options, Effort& effort) {
    std::optional<FormViolation> least;
    const Property property = varying(setting.varies);
    for (std::size_t n = 3; n <= most_form_elements && !least; ++n) {
        const std::vector<Permutation> votes = all_permutations(n);
        for (const Weighting& weighting : weighting_grid(n, property, setting.fixed_points)) {
            for (const Permutation& vote : votes) {
                if (options.stop.requested()) {
                    effort.complete = false;
                    return least;
                }
                ++effort.exhaustive_cases;
                const Case instance{{vote}, weighting, 2};
                if (least && compare(instance, least->instance) >= 0) continue;
                auto obstruction =
                    form.obstruction_of(n, cost_of(Path::fast, setting, vote, weighting));
                if (obstruction) least = {instance, *std::move(obstruction)};
            }
        }
        effort.exhaustive_n = n;
    }
    return least;
}

/// The row without its verdict: an obstruction, or what was tried without one.
std::pair<ClaimRow, bool> form_row(const Setting& setting, const Form& form,
                                   const LedgerOptions& options) {
    ClaimRow row = kv::row_of(setting);
    const auto found = first_obstruction(setting, form, options, row.effort);
    row.effort.applicable = row.effort.exhaustive_cases;
    row.scope =
        fmt::format("every profile of n = 3{}, {}", row.effort.exhaustive_n == 4 ? " and 4" : "",
                    grid_description(varying(setting.varies), row.effort.exhaustive_n));
    if (!found) return {std::move(row), false};
    const auto& [instance, obstruction] = *found;
    if (!form.confirms(
            obstruction, instance.n(),
            cost_of(Path::naive, setting, instance.rankings.front(), instance.weighting))) {
        throw InternalError(
            fmt::format("aggregation claims: not confirmed by the definitions: {}, {}",
                        equation(obstruction, setting), to_string(instance)));
    }
    row.witness = instance;
    row.explanation = fmt::format("{}: {}, but 0 for every {}", kv::words(instance.rankings),
                                  equation(obstruction, setting), form.words);
    return {std::move(row), true};
}

/// The claim is that the form is there.
ClaimRow feedback_arc_set(const Setting& setting, const LedgerOptions& options) {
    auto [row, has_obstruction] = form_row(setting, pair_costs, options);
    if (has_obstruction) {
        row.verdict = Verdict::refuted;
    } else {
        row.verdict = row.effort.complete ? Verdict::exhausted : Verdict::undecided;
        row.explanation = fmt::format("a {} for each of {} votes and weightings", pair_costs.words,
                                      row.effort.exhaustive_cases);
    }
    return row;
}

/// The claim is that the form is lost, for some weights at least.
ClaimRow no_matching(const Setting& setting, const LedgerOptions& options) {
    auto [row, has_obstruction] = form_row(setting, position_costs, options);
    if (has_obstruction) {
        row.verdict = Verdict::exhausted;
        row.scope = "one case is enough: the witness";
    } else {
        row.explanation = fmt::format("a {} for each of {} votes and weightings",
                                      position_costs.words, row.effort.exhaustive_cases);
    }
    return row;
}

std::vector<const metrics::Metric*> kendall_alone() {
    return {kv::kendall_and_footrules().front()};
}

// --- the sentence at its word -----------------------------------------------------------------

/// What each order costs by Σ a_ij over the pairs that it places i above j and the vote the other
/// way round, p̄ taken where the candidate is the identity: by the library's pair costs.
Table literal_table(const Setting& setting, const std::vector<Permutation>& all,
                    const Weighting& weighting) {
    std::vector<aggregation::PairCosts> of_votes;
    for (const Permutation& vote : all) {
        const aggregation::DistanceSum sum(
            kv::profile_of({vote}),
            {.reading = std::nullopt, .weighting = weighting, .frame = setting.frame});
        of_votes.push_back(aggregation::identity_pair_costs(sum));
    }
    return Table(all, [&](const Permutation& order, const Permutation& vote) {
        const aggregation::PairCosts& costs = of_votes[lexicographic_rank_64(vote)];
        const Permutation elements = order.inverse();
        return costs.in_units(costs.cost(elements.ranks()));
    });
}

/// The same of one order and one vote from the definitions: p̄ of the ranks i (of the identity) and
/// τ(i).
Rational plain_literal_cost(const Setting& setting, const Permutation& order,
                            const Permutation& vote, const Weighting& weighting) {
    const bool is_literal = setting.frame == metrics::Frame::literal;
    const auto sum_of_costs = [&](Rank from, Rank to) {
        Rational sum = 0;
        for (Rank r = from; r < to; ++r)
            sum += weighting.swap_costs ? (*weighting.swap_costs)[r] : Rational(1);
        return sum;
    };
    const auto average = [&](Rank i) -> Rational {
        const auto [low, high] = std::minmax({i, vote[i]});
        if (low < high) return sum_of_costs(low, high) / Rational(high - low);
        if (!weighting.swap_costs || weighting.fixed_points == FixedPointPolicy::one) return 1;
        const auto last = static_cast<Rank>(vote.size() - 1);
        const Rank from = low == 0 ? 0 : low - 1;
        const Rank to = low == last ? last : low + 1;
        return sum_of_costs(from, to) / Rational(to - from);
    };
    const auto weight = [&](Rank label) -> Rational {
        return weighting.element_weights ? (*weighting.element_weights)[label] : Rational(1);
    };
    Rational total = 0;
    for (Rank i = 0; i < vote.size(); ++i) {
        for (Rank j = 0; j < vote.size(); ++j) {
            if (order[i] > order[j] || vote[j] > vote[i] || i == j) continue;
            const Rank a = is_literal ? vote[i] : i;
            const Rank b = is_literal ? vote[j] : j;
            const Rational d =
                weighting.dissimilarity ? (*weighting.dissimilarity)(a, b) : Rational(1);
            total += weight(a) * weight(b) * average(i) * average(j) * d;
        }
    }
    return total;
}

/// Of the orders that cost least by the second table the cheapest by the first: the sentence is
/// refuted only where no choice among equals saves it.
std::size_t literal_optimum(const ProfileCosts& profile) {
    const auto& [true_costs, literal_costs] = std::tie(profile.costs[0], profile.costs[1]);
    std::size_t best = 0;
    for (std::size_t order = 1; order < true_costs.size(); ++order) {
        const auto by_both = [&](std::size_t o) {
            return std::pair(literal_costs[o], true_costs[o]);
        };
        if (by_both(order) < by_both(best)) best = order;
    }
    return best;
}

/// Whether, by the plain definition, no order that is as cheap as `found` on the literal pair costs
/// costs less in K*, and none is cheaper.
void require_literal_optimum(const Setting& setting, const Comparison& comparison) {
    const auto plain = [&](const Permutation& order) {
        Rational total = 0;
        for (const Permutation& vote : comparison.votes)
            total += plain_literal_cost(setting, order, vote, comparison.weighting);
        return total;
    };
    const Rational least = plain(comparison.found);
    for (const Permutation& order : all_permutations(comparison.found.size())) {
        const Rational literal = plain(order);
        const Rational cost =
            kv::cost(Path::naive, setting, order, comparison.votes, comparison.weighting);
        if (literal < least || (literal == least && cost < comparison.found_cost)) {
            throw InternalError("aggregation claims: not confirmed: " + comparison.to_string());
        }
    }
}

ClaimRow literal_sentence(const Setting& setting, const LedgerOptions& options) {
    ClaimRow row = kv::row_of(setting);
    const std::vector<Permutation> all = all_permutations(3);
    std::optional<Comparison> worst;
    Factor largest;
    const auto grid = kv::weightings_of_three(setting.varies, setting.fixed_points);
    for (const Weighting& weighting : grid) {
        if (options.stop.requested()) row.effort.complete = false;
        if (!row.effort.complete) break;
        const Table truth(all, [&](const Permutation& order, const Permutation& vote) {
            return kv::value(Path::fast, setting, order, vote, weighting);
        });
        const Table literal = literal_table(setting, all, weighting);
        kv::for_each_profile({&truth, &literal}, 1, 3, false, [&](const ProfileCosts& profile) {
            ++row.effort.exhaustive_cases;
            const std::size_t found = literal_optimum(profile);
            const Factor factor = kv::factor_of(profile, found);
            if (factor.found == factor.optimum || (worst && factor <= largest)) return;
            largest = factor;
            worst = kv::compared(profile, found, truth, all, weighting);
        });
    }
    row.effort.exhaustive_n = 3;
    row.effort.applicable = row.effort.exhaustive_cases;
    row.scope = fmt::format("every profile of up to 3 rankings of n = 3, {} weightings ({})",
                            grid.size(), kv::weightings_in_words(setting.varies));
    row.verdict = row.effort.complete ? Verdict::exhausted : Verdict::undecided;
    row.explanation = "largest factor 1";
    if (!worst) return row;
    kv::require_confirmed(setting, *worst);
    require_literal_optimum(setting, *worst);
    row.verdict = Verdict::refuted;
    row.witness = worst->instance();
    row.explanation =
        fmt::format("{}: {}", kv::largest_factor_in_words(*worst), worst->to_string());
    return row;
}

}  // namespace

std::vector<Claim> formulation_claims() {
    return {
        {"KV-matching", "KV 5.1",
         "with weights F* is no sum of costs of element and position, as a matching needs it",
         [](const LedgerOptions& options) {
             return kv::rows_of(
                 kv::settings(kv::footrules(),
                              {element_weights_only, swap_costs_only, dissimilarity_only}),
                 [&](const Setting& s) { return no_matching(s, options); });
         }},
        {"KV-fas", "KV 5.1",
         "K* is a sum of pair costs: the feedback arc set formulation still holds",
         [](const LedgerOptions& options) {
             return kv::rows_of(
                 kv::settings(kendall_alone(), {element_weights_only, dissimilarity_only,
                                                kv::no_swap_costs, swap_costs_only, all_weights}),
                 [&](const Setting& s) { return feedback_arc_set(s, options); });
         }},
        {"KV-fas-literal", "KV 5.1",
         "the least feedback arc set of edges Σ a_ij over the votes, p̄ at the candidate id, is an "
         "optimum of K*",
         [](const LedgerOptions& options) {
             return kv::rows_of(
                 kv::settings(kendall_alone(), {kv::no_swap_costs, swap_costs_only, all_weights}),
                 [&](const Setting& s) { return literal_sentence(s, options); });
         }},
    };
}

}  // namespace disarray::properties
