// SPDX-License-Identifier: MIT
//
// GT Tables 2 and 3, cell by cell, as far as they are facts: ✓ says that the metric has a property,
// X that it has not; • that a metric tells two rankings apart, o that it does not. The measured
// rows of Table 2 are in gt_experiment_claims.cpp.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "properties/append.hpp"
#include "properties/catalogue.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/claims/gt_tables.hpp"
#include "properties/examples.hpp"

namespace disarray::properties {

namespace {

using gt::Claimed;
using metrics::Metric;

ClaimRow illegible(const Metric& metric, const gt::PrintedRow& printed) {
    ClaimRow row = row_about(metric, "element");
    row.verdict = Verdict::not_applicable;
    row.explanation = printed.why_illegible();
    return row;
}

// --- Table 2 ----------------------------------------------------------------------------------

/// A row of Table 2 and the property that it is about.
struct MarkedRow {
    std::string_view id;
    std::string_view source;
    std::string_view statement;
    std::string_view label;  ///< in the table
    std::string_view property;
};

const MarkedRow marked_rows[] = {
    {"GT-T2-identity", "GT Table 2, id. indisc.", "M(·,ρ) is injective: ✓, or is not: X",
     "id. indisc.", "identity-of-indiscernibles"},
    {"GT-T2-symmetry", "GT Table 2, symmetry", "M(σ,τ) = M(τ,σ): ✓, or not: X", "symmetry",
     "symmetry"},
    {"GT-T2-rob2", "GT Table 2, rob. II", "M(σ,τ) = M(σπ,τπ): ✓, or not: X", "rob II",
     "right-invariance"},
    {"GT-T2-wsd", "GT Table 2, WSD", "swaps of one width have one value: ✓, or not: X", "WSD",
     "width-swap-dependence"},
    {"GT-T2-sensitivity", "GT Table 2, sensitivity",
     "swaps of one width, one before the other, have two values: ✓, or not: X", "sensitivity",
     "sensitivity"},
    {"GT-T2-stability", "GT Table 2, stability",
     "|M@k(σ,τ) − M@(k+1)(σ,τ)| < 1/k for all σ, τ: ✓, or not: X", "stability", "stability"},
    {"GT-T2-distance", "GT Table 2, distance", "M is a distance: ✓, or not: X", "distance",
     "distance"},
};

Claimed claimed_by(std::string_view mark) {
    return mark == "✓" ? Claimed::holds : Claimed::fails;
}

std::vector<ClaimRow> cells_of_table_2(const MarkedRow& marked, const LedgerOptions& options) {
    const gt::PrintedRow& printed = gt::table_2_row(marked.label);
    // M in the one reading of "first k" at σ, τ is M in the other at σ⁻¹, τ⁻¹. That changes no law
    // about all rankings but one that composes them, and none about swaps, their own inverses.
    const bool reading_matters = marked.property == "right-invariance";
    std::vector<ClaimRow> rows;
    for (std::size_t column = 0; column < printed.columns; ++column) {
        const Metric& metric = gt::metric(gt::table_2_columns()[column]);
        const auto mark = printed.cells[column];
        if (!mark) {
            rows.push_back(illegible(metric, printed));
            continue;
        }
        const gt::Question question{marked.property, claimed_by(*mark),
                                    fmt::format("printed {}", *mark)};
        if (reading_matters) {
            append(rows, gt::rows_by_first_k(metric, question, options));
        } else {
            rows.push_back(gt::property_row(metric, question, options));
        }
    }
    return rows;
}

// --- Table 3 ----------------------------------------------------------------------------------

/// Whether m(id,σ) = m(id,τ), against the mark.
ClaimRow cell_of_table_3(const Metric& metric, const gt::Table3Row& printed,
                         std::string_view mark) {
    const Property& tells_apart = property_named("identity-of-indiscernibles", "the ledger");
    Case instance{{printed.sigma, printed.tau, Permutation::identity(printed.sigma.size())}, {}, 2};
    instance.parameters.k = gt::table_3_k;
    const Outcome outcome = check_case(metric, tells_apart, metrics::Frame::element, instance);
    ClaimRow row = row_about(metric, "element", fmt::format("printed {}", mark));
    row.scope = "the one example";
    row.explanation = outcome.explanation;
    row.effort.exhaustive_cases = 1;
    switch (outcome.kind) {
        case Outcome::Kind::does_not_apply:
            row.verdict = Verdict::not_applicable;
            return row;
        case Outcome::Kind::undecided:
            row.verdict = Verdict::undecided;
            break;
        case Outcome::Kind::holds:
            row.verdict = mark == "•" ? Verdict::exhausted : Verdict::refuted;
            break;
        case Outcome::Kind::violated:
            row.verdict = mark == "o" ? Verdict::exhausted : Verdict::refuted;
            break;
    }
    row.effort.applicable = 1;
    row.witness = instance;
    row.replay = to_replay({&metric, &tells_apart, metrics::Frame::element, instance});
    return row;
}

/// The metrics that a column of Table 3 stands for.
std::vector<const Metric*> metrics_of_column(std::string_view column) {
    if (column != "CMB") return {&gt::metric(column)};
    std::vector<const Metric*> all = gt::all_metrics();
    std::erase_if(all, [](const Metric* metric) { return !gt::compares_first_k(*metric); });
    return all;
}

std::vector<ClaimRow> cells_of_table_3(const gt::Table3Row& row) {
    std::vector<ClaimRow> rows;
    for (std::size_t column = 0; column < row.printed.columns; ++column) {
        for (const Metric* metric : metrics_of_column(gt::table_3_columns()[column])) {
            const auto mark = row.printed.cells[column];
            rows.push_back(mark ? cell_of_table_3(*metric, row, *mark)
                                : illegible(*metric, row.printed));
        }
    }
    return rows;
}

/// One for each row of Table 3.
struct Table3Claim {
    std::string_view id, source, statement;
};
constexpr Table3Claim table_3_claims[] = {
    {"GT-T3-1", "GT Table 3, row 1", "m(id,(1 2)) and m(id,id) are equal: o, or are not: •"},
    {"GT-T3-2", "GT Table 3, row 2", "m(id,(1 2)) and m(id,(3 4)) are equal: o, or are not: •"},
    {"GT-T3-3", "GT Table 3, row 3", "m(id,(1 2)) and m(id,(2 4)) are equal: o, or are not: •"},
};

}  // namespace

std::vector<Claim> gt_table_claims() {
    std::vector<Claim> claims;
    for (const MarkedRow& marked : marked_rows) {
        claims.push_back(
            {marked.id, marked.source, marked.statement, [&marked](const LedgerOptions& options) {
                 return cells_of_table_2(marked, options);
             }});
    }
    for (std::size_t r = 0; r < std::size(table_3_claims); ++r) {
        const Table3Claim& claim = table_3_claims[r];
        claims.push_back({claim.id, claim.source, claim.statement, [r](const LedgerOptions&) {
                              return cells_of_table_3(gt::table_3()[r]);
                          }});
    }
    return claims;
}

}  // namespace disarray::properties
