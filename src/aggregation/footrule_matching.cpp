// SPDX-License-Identifier: MIT
#include "aggregation/footrule_matching.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "aggregation/detail/lemon.hpp"
#include "aggregation/detail/order.hpp"
#include "aggregation/detail/tight_matchings.hpp"
#include "aggregation/detail/whole_numbers.hpp"
#include "base/error.hpp"

namespace disarray::aggregation {

namespace {

void require_few(std::size_t n) {
    if (n <= PositionCosts::most_elements) return;
    throw NotSupported("footrule", fmt::format("{} elements", n),
                       fmt::format("at most {}, or another method: pivot, borda, best-input",
                                   PositionCosts::most_elements));
}

/// Twice the mean position, counted from 0, of each bucket of a vote.
std::vector<std::int64_t> doubled_means(const Vote& vote, std::size_t number) {
    std::vector<std::int64_t> sizes(vote.buckets.size(), 0);
    for (const Rank bucket : vote.buckets) {
        if (bucket == not_ranked) {
            throw NotSupported("footrule", fmt::format("vote {} with elements left out", number),
                               "complete votes: the rule bottom places those left out");
        }
        ++sizes.at(bucket);
    }
    std::vector<std::int64_t> means;
    std::int64_t first = 0;
    for (const std::int64_t size : sizes) {
        means.push_back(2 * first + size - 1);
        first += size;
    }
    return means;
}

/// Adds count · |mean − 2r| for every r.
void add_displacements(std::span<std::int64_t> row, std::int64_t mean, std::int64_t count) {
    for (std::size_t r = 0; r < row.size(); ++r) {
        const std::int64_t moved = mean - 2 * static_cast<std::int64_t>(r);
        row[r] += count * (moved < 0 ? -moved : moved);
    }
}

}  // namespace

PositionCosts PositionCosts::footrule(const Profile& profile, const ProfileRules& rules) {
    require_few(profile.n);
    if (profile.votes.empty() || profile.n == 0) throw UsageError("footrule: an empty profile");
    if (rules.unranked == UnrankedRule::absent) {
        throw NotSupported("footrule", "the rule absent for elements left out",
                           "the rule bottom, or refuse: an element without a position has no "
                           "displacement");
    }
    const std::size_t n = profile.n;
    Integer votes = 0;
    for (const Vote& vote : profile.votes)
        votes += vote.count;
    // Every entry is at most 2·n·votes.
    if (votes * n * n * n * 2 >= position_cost_limit) throw detail::too_large("footrule");

    std::vector<std::int64_t> entries(n * n, 0);
    for (std::size_t v = 0; v < profile.votes.size(); ++v) {
        const Vote& vote = profile.votes[v];
        if (vote.buckets.size() != n) throw UsageError("footrule: a vote of another size");
        const std::vector<std::int64_t> means = doubled_means(vote, v + 1);
        for (std::size_t i = 0; i < n; ++i) {
            add_displacements(std::span(entries).subspan(i * n, n), means[vote.buckets[i]],
                              static_cast<std::int64_t>(vote.count));
        }
    }
    return {n, std::move(entries), Rational(1) / Rational(2)};
}

PositionCosts PositionCosts::from_integers(std::size_t n, std::vector<std::int64_t> entries,
                                           Rational unit) {
    require_few(n);
    if (n == 0 || entries.size() != n * n) throw UsageError("position costs: not n×n entries");
    if (unit.sign() <= 0) throw UsageError("position costs: a unit that is not positive");
    Int128 total = 0;
    for (const std::int64_t entry : entries) {
        if (entry < 0) throw UsageError("position costs: a negative entry");
        total += entry;
    }
    if (total >= position_cost_limit) throw detail::too_large("position costs");
    return {n, std::move(entries), std::move(unit)};
}

std::int64_t PositionCosts::cost(std::span<const Rank> order) const {
    detail::require_order(order, n_, "PositionCosts::cost");
    std::int64_t total = 0;
    for (std::size_t r = 0; r < n_; ++r)
        total += (*this)(order[r], r);
    return total;
}

std::optional<std::int64_t> proved_by(const Potentials& potentials, const PositionCosts& costs) {
    const std::size_t n = costs.size();
    if (potentials.elements.size() != n || potentials.positions.size() != n) return std::nullopt;
    Int128 sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Int128 element = potentials.elements[i];
        for (std::size_t r = 0; r < n; ++r) {
            if (element + potentials.positions[r] > costs(i, r)) return std::nullopt;
        }
        sum += element + potentials.positions[i];
    }
    // A matching costs at least this, and at least 0; it cannot leave 64 bits upwards.
    return static_cast<std::int64_t>(std::max<Int128>(sum, 0));
}

namespace {

/// A matching costs the sum of the potentials iff each of its edges costs as much as its two, so
/// the optima are the perfect matchings of these edges (complementary slackness).
detail::TightEdges tight_edges(const Potentials& potentials, const PositionCosts& costs) {
    const std::size_t n = costs.size();
    detail::TightEdges edges(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t r = 0; r < n; ++r) {
            if (Int128{potentials.elements[i]} + potentials.positions[r] == costs(i, r))
                edges[i].push_back(static_cast<Rank>(r));
        }
    }
    return edges;
}

}  // namespace

Aggregate least_matching(const PositionCosts& costs, std::size_t optima) {
    const std::size_t n = costs.size();
    std::vector<std::int64_t> entries;
    entries.reserve(n * n);
    for (std::size_t i = 0; i < n; ++i)
        entries.insert(entries.end(), costs.row(i).begin(), costs.row(i).end());
    const detail::Matching matching = detail::least_matching(n, entries);

    std::vector<Rank> order(n, 0);
    for (std::size_t i = 0; i < n; ++i)
        order[matching.position_of[i]] = static_cast<Rank>(i);
    const std::int64_t cost = costs.cost(order);
    const Potentials potentials{matching.element_potentials, matching.position_potentials};
    const auto proved = proved_by(potentials, costs);
    if (!proved || *proved != cost) {
        throw InternalError(fmt::format("matching: cost {}, but the potentials prove {}", cost,
                                        proved ? std::to_string(*proved) : "nothing"));
    }
    Aggregate result =
        make_aggregate(std::move(order), costs.in_units(cost), costs.in_units(*proved),
                       Method::footrule, BoundSource::matching);
    if (optima > 1) {
        set_others(result,
                   detail::perfect_matchings(tight_edges(potentials, costs), result.order, optima),
                   optima);
    }
    return result;
}

Aggregate footrule_optimal(const Profile& profile, const ProfileRules& rules) {
    return least_matching(PositionCosts::footrule(profile, rules));
}

std::optional<Rational> half_footrule(const Aggregate& optimum, const Profile& profile,
                                      const ProfileRules& rules) {
    if (rules.ties == TieRule::free && std::ranges::any_of(profile.votes, has_ties)) return {};
    return optimum.cost / Rational(2);
}

}  // namespace disarray::aggregation
