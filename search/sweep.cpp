// SPDX-License-Identifier: MIT
//
// Two reductions, both switched off by SweepOptions::reduce = false and tested against that.
//
// Direct sums. K adds up over σ = α⊕β, because no pair across is inverted. So does F in every
// reading: an element of α moves within the ranks of α, its prefix form and its interval see
// elements of α only, and (α⊕β)⁻¹ = α⁻¹⊕β⁻¹. Any pseudometrics on the two parts extend to one on
// their union. Hence min F/K of α⊕β is the smaller of the two minima (mediant inequality; a part
// with K = 0 is an identity with F = 0 and does not count), and σ violates K ≤ F exactly if one of
// its indecomposable summands does. So S_n needs the indecomposable σ of each length m ≤ n, and the
// non-violating σ are counted by the recursion kept(n) = Σ_m kept_indecomposable(m)·kept(n−m).
//
// The lexicographically least σ in S_n that attains the minimum is id ⊕ α for the least
// indecomposable α of the shortest length at which it occurs: no other σ begins with as many fixed
// points.
//
// Symmetries. See ratio_symmetries: one σ of each class is solved and counts as often as the class
// has members.
#include "search/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "metrics/naive.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::search {

namespace {

using metrics::Reading;

/// The σ of one length: what a part of a sweep knows. Merging is associative and commutative, so
/// the result does not depend on how the work was split.
struct Tally {
    std::uint64_t programs = 0;
    std::uint64_t undecided = 0;
    std::uint64_t solved = 0;     ///< permutations represented by decided programs
    std::uint64_t violating = 0;  ///< of these, with min F/K < 1
    std::optional<Rational> minimum;
    Permutation least;  ///< the lexicographically least σ with that minimum

    void add(const Permutation& sigma, const Rational& ratio, std::uint64_t class_size) {
        solved += class_size;
        if (ratio < Rational(1)) violating += class_size;
        improve(ratio, sigma);
    }

    void merge(const Tally& other) {
        programs += other.programs;
        undecided += other.undecided;
        solved += other.solved;
        violating += other.violating;
        if (other.minimum) improve(*other.minimum, other.least);
    }

private:
    void improve(const Rational& ratio, const Permutation& sigma) {
        if (!minimum || ratio < *minimum || (ratio == *minimum && sigma < least)) {
            minimum = ratio;
            least = sigma;
        }
    }
};

/// Sweeps one S_m, reduced or not.
class LengthSweep {
public:
    LengthSweep(const SweepOptions& options, std::size_t m)
        : options_(options), m_(m), total_(factorial_64(m)) {
        if (options.reduce) symmetries_ = ratio_symmetries(options.reading);
    }

    struct Outcome {
        Tally tally;
        bool complete = true;
    };

    Outcome run() {
        // A grain of 64 ranks keeps TBB's overhead below a hundredth of the programs' time while
        // S_5 still splits over all cores.
        const tbb::blocked_range<std::uint64_t> all(0, total_, 64);
        Tally tally = tbb::parallel_reduce(
            all, Tally{},
            [this](const tbb::blocked_range<std::uint64_t>& part, Tally so_far) {
                sweep_part({part.begin(), part.end()}, so_far);
                return so_far;
            },
            [](Tally a, const Tally& b) {
                a.merge(b);
                return a;
            });
        return {std::move(tally), !stopped_};
    }

private:
    void sweep_part(RankRange range, Tally& tally) {
        for_each_permutation(m_, range, [&](const std::vector<Rank>& ranks) {
            if (stopped_) return false;
            if (!options_.reduce || is_indecomposable(ranks)) {
                if (options_.stop.requested()) {
                    stopped_ = true;
                    return false;
                }
                decide(Permutation::from_ranks_unchecked(ranks), tally);
            }
            return true;
        });
        const std::uint64_t done = done_ += range.size();
        if (options_.progress) options_.progress({m_, done, total_});
    }

    void decide(const Permutation& sigma, Tally& tally) const {
        if (sigma.is_identity() || !is_least_in_class(sigma, symmetries_)) return;
        ++tally.programs;
        const auto found = least_ratio(sigma, options_.reading);
        if (found) {
            tally.add(sigma, found->ratio, orbit(sigma, symmetries_).size());
        } else {
            ++tally.undecided;
        }
    }

    const SweepOptions& options_;
    std::size_t m_;
    std::uint64_t total_;
    Symmetries symmetries_;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<bool> stopped_ = false;
};

/// id ⊕ σ on n elements, with D continued by the largest distance to and among the new elements:
/// that keeps a (pseudo)metric one, and K and F do not see it.
Witness padded(const Permutation& sigma, const Dissimilarity& d, std::size_t n, Reading reading) {
    Rational far = 1;
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            far = std::max(far, d(i, j));
    }
    const std::size_t added = n - d.size();
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n, far));
    for (std::size_t i = 0; i < n; ++i) {
        rows[i][i] = 0;
        for (std::size_t j = added; i >= added && j < n; ++j)
            rows[i][j] = d(i - added, j - added);
    }
    Witness witness;
    witness.sigma = direct_sum(Permutation::identity(added), sigma);
    witness.weighting.dissimilarity = Dissimilarity::from_rows(rows, "a witness");
    const Permutation identity = Permutation::identity(n);
    witness.kendall = metrics::naive::kendall(witness.sigma, identity, witness.weighting);
    witness.footrule =
        metrics::naive::footrule(witness.sigma, identity, witness.weighting, reading);
    return witness;
}

/// Solves the least σ once more and lets the naive definition confirm what is printed.
/// \param attaining  an indecomposable σ that attains the minimum, or id ⊕ such a σ
void attach_witnesses(SweepResult& result, const Permutation& attaining) {
    const Permutation least = indecomposable_summands(attaining).back();
    const auto found = least_ratio(least, result.reading);
    if (!found) throw InternalError("a program that was solved cannot be solved again");
    result.witness = padded(least, found->witness, result.n, result.reading);
    if (result.witness->ratio() != *result.minimum) {
        throw InternalError("the naive definition does not confirm the witness " +
                            least.to_string());
    }
    const auto strict = strict_violation(found->witness, kendall_functional(least),
                                         footrule_functional(least, result.reading));
    if (!strict) return;
    result.strict_witness = padded(least, *strict, result.n, result.reading);
    if (!result.strict_witness->is_strict() || !(result.strict_witness->ratio() < Rational(1))) {
        throw InternalError("the naive definition does not confirm the strict witness " +
                            least.to_string());
    }
}

/// The reduced sweep: lengths 1, 2, …, each used by every later n.
std::vector<SweepResult> sweep_reduced(const SweepOptions& options) {
    std::vector<SweepResult> results;
    std::vector<std::uint64_t> kept{1};                 // kept[n]: σ in S_n with F ≥ K for all D
    std::vector<std::uint64_t> kept_indecomposable{0};  // the same among the indecomposable ones
    SweepResult so_far;
    so_far.reading = options.reading;
    Permutation least;
    for (std::size_t n = 1; n <= options.n_to && so_far.complete; ++n) {
        const auto [tally, complete] = LengthSweep(options, n).run();
        so_far.n = n;
        so_far.complete = complete;
        so_far.permutations = factorial_64(n);
        so_far.programs += tally.programs;
        so_far.undecided += tally.undecided;
        if (tally.minimum && (!so_far.minimum || *tally.minimum < *so_far.minimum)) {
            so_far.minimum = tally.minimum;
            least = tally.least;
        }
        // The one σ of S_1 is indecomposable and harmless, but K = 0 leaves it without a program.
        kept_indecomposable.push_back(n == 1 ? 1 : tally.solved - tally.violating);
        std::uint64_t kept_here = 0;
        for (std::size_t m = 1; m <= n; ++m)
            kept_here += kept_indecomposable[m] * kept[n - m];
        kept.push_back(kept_here);
        // Of an unfinished length only what was seen to violate is claimed.
        so_far.violating =
            complete && so_far.undecided == 0 ? so_far.permutations - kept_here : tally.violating;
        if (n < options.n_from && complete) continue;
        results.push_back(so_far);
        if (so_far.minimum) attach_witnesses(results.back(), least);
    }
    return results;
}

std::vector<SweepResult> sweep_unreduced(const SweepOptions& options) {
    std::vector<SweepResult> results;
    for (std::size_t n = options.n_from; n <= options.n_to; ++n) {
        const auto [tally, complete] = LengthSweep(options, n).run();
        SweepResult& result = results.emplace_back();
        result.n = n;
        result.reading = options.reading;
        result.complete = complete;
        result.programs = tally.programs;
        result.undecided = tally.undecided;
        result.permutations = factorial_64(n);
        result.violating = tally.violating;
        result.minimum = tally.minimum;
        if (tally.minimum) attach_witnesses(result, tally.least);
        if (!complete) break;
    }
    return results;
}

}  // namespace

Verdict SweepResult::verdict() const {
    if (minimum && *minimum < Rational(1)) return Verdict::refuted;
    return complete && undecided == 0 ? Verdict::exhausted : Verdict::undecided;
}

std::vector<SweepResult> sweep(const SweepOptions& options) {
    if (options.n_from < 1 || options.n_from > options.n_to || options.n_to > max_sweep_n) {
        throw UsageError("sweep: n out of range");
    }
    return with_threads(options.threads, [&] {
        return options.reduce ? sweep_reduced(options) : sweep_unreduced(options);
    });
}

}  // namespace disarray::search
