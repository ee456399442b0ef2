// SPDX-License-Identifier: MIT
#include "aggregation/pair_costs.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "aggregation/detail/order.hpp"
#include "aggregation/detail/whole_numbers.hpp"
#include "base/error.hpp"
#include "ranking/inversions.hpp"

namespace disarray::aggregation {

PairCosts PairCosts::from_integers(std::size_t n, std::vector<std::int64_t> entries,
                                   Rational unit) {
    if (n > most_elements) {
        throw NotSupported(
            "pair costs", fmt::format("{} elements", n),
            fmt::format("at most {}, or a method that stores no matrix: pivot, borda, "
                        "best-input",
                        most_elements));
    }
    if (entries.size() != n * n) throw UsageError("pair costs: not n×n entries");
    if (unit.sign() <= 0) throw UsageError("pair costs: a unit that is not positive");
    Int128 total = 0;
    for (std::size_t i = 0; i < n; ++i) {
        entries[i * n + i] = 0;
        for (std::size_t j = 0; j < n; ++j) {
            if (entries[i * n + j] < 0) throw UsageError("pair costs: a negative entry");
            total += entries[i * n + j];
        }
    }
    if (total >= detail::cost_limit) throw detail::too_large("pair costs");
    return {n, std::move(entries), std::move(unit)};
}

PairCosts PairCosts::from(std::size_t n, std::span<const Rational> entries) {
    auto [numbers, unit] = detail::whole_numbers(ScaledSequence(entries), "pair costs");
    return from_integers(n, std::move(numbers), std::move(unit));
}

std::int64_t PairCosts::cost(std::span<const Rank> order) const {
    detail::require_order(order, n_, "PairCosts::cost");
    std::int64_t total = 0;
    for (std::size_t r = 0; r < n_; ++r) {
        const std::span<const std::int64_t> costs = row(order[r]);
        for (std::size_t s = r + 1; s < n_; ++s)
            total += costs[order[s]];
    }
    return total;
}

std::int64_t PairCosts::pair_minima() const {
    std::int64_t total = 0;
    for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = i + 1; j < n_; ++j)
            total += std::min((*this)(i, j), (*this)(j, i));
    }
    return total;
}

// ---------------------------------------------------------------------------------------------

namespace {

/// \throws UsageError for a profile that with_rules has not seen
void require_ruled(const Profile& profile, const ProfileRules& rules) {
    if (profile.votes.empty() || profile.n == 0) throw UsageError("VoteCosts: an empty profile");
    for (const Vote& vote : profile.votes) {
        if (vote.buckets.size() != profile.n) throw UsageError("VoteCosts: a vote of another size");
        if (!ranks_all(vote) && rules.unranked != UnrankedRule::absent) {
            throw UsageError("VoteCosts: an element left out; with_rules comes first");
        }
    }
}

}  // namespace

VoteCosts::VoteCosts(const Profile& profile, const ProfileRules& rules, const Weighting& weighting)
    : n_(profile.n), rules_(rules) {
    require_ruled(profile, rules);
    require_size(weighting, n_);
    if (weighting.swap_costs || weighting.irrational_swap_costs) {
        throw NotSupported(
            "pair costs", "swap costs",
            "element weights and D only: with swap costs K* is no sum of pair costs");
    }
    const bool ties = std::ranges::any_of(profile.votes, has_ties);
    if (ties && rules.ties == TieRule::element_order) {
        throw UsageError("VoteCosts: a tie; with_rules comes first");
    }
    is_strict_ = !ties && rules.unranked != UnrankedRule::absent;
    above_ = ties && rules.ties == TieRule::half ? 2 : 1;
    tied_ = above_ - 1;

    Integer count = 0;
    buckets_.reserve(n_ * profile.votes.size());
    for (const Vote& vote : profile.votes) {
        buckets_.insert(buckets_.end(), vote.buckets.begin(), vote.buckets.end());
        count += vote.count;
        if (count >= detail::cost_limit) throw detail::too_large("pair costs");
        counts_.push_back(static_cast<std::int64_t>(vote.count));
    }

    unit_ = Rational(1) / Rational(above_);
    Integer sum = n_;
    if (weighting.element_weights) {
        auto [numbers, unit] =
            detail::whole_numbers(weighting.element_weights->values(), "element weights");
        sum = std::accumulate(numbers.begin(), numbers.end(), Integer(0));
        weights_ = std::move(numbers);
        unit_ *= unit * unit;
    }
    Integer largest = 1;
    if (weighting.dissimilarity) {
        auto [numbers, unit] =
            detail::whole_numbers(weighting.dissimilarity->entries(), "dissimilarities");
        largest = std::max(largest, Integer(*std::ranges::max_element(numbers)));
        entries_ = std::move(numbers);
        unit_ *= unit;
    }
    // Every sum that is formed is at most Σ w_i w_j D_ij · count · above_ over all pairs.
    if (sum * sum * largest * count * above_ >= detail::cost_limit) {
        throw detail::too_large("pair costs");
    }
}

std::int64_t VoteCosts::scaled(std::size_t i, std::size_t j, std::int64_t votes) const {
    if (!weights_.empty()) votes *= weights_[i] * weights_[j];
    if (!entries_.empty()) votes *= entries_[i * n_ + j];
    return votes;
}

std::int64_t VoteCosts::operator()(std::size_t i, std::size_t j) const {
    if (i == j) return 0;
    std::int64_t votes = 0;
    for (std::size_t v = 0; v < counts_.size(); ++v) {
        const Rank bucket_i = buckets_[v * n_ + i];
        const Rank bucket_j = buckets_[v * n_ + j];
        if (bucket_i == not_ranked) continue;  // not_ranked is above none
        votes +=
            counts_[v] * (above_ * int(bucket_j < bucket_i) + tied_ * int(bucket_j == bucket_i));
    }
    return scaled(i, j, votes);
}

namespace {

/// rank[p] is the rank of the element at place p among those that the vote ranks, in the order of
/// the places where the vote ties; the elements that it leaves out are not there.
struct Places {
    std::vector<Rank> ranks;
    std::vector<Rank> elements;  ///< at the same places
};

Places places_of(std::span<const Rank> buckets, std::span<const Rank> order) {
    std::vector<Rank> next(buckets.size() + 1, 0);
    Places places;
    for (const Rank element : order) {
        if (buckets[element] == not_ranked) continue;
        places.elements.push_back(element);
        ++next[buckets[element] + 1];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    places.ranks.reserve(places.elements.size());
    for (const Rank element : places.elements)
        places.ranks.push_back(next[buckets[element]]++);
    return places;
}

/// Σ w_i w_j over the pairs that `buckets` ties; w = 1 if `weights` is empty.
std::int64_t tied_weight(std::span<const Rank> buckets, std::span<const std::int64_t> weights) {
    std::vector<std::int64_t> sum(buckets.size(), 0);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        if (buckets[i] == not_ranked) continue;
        const std::int64_t weight = weights.empty() ? 1 : weights[i];
        total += sum[buckets[i]] * weight;
        sum[buckets[i]] += weight;
    }
    return total;
}

}  // namespace

std::int64_t VoteCosts::agreement_cost(std::size_t vote, std::span<const Rank> order) const {
    Places places = places_of(buckets_of(vote), order);
    std::int64_t inverted = 0;
    if (weights_.empty()) {
        inverted = static_cast<std::int64_t>(
            inversion_count(Permutation::from_ranks_unchecked(std::move(places.ranks))));
    } else {
        std::vector<std::int64_t> weights;
        weights.reserve(places.elements.size());
        for (const Rank element : places.elements)
            weights.push_back(weights_[element]);
        inverted = static_cast<std::int64_t>(inversion_weight_unchecked<std::int64_t, Int128>(
            std::move(places.ranks), std::move(weights)));
    }
    const std::int64_t ties = tied_ == 0 ? 0 : tied_ * tied_weight(buckets_of(vote), weights_);
    return counts_[vote] * (above_ * inverted + ties);
}

std::int64_t VoteCosts::cost(std::span<const Rank> order) const {
    detail::require_order(order, n_, "VoteCosts::cost");
    std::int64_t total = 0;
    if (entries_.empty()) {
        for (std::size_t v = 0; v < votes(); ++v)
            total += agreement_cost(v, order);
        return total;
    }
    std::vector<std::int64_t> row(n_);
    for (std::size_t r = 0; r < n_; ++r) {
        fill_row(order[r], row);
        for (std::size_t s = r + 1; s < n_; ++s)
            total += row[order[s]];
    }
    return total;
}

void VoteCosts::fill_row(std::size_t i, std::span<std::int64_t> row) const {
    std::ranges::fill(row, 0);
    for (std::size_t v = 0; v < votes(); ++v) {
        const std::span<const Rank> buckets = buckets_of(v);
        const Rank own = buckets[i];
        if (own == not_ranked) continue;
        const std::int64_t above = counts_[v] * above_;
        const std::int64_t tied = counts_[v] * tied_;
        for (std::size_t j = 0; j < n_; ++j)
            row[j] += buckets[j] < own ? above : buckets[j] == own ? tied : 0;
    }
    row[i] = 0;
    if (weights_.empty() && entries_.empty()) return;
    for (std::size_t j = 0; j < n_; ++j)
        row[j] = scaled(i, j, row[j]);
}

namespace {

/// Of each j > i: the votes that place it above i, tie it with i, and rank it, among those that
/// rank i. 32 bits keep four or eight of them in a register.
struct RowCounts {
    std::vector<std::uint32_t> above, tied, ranked;
    std::uint32_t votes = 0;

    explicit RowCounts(std::size_t n) : above(n), tied(n), ranked(n) {}

    void clear(std::size_t first) {
        votes = 0;
        for (auto* counts : {&above, &tied, &ranked})
            std::fill(counts->begin() + static_cast<std::ptrdiff_t>(first), counts->end(), 0U);
    }
    void add(std::span<const Rank> buckets, std::size_t i, std::uint32_t count, bool strict) {
        const Rank own = buckets[i];
        if (own == not_ranked) return;
        votes += count;
        const std::size_t n = buckets.size();
        for (std::size_t j = i + 1; j < n; ++j)
            above[j] += buckets[j] < own ? count : 0U;
        if (strict) return;
        for (std::size_t j = i + 1; j < n; ++j)
            tied[j] += buckets[j] == own ? count : 0U;
        for (std::size_t j = i + 1; j < n; ++j)
            ranked[j] += buckets[j] != not_ranked ? count : 0U;
    }
    /// The least of the votes that place j above i and of those that place it below.
    std::uint32_t minority(std::size_t j, bool strict) const {
        const std::uint32_t both = strict ? votes : ranked[j];
        return std::min(above[j], both - above[j] - tied[j]);
    }
};

}  // namespace

std::int64_t VoteCosts::pair_minima() const {
    const std::int64_t votes = std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0});
    std::int64_t total = 0;
    if (votes > std::numeric_limits<std::uint32_t>::max()) {
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t j = i + 1; j < n_; ++j)
                total += std::min((*this)(i, j), (*this)(j, i));
        }
        return total;
    }
    RowCounts row(n_);
    for (std::size_t i = 0; i < n_; ++i) {
        row.clear(i);
        for (std::size_t v = 0; v < counts_.size(); ++v)
            row.add(buckets_of(v), i, static_cast<std::uint32_t>(counts_[v]), is_strict_);
        for (std::size_t j = i + 1; j < n_; ++j) {
            const std::int64_t least = above_ * row.minority(j, is_strict_) + tied_ * row.tied[j];
            total += scaled(i, j, least);
        }
    }
    return total;
}

PairCosts VoteCosts::stored() const {
    // from_integers refuses a greater n, but only after the entries would have been made.
    std::vector<std::int64_t> entries(n_ <= PairCosts::most_elements ? n_ * n_ : 0);
    for (std::size_t i = 0; i * n_ < entries.size(); ++i)
        fill_row(i, std::span(entries).subspan(i * n_, n_));
    return PairCosts::from_integers(n_, std::move(entries), unit_);
}

std::vector<Rank> VoteCosts::order_of(std::size_t vote) const {
    if (vote >= votes()) throw UsageError("VoteCosts::order_of: no such vote");
    const std::span<const Rank> buckets = buckets_of(vote);
    std::vector<Rank> order = detail::identity_order(n_);
    std::ranges::stable_sort(order, {}, [&](Rank i) { return buckets[i]; });  // not_ranked is last
    return order;
}

std::vector<std::int64_t> VoteCosts::borda_scores() const {
    std::vector<std::int64_t> scores(n_, 0);
    std::vector<std::int64_t> starts(n_ + 1);
    for (std::size_t v = 0; v < votes(); ++v) {
        // starts[b]: the number of elements in the buckets before b
        const std::span<const Rank> buckets = buckets_of(v);
        std::ranges::fill(starts, 0);
        for (const Rank bucket : buckets) {
            if (bucket != not_ranked) ++starts[bucket + 1];
        }
        std::partial_sum(starts.begin(), starts.end(), starts.begin());
        for (std::size_t i = 0; i < n_; ++i) {
            if (buckets[i] == not_ranked) continue;
            const std::int64_t below = starts[n_] - starts[buckets[i] + 1];
            scores[i] += counts_[v] * (below - starts[buckets[i]]);
        }
    }
    return scores;
}

}  // namespace disarray::aggregation
