// SPDX-License-Identifier: MIT
//
// What GT says in its text about single metrics: which are right-invariant (6.3), symmetric (6.2),
// width-swap-dependent (6.4), a distance (6.6), and interpretable (App. A).
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "properties/append.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/families/families.hpp"
#include "properties/outcome.hpp"

namespace disarray::properties {

namespace {

using gt::Claimed;
using metrics::Metric;

bool is_one_of(const Metric& metric, std::span<const std::string_view> names) {
    return std::ranges::find(names, metric.name) != names.end();
}

// --- Prop 6.2 ---------------------------------------------------------------------------------

constexpr std::string_view right_invariant[] = {"mse", "rmse",        "mae",         "mape",
                                                "r2",  "kendall-tau", "spearman-rho"};

std::vector<ClaimRow> only_these_are_right_invariant(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const Metric* metric : gt::all_metrics()) {
        const bool listed = is_one_of(*metric, right_invariant);
        append(rows,
               gt::rows_by_first_k(*metric,
                                   {"right-invariance", listed ? Claimed::holds : Claimed::fails,
                                    listed ? "right-invariant" : "not right-invariant"},
                                   options));
    }
    return rows;
}

// --- Lemma 6.3 --------------------------------------------------------------------------------

/// All (i j), i < j, counted from 0.
std::vector<std::array<std::size_t, 2>> swaps(std::size_t n) {
    std::vector<std::array<std::size_t, 2>> all;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j)
            all.push_back({i, j});
    }
    return all;
}

/// (C(n,2) − 4|i−j| + 2)/C(n,2) for the swap (i j).
Value printed_value(const Permutation& swap) {
    std::size_t i = 0;
    while (swap[i] == i)
        ++i;
    const auto width = static_cast<std::int64_t>(swap[i] - i);
    const auto n = static_cast<std::int64_t>(swap.size());
    const Integer pairs = n * (n - 1) / 2;
    return Rational(pairs - 4 * width + 2, pairs);
}

Property formula_for_swaps() {
    Property property =
        unweighted_law("kendall-tau-of-swaps", "K_τ(id,(i j)) = (C(n,2) − 4|i−j| + 2)/C(n,2)",
                       "GT Lemma 6.3", 1, [](const Subject& m, const Case& c) {
                           const Permutation& swap = c.rankings.front();
                           return equal({"K_τ(id,(i j))", m(swap, c.weighting)},
                                        {"the formula", printed_value(swap)});
                       });
    Domain domain;
    domain.words = "every swap";
    domain.count = [](std::size_t n) { return swaps(n).size(); };
    domain.at = [](std::size_t n, std::uint64_t index) {
        const auto [i, j] = swaps(n)[index];
        return std::vector<Permutation>{transposition(i, j, n)};
    };
    domain.exhaustive_n = 12;  // convention: 286 swaps in all
    property.domain = std::move(domain);
    return property;
}

std::vector<ClaimRow> correlations_depend_on_width(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const std::string_view name : {"kendall-tau", "spearman-rho", "ndpm"}) {
        rows.push_back(gt::property_row(gt::metric(name), {"width-swap-dependence"}, options));
    }
    rows.push_back(gt::row_of_own_property(gt::metric("kendall-tau"), formula_for_swaps(),
                                           "printed formula", options));
    rows.back().statement = "K_τ(id,(i j)) = (C(n,2) − 4|i−j| + 2)/C(n,2)";
    return rows;
}

// --- symmetry ---------------------------------------------------------------------------------

std::vector<ClaimRow> which_are_symmetric(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const Metric* metric : gt::all_metrics()) {
        const bool is_gain = metric->family == metrics::family::gain;
        const bool is_of_sets = metric->family == metrics::family::confusion;
        rows.push_back(gt::property_row(*metric,
                                        {"symmetry", is_gain ? Claimed::fails : Claimed::holds,
                                         is_gain      ? "not symmetric"
                                         : is_of_sets ? "symmetric for |S| = |R|"
                                                      : "symmetric"},
                                        options));
        if (!is_of_sets) continue;
        rows.push_back(gt::property_row(
            *metric, {"symmetry-any-sizes", Claimed::fails, "not symmetric for |S| ≠ |R|"},
            options));
    }
    return rows;
}

// --- distances --------------------------------------------------------------------------------

std::vector<ClaimRow> none_is_a_distance(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const Metric* metric : gt::all_metrics()) {
        for (const auto& [property, variant] :
             {std::pair("distance", "no distance"),
              std::pair("linear-map-to-distance", "no a·M + b is a distance")}) {
            rows.push_back(gt::property_row(*metric, {property, Claimed::fails, variant}, options));
        }
    }
    return rows;
}

// --- App. A -----------------------------------------------------------------------------------

constexpr std::string_view constant_maximum[] = {"kendall-tau", "spearman-rho"};

/// M is greatest at equality, and that greatest value is the same for every n: what fails first is
/// what the row shows.
std::vector<ClaimRow> maxima(const LedgerOptions& options) {
    std::vector<ClaimRow> rows;
    for (const Metric* metric : gt::all_metrics()) {
        const bool listed = is_one_of(*metric, constant_maximum);
        ClaimRow row = gt::property_row(*metric, {"maximal-agreement"}, options);
        if (row.verdict == Verdict::exhausted || row.verdict == Verdict::proved) {
            const ClaimRow greatest = std::move(row);
            row = gt::property_row(*metric, {"maximum-independent-of-n"}, options);
            // Each has to be proved.
            if (row.verdict == Verdict::proved && greatest.verdict != Verdict::proved) {
                row.verdict = Verdict::exhausted;
                row.theorem.reset();
            }
            row.scope =
                fmt::format("greatest at equality: {}; the same: {}", greatest.scope, row.scope);
        }
        row.variant = listed ? "has such a maximum" : "has no such maximum";
        if (!listed) {
            const bool holds = row.verdict == Verdict::exhausted;
            turn_into_existence(row);
            if (holds) row.explanation += "; in all of them it holds";
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// App. A's other way to read "the inverse ranking".
Property least_at_group_inverse() {
    return unweighted_law("least-at-inverse", "M(τ⁻¹,τ) <= M(σ,τ)", "GT App. A", 2,
                          [](const Subject& m, const Case& c) {
                              const Permutation& tau = c.rankings[1];
                              return at_most({"M(τ⁻¹,τ)", m(tau.inverse(), tau, c.weighting)},
                                             {"M(σ,τ)", m(c.rankings[0], tau, c.weighting)});
                          });
}

std::vector<ClaimRow> minima(const LedgerOptions& options) {
    const Metric& tau = gt::metric("kendall-tau");
    return {
        gt::property_row(tau, {"worst-at-reversal", Claimed::holds, "ρ⁻¹ is ρ reversed"}, options),
        gt::row_of_own_property(tau, least_at_group_inverse(), "ρ⁻¹ is the inverse in S_n",
                                options)};
}

}  // namespace

std::vector<Claim> gt_property_claims() {
    return {
        {"GT-P6.2", "GT Prop 6.2",
         "mse, rmse, mae, mape, r2, kendall-tau, spearman-rho are right-invariant, and no others",
         only_these_are_right_invariant},
        {"GT-L6.3", "GT Lemma 6.3", "the correlation metrics depend on the width of a swap only",
         correlations_depend_on_width},
        {"GT-sym", "GT 6.2",
         "correlation and error metrics are symmetric, gain metrics are not, those of the "
         "confusion matrix are if |S| = |R|",
         which_are_symmetric},
        {"GT-none-distance", "GT abstract, 6.6",
         "no metric is a distance, nor a linear function of it", none_is_a_distance},
        {"GT-A-max", "GT App. A",
         "of all metrics kendall-tau and spearman-rho alone are greatest at equality with a "
         "greatest value that is the same for every n",
         maxima},
        {"GT-A-min", "GT App. A", "kendall-tau is least at the inverse ranking: m(ρ⁻¹,ρ) = m_min",
         minima},
    };
}

}  // namespace disarray::properties
