// SPDX-License-Identifier: MIT
//
// With the identity as reference a_i = w_i p̄_i depends on i and σ(i) only, so the n² values of a_i
// and the entries of D are put over common denominators once; K and 2F are then sums of integers
// for every σ, in 64 bits where they fit. S_n is cut into blocks of consecutive lexicographic
// ranks; each has a map of its own, which goes into the common one when the block is done. (One map
// for each thread until the end would need no lock, but as many times the memory.)
#include "search/scatter.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "exact/scaled.hpp"
#include "metrics/footrule.hpp"
#include "metrics/kendall.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::search {

namespace {

using metrics::Reading;
using RankVector = std::vector<Rank>;

/// 7!: milliseconds of work, so that Ctrl-C is heard, and S_8 has 8 blocks to share out.
constexpr std::uint64_t permutations_in_block = 5040;

// ---------------------------------------------------------------------------------------------
// Weights as integers.

/// w_i p̄_i where element i has rank r, in row i and column r. The n cyclic shifts of the identity
/// put each element on each rank once.
ScaledSequence factors_by_rank(std::size_t n, const Weighting& weighting) {
    const Permutation identity = Permutation::identity(n);
    std::vector<Rational> factors(n * n, Rational(1));
    for (std::size_t shift = 0; shift < n; ++shift) {
        RankVector ranks(n);
        for (std::size_t i = 0; i < n; ++i)
            ranks[i] = static_cast<Rank>((i + shift) % n);
        const auto sigma = Permutation::from_ranks_unchecked(ranks);
        std::vector<Rational> costs(n, Rational(1));
        if (weighting.swap_costs) {
            costs =
                average_swap_costs(sigma, identity, *weighting.swap_costs, weighting.fixed_points);
        }
        for (std::size_t i = 0; i < n; ++i) {
            Rational& factor = factors[i * n + sigma[i]];
            factor = costs[i];
            if (weighting.element_weights) factor *= (*weighting.element_weights)[i];
        }
    }
    return ScaledSequence(factors);
}

struct ScaledWeights {
    std::size_t n = 0;
    ScaledSequence factors;  ///< factors_by_rank
    ScaledSequence entries;  ///< D row by row

    /// Of every a_i a_j D_ij.
    Integer denominator() const {
        return factors.denominator() * factors.denominator() * entries.denominator();
    }
    /// True if 2F < 2^62: there are at most n² terms in an F, and prefix-sym and box add up two.
    bool fit_64_bits() const {
        const Integer a = factors.largest() * Integer(n);
        const Integer d = std::max(Integer(1), entries.largest());
        return factors.is_small() && entries.is_small() && 2 * a * a * d < (Integer(1) << 62);
    }
};

ScaledWeights scaled_weights(std::size_t n, const Weighting& weighting) {
    return {n, factors_by_rank(n, weighting),
            weighting.dissimilarity ? weighting.dissimilarity->entries()
                                    : Dissimilarity::unit(n).entries()};
}

template <class Number>
std::vector<Number> numerators(const ScaledSequence& values) {
    if constexpr (std::is_same_v<Number, Integer>) {
        return values.numerators();
    } else {
        return {values.small().begin(), values.small().end()};
    }
}

// ---------------------------------------------------------------------------------------------
// K and F of one σ.

/// K and 2F of σ against the identity, times ScaledWeights::denominator(), from the definitions
/// (docs/definitions.md, Kendall and footrule). Elements and ranks count from 0, so τ(i) = i.
template <class Number>
class Evaluator {
public:
    Evaluator(const ScaledWeights& weights, Reading reading)
        : n_(weights.n),
          reading_(reading),
          factors_(numerators<Number>(weights.factors)),
          entries_(numerators<Number>(weights.entries)),
          terms_(n_ * n_),
          identity_(n_),
          inverse_(n_) {
        for (std::size_t i = 0; i < n_; ++i)
            identity_[i] = static_cast<Rank>(i);
    }

    std::pair<Number, Number> operator()(const RankVector& sigma) {
        set_terms(sigma);
        Number k = kendall(sigma);
        return {std::move(k), doubled_footrule(sigma)};
    }

private:
    /// terms_ becomes a_ij = a_i a_j D_ij of σ.
    void set_terms(const RankVector& sigma) {
        for (std::size_t i = 0; i < n_; ++i) {
            const Number& a = factors_[i * n_ + sigma[i]];
            for (std::size_t j = 0; j < i; ++j) {
                Number& term = terms_[i * n_ + j];
                term = a * factors_[j * n_ + sigma[j]];
                term *= entries_[i * n_ + j];
                terms_[j * n_ + i] = term;
            }
        }
    }

    Number kendall(const RankVector& sigma) const {
        Number total = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (sigma[j] > sigma[i]) total += terms_[i * n_ + j];
            }
        }
        return total;
    }

    Number prefix(const RankVector& sigma) const {
        Number total = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            Number moved = 0;
            for (std::size_t j = 0; j < n_; ++j) {
                if (j < i) moved += terms_[i * n_ + j];
                if (sigma[j] < sigma[i]) moved -= terms_[i * n_ + j];
            }
            total += moved < 0 ? Number(-moved) : moved;
        }
        return total;
    }

    /// Σ_i Σ a_ij over the j whose `rank` lies between i and σ(i). a_ii stays 0.
    Number interval(const RankVector& sigma, const RankVector& rank) const {
        Number total = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            const auto [low, high] = std::minmax(identity_[i], sigma[i]);
            for (std::size_t j = 0; j < n_; ++j) {
                if (low <= rank[j] && rank[j] <= high) total += terms_[i * n_ + j];
            }
        }
        return total;
    }

    /// Leaves terms_ as they are for σ or σ⁻¹.
    Number doubled_footrule(const RankVector& sigma) {
        switch (reading_) {
            case Reading::prefix:
                return 2 * prefix(sigma);
            case Reading::prefix_sym: {
                const Number forward = prefix(sigma);
                for (std::size_t i = 0; i < n_; ++i)
                    inverse_[sigma[i]] = static_cast<Rank>(i);
                set_terms(inverse_);
                return forward + prefix(inverse_);
            }
            case Reading::interval:
                return 2 * interval(sigma, sigma);
            case Reading::box:
                return interval(sigma, sigma) + interval(sigma, identity_);
        }
        throw InternalError("scatter: a reading without a formula");
    }

    std::size_t n_;
    Reading reading_;
    std::vector<Number> factors_, entries_;
    std::vector<Number> terms_;  // n×n, 0 on the diagonal
    RankVector identity_, inverse_;
};

// ---------------------------------------------------------------------------------------------
// Counting.

/// How many σ have a pair, and the least lexicographic rank among them.
struct PairTally {
    std::uint64_t count = 0;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();

    void add(const PairTally& other) {
        count += other.count;
        least = std::min(least, other.least);
    }
};

template <class Number>
using PairTallies = std::map<std::pair<Number, Number>, PairTally>;

template <class Number>
PairTallies<Number> tallies_of(Evaluator<Number> evaluator, std::size_t n, RankRange block) {
    PairTallies<Number> tallies;
    std::uint64_t rank = block.begin;
    for_each_permutation(n, block, [&](const RankVector& sigma) {
        tallies[evaluator(sigma)].add({1, rank++});
        return true;
    });
    return tallies;
}

/// Blocks brought together. Adding them up does not depend on the order.
template <class Number>
class Collector {
public:
    explicit Collector(const ScatterOptions& options) : options_(options) {}

    void add(const PairTallies<Number>& block, std::uint64_t permutations) {
        const std::lock_guard lock(mutex_);
        for (const auto& [pair, tally] : block) {
            all_[pair].add(tally);
            if (all_.size() > options_.most_points) refuse();
        }
        permutations_ += permutations;
        if (options_.progress) options_.progress(permutations_, factorial_64(options_.n));
    }

    const PairTallies<Number>& all() const { return all_; }
    std::uint64_t permutations() const { return permutations_; }

private:
    /// The message is the same whichever block comes first.
    [[noreturn]] void refuse() const {
        throw InputError(
            fmt::format("the points (K, F[{}]) of S_{}", name_of(options_.reading), options_.n),
            fmt::format("more than {}", options_.most_points),
            fmt::format("at most {}: a smaller n or simpler weights", options_.most_points));
    }

    const ScatterOptions& options_;
    std::mutex mutex_;
    PairTallies<Number> all_;
    std::uint64_t permutations_ = 0;
};

template <class Number>
void collect(const ScatterOptions& options, const ScaledWeights& weights,
             Collector<Number>& collector) {
    const std::uint64_t total = factorial_64(options.n);
    const std::uint64_t size = std::min(total, permutations_in_block);  // n! or 7!: divides n!
    const Evaluator<Number> evaluator(weights, options.reading);
    using Range = tbb::blocked_range<std::uint64_t>;
    tbb::parallel_for(Range(0, total / size), [&](const Range& part) {
        for (std::uint64_t b = part.begin(); b != part.end(); ++b) {
            if (options.stop.requested()) return;
            collector.add(tallies_of(evaluator, options.n, {b * size, (b + 1) * size}), size);
        }
    });
}

/// Evaluates σ by the metrics, which share no code with the evaluator above.
void confirm(const ScatterPoint& point, const ScatterOptions& options) {
    const Permutation identity = Permutation::identity(options.n);
    const Rational k = metrics::kendall(point.sigma, identity, options.weighting);
    const Rational f = metrics::footrule(point.sigma, identity, options.weighting, options.reading);
    if (k == point.kendall && f == point.footrule) return;
    throw InternalError(
        fmt::format("scatter: ranks {} give K = {}, F = {} here and K = {}, F = {} in metrics",
                    point.sigma.to_string(), point.kendall.to_string(), point.footrule.to_string(),
                    k.to_string(), f.to_string()));
}

template <class Number>
std::vector<ScatterPoint> points_of(const PairTallies<Number>& tallies, const Integer& denominator,
                                    const ScatterOptions& options) {
    std::vector<ScatterPoint> points;
    points.reserve(tallies.size());
    for (const auto& [pair, tally] : tallies) {
        points.push_back({Rational(Integer(pair.first), denominator),
                          Rational(Integer(pair.second), 2 * denominator), tally.count,
                          lexicographic_unrank(options.n, tally.least)});
    }
    using Range = tbb::blocked_range<std::size_t>;
    tbb::parallel_for(Range(0, points.size()), [&](const Range& part) {
        for (std::size_t k = part.begin(); k != part.end(); ++k)
            confirm(points[k], options);
    });
    return points;
}

template <class Number>
Scatter scatter_in(const ScatterOptions& options, const ScaledWeights& weights) {
    return with_threads(options.threads, [&] {
        Collector<Number> collector(options);
        collect(options, weights, collector);
        const std::uint64_t permutations = collector.permutations();
        return Scatter{options.n, permutations, permutations == factorial_64(options.n),
                       points_of(collector.all(), weights.denominator(), options)};
    });
}

bool is_one(const Rational& value) {
    return value == Rational(1);
}

bool are_ones(const ElementWeights& w) {
    for (std::size_t i = 0; i < w.size(); ++i) {
        if (!is_one(w[i])) return false;
    }
    return true;
}

}  // namespace

Scatter scatter(const ScatterOptions& options) {
    if (options.n < 1 || options.n > max_scatter_n) throw UsageError("scatter: n out of range");
    require_size(options.weighting, options.n);
    if (options.weighting.irrational_swap_costs) {
        throw UsageError("scatter: the swap costs are irrational");
    }
    const ScaledWeights weights = scaled_weights(options.n, options.weighting);
    return weights.fit_64_bits() ? scatter_in<std::int64_t>(options, weights)
                                 : scatter_in<Integer>(options, weights);
}

std::optional<RatioExtremes> ratio_extremes(std::span<const ScatterPoint> points) {
    const ScatterPoint* least = nullptr;
    const ScatterPoint* greatest = nullptr;
    for (const ScatterPoint& point : points) {
        if (point.kendall.sign() == 0) continue;
        const auto is_better = [&](const ScatterPoint* best, bool above) {
            if (best == nullptr) return true;
            const auto order = point.ratio() <=> best->ratio();
            return order == 0 ? point.sigma < best->sigma : (order > 0) == above;
        };
        if (is_better(least, false)) least = &point;
        if (is_better(greatest, true)) greatest = &point;
    }
    if (least == nullptr) return std::nullopt;
    return RatioExtremes{*least, *greatest};
}

std::vector<EnvelopeRow> envelope(std::span<const ScatterPoint> points) {
    std::vector<EnvelopeRow> rows;
    for (const ScatterPoint& point : points) {
        if (rows.empty() || rows.back().kendall != point.kendall) {
            rows.push_back({point.kendall, 0, point.footrule, point.footrule});
        }
        rows.back().count += point.count;
        rows.back().greatest = point.footrule;
    }
    return rows;
}

Weighting without_unit_parts(Weighting weighting) {
    const auto& w = weighting.element_weights;
    if (w && are_ones(*w)) weighting.element_weights.reset();
    const auto& costs = weighting.swap_costs;
    if (costs && std::ranges::all_of(costs->costs(), is_one)) weighting.swap_costs.reset();
    const auto& d = weighting.dissimilarity;
    if (d && d->entries() == Dissimilarity::unit(d->size()).entries()) {
        weighting.dissimilarity.reset();
    }
    return weighting;
}

}  // namespace disarray::search
