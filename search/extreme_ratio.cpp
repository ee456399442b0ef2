// SPDX-License-Identifier: MIT
#include "search/extreme_ratio.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "base/error.hpp"
#include "search/prove/answer.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

namespace {

/// F/K and its witness from M/N: K ≤ F on the lower side, F ≤ 3K on the upper one.
void improve(ExtremeRatio& so_far, const ClaimResult& found, Extreme extreme) {
    const bool is_first = so_far.n == 0;
    const Evidence& best = found.best;
    if (extreme == Extreme::least) {
        if (!is_first && !(found.ratio < *so_far.ratio)) return;
        so_far.ratio = found.ratio;
        so_far.witness = {best.sigma, best.weighting, best.small, best.big};
        return;
    }
    const Rational kendall = best.big / Rational(3);
    const bool is_better =
        is_first || (so_far.ratio && (kendall.sign() == 0 || best.small > *so_far.ratio * kendall));
    if (!is_better) return;
    so_far.ratio.reset();
    if (kendall.sign() != 0) so_far.ratio = best.small / kendall;
    so_far.witness = {best.sigma, best.weighting, kendall, best.small};
}

/// What `search prove` proves for every n of that side of F/K. \param all_weights  and all w and δ
std::optional<Rational> proved_for_every_n(metrics::Reading reading, Extreme extreme,
                                           bool all_weights) {
    const std::string_view form = extreme == Extreme::least ? "K <= c*F[{}]" : "F[{}] <= c*K";
    const std::string text = fmt::format(fmt::runtime(form), name_of(reading));
    try {
        const EveryNAnswer answer = answer_for_every_n(questions_in(text).front(), all_weights);
        if (!answer.proof || !answer.least) return std::nullopt;
        return extreme == Extreme::least ? Rational(1) / *answer.least : *answer.least;
    } catch (const NotSupported&) {  // such proofs cannot be about it
        return std::nullopt;
    }
}

ExtremeRatio decide_all(metrics::Reading reading, Extreme extreme, std::size_t n,
                        const Stop& stop) {
    SweepOptions options;
    options.claim =
        sweep_claim(extreme == Extreme::least ? lower_side(reading) : upper_side(reading), n);
    options.stop = stop;
    ExtremeRatio result;
    for (const LengthResult& length : sweep(options).lengths) {
        if (!length.complete || !length.found) break;
        improve(result, *length.found, extreme);
        result.n = length.n;
        result.certified = length.certified;
    }
    if (stop.requested()) return result;
    result.every_n = proved_for_every_n(reading, extreme, false);
    result.every_weighting = proved_for_every_n(reading, extreme, true);
    return result;
}

/// Answers that were not cut short.
struct Known {
    std::mutex mutex;
    std::map<std::tuple<metrics::Reading, Extreme, std::size_t>, ExtremeRatio> answers;
};

}  // namespace

ExtremeRatioDecider extreme_ratio_decider() {
    return [known = std::make_shared<Known>()](metrics::Reading reading, Extreme extreme,
                                               std::size_t n, const Stop& stop) {
        const std::tuple key(reading, extreme, n);
        {
            const std::lock_guard lock(known->mutex);
            if (const auto it = known->answers.find(key); it != known->answers.end()) {
                return it->second;
            }
        }
        // Not under the lock: a sweep waits for other tasks, which may ask in their turn.
        ExtremeRatio result = decide_all(reading, extreme, n, stop);
        if (result.n == n) {
            const std::lock_guard lock(known->mutex);
            known->answers.emplace(key, result);
        }
        return result;
    };
}

}  // namespace disarray::search
