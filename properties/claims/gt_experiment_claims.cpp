// SPDX-License-Identifier: MIT
//
// What GT measured on random rankings: the figures of Table 2 "rob. I", and the stability
// experiment of 6.5. Our samples are others than GT's, so a figure is "supported" or "refuted" with
// a margin for the chance in both.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "properties/claims/claims.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/claims/gt_tables.hpp"
#include "properties/experiments/estimate.hpp"
#include "properties/experiments/robustness.hpp"
#include "properties/experiments/stability.hpp"

namespace disarray::properties {

namespace {

using experiments::Change;
using experiments::Robustness;
using experiments::Stability;
using experiments::StabilityCount;
using metrics::FirstK;
using metrics::Metric;

constexpr std::uint64_t trials = 1000;  // GT 6.3, 6.5

// --- Table 2, rob. I --------------------------------------------------------------------------

constexpr std::size_t lengths[] = {10, 50, 100};

struct FigureRow {
    std::string_view id, source, statement;
    std::string_view label;  ///< in the table, without the length
    Change change;
};

constexpr FigureRow figure_rows[] = {
    {"GT-T2-rob1a", "GT Table 2, rob. I(a)", "the mean of |m(σ,ν) − m(σ,ν∘(i j))| is as printed",
     "rob. I(a)", Change::swap},
    {"GT-T2-rob1b", "GT Table 2, rob. I(b)", "the mean of |m(σ,ν) − m(σ,ν∘FC_n)| is as printed",
     "rob. I(b)", Change::slide},
};

std::string label_of(const FigureRow& figures, std::size_t n) {
    return fmt::format("{} {}", figures.label, n);
}

/// Whether the printed figure is the mean, rounded or cut to two places, of as many other pairs.
/// The difference of two such means has a standard error of √2 times that of one; three of these
/// are allowed (convention), and half a hundredth above the mean (rounded) or a whole one below
/// (cut). Certified; undecided if an end of that range lies within the intervals.
Verdict verdict_on_figure(const Rational& printed, const Interval& mean,
                          const Interval& standard_error) {
    constexpr unsigned precision = experiments::Estimate::precision;
    const auto number = [](const Rational& value) { return Interval(value, precision); };
    const Rational hundredth(Integer(1), Integer(100));
    const Interval chance = Interval::root(18, 2, precision) * standard_error;  // 3·√2
    const Interval above = mean - number(printed);
    const auto too_low = (above - number(hundredth) - chance).sign();
    const auto too_high = (number(-hundredth / Rational(2)) - chance - above).sign();
    if (too_low == 1 || too_high == 1) return Verdict::refuted;
    return too_low && too_high ? Verdict::supported : Verdict::undecided;
}

/// "13.5 standard errors away", by how much mean and figure differ.
std::string away(const Rational& printed, const Interval& mean, const Interval& standard_error) {
    if (standard_error.sign() != 1) return "without any spread";
    const Interval difference = (mean - Interval(printed, mean.precision())).absolute();
    return fmt::format("{} standard errors away",
                       experiments::certain_decimal(difference / standard_error, 3));
}

/// "; the printed cell repeats that of n = 10", if it does: a figure may have been copied.
std::string repetition(const FigureRow& figures, std::size_t n, std::size_t column) {
    const auto here = gt::table_2_row(label_of(figures, n)).cells[column];
    std::vector<std::size_t> same;
    for (const std::size_t other : lengths) {
        if (other == n) continue;
        if (gt::table_2_row(label_of(figures, other)).cells[column] == here) same.push_back(other);
    }
    if (same.empty()) return "";
    return fmt::format("; the printed cell repeats that of n = {}", fmt::join(same, " and "));
}

ClaimRow figure(const FigureRow& figures, const Robustness& measured, std::size_t column,
                const LedgerOptions& options) {
    const gt::PrintedRow& printed = gt::table_2_row(label_of(figures, measured.n));
    const auto mark = printed.cells[column];
    ClaimRow row = row_about(*measured.metric, "element", fmt::format("n = {}", measured.n));
    row.scope = fmt::format("statistical: mean of {} random pairs, seed {}{}, first k as printed",
                            measured.pairs, options.seed,
                            measured.k ? fmt::format(", k = {}", *measured.k) : "");
    row.effort.random_cases = measured.pairs;
    row.effort.applicable = measured.pairs - measured.undefined;
    row.effort.seed = options.seed;
    row.effort.complete = measured.pairs == trials;
    row.explanation =
        fmt::format("printed {}, measured {}", mark.value_or("?"),
                    experiments::estimate_text(measured.mean, measured.standard_error));
    if (!mark) {
        row.verdict = Verdict::not_applicable;
        row.explanation = printed.why_illegible() + "; " + row.explanation;
        return row;
    }
    if (!measured.mean || !measured.standard_error) return row;
    const Rational claimed = Rational::parse(*mark, "GT Table 2");
    row.verdict = verdict_on_figure(claimed, *measured.mean, *measured.standard_error);
    if (row.verdict == Verdict::refuted) {
        row.explanation += ": " + away(claimed, *measured.mean, *measured.standard_error) +
                           repetition(figures, measured.n, column);
    }
    return row;
}

std::vector<const Metric*> table_2_metrics() {
    std::vector<const Metric*> metrics;
    for (const std::string_view name : gt::table_2_columns())
        metrics.push_back(&gt::metric(name));
    return metrics;
}

/// As many random pairs as GT took, with GT's own first k elements.
experiments::SampleOptions sample_as_gt(const LedgerOptions& options) {
    experiments::SampleOptions sample;
    sample.pairs = trials;
    sample.seed = options.seed;
    sample.stop = options.stop;
    sample.parameters.first_k = FirstK::printed;
    return sample;
}

std::vector<ClaimRow> figures_of(const FigureRow& figures, const LedgerOptions& options) {
    const std::vector<const Metric*> metrics = table_2_metrics();
    const auto sample = sample_as_gt(options);
    std::vector<ClaimRow> rows;
    for (const std::size_t n : lengths) {
        for (const Robustness& measured : experiments::robustness(metrics, n, sample)) {
            if (measured.change != figures.change) continue;
            const auto column = std::ranges::find(metrics, measured.metric) - metrics.begin();
            rows.push_back(figure(figures, measured, static_cast<std::size_t>(column), options));
        }
    }
    return rows;
}

// --- stability --------------------------------------------------------------------------------

constexpr std::size_t stability_n = 1000;

/// Whether GT's criterion is met, whatever the cases that are left open are; empty if that matters,
/// or if there are no cases.
std::optional<bool> is_stable(const StabilityCount& count) {
    StabilityCount best = count;
    best.within += count.undecided;
    best.undecided = 0;
    StabilityCount worst = count;
    worst.undecided = 0;
    if (best.is_stable() != worst.is_stable()) return std::nullopt;
    return best.is_stable();
}

ClaimRow stability_row(const Stability& measured, const StabilityCount& count,
                       std::string_view variant, std::size_t column, const LedgerOptions& options) {
    const gt::PrintedRow& printed = gt::table_2_row("stability");
    const auto mark = printed.cells[column];
    ClaimRow row = row_about(*measured.metric, "element", std::string(variant));
    row.scope =
        fmt::format("statistical: {} random pairs of S_{}, every k, seed {}, first k as printed",
                    measured.pairs, measured.n, options.seed);
    row.effort.random_cases = count.cases;
    row.effort.applicable = count.cases - count.undefined;
    row.effort.undecided = count.undecided;
    row.effort.seed = options.seed;
    const auto share = count.share();
    row.explanation =
        measured.depends_on_k
            ? fmt::format("in {} % of {} cases",
                          share ? (*share * Rational(100)).to_decimal(4) : "?", count.decided())
            : "the metric does not depend on k: in all cases";
    row.explanation = fmt::format("printed {}; {}", mark.value_or("?"), row.explanation);
    if (!mark) {
        row.verdict = Verdict::not_applicable;
        row.explanation = printed.why_illegible() + "; " + row.explanation;
        return row;
    }
    const auto stable = is_stable(count);
    if (!stable) return row;
    row.verdict = *stable == (*mark == "✓") ? Verdict::supported : Verdict::refuted;
    return row;
}

ClaimRow out_of_time(const Metric& metric) {
    ClaimRow row = row_about(metric, "element");
    row.explanation = "time ran out";
    row.effort.complete = false;
    return row;
}

std::vector<ClaimRow> stable_metrics(const LedgerOptions& options) {
    const std::vector<const Metric*> metrics = table_2_metrics();
    const auto sample = sample_as_gt(options);
    const std::vector<Stability> all = experiments::stability(metrics, stability_n, sample);
    std::vector<ClaimRow> rows;
    for (std::size_t column = 0; column < metrics.size(); ++column) {
        const auto measured = std::ranges::find(all, metrics[column], &Stability::metric);
        if (measured == all.end()) {
            rows.push_back(out_of_time(*metrics[column]));
            continue;
        }
        rows.push_back(
            stability_row(*measured, measured->each, "every pair and k", column, options));
        if (!measured->depends_on_k) continue;
        rows.push_back(stability_row(*measured, measured->averaged, "every k, mean of the pairs",
                                     column, options));
    }
    return rows;
}

}  // namespace

std::vector<Claim> gt_experiment_claims() {
    std::vector<Claim> claims;
    for (const FigureRow& figures : figure_rows) {
        claims.push_back(
            {figures.id, figures.source, figures.statement,
             [&figures](const LedgerOptions& options) { return figures_of(figures, options); }});
    }
    claims.push_back({"GT-stab", "GT 6.5",
                      "|m@k − m@(k+1)| < 1/k in 97.5 % of the cases: ✓ in Table 2, or not: X",
                      stable_metrics});
    return claims;
}

}  // namespace disarray::properties
