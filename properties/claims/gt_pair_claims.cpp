// SPDX-License-Identifier: MIT
//
// GT 7: what linearly equivalent metrics have in common (Prop 7.1), and that the identity of
// indiscernibles implies maximal agreement, not conversely (Prop 7.2). Prop 7.1 is asked of every
// two of the 33 metrics that are linearly equivalent on S_4 with k = 2: m̃ = a·m + b. GT's text
// wavers whether a > 0 is meant, so both signs have rows.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "properties/catalogue.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/examples.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"
#include "properties/pairs.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

using metrics::Metric;

constexpr std::size_t group_n = 4;  // what Prop 7.1 is asked on
constexpr std::size_t group_k = 2;

metrics::Parameters group_parameters() {
    metrics::Parameters parameters;
    parameters.k = group_k;
    return parameters;
}

// --- one property of one metric on S_4 ---------------------------------------------------------

struct OnGroup {
    bool holds = false;         ///< in every case, and M has a value everywhere
    std::optional<Case> least;  ///< violation
    std::string explanation;    ///< of it
};

/// Tuple number index of S_4, by the digits of the number.
std::vector<Permutation> tuple(const std::vector<Permutation>& group, std::size_t rankings,
                               std::size_t index) {
    std::vector<Permutation> chosen;
    for (std::size_t r = 0; r < rankings; ++r) {
        chosen.push_back(group[index % group.size()]);
        index /= group.size();
    }
    return chosen;
}

bool has_value_everywhere(const Subject& m, const std::vector<Permutation>& group,
                          const Weighting& weighting) {
    return std::ranges::all_of(group, [&](const Permutation& sigma) {
        return std::ranges::all_of(
            group, [&](const Permutation& tau) { return m(sigma, tau, weighting).is_defined(); });
    });
}

OnGroup on_group(const Metric& metric, const Property& property) {
    Case instance;
    instance.parameters = group_parameters();
    const Subject subject = Subject(metric, metrics::Frame::element).with_table(group_n, instance);
    const Subject m = subject.at(instance);
    const std::vector<Permutation> group = all_permutations(group_n);
    std::size_t tuples = 1;
    for (std::size_t r = 0; r < property.rankings; ++r)
        tuples *= group.size();
    OnGroup found;
    found.holds = has_value_everywhere(m, group, instance.weighting);
    for (std::size_t index = 0; index < tuples; ++index) {
        instance.rankings = tuple(group, property.rankings, index);
        const Outcome outcome = property.check(m, instance);
        if (outcome.kind == Outcome::Kind::undecided) found.holds = false;
        if (!outcome.is_violated()) continue;
        found.holds = false;
        if (!found.least || compare(instance, *found.least) < 0) found.least = instance;
    }
    if (found.least) {
        found.explanation =
            check_case(metric, property, metrics::Frame::element, *found.least).explanation;
    }
    return found;
}

/// Maximal agreement (Def 15) of f(M).
Property agreement_of(std::string_view at_tau, std::string_view at_sigma, std::string_view between,
                      Value (*f)(const Value&)) {
    return unweighted_law("maximal-agreement-of-f", "f(M(σ,τ)) <= f(M(τ,τ)) = f(M(σ,σ))",
                          "GT Prop 7.1", 2, [=](const Subject& m, const Case& c) {
                              const auto value = [&](std::size_t i, std::size_t j) {
                                  return f(m(c.rankings[i], c.rankings[j], c.weighting));
                              };
                              const Side best{at_tau, value(1, 1)};
                              Outcome outcome = at_most({between, value(0, 1)}, best);
                              if (outcome.kind != Outcome::Kind::holds) return outcome;
                              return equal({at_sigma, value(0, 0)}, best);
                          });
}

Property agreement_of_negative() {
    return agreement_of("−M(τ,τ)", "−M(σ,σ)", "−M(σ,τ)", [](const Value& v) { return -v; });
}

Property agreement_of_absolute() {
    return agreement_of("|M(τ,τ)|", "|M(σ,σ)|", "|M(σ,τ)|", [](const Value& v) { return abs(v); });
}

// --- Prop 7.1 ---------------------------------------------------------------------------------

/// m̃ = a·m + b on S_4.
struct Equivalent {
    const Metric* m = nullptr;
    const Metric* other = nullptr;  ///< m̃
    int sign = 0;                   ///< of a; 0 if it is not known
};

/// All ordered pairs. The sign of a is the same for both orders: there it is 1/a.
std::vector<Equivalent> equivalent_pairs(const Stop& stop) {
    const std::vector<const Metric*> all = gt::all_metrics();
    std::vector<Equivalent> pairs;
    for (std::size_t i = 0; i < all.size() && !stop.requested(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            const LinearEquivalence found = linear_equivalence(
                {all[i], group_parameters()}, {all[j], group_parameters()}, group_n);
            if (found.verdict != Verdict::exhausted) continue;
            const int sign = found.a->sign().value_or(0);
            pairs.push_back({all[i], all[j], sign});
            pairs.push_back({all[j], all[i], sign});
        }
    }
    return pairs;
}

/// One row: what a part says of each pair with one sign of a.
class Part {
public:
    Part(std::string_view variant, int sign, std::string_view claim) : sign_(sign) {
        row_.frame = "element";
        row_.variant = gt::joined(sign > 0 ? "a > 0" : "a < 0", variant);
        row_.statement = claim;
        row_.verdict = Verdict::exhausted;
    }

    bool is_about(const Equivalent& pair) const { return pair.sign == sign_; }

    void look_at(const Equivalent& pair, bool applies) {
        ++row_.effort.exhaustive_cases;
        if (applies) ++row_.effort.applicable;
        if (applies && first_.empty()) first_ = of(pair);
    }

    void refute(const Equivalent& pair, Case witness, const std::string& explanation,
                std::string replay = {}) {
        ++refuting_;
        if (row_.witness) return;
        row_.verdict = Verdict::refuted;
        row_.witness = std::move(witness);
        row_.explanation = fmt::format("{}: {}", of(pair), explanation);
        row_.replay = std::move(replay);
    }

    void leave_open() { ++row_.effort.undecided; }

    ClaimRow row() && {
        row_.effort.exhaustive_n = group_n;
        row_.scope = fmt::format("every ordered pair of metrics with m̃ = a·m + b on S_{}, k = {}",
                                 group_n, group_k);
        const std::uint64_t looked_at = row_.effort.exhaustive_cases;
        if (row_.effort.applicable < looked_at) {
            row_.scope += fmt::format("; applies to {} of {}", row_.effort.applicable, looked_at);
        } else {
            row_.scope += fmt::format(": {}", looked_at);
        }
        if (row_.witness) {
            row_.explanation += fmt::format("; false for {} pairs", refuting_);
        } else if (row_.effort.applicable == 0) {
            row_.verdict = Verdict::not_applicable;
            row_.explanation = "no such pair has an m with the property";
        } else if (row_.effort.undecided > 0) {
            row_.verdict = Verdict::undecided;
            row_.explanation = fmt::format("{} pairs left open", row_.effort.undecided);
        } else {
            row_.explanation = fmt::format("the first of them: {}", first_);
        }
        return std::move(row_);
    }

private:
    static std::string of(const Equivalent& pair) {
        return fmt::format("m = {}, m̃ = {}", pair.m->full_name(), pair.other->full_name());
    }

    int sign_;
    ClaimRow row_;
    std::uint64_t refuting_ = 0;
    std::string first_;  ///< the first pair to which it applied
};

/// If m has one property then m̃ has another.
struct Implication {
    std::string_view variant;
    std::string_view claim;
    Property premise;     ///< of m
    Property conclusion;  ///< of m̃
    std::vector<int> signs{1, -1};
};

std::vector<Implication> implications() {
    const auto named = [](std::string_view name) { return property_named(name, "the ledger"); };
    const Property agreement = named("maximal-agreement");
    const Property symmetry = named("symmetry");
    const Property injective = named("identity-of-indiscernibles");
    return {
        {"maximal agreement of m̃", "if m satisfies maximal agreement, m̃ does", agreement,
         agreement},
        {"maximal agreement of |m̃|", "if m satisfies maximal agreement, |m̃| does, as printed",
         agreement, agreement_of_absolute()},
        {"maximal agreement of −m̃",
         "if m satisfies maximal agreement, −m̃ does, as proved",
         agreement,
         agreement_of_negative(),
         {-1}},
        {"symmetry", "if m is symmetric, m̃ is", symmetry, symmetry},
        {"identity of indiscernibles", "if m has the identity of indiscernibles, m̃ has", injective,
         injective},
    };
}

/// Of each metric on S_4.
using Facts = std::map<const Metric*, OnGroup>;

Facts facts_about(const Property& property) {
    Facts facts;
    for (const Metric* metric : gt::all_metrics())
        facts.emplace(metric, on_group(*metric, property));
    return facts;
}

ClaimRow implication_row(const Implication& implication, int sign,
                         const std::vector<Equivalent>& pairs, const Facts& premises,
                         const Facts& conclusions) {
    Part part(implication.variant, sign, implication.claim);
    for (const Equivalent& pair : pairs) {
        if (!part.is_about(pair)) continue;
        const bool premise = premises.at(pair.m).holds;
        part.look_at(pair, premise);
        const OnGroup& conclusion = conclusions.at(pair.other);
        if (!premise || !conclusion.least) continue;
        std::string replay;
        if (is_in_catalogue(implication.conclusion)) {
            const Property& asked = property_named(implication.conclusion.name, "the ledger");
            replay = to_replay({pair.other, &asked, metrics::Frame::element, *conclusion.least});
        }
        part.refute(pair, *conclusion.least, "of m̃ " + conclusion.explanation, std::move(replay));
    }
    return std::move(part).row();
}

ClaimRow are_consistent(ConsistencyReading reading, int sign,
                        const std::vector<Equivalent>& pairs) {
    const bool printed = reading == ConsistencyReading::printed;
    Part part(printed ? "consistent as printed" : "consistent with μ ≠ σ", sign,
              "m and m̃ are consistent (Def 1)");
    for (const Equivalent& pair : pairs) {
        if (!part.is_about(pair)) continue;
        const ConsistencyResult found = consistency(
            {pair.m, group_parameters()}, {pair.other, group_parameters()}, group_n, reading);
        part.look_at(pair, found.verdict != Verdict::not_applicable);
        if (found.verdict == Verdict::undecided) part.leave_open();
        if (!found.witness) continue;
        Case witness{{found.witness->sigma, found.witness->mu, found.witness->nu}, {}, 2};
        witness.parameters = group_parameters();
        part.refute(pair, std::move(witness), "σ, μ, ν: " + found.explanation);
    }
    return std::move(part).row();
}

std::vector<ClaimRow> equivalent_metrics(const LedgerOptions& options) {
    const std::vector<Equivalent> pairs = equivalent_pairs(options.stop);
    std::vector<ClaimRow> rows;
    for (const Implication& implication : implications()) {
        if (options.stop.requested()) return rows;
        const Facts premises = facts_about(implication.premise);
        const bool same = implication.conclusion.name == implication.premise.name;
        const Facts conclusions = same ? premises : facts_about(implication.conclusion);
        for (const int sign : implication.signs)
            rows.push_back(implication_row(implication, sign, pairs, premises, conclusions));
    }
    for (const auto reading : {ConsistencyReading::printed, ConsistencyReading::other_mu}) {
        for (const int sign : {1, -1}) {
            if (options.stop.requested()) return rows;
            rows.push_back(are_consistent(reading, sign, pairs));
        }
    }
    return rows;
}

// --- Prop 7.2 ---------------------------------------------------------------------------------

/// The metrics that have the first property on S_4, and of these the first that lacks the second.
ClaimRow implies(std::string_view premise, std::string_view conclusion,
                 const std::vector<const Metric*>& metrics) {
    const Property& first = property_named(premise, "the ledger");
    const Property& second = property_named(conclusion, "the ledger");
    ClaimRow row;
    row.frame = "element";
    row.verdict = Verdict::exhausted;
    row.scope = fmt::format("S_{}, k = {}", group_n, group_k);
    std::vector<std::string> having;
    for (const Metric* metric : metrics) {
        ++row.effort.exhaustive_cases;
        if (!on_group(*metric, first).holds) continue;
        having.push_back(metric->full_name());
        const OnGroup found = on_group(*metric, second);
        if (!found.least || row.witness) continue;
        row.verdict = Verdict::refuted;
        row.metric = metric->full_name();
        row.witness = found.least;
        row.explanation = found.explanation;
        row.replay = to_replay({metric, &second, metrics::Frame::element, *found.least});
    }
    row.effort.exhaustive_n = group_n;
    row.effort.applicable = having.size();
    if (having.empty()) row.verdict = Verdict::not_applicable;
    row.explanation += fmt::format(
        "{}of {} metrics {} is had by {}", row.explanation.empty() ? "" : "; ", metrics.size(),
        premise, having.empty() ? "none" : fmt::format("{}", fmt::join(having, ", ")));
    return row;
}

std::vector<ClaimRow> injective_and_agreeing(const LedgerOptions&) {
    constexpr std::string_view injective = "identity-of-indiscernibles";
    constexpr std::string_view agreeing = "maximal-agreement";
    std::vector<ClaimRow> rows{implies(injective, agreeing, gt::all_metrics())};
    rows.back().variant = "Def 4 implies Def 15";
    rows.push_back(implies(agreeing, injective, {&gt::metric("precision")}));
    rows.back().variant = "Def 15 does not imply Def 4: precision";
    turn_into_existence(rows.back());
    return rows;
}

}  // namespace

std::vector<Claim> gt_pair_claims() {
    return {
        {"GT-P7.1", "GT Prop 7.1",
         "linearly equivalent metrics share maximal agreement, symmetry, the identity of "
         "indiscernibles, and are consistent",
         equivalent_metrics},
        {"GT-P7.2", "GT Prop 7.2",
         "the identity of indiscernibles (Def 4) implies maximal agreement (Def 15), not "
         "conversely",
         injective_and_agreeing},
    };
}

}  // namespace disarray::properties
