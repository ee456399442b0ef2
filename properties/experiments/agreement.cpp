// SPDX-License-Identifier: MIT
//
// How m₁ orders a pair μ, ν is decided once for each metric; all pairs of metrics are then a matter
// of counting. Pairs of rankings are done batch by batch, so that a run that is stopped has a whole
// matrix of the pairs that it did.
#include "properties/experiments/agreement.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "exact/interval.hpp"
#include "properties/experiments/evaluator.hpp"
#include "properties/experiments/sample.hpp"

namespace disarray::properties::experiments {

namespace {

constexpr std::uint64_t pairs_of_batch = 256;

void add_to(AgreementCounts& sum, const AgreementCounts& more) {
    for (std::size_t a = 0; a < sum.counts.size(); ++a) {
        for (std::size_t b = 0; b < sum.counts[a].size(); ++b)
            sum.counts[a][b] += more.counts[a][b];
    }
    sum.undefined += more.undefined;
    sum.undecided += more.undecided;
}

/// The counts of m₂ and m₁.
AgreementCounts transposed(const AgreementCounts& counts) {
    AgreementCounts result = counts;
    for (std::size_t a = 0; a < counts.counts.size(); ++a) {
        for (std::size_t b = 0; b < counts.counts[a].size(); ++b)
            result.counts[b][a] = counts.counts[a][b];
    }
    return result;
}

/// Pairs that both metrics order, alike and the opposite way.
std::pair<std::uint64_t, std::uint64_t> alike_and_opposite(const AgreementCounts& counts) {
    constexpr auto less = static_cast<std::size_t>(Order::less);
    constexpr auto greater = static_cast<std::size_t>(Order::greater);
    const auto& c = counts.counts;
    return {c[less][less] + c[greater][greater], c[less][greater] + c[greater][less]};
}

/// For each metric the orders of pairs first, …, first+count−1; of fewer if stopped.
std::vector<std::vector<Order>> orders_of_batch(const std::vector<Evaluator>& evaluators,
                                                std::size_t n, const SampleOptions& options,
                                                std::uint64_t first, std::uint64_t count) {
    const Permutation id = Permutation::identity(n);
    std::vector<std::vector<Order>> orders(evaluators.size(), std::vector<Order>(count));
    std::vector<char> is_done(count, 0);
    tbb::parallel_for(std::uint64_t{0}, count, [&](std::uint64_t i) {
        if (options.stop.requested()) return;
        is_done[i] = 1;
        const RandomPair pair = random_pair(n, options.seed, first + i);
        for (std::size_t m = 0; m < evaluators.size(); ++m) {
            const Evaluator& evaluator = evaluators[m];
            orders[m][i] =
                evaluator.order(evaluator.at(pair.first, id), evaluator.at(pair.second, id));
        }
    });
    const auto done = std::ranges::find(is_done, 0) - is_done.begin();
    for (std::vector<Order>& of_metric : orders)
        of_metric.resize(static_cast<std::size_t>(done));
    return orders;
}

// --- clusters ---------------------------------------------------------------------------------

/// Clusters in the order of their least members, while they are merged.
class Agglomeration {
public:
    explicit Agglomeration(const Distances& distances) : sums_(distances) {
        for (std::size_t i = 0; i < distances.size(); ++i)
            members_.push_back({i});
    }

    std::size_t size() const { return members_.size(); }
    const std::vector<std::size_t>& members(std::size_t cluster) const { return members_[cluster]; }

    Merge merge_nearest() {
        std::pair<std::size_t, std::size_t> nearest{0, 1};
        for (std::size_t a = 0; a < size(); ++a) {
            for (std::size_t b = a + 1; b < size(); ++b) {
                if (mean(a, b) < mean(nearest.first, nearest.second)) nearest = {a, b};
            }
        }
        const auto [a, b] = nearest;
        Merge merge{members_[a].front(), members_[b].front(), mean(a, b)};
        join(a, b);
        return merge;
    }

private:
    Rational mean(std::size_t a, std::size_t b) const {
        return sums_[a][b] / Rational(members_[a].size() * members_[b].size());
    }

    /// b into a. The least member of a stays in front: a < b.
    void join(std::size_t a, std::size_t b) {
        members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
        for (std::size_t c = 0; c < size(); ++c) {
            sums_[a][c] += sums_[b][c];
            sums_[c][a] = sums_[a][c];
        }
        const auto place = static_cast<std::ptrdiff_t>(b);
        members_.erase(members_.begin() + place);
        sums_.erase(sums_.begin() + place);
        for (auto& row : sums_)
            row.erase(row.begin() + place);
    }

    std::vector<std::vector<std::size_t>> members_;
    Distances sums_;  ///< of the distances between members of two clusters; the diagonal is unused
};

}  // namespace

AgreementMatrix::AgreementMatrix(std::vector<const metrics::Metric*> metrics, std::size_t n,
                                 metrics::Parameters parameters)
    : metrics_(std::move(metrics)),
      n_(n),
      parameters_(std::move(parameters)),
      counts_(metrics_.size() * metrics_.size()) {}

AgreementCounts AgreementMatrix::counts(std::size_t i, std::size_t j) const {
    if (i >= size() || j >= size()) throw UsageError("AgreementMatrix: no such metric");
    return i <= j ? counts_[i * size() + j] : transposed(counts_[j * size() + i]);
}

bool AgreementMatrix::is_reversed(std::size_t i, std::size_t j) const {
    const auto [alike, opposite] = alike_and_opposite(counts(i, j));
    return opposite > alike;
}

std::optional<Rational> AgreementMatrix::ratio(std::size_t i, std::size_t j,
                                               AgreementReading reading) const {
    const AgreementCounts direct = counts(i, j);
    return (is_reversed(i, j) ? direct.against_negative() : direct).ratio(reading);
}

void AgreementMatrix::add(const std::vector<std::vector<Order>>& orders) {
    if (orders.size() != size()) throw UsageError("AgreementMatrix: orders of other metrics");
    for (std::size_t i = 0; i < size(); ++i) {
        for (std::size_t j = i; j < size(); ++j)
            add_to(counts_[i * size() + j], agreement(orders[i], orders[j]));
    }
    if (!orders.empty()) pairs_ += orders.front().size();
}

AgreementMatrix agreement_matrix(std::span<const metrics::Metric* const> metrics, std::size_t n,
                                 const SampleOptions& options) {
    require_sample(n, options.pairs);
    AgreementMatrix matrix({metrics.begin(), metrics.end()}, n, with_k(options.parameters, n));
    std::vector<Evaluator> evaluators;
    for (const metrics::Metric* metric : metrics)
        evaluators.emplace_back(*metric, n, matrix.parameters(), Interval::least_precision);

    std::uint64_t done = 0;
    while (done < options.pairs && !options.stop.requested()) {
        const std::uint64_t count = std::min(pairs_of_batch, options.pairs - done);
        matrix.add(orders_of_batch(evaluators, n, options, done, count));
        done += count;
        if (options.on_progress) options.on_progress(done);
    }
    return matrix;
}

Distances distances_of(const AgreementMatrix& matrix, AgreementReading reading) {
    Distances distances(matrix.size(), std::vector<Rational>(matrix.size(), Rational(1)));
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        distances[i][i] = 0;
        for (std::size_t j = 0; j < matrix.size(); ++j) {
            const auto one = matrix.ratio(i, j, reading);
            const auto other = matrix.ratio(j, i, reading);
            if (i != j && one) distances[i][j] -= (*one + *other) / Rational(2);
        }
    }
    return distances;
}

Clustering average_linkage(const Distances& distances) {
    Agglomeration agglomeration(distances);
    Clustering clustering;
    while (agglomeration.size() > 1)
        clustering.merges.push_back(agglomeration.merge_nearest());
    if (agglomeration.size() == 1) clustering.leaves = agglomeration.members(0);
    return clustering;
}

std::vector<std::vector<std::size_t>> clusters_at(const Clustering& clustering,
                                                  const Rational& height) {
    // The least member of each one's cluster.
    std::vector<std::size_t> least(clustering.leaves.size());
    std::iota(least.begin(), least.end(), std::size_t{0});
    for (const Merge& merge : clustering.merges) {
        if (merge.height <= height) std::ranges::replace(least, merge.second, merge.first);
    }
    std::vector<std::vector<std::size_t>> clusters;
    for (const std::size_t member : clustering.leaves) {
        if (clusters.empty() || least[clusters.back().front()] != least[member]) {
            clusters.emplace_back();
        }
        clusters.back().push_back(member);
    }
    return clusters;
}

}  // namespace disarray::properties::experiments
