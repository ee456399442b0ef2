// SPDX-License-Identifier: MIT
//
// KV's worked examples: the printed values against the values of the formulas, in every reading;
// and what KV 7 says of top-k lists.
#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "metrics/naive.hpp"
#include "properties/claims/claims.hpp"

namespace disarray::properties {

namespace {

const Rational one_half(Integer(1), Integer(2));

/// A worked example: all have the order b c a, that is ranks 3 1 2.
struct WorkedExample {
    Weighting weighting;
    Rational kendall, footrule;  ///< as printed
};

Permutation bca() {
    return Permutation::from_ranks_unchecked({2, 0, 1});
}

ClaimRow example_row(const metrics::Metric& metric, const WorkedExample& example) {
    ClaimRow row = row_about(metric, "either");
    row.scope = "the one example";
    row.witness = Case{{bca()}, example.weighting, 2};
    const Permutation identity = Permutation::identity(3);
    const metrics::Comparison comparison{row.witness->rankings.front(), identity,
                                         row.witness->weighting, metrics::Frame::element};
    const Rational printed = metric.name == "kendall" ? example.kendall : example.footrule;
    const Value value = metric.naive_value(comparison);
    row.verdict = compare(value, printed) == Order::equal ? Verdict::exhausted : Verdict::refuted;
    row.explanation = fmt::format("{} = {}, printed {}", metric.full_name(), value.to_string(),
                                  printed.to_string());
    row.effort.exhaustive_cases = row.effort.applicable = 1;
    return row;
}

std::vector<ClaimRow> example_rows(const WorkedExample& example) {
    std::vector<ClaimRow> rows;
    for (const metrics::Metric& metric : metrics::catalogue()) {
        if (metric.takes.weights) rows.push_back(example_row(metric, example));
    }
    return rows;
}

Dissimilarity three_points(std::int64_t ab, std::int64_t ac, std::int64_t bc) {
    return Dissimilarity::from_integers(3, {0, ab, ac, ab, 0, bc, ac, bc, 0}, "KV 4.3");
}

/// KV 3.2 prints p_1 = 1; then p_2 = δ_1, p_3 = δ_1 + δ_2 leave these average swap costs.
ClaimRow printed_first_position() {
    ClaimRow row;
    row.frame = "either";
    row.variant = "p_1 = 1 as printed";
    row.scope = "the one example";
    const Rational p[] = {1, 1, Rational(1) + one_half};
    const Permutation sigma = bca();
    const Rational printed[] = {Rational(Integer(3), Integer(4)), 1, one_half};
    bool agrees = true;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto moved = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(sigma[i]);
        const Rational average = (p[i] - p[sigma[i]]) / Rational(moved);
        agrees &= average == printed[i];
        row.explanation += fmt::format("{}p̄_{} = {} (printed {})", i == 0 ? "" : ", ", "abc"[i],
                                       average.to_string(), printed[i].to_string());
    }
    row.verdict = agrees ? Verdict::exhausted : Verdict::refuted;
    return row;
}

std::vector<ClaimRow> example_3_2() {
    WorkedExample example{{}, Rational(Integer(9), Integer(8)), Rational(Integer(9), Integer(4))};
    example.weighting.swap_costs = SwapCosts::from(std::vector<Rational>{1, one_half}, "KV 3.2");
    std::vector<ClaimRow> rows = example_rows(example);
    for (ClaimRow& row : rows)
        row.variant = "p_1 = 0";
    rows.push_back(printed_first_position());
    return rows;
}

/// The example prints D_ac = 1 and D_ca = 0: both repairs that leave D symmetric.
std::vector<ClaimRow> example_4_3() {
    std::vector<ClaimRow> rows;
    for (const bool far : {true, false}) {
        WorkedExample example{{}, 1, 3};
        example.weighting.dissimilarity = three_points(0, far ? 1 : 0, 1);
        const bool is_metric = example.weighting.dissimilarity->is_pseudometric();
        for (ClaimRow& row : example_rows(example)) {
            row.variant = fmt::format("D_ab = 0, D_bc = 1, D_ac = {} ({})", far ? 1 : 0,
                                      is_metric ? "a pseudometric" : "no pseudometric");
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

/// For which p the top-k dissimilarity is a pseudometric, a metric.
std::vector<ClaimRow> top_k_rows() {
    std::vector<ClaimRow> rows;
    for (const Rational& p :
         {Rational(0), Rational(Integer(1), Integer(4)), one_half, Rational(1)}) {
        ClaimRow& row = rows.emplace_back();
        row.frame = "either";
        row.variant = fmt::format("p = {}", p.to_string());
        row.statement = "1 in the top k, 0 in the rest, p across is a pseudometric";
        row.scope = "2 <= k < n <= 6";
        row.verdict = Verdict::exhausted;
        for (std::size_t n = 3; n <= 6 && row.verdict == Verdict::exhausted; ++n) {
            for (std::size_t k = 2; k < n && row.verdict == Verdict::exhausted; ++k) {
                const Dissimilarity d = Dissimilarity::top_k(n, k, p, "KV 7");
                ++row.effort.exhaustive_cases;
                const auto violation = d.worst_triangle_violation();
                if (!violation) continue;
                row.verdict = Verdict::refuted;
                row.explanation = fmt::format("n = {}, k = {}: {}", n, k, violation->to_string());
                Case witness{{Permutation::identity(n)}, {}, 2};
                witness.weighting.dissimilarity = d;
                row.witness = std::move(witness);
            }
        }
        row.effort.applicable = row.effort.exhaustive_cases;
    }
    return rows;
}

}  // namespace

std::vector<Claim> example_claims() {
    return {
        {"KV-ex-3.1", "KV 3.1", "order b c a, w = (1,2,3): K_w = 5, F_w = 10",
         [](const LedgerOptions&) {
             WorkedExample example{{}, 5, 10};
             example.weighting.element_weights =
                 ElementWeights::from(std::vector<std::int64_t>{1, 2, 3}, "KV 3.1");
             return example_rows(example);
         }},
        {"KV-ex-3.2", "KV 3.2", "order b c a, δ = (1,1/2): p̄ = (3/4,1,1/2), K_δ = 9/8, F_δ = 9/4",
         [](const LedgerOptions&) { return example_3_2(); }},
        {"KV-ex-4.3", "KV, after Theorem 17",
         "order b c a, D_ac = D_bc = 1, D_ab = D_ca = 0 (ac twice): K* = 1, F* = 3",
         [](const LedgerOptions&) { return example_4_3(); }},
        {"KV-topk", "KV 7", "the top-k dissimilarity gives a top-k metric: for which p?",
         [](const LedgerOptions&) { return top_k_rows(); }},
    };
}

}  // namespace disarray::properties
