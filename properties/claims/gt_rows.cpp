// SPDX-License-Identifier: MIT
#include "properties/claims/gt_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "metrics/catalogue.hpp"
#include "properties/catalogue.hpp"
#include "properties/claims/claims.hpp"
#include "properties/experiments/sample.hpp"

namespace disarray::properties::gt {

using metrics::FirstK;
using metrics::Metric;

namespace {

/// A row must say why there is no answer.
void explain_undecided(ClaimRow& row) {
    if (row.verdict != Verdict::undecided || !row.explanation.empty()) return;
    if (row.effort.undecided > 0) {
        row.explanation = fmt::format("{} cases left open", row.effort.undecided);
    } else {
        row.explanation = row.effort.complete ? "there is no case so small" : "time ran out";
    }
}

}  // namespace

std::vector<const Metric*> all_metrics() {
    const std::string names[] = {"gt"};
    return experiments::metrics_of_experiment(names, "the ledger");
}

const Metric& metric(std::string_view name) {
    return *metrics::metrics_named(name, std::nullopt, "the ledger").front();
}

ClaimRow property_row(const Metric& metric, const Question& question,
                      const LedgerOptions& options) {
    const Property& property = property_named(question.property, "the ledger");
    CheckOptions effort = check_options(options, FixedPointPolicy::one);
    effort.parameters.first_k = question.first_k;
    // --exhaustive is asked of all claims at once: what sorts all of S_n ends earlier than others.
    if (property.sweep && effort.exhaustive_n) {
        effort.exhaustive_n = std::min(*effort.exhaustive_n, property.sweep->most_n(metric));
    }
    const CheckResult result = check(metric, property, metrics::Frame::element, effort);
    ClaimRow row = row_of(result);
    row.variant = question.variant;
    if (question.claimed == Claimed::fails) {
        turn_into_existence(row);
        if (result.verdict == Verdict::exhausted) row.explanation += "; in all of them it holds";
    }
    explain_undecided(row);
    return row;
}

std::vector<ClaimRow> rows_by_first_k(const Metric& metric, const Question& question,
                                      const LedgerOptions& options) {
    if (!compares_first_k(metric)) return {property_row(metric, question, options)};
    std::vector<ClaimRow> rows;
    for (const FirstK first_k : {FirstK::ranked, FirstK::printed}) {
        Question reading = question;
        reading.first_k = first_k;
        reading.variant = joined(question.variant, variant_of(first_k));
        rows.push_back(property_row(metric, reading, options));
    }
    return rows;
}

ClaimRow row_of_own_property(const Metric& metric, const Property& property, std::string variant,
                             const LedgerOptions& options) {
    ClaimRow row = row_of(check(metric, property, metrics::Frame::element,
                                check_options(options, FixedPointPolicy::one)));
    row.variant = std::move(variant);
    explain_undecided(row);
    return row;
}

bool compares_first_k(const Metric& metric) {
    return metric.family == metrics::family::confusion;
}

std::string variant_of(FirstK first_k) {
    return fmt::format("first k as {}", name_of(first_k));
}

std::string joined(std::string_view first, std::string_view second) {
    return fmt::format("{}{}{}", first, first.empty() || second.empty() ? "" : ", ", second);
}

}  // namespace disarray::properties::gt
