// SPDX-License-Identifier: MIT
//
// Probabilities are multiples of 2^−32, and 64 sessions are drawn at a time (RandomWords::trials):
// a log of 80,000 queries is some 10^9 examined positions.
#include "properties/experiments/click_models.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "exact/decimal.hpp"
#include "properties/experiments/random_words.hpp"

namespace disarray::properties::experiments {

namespace {

constexpr std::size_t kv_positions = kv_click_through_rates.size();
constexpr std::uint64_t probability_one = std::uint64_t{1} << 32;
constexpr std::uint64_t all_sessions = ~std::uint64_t{0};
constexpr std::uint64_t sessions_at_once = 64;
constexpr std::size_t queries_of_batch = 1 << 12;

using Probabilities = std::array<std::uint64_t, kv_positions>;
using Clicks = std::array<std::uint64_t, kv_positions>;

std::uint64_t rate(std::size_t i) {
    return static_cast<std::uint64_t>(kv_click_through_rates[i]);
}

/// μ_i of the documents at each position.
Probabilities mean_relevances(ClickModel model) {
    Probabilities means{};
    std::uint64_t left = 1000;  // thousandths of the sessions that come to position i
    for (std::size_t i = 0; i < kv_positions; ++i) {
        means[i] = model == ClickModel::cascade ? rate(i) * probability_one / left
                                                : rate(0) * probability_one / 1000;
        left -= rate(i);
    }
    return means;
}

/// r_1, …, r_10 of one query.
Probabilities relevances(const Probabilities& means, std::uint64_t spread, RandomWords& random) {
    Probabilities drawn{};
    for (std::size_t i = 0; i < kv_positions; ++i) {
        const std::uint64_t width = spread * std::min(means[i], probability_one - means[i]) / 1000;
        drawn[i] = means[i] - width + random.below(2 * width + 1);
    }
    return drawn;
}

/// Clicks of 64 sessions under the position-based model.
void add_position_based(const Probabilities& relevance, RandomWords& random, Clicks& clicks) {
    for (std::size_t i = 0; i < kv_positions; ++i) {
        const std::uint64_t probability = rate(i) * relevance[i] / rate(0);
        clicks[i] +=
            static_cast<std::uint64_t>(std::popcount(random.trials(probability, all_sessions)));
    }
}

/// Clicks of 64 sessions under the cascade model.
void add_cascade(const Probabilities& relevance, RandomWords& random, Clicks& clicks) {
    std::uint64_t there = all_sessions;
    for (std::size_t i = 0; i < kv_positions; ++i) {
        const std::uint64_t clicked = random.trials(relevance[i], there);
        clicks[i] += static_cast<std::uint64_t>(std::popcount(clicked));
        there &= ~clicked;
    }
}

/// One query: its clicks go to `row`. \return the number of sessions
std::uint64_t draw_query(const ClickModelOptions& options, const Probabilities& means,
                         std::uint64_t index, std::span<std::int64_t> row) {
    RandomWords random(options.seed, index);
    const Probabilities relevance = relevances(means, options.spread, random);
    Clicks clicks{};
    std::uint64_t sessions = 0, total = 0;
    while (total < options.least_clicks) {
        if (options.model == ClickModel::cascade) {
            add_cascade(relevance, random, clicks);
        } else {
            add_position_based(relevance, random, clicks);
        }
        sessions += sessions_at_once;
        total = 0;
        for (const std::uint64_t count : clicks)
            total += count;
    }
    std::ranges::copy(clicks, row.begin());
    return sessions;
}

void require_within_limits(const ClickModelOptions& options) {
    constexpr std::uint64_t most_queries = 10'000'000, most_clicks = 10'000'000;
    if (options.queries < 1 || options.queries > most_queries) {
        throw InputError("--queries", std::to_string(options.queries),
                         fmt::format("a number from 1 to {}", most_queries));
    }
    if (options.least_clicks < 1 || options.least_clicks > most_clicks) {
        throw InputError("--clicks", std::to_string(options.least_clicks),
                         fmt::format("a number from 1 to {}", most_clicks));
    }
    if (options.spread > 1000) {
        throw InputError("--spread", fmt::format("{}/1000", options.spread), "at most 1");
    }
}

/// Queries with as many sessions have one denominator, and there are few such numbers.
std::vector<Rational> rates_of(const formats::PositionTable& table,
                               const std::vector<std::uint64_t>& sessions) {
    std::map<std::uint64_t, Clicks> clicks_of;  // by number of sessions
    for (std::size_t query = 0; query < table.size(); ++query) {
        Clicks& clicks = clicks_of[sessions[query]];
        const auto row = table.row(query);
        for (std::size_t i = 0; i < kv_positions; ++i)
            clicks[i] += static_cast<std::uint64_t>(row[i]);
    }
    std::vector<Rational> rates(table.size() == 0 ? 0 : kv_positions);
    for (std::size_t i = 0; i < rates.size(); ++i) {
        for (const auto& [count, clicks] : clicks_of)
            rates[i] += Rational(Integer(clicks[i]), Integer(count));
        rates[i] /= Rational(table.size());
    }
    return rates;
}

}  // namespace

GeneratedLog generate_click_log(const ClickModelOptions& options) {
    require_within_limits(options);
    const Probabilities means = mean_relevances(options.model);
    GeneratedLog log;
    formats::PositionTable& table = log.table;
    table.positions = kv_positions;
    table.synthetic = described(options);
    std::vector<std::uint64_t> sessions;
    while (table.size() < options.queries && !options.stop.requested()) {
        const std::size_t first = table.size();
        const std::size_t last = std::min<std::size_t>(first + queries_of_batch, options.queries);
        sessions.resize(last);
        table.values.resize(last * kv_positions);
        tbb::parallel_for(tbb::blocked_range(first, last), [&](const auto& range) {
            for (std::size_t i = range.begin(); i < range.end(); ++i) {
                sessions[i] =
                    draw_query(options, means, i,
                               std::span(table.values).subspan(i * kv_positions, kv_positions));
            }
        });
        for (std::size_t i = first; i < last; ++i) {
            table.queries.push_back(fmt::format("q{}", i + 1));
            log.sessions += sessions[i];
        }
        if (options.on_progress) options.on_progress(last);
    }
    table.is_complete = table.size() == options.queries;
    if (!table.is_complete) table.synthetic += fmt::format(", stopped after {}", table.size());
    log.rates = rates_of(table, sessions);
    return log;
}

std::string described(const ClickModelOptions& options) {
    return fmt::format(
        "{} model, {} queries of at least {} clicks, spread {}, seed {}", name_of(options.model),
        options.queries, options.least_clicks,
        without_trailing_zeros(to_fixed(Rational(Integer(options.spread), Integer(1000)), 3)),
        options.seed);
}

}  // namespace disarray::properties::experiments
