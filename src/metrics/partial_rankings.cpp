// SPDX-License-Identifier: MIT
#include "metrics/partial_rankings.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <tuple>

#include "base/error.hpp"
#include "metrics/correlation.hpp"
#include "metrics/reading.hpp"
#include "ranking/inversions.hpp"

namespace disarray::metrics {

namespace {

using TiedRanks = std::span<const Rank>;

/// Pairs that σ and τ order differently, and those that only one of them ties.
struct TieCounts {
    Integer contradicted, tied_by_sigma, tied_by_tau;
};

TieCounts tie_counts(TiedRanks sigma, TiedRanks tau) {
    const PairCounts by_tau = pair_counts_with_ties(sigma, tau);
    return {by_tau.contradicted, by_tau.tied, pair_counts_with_ties(tau, sigma).tied};
}

/// Places of the elements by σ, ties by τ (or against it), the rest by element.
std::vector<std::int64_t> refined_places(TiedRanks sigma, TiedRanks tau, bool against) {
    std::vector<std::size_t> order(sigma.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) {
        const auto second = static_cast<std::int64_t>(tau[i]);
        return std::tuple(sigma[i], against ? -second : second, i);
    });
    std::vector<std::int64_t> places(order.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        places[order[k]] = static_cast<std::int64_t>(k);
    return places;
}

Integer sum_of_differences(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    Int128 sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::abs(a[i] - b[i]);
    return to_integer(sum);
}

/// All rank vectors without ties that agree with `ranks` where it orders.
std::vector<Permutation> refinements(TiedRanks ranks) {
    std::vector<Rank> places(ranks.size());
    std::iota(places.begin(), places.end(), Rank{0});
    std::vector<Permutation> all;
    do {
        bool agrees = true;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            for (std::size_t j = 0; j < ranks.size(); ++j)
                agrees &= ranks[i] >= ranks[j] || places[i] < places[j];
        if (agrees) all.push_back(Permutation::from_ranks_unchecked(places));
    } while (std::ranges::next_permutation(places).found);
    return all;
}

void require_same_length(TiedRanks sigma, TiedRanks tau) {
    if (sigma.size() != tau.size()) throw UsageError("rankings of different sizes");
}

}  // namespace

Rational kendall_partial(std::span<const Rank> sigma, std::span<const Rank> tau,
                         const Rational& p) {
    const TieCounts counts = tie_counts(sigma, tau);
    return Rational(counts.contradicted) + p * Rational(counts.tied_by_sigma + counts.tied_by_tau);
}

Integer kendall_hausdorff(std::span<const Rank> sigma, std::span<const Rank> tau) {
    const TieCounts counts = tie_counts(sigma, tau);
    return counts.contradicted + std::max(counts.tied_by_sigma, counts.tied_by_tau);
}

Rational footrule_profile(std::span<const Rank> sigma, std::span<const Rank> tau) {
    require_same_length(sigma, tau);
    return Rational(sum_of_differences(doubled_midranks(sigma), doubled_midranks(tau)), 2);
}

Integer footrule_hausdorff(std::span<const Rank> sigma, std::span<const Rank> tau) {
    require_same_length(sigma, tau);
    const auto one =
        sum_of_differences(refined_places(sigma, tau, true), refined_places(tau, sigma, false));
    const auto other =
        sum_of_differences(refined_places(sigma, tau, false), refined_places(tau, sigma, true));
    return std::max(one, other);
}

Rational naive_kendall_partial(std::span<const Rank> s, std::span<const Rank> t,
                               const Rational& p) {
    Rational sum = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if ((s[i] < s[j] && t[i] > t[j]) || (s[i] > s[j] && t[i] < t[j])) sum += 1;
            if ((s[i] == s[j]) != (t[i] == t[j])) sum += p;
        }
    }
    return sum;
}

Rational naive_footrule_profile(std::span<const Rank> sigma, std::span<const Rank> tau) {
    // Half of those above or tied, and half of those above: the mean of the bucket's positions.
    const auto position = [](TiedRanks ranks, std::size_t i) {
        Rational sum = 0;
        for (const Rank rank : ranks) {
            if (rank < ranks[i]) sum += 1;
            if (rank == ranks[i]) sum += Rational(1, 2);
        }
        return sum;
    };
    Rational sum = 0;
    for (std::size_t i = 0; i < sigma.size(); ++i)
        sum += abs(position(sigma, i) - position(tau, i));
    return sum;
}

Integer naive_hausdorff(std::span<const Rank> sigma, std::span<const Rank> tau,
                        Integer (*distance)(const Permutation&, const Permutation&)) {
    const auto ours = refinements(sigma), theirs = refinements(tau);
    const auto farthest = [&](const auto& from, const auto& to) {
        Integer most = 0;
        for (const Permutation& a : from) {
            Integer nearest = distance(a, to.front());
            for (const Permutation& b : to)
                nearest = std::min(nearest, distance(a, b));
            most = std::max(most, nearest);
        }
        return most;
    };
    return std::max(farthest(ours, theirs), farthest(theirs, ours));
}

namespace {

using OfTies = Value (*)(TiedRanks sigma, TiedRanks tau, const Parameters& parameters);

Metric metric_of_ties(std::string_view name, std::string_view family, std::string_view formula,
                      OfTies value) {
    Metric metric;
    metric.name = name;
    metric.family = family;
    metric.formula = formula;
    metric.domain = "two rankings with ties";
    metric.exactness = "rational";
    metric.source = "Fagin et al. 2006";
    metric.value = [value](const Comparison& c) {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        return value(pair.sigma.ranks(), pair.tau.ranks(), c.parameters);
    };
    // Without ties these are inversions and displacements.
    metric.naive_value = [is_kendall = family == "kendall"](const Comparison& c) -> Value {
        const Operands pair = operands(c.sigma, c.tau, c.frame);
        Rational sum = 0;
        for (std::size_t i = 0; i < pair.sigma.size(); ++i) {
            if (!is_kendall) sum += abs(Rational(pair.sigma[i]) - Rational(pair.tau[i]));
            for (std::size_t j = 0; is_kendall && j < i; ++j)
                if ((pair.sigma[i] < pair.sigma[j]) != (pair.tau[i] < pair.tau[j])) sum += 1;
        }
        return sum;
    };
    metric.value_with_ties = value;
    return metric;
}

}  // namespace

std::span<const Metric> partial_ranking_metrics() {
    static const std::vector<Metric> metrics = [] {
        std::vector<Metric> all{
            metric_of_ties("kendall-partial", "kendall",
                           "pairs ordered differently + p·pairs that one ties",
                           [](TiedRanks s, TiedRanks t, const Parameters& parameters) -> Value {
                               return kendall_partial(s, t, parameters.penalty);
                           }),
            metric_of_ties("kendall-profile", "kendall",
                           "pairs ordered differently + ½·pairs that one ties",
                           [](TiedRanks s, TiedRanks t, const Parameters&) -> Value {
                               return kendall_partial(s, t, Rational(1, 2));
                           }),
            metric_of_ties("kendall-hausdorff", "kendall",
                           "pairs ordered differently + max(pairs only σ ties, only τ ties)",
                           [](TiedRanks s, TiedRanks t, const Parameters&) -> Value {
                               return Rational(kendall_hausdorff(s, t));
                           }),
            metric_of_ties("footrule-profile", "footrule", "Σ |difference of mean positions|",
                           [](TiedRanks s, TiedRanks t, const Parameters&) -> Value {
                               return footrule_profile(s, t);
                           }),
            metric_of_ties("footrule-hausdorff", "footrule",
                           "Hausdorff distance of the refinements, by the footrule",
                           [](TiedRanks s, TiedRanks t, const Parameters&) -> Value {
                               return Rational(footrule_hausdorff(s, t));
                           })};
        all.front().takes.penalty = true;
        return all;
    }();
    return metrics;
}

}  // namespace disarray::metrics
