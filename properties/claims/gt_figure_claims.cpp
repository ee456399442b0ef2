// SPDX-License-Identifier: MIT
//
// What GT 5.1 says of Figure 1, the agreement ratios of all pairs of metrics on random rankings.
// The figure has colours instead of numbers, so the text is taken as the claim.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/error.hpp"
#include "properties/claims/claims.hpp"
#include "properties/claims/gt_rows.hpp"
#include "properties/experiments/agreement.hpp"
#include "properties/pairs.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

using experiments::AgreementMatrix;
using metrics::FirstK;
using metrics::Metric;

constexpr std::size_t figure_1_n = 100;
constexpr std::uint64_t figure_1_pairs = 10'000;

/// Metrics that GT calls alike: the rows of Table 1, and two of the groups within the second.
struct Kin {
    std::string_view name;
    bool (*has)(const Metric&);
};

constexpr Kin kin[] = {
    {"ranking aware", [](const Metric& m) { return m.family == metrics::family::gain; }},
    {"equal importance",
     [](const Metric& m) {
         return m.family == metrics::family::error || m.family == metrics::family::correlation;
     }},
    {"set based", [](const Metric& m) { return m.family == metrics::family::confusion; }},
    {"error", [](const Metric& m) { return m.family == metrics::family::error; }},
    {"correlation", [](const Metric& m) { return m.family == metrics::family::correlation; }},
};

ClaimRow figure_1_row(const AgreementMatrix& matrix, std::string variant, std::string statement,
                      const LedgerOptions& options) {
    ClaimRow row;
    row.frame = "element";
    row.variant = std::move(variant);
    row.statement = std::move(statement);
    row.scope =
        fmt::format("statistical: {} random pairs of S_{}, seed {}, k = {}, first k as printed",
                    matrix.pairs(), matrix.n(), options.seed, *matrix.parameters().k);
    row.effort.random_cases = row.effort.applicable = matrix.pairs();
    row.effort.seed = options.seed;
    row.effort.complete = matrix.pairs() == figure_1_pairs;
    return row;
}

std::size_t index_of(const AgreementMatrix& matrix, std::string_view name) {
    const auto at = std::ranges::find(matrix.metrics(), &gt::metric(name));
    return static_cast<std::size_t>(at - matrix.metrics().begin());
}

ClaimRow dcg_and_ndcg(const AgreementMatrix& matrix, const LedgerOptions& options) {
    ClaimRow row = figure_1_row(matrix, "dcg and ndcg",
                                "dcg and ndcg order every two rankings alike", options);
    const AgreementCounts counts = matrix.counts(index_of(matrix, "dcg"), index_of(matrix, "ndcg"));
    const std::uint64_t alike = counts.agreeing(AgreementReading::strict);
    row.effort.undecided = counts.undecided;
    row.explanation = fmt::format("alike on {} of {} pairs", alike, counts.compared());
    if (counts.compared() == 0) return row;
    row.verdict = alike < counts.compared() ? Verdict::refuted
                  : counts.undecided > 0    ? Verdict::undecided
                                            : Verdict::supported;
    return row;
}

/// The mean of some ratios.
struct Mean {
    Rational sum;
    std::uint64_t count = 0;
    void add(const std::optional<Rational>& ratio) {
        if (!ratio) return;
        sum += *ratio;
        ++count;
    }
    Rational value() const { return sum / Rational(count); }
};

ClaimRow alike_agree(const AgreementMatrix& matrix, const Kin& group,
                     const LedgerOptions& options) {
    // "High" is read as: higher than with others. A bound of 1/2 would say nothing, for where two
    // metrics mostly disagree GT takes −m₂.
    ClaimRow row = figure_1_row(
        matrix, fmt::format("{} metrics", group.name),
        "metrics that are alike agree on more pairs, on average, than one of them with another",
        options);
    Mean inside;
    Mean across;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        for (std::size_t j = i + 1; j < matrix.size(); ++j) {
            const bool first = group.has(*matrix.metrics()[i]);
            const bool second = group.has(*matrix.metrics()[j]);
            if (!first && !second) continue;
            (first && second ? inside : across).add(matrix.ratio(i, j, AgreementReading::weak));
        }
    }
    if (inside.count == 0 || across.count == 0) {
        row.explanation = "no two metrics were compared";
        return row;
    }
    row.verdict = inside.value() > across.value() ? Verdict::supported : Verdict::refuted;
    row.explanation = fmt::format(
        "mean agreement ratio {} ({} pairs of metrics), with others {} ({})",
        inside.value().to_decimal(4), inside.count, across.value().to_decimal(4), across.count);
    return row;
}

// "The agreement ratio being symmetric", asked of every 𝒯 = {μ, ν} in S_n, from small n on.

constexpr std::size_t most_symmetric_n = 4;

/// The orders of all pairs of S_n by all metrics that may be asked there with k.
struct OrderTable {
    std::vector<std::pair<Permutation, Permutation>> pairs;
    metrics::Parameters parameters;
    std::vector<std::vector<Order>> orders;
};

OrderTable order_table(const std::vector<const Metric*>& metrics, std::size_t n, std::size_t k) {
    OrderTable table;
    table.parameters.k = k;
    for (const Permutation& mu : all_permutations(n)) {
        for (const Permutation& nu : all_permutations(n)) {
            if (mu != nu) table.pairs.emplace_back(mu, nu);
        }
    }
    for (const Metric* metric : metrics)
        table.orders.push_back(orders(*metric, table.parameters, table.pairs));
    return table;
}

bool naive_order_is(const Metric& metric, const Case& c, Order expected) {
    const Weighting unit;
    const auto identity = Permutation::identity(c.n());
    const auto value = [&](const Permutation& sigma) {
        return metric.naive_value({sigma, identity, unit, metrics::Frame::element, c.parameters});
    };
    return compare(value(c.rankings[0]), value(c.rankings[1])) == expected;
}

/// Whether m₁ agrees with m₂ on the pair: AR of 𝒯 = {μ, ν} is 1 if so, else 0. Empty where one of
/// them has no order.
std::optional<bool> agrees(Order m1, Order m2, AgreementReading reading) {
    const AgreementCounts counts = agreement({&m1, 1}, {&m2, 1});
    if (counts.compared() == 0) return std::nullopt;
    return counts.agreeing(reading) == 1;
}

/// Looks for {μ, ν} on which m₂ agrees with m₁ but not m₁ with m₂: number i, number j.
void look_for_asymmetry(const std::vector<const Metric*>& metrics, std::size_t i, std::size_t j,
                        const OrderTable& table, AgreementReading reading, ClaimRow& row) {
    for (std::size_t p = 0; p < table.pairs.size(); ++p) {
        const Order first = table.orders[i][p];
        const Order second = table.orders[j][p];
        const auto there = agrees(first, second, reading);
        const auto back = agrees(second, first, reading);
        ++row.effort.exhaustive_cases;
        if (!there || !back) continue;
        ++row.effort.applicable;
        if (*there || !*back) continue;  // the other way round is the pair j, i
        const auto& [mu, nu] = table.pairs[p];
        Case found{{mu, nu}, {}, 2, table.parameters};
        if (row.witness && compare(found, *row.witness) >= 0) continue;
        if (!naive_order_is(*metrics[i], found, first) ||
            !naive_order_is(*metrics[j], found, second)) {
            throw InternalError("the naive path orders otherwise at " + to_string(found));
        }
        row.verdict = Verdict::refuted;
        row.witness = std::move(found);
        row.explanation =
            fmt::format("m₁ = {}, m₂ = {}, 𝒯 = {{σ, τ}}: AR(m₁,m₂) = 0, AR(m₂,m₁) = 1",
                        metrics[i]->full_name(), metrics[j]->full_name());
    }
}

ClaimRow ratio_is_symmetric(AgreementReading reading, std::string_view name, const Stop& stop) {
    const std::vector<const Metric*> metrics = gt::all_metrics();
    ClaimRow row;
    row.frame = "element";
    row.variant = fmt::format("symmetric, {} reading", name);
    row.statement = "the agreement ratio is symmetric: AR(m₁,m₂) = AR(m₂,m₁)";
    row.verdict = Verdict::exhausted;
    for (std::size_t n = 2; n <= most_symmetric_n && !row.witness; ++n) {
        for (std::size_t k = 1; k < n && !row.witness; ++k) {
            if (stop.requested()) return row;
            const OrderTable table = order_table(metrics, n, k);
            for (std::size_t i = 0; i < metrics.size(); ++i) {
                for (std::size_t j = 0; j < metrics.size(); ++j)
                    if (i != j) look_for_asymmetry(metrics, i, j, table, reading, row);
            }
        }
        row.effort.exhaustive_n = n;
    }
    row.scope = fmt::format("every 𝒯 = {{μ, ν}} in S_n, n <= {}, every two metrics, every k",
                            row.effort.exhaustive_n);
    return row;
}

std::vector<ClaimRow> figure_1(const LedgerOptions& options) {
    experiments::SampleOptions sample;
    sample.pairs = figure_1_pairs;
    sample.seed = options.seed;
    sample.stop = options.stop;
    sample.parameters.first_k = FirstK::printed;
    const AgreementMatrix matrix =
        experiments::agreement_matrix(gt::all_metrics(), figure_1_n, sample);
    std::vector<ClaimRow> rows{dcg_and_ndcg(matrix, options)};
    for (const Kin& group : kin)
        rows.push_back(alike_agree(matrix, group, options));
    for (const auto& [name, reading] : agreement_readings)
        rows.push_back(ratio_is_symmetric(reading, name, options.stop));
    return rows;
}

}  // namespace

std::vector<Claim> gt_figure_claims() {
    return {{"GT-F1", "GT Figure 1, 5.1", "what the text says of the agreement ratios", figure_1}};
}

}  // namespace disarray::properties
