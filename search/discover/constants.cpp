// SPDX-License-Identifier: MIT
#include "search/discover/constants.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "search/decision.hpp"
#include "search/families.hpp"
#include "search/functional.hpp"
#include "search/least_ratio.hpp"
#include "search/sweep.hpp"

namespace disarray::search::discover {

namespace {

/// With one value more than unknowns: the values come from sweeps that nobody repeats for more n.
constexpr std::size_t spare_constants = 1;
/// Fewer values that end a list are of the same formula by chance, as those of n = 8 and 9 are.
constexpr std::size_t least_tail = 3;
/// Fewer n at which a family attains the constant say nothing.
constexpr std::size_t least_attained = 2;

/// The extreme at one n.
struct ConstantAt {
    Rational ratio;  ///< min M/N
    bool certified = false;
};

/// \return empty if stopped
std::optional<ConstantAt> swept_constant(const Claim& claim, const ConstantOptions& options,
                                         const std::optional<Permutation>& attained = {}) {
    SweepOptions sweep_options;
    sweep_options.claim = claim;
    sweep_options.attained = attained;
    sweep_options.threads = options.threads;
    sweep_options.stop = options.stop;
    const SweepOutcome outcome = sweep(sweep_options);
    if (outcome.lengths.empty()) return std::nullopt;
    const LengthResult& last = outcome.lengths.back();
    if (last.n != claim.n || !last.complete || !last.found) return std::nullopt;
    return ConstantAt{last.found->ratio, last.certified};
}

/// Found by a threshold that falls and proved by a sweep of that threshold, in which most σ need no
/// program: a tenth of the time of a sweep for the minimum at n = 8, and less beyond.
std::optional<ConstantAt> constant_at(const Question& question, std::size_t n,
                                      const ConstantOptions& options) {
    const Claim claim = sweep_claim(question.inequality, n);
    LeastRatioOptions search;
    search.threads = options.threads;
    search.stop = options.stop;
    const std::vector<LeastRatio> found = least_ratios(claim, search);
    if (found.empty() || found.back().n != n) return std::nullopt;
    const Rational ratio = found.back().ratio;
    if (ratio.sign() == 0) return swept_constant(claim, options);  // no threshold is 0
    const auto proof =
        swept_constant(threshold_claim(scaled(question.inequality, Rational(1) / ratio), n),
                       options, found.back().best);
    if (!proof) return std::nullopt;
    if (proof->ratio != Rational(1)) throw InternalError("a least ratio that is none");
    return ConstantAt{ratio, proof->certified};
}

/// M/N itself of one member; empty without an exact or finite answer.
std::optional<Rational> member_constant(const Question& question, const Permutation& sigma) {
    const auto decision = decide(functional(question.inequality.small, sigma),
                                 functional(question.inequality.big, sigma));
    if (!decision) return std::nullopt;
    return question.shown_ratio(decision->ratio);
}

std::optional<AttainingFamily> attaining(const Family& family, const ConstantInN& known,
                                         const ConstantOptions& options) {
    AttainingFamily result{family.name, {}, {}};
    std::size_t attained = 0;
    for (std::size_t n = options.n_from; n <= options.n_family; ++n) {
        if (options.stop.requested()) return std::nullopt;
        const auto sigma = family.member(n);
        if (!sigma) continue;
        const auto constant = member_constant(known.question, *sigma);
        const auto best = std::ranges::find(known.constants, n, &Sample::first);
        if (best != known.constants.end()) {
            if (constant != best->second) return std::nullopt;
            ++attained;
        }
        if (n > options.n_to && attained < least_attained) return std::nullopt;
        if (constant) result.samples.emplace_back(n, *constant);
    }
    if (attained < least_attained) return std::nullopt;
    result.formulas = formulas(result.samples);
    return result;
}

/// Of all values, or of those from the first n on for which there is a formula.
Formulas formulas_from_some_n(const std::vector<Sample>& samples) {
    const std::span<const Sample> all = samples;
    for (std::size_t skipped = 0; skipped + least_tail <= all.size(); ++skipped) {
        Formulas found = formulas(all.subspan(skipped), spare_constants);
        if (!found.fits.empty() && found.unexplained.empty()) return found;
    }
    return formulas(all, spare_constants);
}

/// The same, from the file of what is done or into it.
std::optional<ConstantAt> constant_once(const Question& question, std::size_t n,
                                        const ConstantOptions& options) {
    if (options.work == nullptr) return constant_at(question, n, options);
    const std::string name = fmt::format("n = {}: {}", n, to_string(question.inequality));
    if (const auto kept = options.work->found(name); kept && kept->size() == 2)
        return ConstantAt{Rational::parse((*kept)[0], options.work->path()),
                          (*kept)[1] == "certified"};
    const auto found = constant_at(question, n, options);
    if (found)
        options.work->keep(name, {found->ratio.to_string(), found->certified ? "certified" : ""});
    return found;
}

}  // namespace

ConstantInN constant_in_n(const Question& question, const ConstantOptions& options) {
    ConstantInN result;
    result.question = question;
    result.complete = true;
    for (std::size_t n = options.n_from; n <= options.n_to; ++n) {
        const auto found = constant_once(question, n, options);
        if (!found) {
            result.complete = false;
            break;
        }
        result.certified &= found->certified;
        if (const auto shown = question.shown_ratio(found->ratio)) {
            result.constants.emplace_back(n, *shown);
        } else {
            result.unbounded.push_back(n);
        }
    }
    result.formulas = formulas_from_some_n(result.constants);
    for (const Family& family : families())
        if (auto found = attaining(family, result, options))
            result.families.push_back(std::move(*found));
    if (options.stop.requested()) result.complete = false;
    return result;
}

}  // namespace disarray::search::discover
