// SPDX-License-Identifier: MIT
//
// KV 6.3 on Table 2: "all of the weighted versions have much less correlation error than the
// unweighted versions". Of KV's own logs, which were not published, nothing can be said here. That
// the trend is one of the weights and not of the logs would need it for every log: the least log
// without it is searched for among those of few queries and three positions.
#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "metrics/naive.hpp"
#include "properties/claims/aggregation_rows.hpp"
#include "properties/claims/claims.hpp"
#include "properties/experiments/footrule_kendall.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

using experiments::FootruleKendall;
using experiments::PairWeights;
using metrics::Reading;

constexpr std::size_t positions_of_log = 3;
constexpr std::size_t most_queries = 4;

/// One weighting of Table 2 in one reading and policy, asked whether its ε is smaller.
struct Trend {
    std::string_view variant;
    PairWeights weights;
    const metrics::Metric* footrule;
};

PairWeights pair_weights(std::string name, std::optional<SwapCosts> costs,
                         FixedPointPolicy policy) {
    PairWeights weights;
    weights.name = std::move(name);
    weights.swap_costs = std::move(costs);
    weights.fixed_points = policy;
    return weights;
}

std::vector<Trend> trends() {
    std::vector<Trend> all;
    for (const metrics::Metric* footrule : kv::footrules()) {
        for (const FixedPointPolicy policy : {FixedPointPolicy::one, FixedPointPolicy::local}) {
            all.push_back({"DCG", pair_weights("DCG", std::nullopt, policy), footrule});
            all.push_back(
                {"CTR",
                 pair_weights("CTR", SwapCosts::click_through_rate(positions_of_log, "KV Table 1"),
                              policy),
                 footrule});
            // KV's k = 5 leaves three positions as they are.
            all.push_back({"TOPK, k = 1",
                           pair_weights("TOPK", SwapCosts::top_k(positions_of_log, 1), policy),
                           footrule});
        }
    }
    return all;
}

PairWeights unit_pair_weights(FixedPointPolicy policy) {
    return pair_weights("UNIT", SwapCosts::unit(positions_of_log), policy);
}

/// A log of queries that rank so: n clicks at the first rank, 1 at the last.
formats::PositionTable log_of(const std::vector<Permutation>& queries) {
    formats::PositionTable table;
    table.positions = positions_of_log;
    for (const Permutation& sigma : queries) {
        table.queries.emplace_back(1, static_cast<char>('a' + table.size()));
        for (const Rank rank : sigma.ranks())
            table.values.push_back(static_cast<std::int64_t>(positions_of_log - rank));
    }
    return table;
}

/// "a 2 3 1; b 3 2 1".
std::string log_in_words(const formats::PositionTable& log) {
    std::vector<std::string> rows;
    for (std::size_t query = 0; query < log.size(); ++query)
        rows.push_back(fmt::format("{} {}", log.queries[query], fmt::join(log.row(query), " ")));
    return fmt::format("{}", fmt::join(rows, "; "));
}

Weighting weighting_of(const PairWeights& weights) {
    Weighting weighting;
    weighting.fixed_points = weights.fixed_points;
    weighting.swap_costs = weights.swap_costs;
    if (!weights.swap_costs)
        weighting.irrational_swap_costs = discounted_gain_swap_costs(positions_of_log);
    return weighting;
}

/// cov(X,Y) and var(X)·var(Y) of X = F*, Y = K*, times powers of the number of queries: from the
/// definitions, exactly.
struct LogMoments {
    Value covariance, variances;
};

LogMoments log_moments(const std::vector<Permutation>& queries, const PairWeights& weights,
                       Reading reading) {
    const Weighting weighting = weighting_of(weights);
    const Permutation identity = Permutation::identity(positions_of_log);
    const Value count = queries.size();
    Value x, y, xx, yy, xy;
    for (const Permutation& sigma : queries) {
        const Value f = metrics::naive::irrational_footrule(sigma, identity, weighting, reading);
        const Value k = metrics::naive::irrational_kendall(sigma, identity, weighting);
        x += f;
        y += k;
        xx += f * f;
        yy += k * k;
        xy += f * k;
    }
    return {count * xy - x * y, (count * xx - x * x) * (count * yy - y * y)};
}

/// Whether ε of `weighted` exceeds that of `unweighted`, that is whether its correlation is less:
/// cov/√(var var) with its sign, squared.
bool has_greater_error(const LogMoments& weighted, const LogMoments& unweighted) {
    const auto one_side = [](const LogMoments& a, const LogMoments& b) {
        return a.covariance * abs(a.covariance) * b.variances;
    };
    return weighted.variances.sign() == 1 && unweighted.variances.sign() == 1 &&
           compare(one_side(weighted, unweighted), one_side(unweighted, weighted)) == Order::less;
}

/// ε of the log by the experiment, unweighted and weighted.
FootruleKendall measured_errors(const formats::PositionTable& log, const Trend& trend) {
    experiments::FootruleKendallOptions options;
    options.weightings = {unit_pair_weights(trend.weights.fixed_points), trend.weights};
    options.reading = *trend.footrule->reading;
    return FootruleKendall(log, options);
}

/// ε of both with so many digits, four at least, that they differ.
std::string compared_errors(const experiments::WeightingResult& weighted,
                            const experiments::WeightingResult& unweighted) {
    for (int places = 4; places <= 17; ++places) {
        const auto first = weighted.correlation_error->fixed(places);
        const auto second = unweighted.correlation_error->fixed(places);
        if (!first || !second) break;
        if (*first != *second) return fmt::format("ε = {} > {} unweighted", *first, *second);
    }
    return "the weighted ε is greater, but not in digits that are settled";
}

/// The log refutes the claim by the experiment; the definitions must agree.
void refute(ClaimRow& row, const std::vector<Permutation>& queries, const Trend& trend,
            const FootruleKendall& result) {
    const Reading reading = *trend.footrule->reading;
    const formats::PositionTable log = log_of(queries);
    if (!has_greater_error(
            log_moments(queries, trend.weights, reading),
            log_moments(queries, unit_pair_weights(trend.weights.fixed_points), reading))) {
        throw InternalError("click log claims: not confirmed by the definitions: " +
                            log_in_words(log));
    }
    row.verdict = Verdict::refuted;
    row.explanation = fmt::format("log {}: {}", log_in_words(log),
                                  compared_errors(result.results()[1], result.results()[0]));
    row.witness = Case{queries, weighting_of(trend.weights), 2};
}

/// Whether the search goes on after this log.
bool look_at(const std::vector<Permutation>& queries, const Trend& trend, ClaimRow& row) {
    ++row.effort.exhaustive_cases;
    const FootruleKendall result = measured_errors(log_of(queries), trend);
    const auto& unweighted = result.results()[0];
    const auto& weighted = result.results()[1];
    if (!unweighted.correlation_error || !weighted.correlation_error) return true;
    ++row.effort.applicable;
    const auto order = compare_errors(weighted, unweighted);
    if (!order) {
        ++row.effort.undecided;
        return true;
    }
    if (*order <= 0) return true;
    refute(row, queries, trend, result);
    return false;
}

/// Every multiset of `more` further rankings from number `first` on, until `look` says stop.
bool each_log(std::vector<Permutation>& queries, const std::vector<Permutation>& all,
              std::size_t first, std::size_t more,
              const std::function<bool(const std::vector<Permutation>&)>& look) {
    if (more == 0) return look(queries);
    for (std::size_t next = first; next < all.size(); ++next) {
        queries.push_back(all[next]);
        if (!each_log(queries, all, next, more - 1, look)) return false;
        queries.pop_back();
    }
    return true;
}

ClaimRow for_every_log(const Trend& trend) {
    ClaimRow row = row_about(*trend.footrule, "either", std::string(trend.variant));
    row.fixed_points = name_of(trend.weights.fixed_points);
    row.verdict = Verdict::exhausted;
    const std::vector<Permutation> all = all_permutations(positions_of_log);
    std::vector<Permutation> queries;
    std::size_t count = 2;  // one query has no correlation, two have 1 or −1
    while (count <= most_queries &&
           each_log(queries, all, 0, count, [&](const std::vector<Permutation>& log) {
               return look_at(log, trend, row);
           })) {
        ++count;
    }
    row.effort.exhaustive_n = positions_of_log;
    // Also where it ended with a refutation: it went through the shorter logs.
    row.scope = fmt::format("every log of up to {} queries of {} positions without ties",
                            std::min(count, most_queries), positions_of_log);
    if (row.verdict == Verdict::refuted) return row;
    if (row.effort.undecided > 0) row.verdict = Verdict::undecided;
    row.explanation = fmt::format("{} logs with both ε, {} not told apart", row.effort.applicable,
                                  row.effort.undecided);
    return row;
}

std::vector<ClaimRow> every_log() {
    std::vector<ClaimRow> rows;
    for (const Trend& trend : trends())
        rows.push_back(for_every_log(trend));
    return rows;
}

std::vector<ClaimRow> private_data() {
    ClaimRow row;
    row.frame = "either";
    row.verdict = Verdict::not_applicable;
    row.explanation =
        "the claim is about search logs that were not published; disarray experiment robustness "
        "repeats it on synthetic and own logs";
    return {row};
}

}  // namespace

std::vector<Claim> click_log_claims() {
    return {
        {"KV-tab2-trend", "KV 6.3", "weighted ε(X,Y) is smaller than unweighted, on KV's data",
         [](const LedgerOptions&) { return private_data(); }},
        {"KV-tab2-every-log", "KV 6.3",
         "weighted ε(X,Y) is at most the unweighted, for every click log",
         [](const LedgerOptions&) { return every_log(); }},
    };
}

}  // namespace disarray::properties
