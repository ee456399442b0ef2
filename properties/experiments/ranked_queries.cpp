// SPDX-License-Identifier: MIT
#include "properties/experiments/ranked_queries.hpp"

#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/near_names.hpp"
#include "properties/experiments/random_words.hpp"

namespace disarray::properties::experiments {

namespace {

/// The stream of ties begins where no generated query does, whose indices are small.
constexpr std::uint64_t tie_streams = std::uint64_t{1} << 63;

/// Ranks one row after another; what it allocates it keeps.
class Ranker {
public:
    Ranker(std::size_t n, TieRule rule, std::uint64_t seed)
        : rule_(rule), seed_(seed), order_(n), above_(n) {}

    const std::vector<Rank>& rank(std::span<const std::int64_t> row, std::size_t query) {
        std::iota(order_.begin(), order_.end(), Rank{0});
        if (rule_ == TieRule::reversed) std::ranges::reverse(order_);
        if (rule_ == TieRule::random) shuffle(query);
        std::ranges::stable_sort(order_, [&](Rank a, Rank b) { return row[a] > row[b]; });
        for (std::size_t r = 0; r < order_.size(); ++r) {
            const bool is_tied =
                rule_ == TieRule::average && r > 0 && row[order_[r]] == row[order_[r - 1]];
            above_[order_[r]] = is_tied ? above_[order_[r - 1]] : static_cast<Rank>(r);
        }
        return above_;
    }

private:
    /// A uniform order of all positions leaves the tied in a uniform order.
    void shuffle(std::size_t query) {
        RandomWords random(seed_, tie_streams + query);
        for (std::size_t i = order_.size(); i > 1; --i)
            std::swap(order_[i - 1], order_[random.below(i)]);
    }

    TieRule rule_;
    std::uint64_t seed_;
    std::vector<Rank> order_;
    std::vector<Rank> above_;
};

void require_few_orders(std::span<const Rank> above, const std::string& query) {
    if (tie_orders(above) <= most_tie_orders) return;
    throw NotSupported("--ties average",
                       fmt::format("query \"{}\" with more than {} orders of its tied positions",
                                   printable(query), most_tie_orders),
                       "--ties position, reversed or random");
}

/// What tells patterns apart, as bytes: short keys need no memory of their own.
void set_key(std::string& key, std::span<const Rank> above, std::span<const std::int64_t> values) {
    key.clear();
    for (const Rank rank : above)
        key += static_cast<char>(rank);  // below max_positions
    for (const std::int64_t value : values)
        key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

std::uint64_t tie_orders(std::span<const Rank> above) {
    std::vector<std::uint64_t> seen(above.size(), 0);
    std::uint64_t orders = 1;
    for (const Rank rank : above) {
        orders *= ++seen[rank];  // at most most_tie_orders times max_positions: no overflow
        if (orders > most_tie_orders) return most_tie_orders + 1;
    }
    return orders;
}

Patterns patterns_of(const formats::PositionTable& table, TieRule rule, std::uint64_t seed,
                     bool with_values) {
    Patterns patterns;
    patterns.n = table.positions;
    patterns.of_query.reserve(table.size());
    Ranker ranker(table.positions, rule, seed);
    std::unordered_map<std::string, std::uint32_t> number_of;
    std::string key;
    for (std::size_t query = 0; query < table.size(); ++query) {
        const auto row = table.row(query);
        const std::vector<Rank>& above = ranker.rank(row, query);
        const auto values = with_values ? row : std::span<const std::int64_t>();
        set_key(key, above, values);
        const auto next = static_cast<std::uint32_t>(patterns.size());
        const auto [found, is_new] = number_of.try_emplace(key, next);
        patterns.of_query.push_back(found->second);
        if (!is_new) continue;
        if (rule == TieRule::average) require_few_orders(above, table.queries[query]);
        patterns.first_query.push_back(query);
        patterns.above.insert(patterns.above.end(), above.begin(), above.end());
        patterns.values.insert(patterns.values.end(), values.begin(), values.end());
    }
    return patterns;
}

}  // namespace disarray::properties::experiments
