// SPDX-License-Identifier: MIT
//
// How often metrics agree (GT Def 2, Figure 1): the agreement ratios of all pairs of metrics on a
// random sample of pairs of rankings, and the metrics clustered by them. The reference is the
// identity: GT's m(id,μ) is M(μ,id) here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact/rational.hpp"
#include "metrics/metric.hpp"
#include "properties/experiments/sample.hpp"
#include "properties/pairs.hpp"

namespace disarray::properties::experiments {

// --- the matrix -------------------------------------------------------------------------------

/// m×m for m metrics; row i is m₁, column j is m₂.
class AgreementMatrix {
public:
    AgreementMatrix(std::vector<const metrics::Metric*> metrics, std::size_t n,
                    metrics::Parameters parameters);

    const std::vector<const metrics::Metric*>& metrics() const { return metrics_; }
    std::size_t size() const { return metrics_.size(); }
    std::size_t n() const { return n_; }
    /// As asked for, with k.
    const metrics::Parameters& parameters() const { return parameters_; }
    /// Pairs of rankings that were looked at; fewer than asked for if stopped.
    std::uint64_t pairs() const { return pairs_; }

    AgreementCounts counts(std::size_t i, std::size_t j) const;
    /// Whether −m₂ agrees with m₁ on more pairs than m₂ does: more pairs are ordered the opposite
    /// way than alike, ties aside. That is the same question in every reading, and symmetric. GT
    /// 5.1 takes −m₂ "in the case of no agreements for most considered pairs": where the weak ratio
    /// is below 1/2 this holds too, and with ties it may hold a little above 1/2.
    bool is_reversed(std::size_t i, std::size_t j) const;
    /// The ratio of m₁ and m₂, or of m₁ and −m₂ where is_reversed; exact. Empty if no pair has a
    /// decided order by both. Symmetric but for the printed reading.
    std::optional<Rational> ratio(std::size_t i, std::size_t j, AgreementReading reading) const;

    /// Adds pairs: for each metric their orders, as `orders` (pairs.hpp) has them.
    void add(const std::vector<std::vector<Order>>& orders);

private:
    std::vector<const metrics::Metric*> metrics_;
    std::size_t n_;
    metrics::Parameters parameters_;
    std::uint64_t pairs_ = 0;
    std::vector<AgreementCounts> counts_;  ///< row by row, j >= i only
};

/// The same for any number of threads. O(pairs) evaluations for each metric, in parallel.
/// \throws InputError for n < 2, pairs < 1, or a parameter out of range.
AgreementMatrix agreement_matrix(std::span<const metrics::Metric* const> metrics, std::size_t n,
                                 const SampleOptions& options);

// --- clusters ---------------------------------------------------------------------------------

/// A symmetric matrix, row by row.
using Distances = std::vector<std::vector<Rational>>;

/// 1 − ratio, for the printed reading with the mean of the two ratios of a pair; 1 where there is
/// none; zero diagonal.
Distances distances_of(const AgreementMatrix& matrix, AgreementReading reading);

/// Two clusters, each called by its least member, become one; first < second.
struct Merge {
    std::size_t first;
    std::size_t second;
    Rational height;  ///< the mean distance between members of the one and of the other
};

struct Clustering {
    std::vector<Merge> merges;        ///< one less than members, by rising height
    std::vector<std::size_t> leaves;  ///< all members; every cluster is a run
};

/// Average linkage (UPGMA; Sokal and Michener 1958), exact: again and again the two clusters with
/// the least mean distance are merged; of several, those with the least first members. O(m³) for m
/// members.
Clustering average_linkage(const Distances& distances);

/// The clusters that merges of at most that height make, in the order of leaves.
std::vector<std::vector<std::size_t>> clusters_at(const Clustering& clustering,
                                                  const Rational& height);

}  // namespace disarray::properties::experiments
