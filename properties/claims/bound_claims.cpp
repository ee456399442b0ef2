// SPDX-License-Identifier: MIT
//
// The bounds between K and F: KV Theorems 1, 9, 10, 17, Lemmas 13 and 16, the conjecture, and the
// question of KV's slides which average of two weights keeps the Diaconis–Graham inequality. Where
// a claim is about all D and bounds F from below, it is decided over all D by linear programs;
// elsewhere on the grid of weights.
#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "metrics/irrational.hpp"
#include "metrics/naive.hpp"
#include "properties/catalogue.hpp"
#include "properties/claims/aggregation_rows.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/repairs.hpp"
#include "properties/families/families.hpp"
#include "properties/kept_cases.hpp"
#include "properties/outcome.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

using metrics::Frame;
using metrics::Metric;

/// A side of a bound, with the constant left open.
struct Bound {
    std::string_view variant;  ///< "K <= F", "F <= 2K"
    std::string_view name;     ///< of the property in the catalogue
    Rational constant;
    bool kendall_is_smaller;  ///< K <= c·F, else F <= c·K

    /// Of F/K, which decides it.
    Extreme extreme() const { return kendall_is_smaller ? Extreme::least : Extreme::greatest; }

    Property with(const Rational& c) const {
        const Property& property = property_named(name, "the ledger");
        const auto make = kendall_is_smaller ? kendall_at_most : at_most_kendall;
        return make(property.name, property.statement, c, property.varies, property.source);
    }
};

/// True if no constant below or at `constant` holds over every D: a grid and random cases of small
/// n do not see what is attained by one D at one σ of S_7.
bool falls_over_all_d(const CheckResult& refuted, const Bound& bound, const Rational& constant,
                      const LedgerOptions& options) {
    const bool varies = property_named(bound.name, "the ledger").varies.dissimilarity;
    if (!varies || bound.kendall_is_smaller || !options.extreme_ratio) return false;
    const std::size_t n = options.program_n + 1;
    const ExtremeRatio found =
        options.extreme_ratio(*refuted.metric->reading, Extreme::greatest, n, options.stop);
    return found.n == n && (!found.ratio || *found.ratio > constant);
}

/// The least constant of a fixed list under which a refuted bound survives, and what else repairs
/// it.
std::vector<std::string> repairs_of(const CheckResult& refuted, const Bound& bound,
                                    const LedgerOptions& options) {
    std::vector<std::string> surviving;
    // KV's constants and their neighbours.
    for (const Rational& constant : {Rational(2), Rational(3), Rational(4), Rational(6)}) {
        if (constant > bound.constant && !falls_over_all_d(refuted, bound, constant, options) &&
            survives(*refuted.metric, bound.with(constant), refuted.frame, refuted.fixed_points,
                     *refuted.witness, options)) {
            surviving.push_back("constant " + constant.to_string());
            break;
        }
    }
    for (std::string& name : surviving_repairs(refuted, bound.with(bound.constant), options)) {
        surviving.push_back(std::move(name));
    }
    return surviving;
}

/// Whether F/K at least or at most `ratio`, whichever side it is, gives the bound.
bool is_enough(const std::optional<Rational>& ratio, const Bound& bound) {
    if (!ratio) return false;
    return bound.kendall_is_smaller ? *ratio * bound.constant >= Rational(1)
                                    : *ratio <= bound.constant;
}

/// "F/K is at least 1 for every n".
std::string always_text(const Rational& ratio, const Bound& bound) {
    return fmt::format("F/K is at {} {} for every n", bound.kendall_is_smaller ? "least" : "most",
                       ratio.to_string());
}

/// The row is proved by what disarray-verify has accepted, and names the theorem that says the
/// same.
void note_proof(ClaimRow& row, std::string scope, metrics::Reading reading, const Bound& bound,
                const Rational& ratio, bool every_weighting) {
    row.verdict = Verdict::proved;
    row.scope = std::move(scope);
    row.explanation = always_text(ratio, bound);
    if (const Theorem* theorem = theorem_of_bound(reading, bound.extreme(), ratio, every_weighting))
        row.theorem = *theorem;
}

/// What no case of a grid violates may be proved for all weights.
void prove(ClaimRow& row, metrics::Reading reading, const Bound& bound,
           const LedgerOptions& options) {
    if (!options.extreme_ratio || row.verdict == Verdict::refuted) return;
    const auto ratio =
        options.extreme_ratio(reading, bound.extreme(), options.program_n, options.stop)
            .every_weighting;
    if (!is_enough(ratio, bound)) return;
    note_proof(row, "every σ in S_n for every n, all w > 0, δ >= 0 and symmetric D >= 0", reading,
               bound, *ratio, true);
}

/// D + ε off the diagonal, a metric if D is a pseudometric and ε > 0.
Dissimilarity raised(const Dissimilarity& d, const Rational& epsilon) {
    std::vector<std::vector<Rational>> rows(d.size(), std::vector<Rational>(d.size()));
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < d.size(); ++j) {
            if (i != j) rows[i][j] = d(i, j) + epsilon;
        }
    }
    return Dissimilarity::from_rows(rows, "a raised witness");
}

/// Which D a claim is about where it is decided over all of them; none where it is not.
using OverAll = std::optional<DissimilarityClass>;

/// A claim about metrics is refuted by metrics: a row whose least witness is a pseudometric D says
/// of which D + ε it is true as well. There is one, since the violation is strict.
void note_metric(ClaimRow& row, const Metric& metric, Property property, FixedPointPolicy policy,
                 const OverAll& over_all) {
    if (over_all != DissimilarityClass::metric || row.verdict != Verdict::refuted) return;
    const std::optional<Dissimilarity>& d = row.witness->weighting.dissimilarity;
    if (d->is_metric()) return;
    property.dissimilarity = DissimilarityClass::metric;
    constexpr std::int64_t most_parts = std::int64_t{1} << 30;
    for (std::int64_t parts = 1; parts <= most_parts; parts *= 2) {
        const Rational epsilon(1, parts);
        Case instance = *row.witness;
        instance.weighting.dissimilarity = raised(*d, epsilon);
        if (!least_violation(metric, property, Frame::element, policy, {instance})) continue;
        row.explanation += fmt::format("; also with the metric D + {}", epsilon.to_string());
        return;
    }
}

std::vector<ClaimRow> on_grid(const std::vector<Bound>& bounds, const OverAll& over_all,
                              const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const Metric* metric : kv::footrules()) {
        for (const Bound& bound : bounds) {
            const Property property = bound.with(bound.constant);
            for (const FixedPointPolicy policy : policies_of(property)) {
                const CheckResult result =
                    check(*metric, property, Frame::element, check_options(options, policy));
                ClaimRow& row = rows.emplace_back(row_of(result));
                row.variant = bound.variant;
                if (result.witness) row.repairs = repairs_of(result, bound, options);
                note_metric(row, *metric, property, policy, over_all);
                prove(row, *metric->reading, bound, options);
            }
        }
    }
    return rows;
}

/// The number in front of a distance, left out if it is 1.
std::string factor(const Rational& constant) {
    return constant == Rational(1) ? "" : constant.to_string() + "·";
}

/// A side of a bound over every pseudometric D at once.
ClaimRow over_all_dissimilarities(const Metric& metric, const Bound& bound, const OverAll& over_all,
                                  const LedgerOptions& options) {
    ClaimRow row = row_about(metric, "either");
    const std::string c = factor(bound.constant);
    row.variant = "every pseudometric D, " +
                  (bound.kendall_is_smaller ? "K_D <= " + c + "F_D" : "F_D <= " + c + "K_D");
    if (!options.extreme_ratio) return row;
    const ExtremeRatio found =
        options.extreme_ratio(*metric.reading, bound.extreme(), options.program_n, options.stop);
    row.scope =
        fmt::format("every σ in S_n, n <= {}, and every pseudometric D, w = δ = 1", found.n);
    if (found.n == 0) return row;
    // The least c for which the bound holds; none if F/K has no bound.
    std::optional<Rational> best = found.ratio;
    if (bound.kendall_is_smaller) best = Rational(1) / *found.ratio;
    if (best && is_enough(found.every_n, bound)) {
        note_proof(row, "every σ in S_n for every n, and every pseudometric D, w = δ = 1",
                   *metric.reading, bound, *found.every_n, false);
        row.explanation +=
            fmt::format("; {} F/K = {} for n <= {}", bound.kendall_is_smaller ? "min" : "max",
                        found.ratio->to_string(), found.n);
        return row;
    }
    if (best && *best <= bound.constant) {
        row.verdict = found.certified ? Verdict::certified : Verdict::exhausted;
        row.explanation = fmt::format("{} F/K = {}", bound.kendall_is_smaller ? "min" : "max",
                                      found.ratio->to_string());
        return row;
    }
    const Witness& w = found.witness;
    row.verdict = Verdict::refuted;
    row.witness = Case{{w.sigma}, w.weighting, 2};
    row.explanation =
        bound.kendall_is_smaller
            ? fmt::format("K = {} > {}F, F = {}", w.kendall.to_string(), c, w.footrule.to_string())
            : fmt::format("F = {} > {}K, K = {}", w.footrule.to_string(), c, w.kendall.to_string());
    note_metric(row, metric, bound.with(bound.constant), FixedPointPolicy::one, over_all);
    if (best)
        row.repairs.push_back(fmt::format("constant {} for n <= {}", best->to_string(), found.n));
    return row;
}

Claim bound_claim(std::string_view id, std::string_view source, std::string_view statement,
                  std::vector<Bound> bounds, OverAll over_all = std::nullopt) {
    return {id, source, statement,
            [bounds = std::move(bounds), over_all](const LedgerOptions& options) {
                std::vector<ClaimRow> rows = on_grid(bounds, over_all, options);
                if (!over_all) return rows;
                for (const Metric* metric : kv::footrules()) {
                    for (const Bound& bound : bounds)
                        rows.push_back(over_all_dissimilarities(*metric, bound, over_all, options));
                }
                return rows;
            }};
}

/// The least σ ≠ id at which F = constant·K with all weights 1; n up to the given one.
ClaimRow attained(const Metric& metric, const Rational& constant, std::string variant,
                  std::size_t most_n) {
    ClaimRow row = row_about(metric, "either", std::move(variant));
    const Subject m(metric, Frame::element);
    const Subject kendall(*metrics::metrics_named("kendall", std::nullopt, "the ledger").front(),
                          Frame::element);
    for (std::size_t n = 2; n <= most_n; ++n) {
        for_each_permutation(n, {1, factorial_64(n)}, [&](const std::vector<Rank>& ranks) {
            const Case c{{Permutation::from_ranks_unchecked(ranks)}, {}, 2};
            const Value f = m(c.rankings.front(), {});
            const Value k = kendall(c.rankings.front(), {});
            ++row.effort.exhaustive_cases;
            if (compare(f, constant * k) == Order::equal &&
                (!row.witness || compare(c, *row.witness) < 0)) {
                row.witness = c;
                row.explanation = fmt::format("F = {}, K = {}", f.to_string(), k.to_string());
            }
            return true;
        });
        row.effort.exhaustive_n = n;
        if (row.witness) break;
    }
    row.effort.applicable = row.effort.exhaustive_cases;
    row.scope = fmt::format("every σ ≠ id in S_n, n <= {}, w = δ = D = 1", row.effort.exhaustive_n);
    row.verdict = row.witness ? Verdict::exhausted : Verdict::undecided;
    if (row.witness) return row;
    row.explanation = "attained by no σ ≠ id tried (at σ = id both are 0)";
    if (constant == Rational(1)) {
        // K < F for them all, as for every other.
        row.verdict = Verdict::exhausted;
        prove_by(row, "unit_strict");
        turn_into_existence(row);
        row.explanation = "K < F for every σ ≠ id of every n";
    }
    return row;
}

std::vector<ClaimRow> tight(const LedgerOptions&) {
    std::vector<ClaimRow> rows;
    for (const Metric* metric : kv::footrules()) {
        rows.push_back(attained(*metric, 2, "F = 2K is attained", 7));
        rows.push_back(attained(*metric, 1, "F = K is attained", 7));
    }
    return rows;
}

/// The factor 2 is best possible if the bound holds and is attained.
std::vector<ClaimRow> best_possible(const LedgerOptions& options) {
    const Property& bound = property_named("footrule-at-most-twice-kendall-delta", "the ledger");
    std::vector<ClaimRow> rows;
    for (const Metric* metric : kv::footrules()) {
        ClaimRow row = row_of(
            check(*metric, bound, Frame::element, check_options(options, FixedPointPolicy::one)));
        if (row.verdict == Verdict::exhausted) {
            row = attained(*metric, 2, "", 7);
            row.explanation += "; F <= 2K holds on the grid of KV-T10";
        } else {
            row.explanation = "the bound itself fails: " + row.explanation;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ClaimRow> strong_form(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const std::string_view name : {"strong-diaconis-graham", "strong-diaconis-graham-w"}) {
        const Property& property = property_named(name, "the ledger");
        for (const Metric* metric : kv::footrules()) {
            ClaimRow& row = rows.emplace_back(row_of(check(
                *metric, property, Frame::element, check_options(options, FixedPointPolicy::one))));
            row.variant = property.statement;
        }
    }
    return rows;
}

/// Averages of two weights that KV's slides ask about; a_ij is the average instead of w_i w_j.
struct Average {
    std::string_view name;
    Rational (*of)(const Rational&, const Rational&);
};

const Average averages_of_two[] = {
    {"product w_i·w_j", [](const Rational& a, const Rational& b) { return a * b; }},
    {"arithmetic mean", [](const Rational& a, const Rational& b) { return (a + b) / Rational(2); }},
    {"harmonic mean",
     [](const Rational& a, const Rational& b) { return Rational(2) * a * b / (a + b); }},
    {"1/(1/w_i + 1/w_j) as printed",
     [](const Rational& a, const Rational& b) { return a * b / (a + b); }},
};

/// The weighting whose a_ij are the averages.
Weighting with_averages(const Weighting& weighting, const Average& average) {
    const ElementWeights& w = *weighting.element_weights;
    std::vector<std::vector<Rational>> rows(w.size(), std::vector<Rational>(w.size()));
    for (std::size_t i = 0; i < w.size(); ++i) {
        for (std::size_t j = 0; j < w.size(); ++j) {
            if (i != j) rows[i][j] = average.of(w[i], w[j]);
        }
    }
    Weighting result;
    result.dissimilarity = Dissimilarity::from_rows(rows, "averages of weights");
    return result;
}

/// The factors a_i = √w_i: then a_i a_j is the geometric mean of w_i and w_j.
std::vector<Value> square_roots(const ElementWeights& w) {
    std::vector<Value> roots;
    for (std::size_t i = 0; i < w.size(); ++i)
        roots.push_back(Value::root(w[i], 2));
    return roots;
}

/// K and M at the case, with the geometric mean of the weights. The second path squares: it is
/// asked for by naive subjects, and weighs each pair by √(w_i w_j).
std::pair<Value, Value> with_geometric_mean(const Subject& m, const Case& c) {
    const Permutation& sigma = c.rankings.front();
    const Permutation identity = Permutation::identity(c.n());
    const metrics::Reading reading = *m.metric().reading;
    const std::vector<Value> a = square_roots(*c.weighting.element_weights);
    if (!m.is_naive()) {
        return {metrics::irrational_kendall(sigma, identity, a, nullptr),
                metrics::irrational_footrule(sigma, identity, a, a, nullptr, reading)};
    }
    const ElementWeights& w = *c.weighting.element_weights;
    return metrics::naive::kendall_and_footrule(
        sigma, [&](std::size_t i, std::size_t j) { return Value::root(w[i] * w[j], 2); }, reading);
}

/// Adds a row for each side of the inequality and each footrule.
/// \param is_rational  whether the averages are numbers of which the theorems speak
/// \param check_case  of a case with element weights: `base` is the side for weights as they are
void add_average(std::string_view name, bool is_rational,
                 const std::function<Outcome(const Property& base, const Subject&, const Case&,
                                             bool lower)>& check_case,
                 const LedgerOptions& options, std::vector<ClaimRow>& rows) {
    for (const bool lower : {true, false}) {
        const Property base = lower ? kendall_at_most("", "", 1, element_weights_only, "KV-slides")
                                    : at_most_kendall("", "", 2, element_weights_only, "KV-slides");
        Property property = base;
        property.check = [&, lower](const Subject& m, const Case& c) {
            if (!c.weighting.element_weights) return does_not_apply("no element weights");
            return check_case(base, m, c, lower);
        };
        for (const Metric* metric : kv::footrules()) {
            ClaimRow& row = rows.emplace_back(row_of(check(
                *metric, property, Frame::element, check_options(options, FixedPointPolicy::one))));
            row.variant = fmt::format("{}, {}", name, lower ? "K <= F" : "F <= 2K");
            // Both hold for all symmetric a_ij >= 0.
            if (is_rational && lower && metric->reading == metrics::Reading::box)
                prove_by(row, "kendall_le_box_terms");
            if (is_rational && !lower && metric->reading == metrics::Reading::prefix)
                prove_by(row, "prefix_le_2_kendall_terms");
        }
    }
}

std::vector<ClaimRow> averages_of_weights(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const Average& average : averages_of_two) {
        const auto check_case = [&](const Property& base, const Subject& m, const Case& c, bool) {
            return base.check(m, {c.rankings, with_averages(c.weighting, average), c.scale, {}});
        };
        add_average(average.name, true, check_case, options, rows);
    }
    const auto check_case = [](const Property&, const Subject& m, const Case& c, bool lower) {
        const auto [k, f] = with_geometric_mean(m, c);
        return lower ? at_most({"K(σ)", k}, {"M(σ)", f})
                     : at_most({"M(σ)", f}, {"2·K(σ)", Value(2) * k});
    };
    add_average("geometric mean", false, check_case, options, rows);
    return rows;
}

}  // namespace

std::vector<Claim> bound_claims() {
    return {
        bound_claim("KV-T1", "KV Theorem 1", "K(σ) <= F(σ) <= 2K(σ)",
                    {{"K <= F", "kendall-at-most-footrule", 1, true},
                     {"F <= 2K", "footrule-at-most-twice-kendall", 2, false}}),
        {"KV-T1-tight", "KV, after Theorem 1", "both sides are attained", tight},
        {"KV-T1-strong", "KV footnote 1", "K(σ) + T(σ) <= F(σ), T = n − number of cycles",
         strong_form},
        bound_claim("KV-T9", "KV Theorem 9", "K_w <= F_w <= 2K_w",
                    {{"K <= F", "kendall-at-most-footrule-w", 1, true},
                     {"F <= 2K", "footrule-at-most-twice-kendall-w", 2, false}}),
        bound_claim("KV-T10", "KV Theorem 10", "K_δ <= F_δ <= 2K_δ",
                    {{"K <= F", "kendall-at-most-footrule-delta", 1, true},
                     {"F <= 2K", "footrule-at-most-twice-kendall-delta", 2, false}}),
        {"KV-T10-tight", "KV, after Theorem 10", "F_δ <= 2K_δ with no smaller factor",
         best_possible},
        bound_claim("KV-L13", "KV Lemma 13", "K_D <= 3F_D for every metric D",
                    {{"K <= 3F", "kendall-at-most-3-footrule-D", 3, true}},
                    DissimilarityClass::metric),
        bound_claim("KV-L16", "KV Lemma 16", "F_D <= 3K_D for every metric D",
                    {{"F <= 3K", "footrule-at-most-3-kendall-D", 3, false}},
                    DissimilarityClass::metric),
        bound_claim("KV-T17", "KV Theorem 17", "(1/3)F* <= K* <= 3F* for all w, δ, D",
                    {{"K <= 3F", "kendall-at-most-3-footrule-all", 3, true},
                     {"F <= 3K", "footrule-at-most-3-kendall-all", 3, false}},
                    DissimilarityClass::pseudometric),
        bound_claim("KV-conjecture", "KV, after Theorem 17", "K* <= F*, printed as open",
                    {{"all weights", "kendall-at-most-footrule-all", 1, true}},
                    DissimilarityClass::pseudometric),
        {"KV-slides-averages", "KV-slides", "which average of two weights keeps K <= F <= 2K?",
         averages_of_weights},
    };
}

}  // namespace disarray::properties
