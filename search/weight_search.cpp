// SPDX-License-Identifier: MIT
//
// Which points of a grid need no program:
// - w and c·w have the same ratio (N and M grow by c² both), so only coprime w are decided.
// - So have δ and c·δ if every element moves; where one does not, the policy `one` gives it a p̄
//   that does not grow with δ, and both are decided.
// - Of a point and its images (below) only the least.
// Direct sums of shorter σ are decided like the others: leaving them out would save less than half
// of the programs for n ≥ 4, and give answers about several lengths at once.
//
// Upside down: let ρ(i) = n+1−i. σ^rc = ρσρ inverts {ρ(i),ρ(j)} exactly if σ inverts {i,j}; p̄ of
// ρ(i) with δ reversed is p̄ of i, as the positions between σ(i) and i are mirrored; intervals go to
// intervals; and the forms inside F[prefix] change their sign as a whole, since an inverted element
// that came before comes after. (σ^rc)⁻¹ = (σ⁻¹)^rc, so the same holds for distances of σ⁻¹. With
// w_ρ(i) and D_ρ(i)ρ(j) for w and D every distance keeps its value, and D runs over the same cone.
//
// Exchange: K(σ,τ), F[prefix](σ,τ) and F[box](σ,τ) are symmetric in σ and τ in the element frame by
// their formulas, p̄ too. Renaming elements so that σ becomes the identity turns (id,σ) into
// (σ⁻¹,id), with w and D carried along: w'_σ(i) = w_i. F[interval] and the distances whose labels
// do not move (of σ⁻¹, prefix-sym) have no such symmetry.
#include "search/weight_search.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/random.hpp"
#include "ranking/enumeration.hpp"
#include "search/decision.hpp"
#include "search/families.hpp"

namespace disarray::search {

namespace {

template <class T>
std::vector<T> reversed(std::vector<T> values) {
    std::ranges::reverse(values);
    return values;
}

WeightPoint mirrored(const WeightPoint& point) {
    return {point.sigma.reverse_complement(), reversed(point.weights), reversed(point.swap_costs)};
}

WeightPoint exchanged(const WeightPoint& point) {
    WeightPoint image{point.sigma.inverse(), point.weights, point.swap_costs};
    for (std::size_t i = 0; i < point.weights.size(); ++i)
        image.weights[point.sigma[i]] = point.weights[i];
    return image;
}

/// N and M of a point.
struct Functionals {
    Functional small, big;
};

/// Empty if the weights do not go into 64 bits.
std::optional<Functionals> functionals(const WeightSearchOptions& options,
                                       const WeightPoint& point) {
    const Weighting weighting = point.weighting(options.space.fixed_points);
    try {
        return Functionals{functional(options.inequality.small, point.sigma, weighting),
                           functional(options.inequality.big, point.sigma, weighting)};
    } catch (const NotSupported&) {
        return std::nullopt;
    }
}

/// Decides a point and enters it in the tally. Empty if N is zero or there is no exact answer.
std::optional<Decision> decide_point(const WeightSearchOptions& options, const WeightPoint& point,
                                     WeightTally& tally) {
    const auto pair = functionals(options, point);
    if (pair && pair->small.is_zero()) return std::nullopt;
    std::optional<Decision> decision;
    try {
        if (pair) decision = decide(pair->small, pair->big);
    } catch (const NotSupported&) {  // products within the program
    }
    if (!decision) {
        ++tally.undecided;
        return std::nullopt;
    }
    ++tally.decided;
    tally.programs += decision->programs;
    if (decision->ratio < Rational(1)) ++tally.violating;
    tally.offer({decision->ratio, point});
    return decision;
}

/// Calls the progress function of a search, one call at a time.
class Reporter {
public:
    /// \param total  cases; \param size  of them in a task, but for the last
    Reporter(const WeightSearchOptions& options, std::uint64_t total, std::uint64_t size)
        : options_(options), size_(size) {
        state_.total = total;
    }
    void report(const std::optional<RatedPoint>& best) {
        if (!options_.progress) return;
        const std::lock_guard lock(mutex_);
        state_.done = std::min(state_.done + size_, state_.total);
        if (best && (!state_.ratio || best->ratio < *state_.ratio)) state_.ratio = best->ratio;
        options_.progress(state_);
    }

private:
    const WeightSearchOptions& options_;
    std::uint64_t size_;
    std::mutex mutex_;
    WeightSearchProgress state_;
};

/// All cases, `size` in a task, by the threads of this process or elsewhere.
WeightTally sum_of_tasks(const WeightSearchOptions& options, std::uint64_t cases,
                         std::uint64_t size, const WeightTask& task) {
    const std::uint64_t count = (cases + size - 1) / size;
    Reporter reporter(options, cases, size);
    if (options.elsewhere) {
        WeightTally sum;
        const bool is_complete = options.elsewhere(count, [&](const WeightTally& tally) {
            sum.add(tally);
            reporter.report(sum.best);
        });
        sum.stopped |= !is_complete;
        return sum;
    }
    return with_threads(options.threads, [&] {
        return tbb::parallel_reduce(
            tbb::blocked_range<std::uint64_t>(0, count, 1), WeightTally{},
            [&](const tbb::blocked_range<std::uint64_t>& range, WeightTally sum) {
                for (std::uint64_t index = range.begin(); index != range.end(); ++index) {
                    if (sum.stopped) break;
                    sum.add(task(index, options.stop));
                    reporter.report(sum.best);
                }
                return sum;
            },
            [](WeightTally a, const WeightTally& b) {
                a.add(b);
                return a;
            });
    });
}

/// Points of a grid in a task: a tenth of a second or so.
constexpr std::uint64_t points_in_block = 256;

/// The points of the search space as numbers: σ first, then w, then δ; each in ascending order, so
/// that a smaller number is a smaller point.
class Grid {
public:
    explicit Grid(const WeightSearchOptions& options)
        : n_(options.n), largest_(options.space.largest_weight), costs_(options.space.swap_costs) {
        std::ranges::sort(costs_);
        if (options.sigma) {
            sigmas_ = {*options.sigma};
        } else if (n_ <= max_grid_n) {
            sigmas_ = all_permutations(n_);
        } else {
            throw InputError(
                "--n", std::to_string(n_),
                fmt::format("at most {} for every σ in S_n, or one σ, or restarts", max_grid_n));
        }
        for (std::size_t i = 0; i < n_; ++i)
            grow(weightings_, static_cast<std::uint64_t>(largest_));
        for (std::size_t i = 0; i + 1 < n_; ++i)
            grow(weightings_, costs_.size());
        points_ = weightings_;
        grow(points_, sigmas_.size());
    }

    std::uint64_t points() const { return points_; }

    WeightPoint point(std::uint64_t index) const {
        WeightPoint point{sigmas_[index / weightings_], std::vector<std::int64_t>(n_),
                          std::vector<Rational>(n_ - 1)};
        std::uint64_t rest = index % weightings_;
        for (std::size_t i = n_ - 1; i-- > 0;) {
            point.swap_costs[i] = costs_[rest % costs_.size()];
            rest /= costs_.size();
        }
        for (std::size_t i = n_; i-- > 0;) {
            point.weights[i] = 1 + static_cast<std::int64_t>(rest) % largest_;
            rest /= static_cast<std::uint64_t>(largest_);
        }
        return point;
    }

    /// True if c·δ, c < 1, is on the grid as well.
    bool has_smaller_multiple(const std::vector<Rational>& swap_costs) const {
        const auto first =
            std::ranges::find_if(swap_costs, [](const Rational& c) { return c.sign() != 0; });
        if (first == swap_costs.end()) return false;
        return std::ranges::any_of(costs_, [&](const Rational& smaller) {
            if (smaller.sign() == 0 || smaller >= *first) return false;
            const Rational factor = smaller / *first;
            return std::ranges::all_of(swap_costs, [&](const Rational& c) {
                return std::ranges::binary_search(costs_, c * factor);
            });
        });
    }

private:
    static void grow(std::uint64_t& count, std::uint64_t factor) {
        if (count > most_grid_points / factor) {
            throw InputError("the grid of weights",
                             fmt::format("more than {} points", most_grid_points),
                             "a smaller n, --largest or list of --swap-costs; or --restarts");
        }
        count *= factor;
    }

    std::size_t n_;
    std::int64_t largest_;
    std::vector<Rational> costs_;
    std::vector<Permutation> sigmas_;
    std::uint64_t weightings_ = 1, points_ = 1;
};

bool moves_every_element(const Permutation& sigma) {
    for (std::size_t i = 0; i < sigma.size(); ++i) {
        if (sigma[i] == i) return false;
    }
    return true;
}

/// True if no other point of the grid with the same ratio is smaller.
bool is_representative(const WeightSearchOptions& options, const Grid& grid,
                       const WeightPoint& point) {
    std::int64_t divisor = 0;
    for (const std::int64_t w : point.weights)
        divisor = std::gcd(divisor, w);
    if (divisor != 1) return false;
    if (moves_every_element(point.sigma) && grid.has_smaller_multiple(point.swap_costs)) {
        return false;
    }
    for (const WeightPoint& image : images(point, options.inequality)) {
        if (options.sigma && image.sigma != point.sigma) continue;
        if (image < point) return false;
    }
    return true;
}

WeightTally decide_range(const WeightSearchOptions& options, const Grid& grid, std::uint64_t begin,
                         std::uint64_t end, const Stop& stop) {
    WeightTally tally;
    for (std::uint64_t index = begin; index < end && !tally.stopped; ++index) {
        const WeightPoint point = grid.point(index);
        if (options.reduce && !is_representative(options, grid, point)) continue;
        tally.stopped = stop.requested();
        if (!tally.stopped) decide_point(options, point, tally);
    }
    return tally;
}

void require_valid_search(const WeightSearchOptions& options) {
    if (options.n < 2) throw UsageError("weight search: n < 2");
    if (options.sigma && options.sigma->size() != options.n) {
        throw UsageError("weight search: σ of another length");
    }
    if (options.space.largest_weight < 1) {
        throw InputError("--largest", std::to_string(options.space.largest_weight), "at least 1");
    }
    std::vector<Rational> costs = options.space.swap_costs;
    std::ranges::sort(costs);
    if (costs.empty() || costs.front().sign() < 0 ||
        std::ranges::adjacent_find(costs) != costs.end()) {
        throw InputError("--swap-costs", "an empty list, a negative cost or one named twice",
                         "different costs of at least 0");
    }
}

std::string search_scope(const WeightSearchOptions& options) {
    const std::string sigma = options.sigma ? "σ with ranks " + options.sigma->to_string()
                                            : fmt::format("every σ in S_{}", options.n);
    return fmt::format("{}, {}, every pseudometric D", sigma, options.space.text(options.n));
}

/// The best point decided once more, and confirmed.
WeightSearchResult search_result(const WeightSearchOptions& options, const WeightTally& tally) {
    WeightSearchResult result;
    result.scope = search_scope(options);
    result.programs = tally.programs;
    result.decided = tally.decided;
    result.violating = tally.violating;
    result.undecided = tally.undecided;
    result.complete = !tally.stopped;
    if (!tally.best) return result;
    const auto pair = functionals(options, tally.best->point);
    const auto decision = pair ? decide(pair->small, pair->big) : std::nullopt;
    if (!decision || decision->ratio != tally.best->ratio) {
        throw InternalError("a point that was decided comes out otherwise, ranks " +
                            tally.best->point.sigma.to_string());
    }
    const WeightPoint& point = tally.best->point;
    const Weighting weighting = point.weighting(options.space.fixed_points);
    result.best = confirmed_evidence(options.inequality, point.sigma, weighting, decision->witness,
                                     tally.best->ratio);
    result.strict = strict_evidence(options.inequality, point.sigma, weighting, decision->witness);
    return result;
}

// ---------------------------------------------------------------------------------------------

/// Every point that differs in one weight or one swap cost by an allowed move, in a fixed order.
std::vector<WeightPoint> neighbours(const WeightPoint& point, const WeightSpace& space) {
    std::vector<WeightPoint> all;
    for (std::size_t i = 0; i < point.weights.size(); ++i) {
        const std::int64_t w = point.weights[i];
        std::vector<std::int64_t> values{w + 1, w - 1, 2 * w, w / 2};
        std::ranges::sort(values);
        values.erase(std::ranges::unique(values).begin(), values.end());
        for (const std::int64_t value : values) {
            if (value < 1 || value > space.largest_weight || value == w) continue;
            all.push_back(point);
            all.back().weights[i] = value;
        }
    }
    for (std::size_t i = 0; i < point.swap_costs.size(); ++i) {
        for (const Rational& cost : space.swap_costs) {
            if (cost == point.swap_costs[i]) continue;
            all.push_back(point);
            all.back().swap_costs[i] = cost;
        }
    }
    return all;
}

Permutation random_indecomposable(std::size_t n, Random& random) {
    for (;;) {
        std::vector<Rank> ranks(n);
        std::iota(ranks.begin(), ranks.end(), Rank{0});
        for (std::size_t i = n; i > 1; --i)
            std::swap(ranks[i - 1], ranks[random.below(i)]);
        if (is_indecomposable(ranks)) return Permutation::from_ranks_unchecked(std::move(ranks));
    }
}

/// One restart.
class Climb {
public:
    Climb(const WeightSearchOptions& options, std::size_t index, const Stop& stop)
        : options_(options), stop_(stop), random_(options.seed, index) {
        point_ = start(index);
    }

    WeightTally run() {
        auto here = decide(point_);
        while (here) {
            const auto better = better_for(here->witness, here->ratio);
            here = better ? moved_to(*better) : first_better_neighbour(here->ratio);
        }
        return std::move(tally_);
    }

private:
    WeightPoint start(std::size_t index);
    /// Empty also if the work must end.
    std::optional<Decision> decide(const WeightPoint& point);
    std::optional<Decision> moved_to(const WeightPoint& point) {
        point_ = point;
        return decide(point);
    }
    /// The neighbour whose M/N at this D is least, if that is below `ratio`.
    std::optional<WeightPoint> better_for(const Dissimilarity& d, const Rational& ratio) const;
    /// The first neighbour whose least M/N over all D is below `ratio`, which becomes point_.
    std::optional<Decision> first_better_neighbour(const Rational& ratio);

    const WeightSearchOptions& options_;
    const Stop& stop_;
    Random random_;
    WeightPoint point_;
    WeightTally tally_;
};

WeightPoint Climb::start(std::size_t index) {
    const std::size_t n = options_.n;
    const WeightSpace& space = options_.space;
    WeightPoint point{{}, std::vector<std::int64_t>(n, 1), {}};
    point.swap_costs.assign(n - 1, space.plainest_cost());
    const std::vector<Permutation> members = family_members(n);
    if (options_.sigma) {
        point.sigma = *options_.sigma;
    } else {
        point.sigma = index < members.size() ? members[index] : random_indecomposable(n, random_);
    }
    if (index == 0) return point;
    for (std::int64_t& w : point.weights)
        w = 1 + static_cast<std::int64_t>(
                    random_.below(static_cast<std::size_t>(space.largest_weight)));
    for (Rational& cost : point.swap_costs)
        cost = space.swap_costs[random_.below(space.swap_costs.size())];
    return point;
}

std::optional<Decision> Climb::decide(const WeightPoint& point) {
    if (tally_.decided + tally_.undecided >= options_.programs_per_restart) return std::nullopt;
    tally_.stopped |= stop_.requested();
    if (tally_.stopped) return std::nullopt;
    return decide_point(options_, point, tally_);
}

std::optional<WeightPoint> Climb::better_for(const Dissimilarity& d, const Rational& ratio) const {
    std::optional<RatedPoint> best;
    for (WeightPoint& point : neighbours(point_, options_.space)) {
        const auto pair = functionals(options_, point);
        if (!pair) continue;
        const Rational small = pair->small.value(d);
        if (small.sign() <= 0) continue;
        RatedPoint rated{pair->big.value(d) / small, std::move(point)};
        if (rated.ratio < ratio && (!best || rated < *best)) best = std::move(rated);
    }
    if (!best) return std::nullopt;
    return std::move(best->point);
}

std::optional<Decision> Climb::first_better_neighbour(const Rational& ratio) {
    for (const WeightPoint& point : neighbours(point_, options_.space)) {
        auto decision = decide(point);
        if (tally_.stopped) return std::nullopt;
        if (!decision || !(decision->ratio < ratio)) continue;
        point_ = point;
        return decision;
    }
    return std::nullopt;
}

}  // namespace

const Rational& WeightSpace::plainest_cost() const {
    const auto unit = std::ranges::find(swap_costs, Rational(1));
    return unit != swap_costs.end() ? *unit : swap_costs.front();
}

std::string WeightSpace::text(std::size_t n) const {
    std::vector<std::string> costs;
    for (const Rational& cost : swap_costs)
        costs.push_back(cost.to_string());
    return fmt::format("w in {{1..{}}}^{}, every δ_i in {{{}}}", largest_weight, n,
                       fmt::join(costs, ", "));
}

Weighting WeightPoint::weighting(FixedPointPolicy policy) const {
    Weighting weighting;
    weighting.fixed_points = policy;
    const auto is_unit = [](const auto& values) {
        return std::ranges::all_of(values, [](const auto& v) { return v == 1; });
    };
    if (!is_unit(weights)) {
        weighting.element_weights = ElementWeights::from(weights, "the weights of a search");
    }
    if (!is_unit(swap_costs)) {
        weighting.swap_costs = SwapCosts::from(swap_costs, "the swap costs of a search");
    }
    return weighting;
}

std::strong_ordering operator<=>(const WeightPoint& a, const WeightPoint& b) {
    if (const auto c = a.sigma.size() <=> b.sigma.size(); c != 0) return c;
    if (const auto c = a.sigma <=> b.sigma; c != 0) return c;
    if (const auto c = a.weights <=> b.weights; c != 0) return c;
    return a.swap_costs <=> b.swap_costs;
}

std::strong_ordering operator<=>(const RatedPoint& a, const RatedPoint& b) {
    if (const auto c = a.ratio <=> b.ratio; c != 0) return c;
    return a.point <=> b.point;
}

std::vector<WeightPoint> images(const WeightPoint& point, const Inequality& inequality) {
    std::vector<WeightPoint> all{point, mirrored(point)};
    if (is_exchangeable(inequality)) {
        all.push_back(exchanged(all[0]));
        all.push_back(exchanged(all[1]));
    }
    return all;
}

Verdict WeightSearchResult::verdict() const {
    if (best && best->ratio() < Rational(1)) return Verdict::refuted;
    if (!exhaustive) return decided > 0 ? Verdict::supported : Verdict::undecided;
    return complete && undecided == 0 ? Verdict::exhausted : Verdict::undecided;
}

void WeightTally::add(const WeightTally& other) {
    if (other.best) offer(*other.best);
    programs += other.programs;
    decided += other.decided;
    violating += other.violating;
    undecided += other.undecided;
    stopped |= other.stopped;
}

WeightSearchResult search_weight_grid(const WeightSearchOptions& options) {
    require_valid_search(options);
    const Grid grid(options);
    const WeightTally tally =
        sum_of_tasks(options, grid.points(), points_in_block, grid_task(options));
    WeightSearchResult result = search_result(options, tally);
    result.exhaustive = true;
    result.cases = grid.points();
    result.effort =
        fmt::format("a grid of {} points (σ,w,δ), {} decided{}{}", result.cases, result.decided,
                    options.reduce ? ", the others have N = 0 or the ratio of one of these" : "",
                    result.complete ? "" : "; stopped before the end: partial");
    return result;
}

WeightSearchResult climb_weights(const WeightSearchOptions& options) {
    require_valid_search(options);
    const WeightTally sum = sum_of_tasks(options, options.restarts, 1, climb_task(options));
    WeightSearchResult result = search_result(options, sum);
    result.effort = fmt::format(
        "{} starting points, seed {}, {} points (σ,w,δ) decided{}", options.restarts, options.seed,
        result.decided, result.complete ? "" : "; stopped by time: the result depends on it");
    return result;
}

WeightTask grid_task(const WeightSearchOptions& options) {
    return [options, grid = std::make_shared<const Grid>(options)](std::uint64_t block,
                                                                   const Stop& stop) {
        const std::uint64_t begin = block * points_in_block;
        return decide_range(options, *grid, begin,
                            std::min(begin + points_in_block, grid->points()), stop);
    };
}

WeightTask climb_task(const WeightSearchOptions& options) {
    return [options](std::uint64_t index, const Stop& stop) {
        return Climb(options, static_cast<std::size_t>(index), stop).run();
    };
}

}  // namespace disarray::search
