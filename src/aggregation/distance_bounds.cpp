// SPDX-License-Identifier: MIT
//
// What no order costs less than, for distances that are no sum of pair or position costs: each term
// is replaced by the least that it can be given one pair, or one element and its rank.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "aggregation/detail/distance_tables.hpp"
#include "aggregation/detail/whole_numbers.hpp"
#include "aggregation/distance_sum.hpp"
#include "aggregation/footrule_matching.hpp"
#include "aggregation/kemeny.hpp"
#include "base/error.hpp"

namespace disarray::aggregation {

namespace {

using metrics::Reading;
using Tables = DistanceSum::Tables;

void require_kendall(const Tables& tables) {
    if (!tables.distance.reading) return;
    throw NotSupported("pair costs", "a footrule",
                       "Kendall's distance: a footrule has no pair costs");
}

/// [s n + t], s > t: the least of p̄(a,s) p̄(b,t) over ranks a < b, which is what an inverted pair
/// with the ranks s and t in the vote leaves to the candidate.
std::vector<Int128> least_products(const Tables& tables) {
    const std::size_t n = tables.n;
    std::vector<Int128> least(n * n, 0);
    for (std::size_t t = 0; t < n; ++t) {
        std::vector<std::int64_t> below(n, 0);  // below[a] = min over b > a of p̄(b,t), a < n−1
        for (std::size_t a = n - 1; a-- > 0;) {
            below[a] = tables.p(a + 1, t);
            if (a + 2 < n) below[a] = std::min(below[a], below[a + 1]);
        }
        for (std::size_t s = t + 1; s < n; ++s) {
            for (std::size_t a = 0; a + 1 < n; ++a) {
                const Int128 product = Int128{tables.p(a, s)} * below[a];
                Int128& entry = least[s * n + t];
                entry = a == 0 ? product : std::min(entry, product);
            }
        }
    }
    return least;
}

/// Σ over votes with j above i of count · w_i w_j D_ij · products(τ(i), τ(j), i, j), row by row.
template <class Products>
std::vector<Int128> inverted_terms(const Tables& tables, const Products& products) {
    const std::size_t n = tables.n;
    std::vector<Int128> entries(n * n, 0);
    for (const Tables::Ballot& ballot : tables.ballots) {
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (ballot.ranks[j] >= ballot.ranks[i]) continue;
                const Rank a = ballot.labels[i];
                const Rank b = ballot.labels[j];
                const Int128 term = Int128{tables.w(a)} * tables.w(b) * tables.d(a, b);
                entries[i * n + j] +=
                    ballot.count * term * products(ballot.ranks[i], ballot.ranks[j], i, j);
            }
        }
    }
    return entries;
}

PairCosts rounded_pair_costs(const Tables& tables, const std::vector<Int128>& entries) {
    auto [numbers, factor] = detail::rounded_down(entries, detail::cost_limit);
    return PairCosts::from_integers(tables.n, std::move(numbers), Rational(factor) * tables.unit);
}

}  // namespace

PairCosts relaxed_pair_costs(const DistanceSum& sum) {
    const Tables& tables = sum.tables();
    require_kendall(tables);
    const std::vector<Int128> least = least_products(tables);
    return rounded_pair_costs(tables,
                              inverted_terms(tables, [&](Rank s, Rank t, std::size_t, std::size_t) {
                                  return least[s * tables.n + t];
                              }));
}

PairCosts identity_pair_costs(const DistanceSum& sum) {
    const Tables& tables = sum.tables();
    require_kendall(tables);
    const std::vector<Int128> entries =
        inverted_terms(tables, [&](Rank s, Rank t, std::size_t i, std::size_t j) {
            return Int128{tables.p(i, s)} * tables.p(j, t);
        });
    std::vector<Rational> exact;
    exact.reserve(entries.size());
    for (const Int128 entry : entries)
        exact.push_back(tables.in_units(entry));
    return PairCosts::from(tables.n, exact);
}

namespace {

/// What is least and greatest of w_j D_ij p̄_j for the other elements j, for one vote and element i.
class Others {
public:
    Others(const Tables& tables, const Tables::Ballot& ballot, std::size_t i) {
        const std::size_t n = tables.n;
        for (std::size_t j = 0; j < n; ++j) {
            if (j == i) continue;
            const Rank label = ballot.labels[j];
            const Int128 weight = Int128{tables.w(label)} * tables.d(ballot.labels[i], label);
            const auto [low, high] = extremes(tables, ballot.ranks[j]);
            least_.push_back(weight * low);
            greatest_.push_back(weight * high);
            ranks_.push_back(ballot.ranks[j]);
        }
        least_sums_ = sorted_sums(least_, [](Int128 a, Int128 b) { return a < b; });
        greatest_sums_ = sorted_sums(greatest_, [](Int128 a, Int128 b) { return a > b; });
    }

    /// Of any `count` of them.
    Int128 least(std::size_t count) const { return least_sums_[count]; }
    Int128 greatest(std::size_t count) const { return greatest_sums_[count]; }
    /// Of those with rank in first … last of the vote.
    Int128 least_between(Rank first, Rank last) const { return between(least_, first, last); }
    Int128 greatest_between(Rank first, Rank last) const { return between(greatest_, first, last); }

private:
    static std::pair<std::int64_t, std::int64_t> extremes(const Tables& tables, Rank t) {
        std::int64_t low = tables.p(0, t);
        std::int64_t high = low;
        for (std::size_t s = 1; tables.has_swap_costs() && s < tables.n; ++s) {
            low = std::min(low, tables.p(s, t));
            high = std::max(high, tables.p(s, t));
        }
        return {low, high};
    }
    template <class Before>
    static std::vector<Int128> sorted_sums(std::vector<Int128> values, Before before) {
        std::sort(values.begin(), values.end(), before);
        std::vector<Int128> sums{0};
        for (const Int128 value : values)
            sums.push_back(sums.back() + value);
        return sums;
    }
    Int128 between(const std::vector<Int128>& values, Rank first, Rank last) const {
        Int128 sum = 0;
        for (std::size_t j = 0; j < values.size(); ++j) {
            if (first <= ranks_[j] && ranks_[j] <= last) sum += values[j];
        }
        return sum;
    }

    std::vector<Int128> least_, greatest_, least_sums_, greatest_sums_;
    std::vector<Rank> ranks_;
};

/// The least of |x − y| for x in [x_low, x_high], y in [y_low, y_high].
Int128 distance_of(Int128 x_low, Int128 x_high, Int128 y_low, Int128 y_high) {
    return std::max<Int128>({0, x_low - y_high, y_low - x_high});
}

/// prefix, for each vote on its own: the sum over the elements above i in the vote against
/// that over any r elements.
Int128 least_prefix_term(const Others& others, Rank t, std::size_t r) {
    if (t == 0) return others.least(r);
    return distance_of(others.least_between(0, t - 1), others.greatest_between(0, t - 1),
                       others.least(r), others.greatest(r));
}

/// interval: exactly |r − t| other elements have their rank between, whichever they are.
Int128 least_interval_term(const Others& others, Rank t, std::size_t r) {
    return others.least(r < t ? t - r : r - t);
}

Int128 least_term(const Others& others, Reading reading, Rank t, std::size_t r) {
    switch (reading) {
        case Reading::prefix:
        case Reading::prefix_sym:  // the other half is at least 0
            return least_prefix_term(others, t, r);
        case Reading::interval:
            return least_interval_term(others, t, r);
        case Reading::box: {
            if (r == t) return 0;
            const auto rank = static_cast<Rank>(r);
            return least_interval_term(others, t, r) +
                   others.least_between(std::min(rank, t), std::max(rank, t));
        }
    }
    throw InternalError("aggregation: a reading without a bound");
}

std::vector<Int128> position_terms(const Tables& tables) {
    const std::size_t n = tables.n;
    std::vector<Int128> entries(n * n, 0);
    for (const Tables::Ballot& ballot : tables.ballots) {
        for (std::size_t i = 0; i < n; ++i) {
            const Others others(tables, ballot, i);
            const Rank t = ballot.ranks[i];
            const Int128 weight = Int128{ballot.count} * tables.w(ballot.labels[i]);
            for (std::size_t r = 0; r < n; ++r) {
                entries[i * n + r] +=
                    weight * tables.p(r, t) * least_term(others, *tables.distance.reading, t, r);
            }
        }
    }
    return entries;
}

/// A vote's sum over the elements above i, and its count.
struct Pull {
    Int128 value;
    std::int64_t count;
};

/// min over x in [low, high] of Σ count |value − x|: the weighted median, moved into the interval.
/// \param pulls  by ascending value
Int128 least_pull(const std::vector<Pull>& pulls, Int128 low, Int128 high) {
    std::int64_t votes = 0;
    for (const Pull& pull : pulls)
        votes += pull.count;
    std::int64_t below = 0;
    Int128 median = pulls.back().value;
    for (const Pull& pull : pulls) {
        below += pull.count;
        if (2 * below < votes) continue;
        median = pull.value;
        break;
    }
    const Int128 x = std::clamp(median, low, high);
    Int128 total = 0;
    for (const Pull& pull : pulls)
        total += pull.count * (pull.value < x ? x - pull.value : pull.value - x);
    return total;
}

/// prefix without swap costs in the element frame: all votes pull at the same sum over the elements
/// above i, so the least of their sum is taken, not the sum of their least.
std::vector<Int128> joint_prefix_terms(const Tables& tables) {
    const std::size_t n = tables.n;
    std::vector<Int128> entries(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const auto element = static_cast<Rank>(i);
        std::vector<Pull> pulls;
        for (const Tables::Ballot& ballot : tables.ballots) {
            Int128 above = 0;
            for (Rank j = 0; j < n; ++j) {
                if (ballot.ranks[j] < ballot.ranks[i]) {
                    above += Int128{tables.w(j)} * tables.d(element, j);
                }
            }
            pulls.push_back({above, ballot.count});
        }
        std::ranges::sort(pulls, {}, &Pull::value);
        const Others others(tables, tables.ballots.front(), i);
        for (std::size_t r = 0; r < n; ++r) {
            entries[i * n + r] =
                tables.w(element) * least_pull(pulls, others.least(r), others.greatest(r));
        }
    }
    return entries;
}

}  // namespace

LowerBound lower_bound(const DistanceSum& sum, const Stop& stop) {
    const Tables& tables = sum.tables();
    if (!tables.distance.reading) {
        const PairCosts costs = relaxed_pair_costs(sum);
        return {kemeny(costs, {.stop = stop}).lower_bound, BoundSource::relaxed_pairs};
    }
    const bool joint = tables.distance.reading == Reading::prefix && !tables.has_swap_costs() &&
                       !tables.is_literal();
    const std::vector<Int128> entries = joint ? joint_prefix_terms(tables) : position_terms(tables);
    auto [numbers, factor] = detail::rounded_down(entries, position_cost_limit);
    const PositionCosts costs =
        PositionCosts::from_integers(tables.n, std::move(numbers), Rational(factor) * tables.unit);
    return {least_matching(costs).lower_bound, BoundSource::relaxed_matching};
}

}  // namespace disarray::aggregation
