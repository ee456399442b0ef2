// SPDX-License-Identifier: MIT
#include "properties/experiments/query_source.hpp"

#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/name_list.hpp"

namespace disarray::properties::experiments {

namespace {

void require_depth(std::size_t depth) {
    if (depth >= 2 && depth <= formats::max_positions) return;
    throw InputError("--depth", std::to_string(depth),
                     fmt::format("a number from 2 to {}", formats::max_positions));
}

}  // namespace

GradedRun graded_run(const std::string& run, const formats::Judgements& judgements,
                     std::size_t depth, std::int64_t greatest,
                     const evaluation::JudgingOptions& judging) {
    require_depth(depth);
    evaluation::JudgedRun judged = evaluation::judge(run, judgements, judging);
    GradedRun graded;
    graded.without_judgements = std::move(judged.without_judgements);
    graded.not_in_run = std::move(judged.not_in_run);
    formats::PositionTable& table = graded.table;
    table.positions = depth;
    table.is_complete = judged.facts.is_complete;
    for (evaluation::JudgedQuery& query : judged.queries) {
        if (query.list.length < depth) {
            graded.too_short.push_back(std::move(query.name));
            continue;
        }
        const std::size_t first = table.values.size();
        table.values.resize(first + depth, 0);
        for (const retrieval::Hit& hit : query.list.hits) {
            if (hit.tied != 1) throw UsageError("graded_run: a run with ties");
            if (hit.before >= depth) continue;
            if (hit.grade > greatest) {
                throw InputError(
                    "judgements",
                    fmt::format("grade {} in query \"{}\"", hit.grade, printable(query.name)),
                    fmt::format("at most {} (--greatest-grade)", greatest));
            }
            table.values[first + hit.before] = hit.grade;
        }
        table.queries.push_back(std::move(query.name));
    }
    if (table.queries.empty() && table.is_complete) {
        constexpr std::size_t shown = 5;
        throw InputError(printable(run, 200),
                         fmt::format("fewer than {} documents in each query: {}", depth,
                                     some_of(graded.too_short, shown)),
                         "longer lists, or a smaller --depth");
    }
    return graded;
}

std::vector<Rational> click_rates(const formats::PositionTable& table, std::string_view where) {
    std::vector<Integer> clicks(table.positions);
    for (std::size_t i = 0; i < clicks.size(); ++i) {
        Int128 sum = 0;
        for (std::size_t query = 0; query < table.size(); ++query)
            sum += table.row(query)[i];
        clicks[i] = to_integer(sum);
    }
    const Integer total = std::accumulate(clicks.begin(), clicks.end(), Integer(0));
    if (total == 0) throw InputError(where, "no click", "clicks, for their rates");
    std::vector<Rational> rates;
    for (const Integer& count : clicks)
        rates.emplace_back(count, total);
    return rates;
}

SwapCosts swap_costs_of_rates(const std::vector<Rational>& rates, std::string_view where) {
    std::vector<Rational> costs;
    for (std::size_t i = 0; i + 1 < rates.size(); ++i) {
        costs.push_back(rates[i] - rates[i + 1]);
        if (costs.back().sign() >= 0) continue;
        throw InputError(
            where,
            fmt::format("a rate of {} at position {} and {} at position {}", rates[i].to_decimal(),
                        i + 1, rates[i + 1].to_decimal(), i + 2),
            "rates that do not rise: a swap cost is their difference");
    }
    return SwapCosts::from(costs, where);
}

std::size_t remove_rare_queries(formats::PositionTable& table, std::int64_t least_clicks) {
    std::size_t kept = 0;
    for (std::size_t query = 0; query < table.size(); ++query) {
        const auto row = table.row(query);
        const std::int64_t clicks = std::accumulate(row.begin(), row.end(), std::int64_t{0});
        if (clicks < least_clicks) continue;
        std::copy(row.begin(), row.end(),
                  table.values.begin() + static_cast<std::ptrdiff_t>(kept * table.positions));
        if (kept != query) table.queries[kept] = std::move(table.queries[query]);
        ++kept;
    }
    const std::size_t removed = table.size() - kept;
    table.queries.resize(kept);
    table.values.resize(kept * table.positions);
    return removed;
}

}  // namespace disarray::properties::experiments
