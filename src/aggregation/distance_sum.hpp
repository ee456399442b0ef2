// SPDX-License-Identifier: MIT
//
// The sum of K* or F* to the votes, for every weighting: also with swap costs, where p̄_i(σ,τ)
// depends on the ranks of the candidate σ, so that KV 5.1's "the FAS formulation still holds" fails
// (representation.hpp decides that for a given profile). What is left is the cost of each order
// (exact), its least value by search for small n, lower bounds by relaxation, local search, and
// KV's sentence taken at its word under a name of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "aggregation/aggregate.hpp"
#include "aggregation/pair_costs.hpp"
#include "base/stop.hpp"
#include "exact/rational.hpp"
#include "metrics/reading.hpp"
#include "ranking/permutation.hpp"
#include "ranking/profile.hpp"
#include "weighting/weighting.hpp"

namespace disarray::aggregation {

/// A distance between the candidate and a vote.
struct Distance {
    std::optional<metrics::Reading> reading = std::nullopt;  ///< of the footrule; absent: Kendall's
    Weighting weighting = {};                                ///< w, δ, D
    metrics::Frame frame = metrics::Frame::element;
};

/// σ ↦ Σ over votes τ of count · M(σ,τ).
class DistanceSum {
public:
    /// \param profile  as with_rules returns it; complete votes without ties, since F* and swap
    /// costs have no meaning at others \throws NotSupported for a vote with ties or elements left
    /// out (naming the rules that serve), for prefix-sym in the element frame, for irrational swap
    /// costs, for numbers beyond 120 bits; InputError if a part of the weighting is for another n
    DistanceSum(const Profile& profile, Distance distance);
    ~DistanceSum();
    DistanceSum(DistanceSum&&) noexcept;
    DistanceSum& operator=(DistanceSum&&) noexcept;

    std::size_t size() const;
    std::size_t votes() const;
    const Distance& distance() const;
    /// By the functions of metrics/, in rationals. O(votes · n²).
    /// \param order  the elements from the top. \throws UsageError if it is no order of 0..n−1
    Rational cost(std::span<const Rank> order) const;
    /// Vote v as an order.
    std::vector<Rank> order_of(std::size_t vote) const;

    struct Tables;  ///< integers for the searches
    const Tables& tables() const { return *tables_; }

private:
    std::unique_ptr<const Tables> tables_;
};

/// Largest n of exhaustive_optimum and prefix_optimum.
inline constexpr std::size_t most_exhaustive_elements = 10;
inline constexpr std::size_t most_prefix_elements = 20;

/// An order of least cost, the lexicographically least one: all orders from the top down, given up
/// where the part that is placed costs as much as the best order found. O(n) memory besides the
/// votes. \param optima  orders of least cost that are looked for, the answer among them
/// \throws NotSupported for n beyond most_exhaustive_elements
Aggregate exhaustive_optimum(const DistanceSum& sum, const Stop& stop = {}, std::size_t optima = 1);

/// The same for footrule[prefix] without swap costs, in the element frame: the cost of placing i
/// depends on the set above it only, so dynamic programming over subsets is exact. 8·2^n bytes.
/// \throws NotSupported for any other distance, and for n beyond most_prefix_elements
Aggregate prefix_optimum(const DistanceSum& sum, const Stop& stop = {}, std::size_t optima = 1);

/// What no order costs less than, and why.
///
/// Kendall: exact Kemeny of pair costs in which each p̄ of a vote is replaced by the least that any
/// rank of the element allows, given that the pair is inverted (relaxed_pair_costs).
/// Footrule: matching on position costs, where the term of element i at rank r is at least
/// - prefix: the distance of the sums over the elements above that are possible for that rank;
/// - interval: the sum of the |r − τ(i)| least a_ij;
/// - box: half of that and half of Σ a_ij over τ(j) ∈ I(r,τ(i)), each p̄_j the least possible;
/// - prefix-sym: half of the bound of prefix.
struct LowerBound {
    Rational value;
    BoundSource source = BoundSource::none;
};
LowerBound lower_bound(const DistanceSum& sum, const Stop& stop = {});

/// Pair costs below Kendall's terms: for every order the sum of its pair costs is at most its cost,
/// with equality without swap costs. \throws NotSupported for a footrule
PairCosts relaxed_pair_costs(const DistanceSum& sum);

/// KV 5.1 at its word: c(i,j) = Σ of a_ij over the votes with j above i, as "the total contribution
/// to the (i,j)th term of K*". A term needs p̄, hence ranks for the candidate; here they are those
/// of the identity, K*(τ) having one argument. Its optimum need not be one of K*.
/// \throws NotSupported for a footrule
PairCosts identity_pair_costs(const DistanceSum& sum);

/// Best insertion of each element in turn on the true cost, O(votes · n⁴) for each round. Start:
/// `start`, or the best vote if it is empty. \throws UsageError if `start` is no order
Aggregate local_search(const DistanceSum& sum, std::vector<Rank> start = {}, const Stop& stop = {});

/// The cheapest vote; if stopped, of those until then.
Aggregate best_input(const DistanceSum& sum, const Stop& stop = {});

/// `order` with its cost, as the answer of a method that did not look at this distance; the bound
/// is lower_bound(sum).
Aggregate evaluated(const DistanceSum& sum, std::vector<Rank> order, Method method);

}  // namespace disarray::aggregation
