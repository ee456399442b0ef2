// SPDX-License-Identifier: MIT
//
// Footrule-optimal aggregation (Dwork, Kumar, Naor, Sivakumar, WWW 2001; KV 5.1): what it costs to
// place element i at position r does not depend on the others, so an order of least cost is a
// minimum-cost perfect matching of elements and positions. LEMON finds it; its dual potentials are
// checked here in integers, which proves the optimum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "aggregation/aggregate.hpp"
#include "ranking/profile.hpp"

namespace disarray::aggregation {

/// Position costs add up to less: LEMON's artificial arcs cost 2^62, and no sum of costs that it
/// forms may overflow.
inline constexpr std::int64_t position_cost_limit = std::int64_t{1} << 60;

/// n×n: row i, column r is the cost of element i at position r, both counted from 0, in units.
class PositionCosts {
public:
    /// Most elements for which a matrix is made.
    static constexpr std::size_t most_elements = 4096;

    /// Σ over votes of count · |mean position of the bucket of i − r|: the footrule with mid-ranks
    /// (Fagin, Kumar, Mahdian, Sivakumar, Vee 2006). A tie has that one meaning under every rule
    /// that leaves it. \param profile as with_rules returns it
    /// \throws NotSupported if a vote leaves an element out; for n beyond most_elements; if costs
    /// can add up to position_cost_limit
    static PositionCosts footrule(const Profile& profile, const ProfileRules& rules);
    /// \param entries  n² of them, >= 0, row by row. \throws UsageError for another number of them
    /// or a negative one; NotSupported as above.
    static PositionCosts from_integers(std::size_t n, std::vector<std::int64_t> entries,
                                       Rational unit = 1);

    std::size_t size() const { return n_; }
    std::int64_t operator()(std::size_t i, std::size_t r) const { return entries_[i * n_ + r]; }
    std::span<const std::int64_t> row(std::size_t i) const {
        return std::span(entries_).subspan(i * n_, n_);
    }
    const Rational& unit() const { return unit_; }
    Rational in_units(std::int64_t cost) const { return Rational(cost) * unit_; }
    /// In units. \throws UsageError if it is no order of 0..n−1
    std::int64_t cost(std::span<const Rank> order) const;

private:
    PositionCosts(std::size_t n, std::vector<std::int64_t> entries, Rational unit)
        : n_(n), entries_(std::move(entries)), unit_(std::move(unit)) {}
    std::size_t n_ = 0;
    std::vector<std::int64_t> entries_;
    Rational unit_;
};

/// Numbers with element_i + position_r <= cost(i,r): then no matching costs less than their sum.
struct Potentials {
    std::vector<std::int64_t> elements;
    std::vector<std::int64_t> positions;
};

/// The bound that the potentials prove, in units; empty if they break a condition. O(n²).
std::optional<std::int64_t> proved_by(const Potentials& potentials, const PositionCosts& costs);

/// A matching of least cost, with proof. The same input gives the same order. O(n²) memory.
/// \param optima  matchings of least cost that are looked for, the answer among them; O(n²) each
/// \throws InternalError if the potentials do not prove it
Aggregate least_matching(const PositionCosts& costs, std::size_t optima = 1);

/// least_matching of the footrule. \throws as PositionCosts::footrule
Aggregate footrule_optimal(const Profile& profile, const ProfileRules& rules);

/// F/2, F the least sum of footrules: no order has a smaller sum of Kendall's distances, in which a
/// tied pair counts half (K <= F <= 2K: Diaconis, Graham 1977; with ties Fagin et al. 2006, Theorem
/// 4). Without weights. Empty for votes with ties under TieRule::free.
/// \param optimum  footrule_optimal of the profile
std::optional<Rational> half_footrule(const Aggregate& optimum, const Profile& profile,
                                      const ProfileRules& rules);

}  // namespace disarray::aggregation
