// SPDX-License-Identifier: MIT
#include "search/least_ratio.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include <tbb/parallel_for.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "ranking/enumeration.hpp"
#include "search/decision.hpp"
#include "search/functional.hpp"
#include "search/routing.hpp"
#include "search/unit.hpp"

namespace disarray::search {

namespace {

/// The least ratio so far, and who has it.
struct Least {
    std::optional<Rational> ratio;
    Permutation best;
    Expression small;  ///< ratio·N

    void take(const Claim& claim, const Rational& found, const Permutation& sigma) {
        ratio = found;
        best = sigma;
        small = scaled(claim.inequality.small, found);
    }
};

/// Goes through some ranks, beginning with what is known. False if `stop` asked.
bool lower(Least& least, const Claim& claim, std::size_t length, RankRange range,
           const Stop& stop) {
    return for_each_class(claim, length, range, [&](const Permutation& sigma) {
        if (stop.requested()) return false;
        const Functional small = functional(claim.inequality.small, sigma, claim.weighting);
        if (small.is_zero()) return true;
        const Functional big = functional(claim.inequality.big, sigma, claim.weighting);
        if (least.ratio) {
            const Functional below = functional(least.small, sigma, claim.weighting);
            if (routable_signs(below, big) || detoured_leaf(below, big)) return true;
        }
        const auto decision = decide(small, big);
        if (!decision) {
            throw NotSupported("ranks " + sigma.to_string(), "no exact answer",
                               "a search without --threshold, which counts such rankings");
        }
        if (!least.ratio || decision->ratio < *least.ratio)
            least.take(claim, decision->ratio, sigma);
        return true;
    });
}

/// Pieces of the ranks of one length, many at a time, each with what the pieces before these have
/// found: so the result does not depend on the number of threads.
class FallingThreshold {
public:
    FallingThreshold(const Claim& claim, const LeastRatioOptions& options)
        : claim_(claim), options_(options) {
        for (std::size_t length = claim.first_length(); length <= claim.n; ++length)
            progress_.total += factorial_64(length);
    }

    /// False if stopped.
    bool run_length(std::size_t length);
    const Least& least() const { return least_; }

private:
    bool run_pieces(std::size_t length, std::uint64_t begin, std::uint64_t end);

    static constexpr std::uint64_t piece = 5040, pieces = 128;  // a piece takes 20 to 50 ms

    const Claim& claim_;
    const LeastRatioOptions& options_;
    SweepProgress progress_;
    Least least_;
};

bool FallingThreshold::run_length(std::size_t length) {
    const std::uint64_t all = factorial_64(length);
    for (std::uint64_t begin = 0; begin < all; begin += piece * pieces) {
        const std::uint64_t end = std::min(begin + piece * pieces, all);
        if (!run_pieces(length, begin, end)) return false;
        progress_.length = length;
        progress_.done += end - begin;
        progress_.ratio = least_.ratio;
        if (options_.progress) options_.progress(progress_);
    }
    return true;
}

bool FallingThreshold::run_pieces(std::size_t length, std::uint64_t begin, std::uint64_t end) {
    std::vector<Least> found((end - begin + piece - 1) / piece, least_);
    std::atomic<bool> is_whole = true;
    tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t k) {
        const std::uint64_t first = begin + k * piece;
        const RankRange range{first, std::min(first + piece, end)};
        if (!lower(found[k], claim_, length, range, options_.stop)) is_whole = false;
    });
    for (const Least& here : found) {
        if (here.ratio && (!least_.ratio || *here.ratio < *least_.ratio)) least_ = here;
    }
    return is_whole;
}

}  // namespace

std::vector<LeastRatio> least_ratios(const Claim& claim, const LeastRatioOptions& options) {
    if (claim.sigma || claim.threshold || claim.n < 2 || claim.n > max_sweep_n) {
        throw UsageError("least_ratios: no claim over S_n, or n out of range");
    }
    return with_threads(options.threads, [&] {
        std::vector<LeastRatio> found;
        FallingThreshold search(claim, options);
        for (std::size_t n = claim.first_length(); n <= claim.n && search.run_length(n); ++n) {
            const Least& least = search.least();
            if (least.ratio) found.push_back({n, *least.ratio, least.best});
        }
        return found;
    });
}

}  // namespace disarray::search
