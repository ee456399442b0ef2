// SPDX-License-Identifier: MIT
//
// Pairs are done batch by batch: in parallel within a batch, added up in order after it, because
// the rounding of intervals depends on the order of additions.
#include "properties/experiments/robustness.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <tbb/parallel_for.h>

#include "properties/experiments/estimate.hpp"
#include "properties/experiments/evaluator.hpp"
#include "properties/experiments/sample.hpp"

namespace disarray::properties::experiments {

namespace {

constexpr std::uint64_t robustness_batch_size = 64;

/// One difference, or why there is none.
struct Observed {
    std::optional<Interval> difference;
    std::string why_undefined;
};
/// By change.
using Observations = std::array<Observed, std::size(all_changes)>;

/// The differences of one cell of the table so far.
struct Differences {
    Estimate estimate;
    std::uint64_t undefined = 0;
    std::string why_undefined;

    void add(const Observed& observed) {
        if (observed.difference) {
            estimate.add(*observed.difference);
        } else if (undefined++ == 0) {
            why_undefined = observed.why_undefined;
        }
    }
};

Observed observe(const Evaluator& evaluator, const Evaluator::Point& before,
                 const Evaluator::Point& after) {
    for (const Evaluator::Point* point : {&before, &after}) {
        if (!point->is_defined()) return {std::nullopt, point->why_undefined()};
    }
    return {evaluator.difference(before, after).absolute(), {}};
}

/// All metrics at one pair.
std::vector<Observations> observe_pair(const std::vector<Evaluator>& evaluators,
                                       const RandomPair& pair) {
    const Permutation& sigma = pair.first;
    const Permutation& nu = pair.second;
    const Permutation changed[] = {swapped(nu, pair.i, pair.j), slid(nu)};
    std::vector<Observations> all;
    for (const Evaluator& evaluator : evaluators) {
        const auto before = evaluator.at(nu, sigma);
        Observations& observed = all.emplace_back();
        for (std::size_t c = 0; c < observed.size(); ++c)
            observed[c] = observe(evaluator, before, evaluator.at(changed[c], sigma));
    }
    return all;
}

std::vector<Robustness> robustness_rows(const std::vector<Evaluator>& evaluators,
                                        const std::vector<std::array<Differences, 2>>& cells,
                                        Robustness row) {
    std::vector<Robustness> rows;
    const auto k = row.k;
    for (std::size_t m = 0; m < evaluators.size(); ++m) {
        row.metric = &evaluators[m].metric();
        row.k = row.metric->takes.k ? k : std::nullopt;
        for (const Change change : all_changes) {
            const Differences& cell = cells[m][static_cast<std::size_t>(change)];
            row.change = change;
            row.undefined = cell.undefined;
            row.why_undefined = cell.why_undefined;
            row.mean = cell.estimate.mean();
            row.standard_error = cell.estimate.standard_error();
            rows.push_back(row);
        }
    }
    return rows;
}

}  // namespace

Permutation swapped(const Permutation& nu, Rank i, Rank j) {
    std::vector<Rank> ranks(nu.ranks().begin(), nu.ranks().end());
    std::swap(ranks[i], ranks[j]);
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

Permutation slid(const Permutation& nu) {
    std::vector<Rank> ranks(nu.ranks().begin(), nu.ranks().end());
    if (!ranks.empty()) std::ranges::rotate(ranks, ranks.begin() + 1);
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

std::vector<Robustness> robustness(std::span<const metrics::Metric* const> metrics, std::size_t n,
                                   const SampleOptions& options) {
    require_sample(n, options.pairs);
    const metrics::Parameters parameters = with_k(options.parameters, n);
    std::vector<Evaluator> evaluators;
    for (const metrics::Metric* metric : metrics)
        evaluators.emplace_back(*metric, n, parameters, Estimate::precision);

    std::vector<std::array<Differences, std::size(all_changes)>> cells(metrics.size());
    std::uint64_t done = 0;
    while (done < options.pairs && !options.stop.requested()) {
        std::vector<std::vector<Observations>> batch(
            std::min(robustness_batch_size, options.pairs - done));
        tbb::parallel_for(std::size_t{0}, batch.size(), [&](std::size_t i) {
            if (options.stop.requested()) return;
            batch[i] = observe_pair(evaluators, random_pair(n, options.seed, done + i));
        });
        // Of what is stopped, the pairs before the first one that was left out.
        if (options.stop.requested())
            batch.erase(std::ranges::find_if(batch, &std::vector<Observations>::empty),
                        batch.end());
        for (const auto& pair : batch) {
            for (std::size_t m = 0; m < cells.size(); ++m) {
                for (std::size_t c = 0; c < cells[m].size(); ++c)
                    cells[m][c].add(pair[m][c]);
            }
        }
        done += batch.size();
        if (options.on_progress) options.on_progress(done);
    }
    Robustness row;
    row.n = n;
    row.k = parameters.k;
    row.pairs = done;
    return robustness_rows(evaluators, cells, row);
}

}  // namespace disarray::properties::experiments
