// SPDX-License-Identifier: MIT
#include "aggregation/distance_sum.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "aggregation/detail/distance_tables.hpp"
#include "aggregation/detail/order.hpp"
#include "aggregation/detail/whole_numbers.hpp"
#include "base/error.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"

namespace disarray::aggregation {

namespace {

using metrics::Frame;
using metrics::Reading;

void require_defined(const Distance& distance, std::size_t n) {
    require_size(distance.weighting, n);
    if (distance.weighting.irrational_swap_costs) {
        throw NotSupported("aggregation", "swap costs that are irrational",
                           "rational ones: costs of orders are compared exactly");
    }
    if (distance.reading == Reading::prefix_sym && distance.frame == Frame::element) {
        throw NotSupported("aggregation", "footrule[prefix-sym] in the element frame",
                           "the literal frame, or another reading: prefix-sym has one argument");
    }
}

/// The vote as ranks. \throws NotSupported if it has ties or leaves elements out
std::vector<Rank> ranks_of_vote(const Vote& vote, std::size_t n, std::size_t number) {
    if (vote.buckets.size() != n) throw UsageError("DistanceSum: a vote of another size");
    if (!ranks_all(vote)) {
        throw NotSupported("aggregation", fmt::format("vote {} with elements left out", number),
                           "complete votes for this distance: the rules bottom and element-order");
    }
    if (has_ties(vote)) {
        throw NotSupported("aggregation", fmt::format("vote {} with ties", number),
                           "votes without ties for this distance: the rule element-order");
    }
    return vote.buckets;
}

/// p̄ on every pair of ranks s, t, row by row: the shifts by 0, …, n−1 meet each pair once.
std::vector<Rational> averages_of(const SwapCosts& costs, FixedPointPolicy policy, std::size_t n) {
    const Permutation identity = Permutation::identity(n);
    std::vector<Rational> averages(n * n);
    for (std::size_t shift = 0; shift < n; ++shift) {
        std::vector<Rank> shifted(n);
        for (std::size_t t = 0; t < n; ++t)
            shifted[t] = static_cast<Rank>((t + shift) % n);
        const auto of_shift =
            average_swap_costs(Permutation::from_ranks_unchecked(shifted), identity, costs, policy);
        for (std::size_t t = 0; t < n; ++t)
            averages[shifted[t] * n + t] = of_shift[t];
    }
    return averages;
}

Integer sum_of(const std::vector<std::int64_t>& values, std::size_t n) {
    return values.empty() ? Integer(n) : std::accumulate(values.begin(), values.end(), Integer(0));
}

Integer largest_of(const std::vector<std::int64_t>& values) {
    return values.empty() ? Integer(1)
                          : std::max(Integer(1), Integer(*std::ranges::max_element(values)));
}

}  // namespace

DistanceSum::Tables::Tables(const Profile& profile, Distance given)
    : distance(std::move(given)), n(profile.n), unit(1) {
    if (profile.votes.empty() || n == 0) throw UsageError("DistanceSum: an empty profile");
    require_defined(distance, n);
    Integer votes = 0;
    for (std::size_t v = 0; v < profile.votes.size(); ++v) {
        const Vote& vote = profile.votes[v];
        std::vector<Rank> ranks = ranks_of_vote(vote, n, v + 1);
        std::vector<Rank> labels = is_literal() ? ranks : detail::identity_order(n);
        ballots.push_back(
            {static_cast<std::int64_t>(vote.count), std::move(ranks), std::move(labels)});
        votes += vote.count;
    }
    const Weighting& weighting = distance.weighting;
    const auto take = [&](const ScaledSequence& values, const char* name) {
        auto [numbers, its_unit] = detail::whole_numbers(values, name);
        unit *= its_unit;
        return std::pair(std::move(numbers), its_unit);
    };
    if (weighting.element_weights) {
        auto [numbers, its_unit] = take(weighting.element_weights->values(), "element weights");
        weights = std::move(numbers);
        unit *= its_unit;  // w_i and w_j
    }
    if (weighting.dissimilarity) {
        entries = take(weighting.dissimilarity->entries(), "dissimilarities").first;
    }
    if (weighting.swap_costs) {
        const auto values = averages_of(*weighting.swap_costs, weighting.fixed_points, n);
        auto [numbers, its_unit] = take(ScaledSequence(values), "swap costs");
        averages = std::move(numbers);
        unit *= its_unit;
    }
    // Box and prefix-sym are means of two sums; cost() adds them up.
    if (distance.reading == Reading::box || distance.reading == Reading::prefix_sym) {
        unit /= Rational(2);
    }
    const Integer factor = largest_of(weights) * largest_of(averages);
    const Integer sum = sum_of(weights, n) * largest_of(averages);
    if (factor >= detail::cost_limit || sum * sum * largest_of(entries) * votes * 8 >= Integer(1)
                                                                                           << 120) {
        throw NotSupported("aggregation", "costs that need more than 120 bits",
                           "smaller weights, or simpler fractions");
    }
}

namespace {

/// One vote and a candidate, both as ranks of labels.
struct Labelled {
    const DistanceSum::Tables& tables;
    std::vector<Rank> sigma, tau;
    std::vector<std::int64_t> factors;  ///< w p̄

    Labelled(const DistanceSum::Tables& all, std::vector<Rank> first, std::vector<Rank> second)
        : tables(all), sigma(std::move(first)), tau(std::move(second)), factors(sigma.size()) {
        for (Rank i = 0; i < sigma.size(); ++i)
            factors[i] = tables.w(i) * tables.p(sigma[i], tau[i]);
    }

    /// a_ij / factor of i.
    Int128 inner(Rank i, Rank j) const { return Int128{factors[j]} * tables.d(i, j); }
};

Int128 kendall(const Labelled& pair) {
    Int128 total = 0;
    const auto n = static_cast<Rank>(pair.sigma.size());
    for (Rank i = 0; i < n; ++i) {
        Int128 inner = 0;
        for (Rank j = i + 1; j < n; ++j) {
            if ((pair.sigma[j] < pair.sigma[i]) != (pair.tau[j] < pair.tau[i])) {
                inner += pair.inner(i, j);
            }
        }
        total += pair.factors[i] * inner;
    }
    return total;
}

Int128 prefix(const Labelled& pair) {
    Int128 total = 0;
    const auto n = static_cast<Rank>(pair.sigma.size());
    for (Rank i = 0; i < n; ++i) {
        Int128 inner = 0;
        for (Rank j = 0; j < n; ++j) {
            const int sign = int(pair.tau[j] < pair.tau[i]) - int(pair.sigma[j] < pair.sigma[i]);
            if (sign != 0) inner += sign * pair.inner(i, j);
        }
        total += pair.factors[i] * (inner < 0 ? -inner : inner);
    }
    return total;
}

/// \param ranks  σ for the interval reading, τ for its mirror in box
Int128 interval(const Labelled& pair, const std::vector<Rank>& ranks) {
    Int128 total = 0;
    const auto n = static_cast<Rank>(pair.sigma.size());
    for (Rank i = 0; i < n; ++i) {
        const auto [low, high] = std::minmax(pair.sigma[i], pair.tau[i]);
        if (low == high) continue;
        Int128 inner = 0;
        for (Rank j = 0; j < n; ++j) {
            if (low <= ranks[j] && ranks[j] <= high) inner += pair.inner(i, j);  // D_ii = 0
        }
        total += pair.factors[i] * inner;
    }
    return total;
}

Int128 value_of(const Labelled& pair, const std::optional<Reading>& reading) {
    if (!reading) return kendall(pair);
    switch (*reading) {
        case Reading::prefix:
            return prefix(pair);
        case Reading::prefix_sym:
            // The literal frame only: τ is the identity, so σ⁻¹ is the inverse and its reference.
            return prefix(pair) +
                   prefix(Labelled(pair.tables, detail::ranks_of(pair.sigma), pair.tau));
        case Reading::interval:
            return interval(pair, pair.sigma);
        case Reading::box:
            return interval(pair, pair.sigma) + interval(pair, pair.tau);
    }
    throw InternalError("aggregation: a reading without a formula");
}

}  // namespace

Int128 DistanceSum::Tables::cost(std::span<const Rank> sigma) const {
    Int128 total = 0;
    for (const Ballot& ballot : ballots) {
        std::vector<Rank> first(n);
        std::vector<Rank> second(n);
        for (std::size_t i = 0; i < n; ++i) {
            first[ballot.labels[i]] = sigma[i];
            second[ballot.labels[i]] = ballot.ranks[i];
        }
        total += ballot.count *
                 value_of(Labelled(*this, std::move(first), std::move(second)), distance.reading);
    }
    return total;
}

// ---------------------------------------------------------------------------------------------

DistanceSum::DistanceSum(const Profile& profile, Distance distance)
    : tables_(std::make_unique<const Tables>(profile, std::move(distance))) {}
DistanceSum::~DistanceSum() = default;
DistanceSum::DistanceSum(DistanceSum&&) noexcept = default;
DistanceSum& DistanceSum::operator=(DistanceSum&&) noexcept = default;

std::size_t DistanceSum::size() const {
    return tables_->n;
}
std::size_t DistanceSum::votes() const {
    return tables_->ballots.size();
}
const Distance& DistanceSum::distance() const {
    return tables_->distance;
}

Rational DistanceSum::cost(std::span<const Rank> order) const {
    detail::require_order(order, size(), "DistanceSum::cost");
    const Permutation sigma = Permutation::from_ranks_unchecked(detail::ranks_of(order));
    const Distance& d = tables_->distance;
    Rational total = 0;
    for (const Tables::Ballot& ballot : tables_->ballots) {
        const Permutation tau = Permutation::from_ranks_unchecked(ballot.ranks);
        total += Rational(ballot.count) *
                 (d.reading ? metrics::footrule(sigma, tau, d.weighting, *d.reading, d.frame)
                            : metrics::kendall(sigma, tau, d.weighting, d.frame));
    }
    return total;
}

std::vector<Rank> DistanceSum::order_of(std::size_t vote) const {
    if (vote >= votes()) throw UsageError("DistanceSum::order_of: no such vote");
    return detail::ranks_of(tables_->ballots[vote].ranks);
}

}  // namespace disarray::aggregation
