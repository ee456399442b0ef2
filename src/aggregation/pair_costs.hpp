// SPDX-License-Identifier: MIT
//
// Pair costs: c(i,j) is what it costs to place element i above element j, summed over the votes
// that say otherwise. K(σ) summed over a profile is the sum of c(i,j) over the pairs that σ places
// i above j, also with element weights and D (each pair times w_i w_j D_ij), which makes it a
// feedback arc set (KV 5.1). With swap costs it is none: see representation.hpp.
//
// Costs are 64-bit integers over one common unit, checked once against overflow when they are made:
// every sum over pairs then fits. PairCosts stores n² of them; VoteCosts computes each from the
// votes, for n where n² is too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exact/rational.hpp"
#include "ranking/permutation.hpp"
#include "ranking/profile.hpp"
#include "weighting/weighting.hpp"

namespace disarray::aggregation {

/// A stored n×n matrix: row i, column j is the cost of placing i above j, in units.
class PairCosts {
public:
    /// Most elements for which a matrix is made: 2 GiB.
    static constexpr std::size_t most_elements = 16'384;

    /// \param entries  n² of them, >= 0, row by row; the diagonal is not read
    /// \param unit     what 1 stands for, > 0
    /// \throws UsageError for a wrong number of entries, a negative one, or a unit that is not
    /// positive; NotSupported if the sum over all pairs of c(i,j) + c(j,i) is 2^62 or more, or for
    /// n beyond most_elements.
    static PairCosts from_integers(std::size_t n, std::vector<std::int64_t> entries,
                                   Rational unit = 1);
    /// The same from rationals, brought to a common unit. \throws also NotSupported where that
    /// needs more than 64 bits.
    static PairCosts from(std::size_t n, std::span<const Rational> entries);

    std::size_t size() const { return n_; }
    /// c(i,j) in units. \param i, j  elements, counted from 0, not checked; 0 for i = j
    std::int64_t operator()(std::size_t i, std::size_t j) const { return entries_[i * n_ + j]; }
    /// c(i,·), n of them.
    std::span<const std::int64_t> row(std::size_t i) const {
        return std::span(entries_).subspan(i * n_, n_);
    }
    const Rational& unit() const { return unit_; }
    Rational in_units(std::int64_t cost) const { return Rational(cost) * unit_; }

    /// Σ c(i,j) over the pairs with i above j, in units. O(n²).
    /// \param order  the elements from the top. \throws UsageError if it is no order of 0..n−1
    std::int64_t cost(std::span<const Rank> order) const;
    /// Σ min(c(i,j), c(j,i)) over all pairs, in units: no order costs less. O(n²).
    std::int64_t pair_minima() const;

private:
    PairCosts(std::size_t n, std::vector<std::int64_t> entries, Rational unit)
        : n_(n), entries_(std::move(entries)), unit_(std::move(unit)) {}
    std::size_t n_ = 0;
    std::vector<std::int64_t> entries_;
    Rational unit_;
};

/// The same numbers, computed when asked: O(votes) each, O(n · votes) memory.
class VoteCosts {
public:
    /// \param profile    as with_rules returns it
    /// \param rules      the same as given to with_rules: what ties and missing elements say
    /// \param weighting  w and D, for profile.n elements
    /// \throws InputError if a part of `weighting` is for another n; NotSupported if there are swap
    /// costs (K* is then no sum of pair costs; DistanceSum serves) or if costs can reach 2^62;
    /// UsageError for an empty profile or a vote of another size
    VoteCosts(const Profile& profile, const ProfileRules& rules, const Weighting& weighting = {});

    std::size_t size() const { return n_; }
    std::size_t votes() const { return counts_.size(); }
    const ProfileRules& rules() const { return rules_; }
    /// c(i,j) in units. \param i, j  elements, counted from 0, not checked. O(votes)
    std::int64_t operator()(std::size_t i, std::size_t j) const;
    const Rational& unit() const { return unit_; }
    Rational in_units(std::int64_t cost) const { return Rational(cost) * unit_; }

    /// As PairCosts::cost. O(n log n) for each vote without D, O(n²) with D.
    std::int64_t cost(std::span<const Rank> order) const;
    /// As PairCosts::pair_minima. O(n² · votes).
    std::int64_t pair_minima() const;
    /// c(i,·) into `row`, which has n places. O(n · votes).
    void fill_row(std::size_t i, std::span<std::int64_t> row) const;
    /// All of them, stored. O(n² · votes). \throws NotSupported for n beyond
    /// PairCosts::most_elements
    PairCosts stored() const;

    /// Vote v, from 0, as an order: its buckets from the top, tied elements by their number, those
    /// left out at the end.
    std::vector<Rank> order_of(std::size_t vote) const;
    /// Σ over votes of count · (number below − number above) for each element, over those that the
    /// vote ranks: n+1 − 2·(mean position) of a complete vote. O(n · votes).
    std::vector<std::int64_t> borda_scores() const;

private:
    std::span<const Rank> buckets_of(std::size_t vote) const {
        return std::span(buckets_).subspan(vote * n_, n_);
    }
    std::int64_t scaled(std::size_t i, std::size_t j, std::int64_t votes) const;
    std::int64_t agreement_cost(std::size_t vote, std::span<const Rank> order) const;

    std::size_t n_ = 0;
    ProfileRules rules_;
    std::vector<Rank> buckets_;          ///< vote by vote
    std::vector<std::int64_t> counts_;   ///< of each vote
    std::int64_t above_ = 1;             ///< numerator for a vote that places j above i
    std::int64_t tied_ = 0;              ///< and for one that ties them
    bool is_strict_ = true;              ///< every vote orders every pair
    std::vector<std::int64_t> weights_;  ///< w, scaled; empty for unit
    std::vector<std::int64_t> entries_;  ///< D, scaled, row by row; empty for unit
    Rational unit_;
};

}  // namespace disarray::aggregation
