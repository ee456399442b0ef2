// SPDX-License-Identifier: MIT
#include "search/discover/constants.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "formats/rankings.hpp"
#include "search/decision.hpp"
#include "search/families.hpp"
#include "search/functional.hpp"
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
    Rational ratio;    ///< min M/N
    Permutation best;  ///< a σ that has it, perhaps shorter than n
    bool certified = false;
};

/// min M/N of one σ; empty without an exact answer, or where N is 0.
std::optional<Rational> ratio_at(const Inequality& inequality, const Permutation& sigma) {
    const auto decision =
        decide(functional(inequality.small, sigma), functional(inequality.big, sigma));
    if (!decision) return std::nullopt;
    return decision->ratio;
}

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
    return ConstantAt{last.found->ratio, last.found->best.sigma, last.certified};
}

/// The least ratio of the members of families, and of the σ that was best at n − 1 with one element
/// more behind it: what the constant is in most cases, before anything is swept.
std::optional<ConstantAt> guessed_constant(const Inequality& inequality, std::size_t n,
                                           const std::optional<ConstantAt>& before) {
    std::vector<Permutation> candidates = family_members(n);
    if (before && before->best.size() < n)
        candidates.push_back(
            direct_sum(before->best, Permutation::identity(n - before->best.size())));
    std::optional<ConstantAt> least;
    for (const Permutation& sigma : candidates) {
        const auto ratio = ratio_at(inequality, sigma);
        if (ratio && (!least || *ratio < least->ratio)) least = ConstantAt{*ratio, sigma, false};
    }
    return least;
}

/// A sweep of the guess as a threshold, in which most σ need no program, proves it, or finds the
/// exact minimum, which is then proved by another one. A threshold that falls from nothing would
/// take the time of a sweep before that in any case.
std::optional<ConstantAt> constant_at(const Question& question, std::size_t n,
                                      const ConstantOptions& options,
                                      const std::optional<ConstantAt>& before) {
    auto found = guessed_constant(question.inequality, n, before);
    while (found && found->ratio.sign() > 0) {
        const auto proof = swept_constant(
            threshold_claim(scaled(question.inequality, Rational(1) / found->ratio), n), options,
            found->best);
        if (!proof) return std::nullopt;
        if (proof->ratio > Rational(1)) throw InternalError("a least ratio that is none");
        const bool is_least = proof->ratio == Rational(1);
        found = ConstantAt{found->ratio * proof->ratio, is_least ? found->best : proof->best,
                           proof->certified};
        if (is_least) return found;
    }
    // No threshold is 0.
    return swept_constant(sweep_claim(question.inequality, n), options);
}

/// As it is shown, of one member; empty without an exact or finite answer.
std::optional<Rational> member_constant(const Question& question, const Permutation& sigma) {
    const auto ratio = ratio_at(question.inequality, sigma);
    return ratio ? question.shown_ratio(*ratio) : std::nullopt;
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

/// What the file has, once its σ has that ratio and no member of a family has less. That no other
/// σ has less is believed: a proof takes as long as the sweep.
std::optional<ConstantAt> kept_constant(const WorkFile& work, const std::string& name,
                                        const Question& question, std::size_t n) {
    const auto kept = work.found(name);
    if (!kept || kept->size() != 3) return std::nullopt;
    const Permutation best =
        formats::RankingParser().parse((*kept)[2], formats::Notation::ranks, work.path());
    const ConstantAt constant{Rational::parse((*kept)[0], work.path()), best,
                              (*kept)[1] == "certified"};
    const auto refuse = [&](const Permutation& sigma, const Rational& ratio) {
        throw InputError(
            work.path(), fmt::format("{} for {}", constant.ratio.to_string(), name),
            fmt::format("{}, which ranks {} have", ratio.to_string(), sigma.to_string()));
    };
    const auto ratio = ratio_at(question.inequality, best);
    if (ratio && *ratio != constant.ratio) refuse(best, *ratio);
    const auto guess = guessed_constant(question.inequality, n, {});
    if (guess && guess->ratio < constant.ratio) refuse(guess->best, guess->ratio);
    return constant;
}

/// The same, from the file of what is done or into it.
std::optional<ConstantAt> constant_once(const Question& question, std::size_t n,
                                        const ConstantOptions& options,
                                        const std::optional<ConstantAt>& before) {
    if (options.work == nullptr) return constant_at(question, n, options, before);
    const std::string name = fmt::format("n = {}: {}", n, to_string(question.inequality));
    if (auto kept = kept_constant(*options.work, name, question, n)) return kept;
    auto found = constant_at(question, n, options, before);
    if (found)
        options.work->keep(name, {found->ratio.to_string(), found->certified ? "certified" : "",
                                  found->best.to_string()});
    return found;
}

}  // namespace

ConstantInN constant_in_n(const Question& question, const ConstantOptions& options) {
    ConstantInN result;
    result.question = question;
    result.complete = true;
    std::optional<ConstantAt> found;
    // Where the constant stays that of n − 1, no family has it, and a wrong guess costs a sweep.
    constexpr std::size_t least_n = 3;
    if (options.n_from > least_n) found = constant_once(question, options.n_from - 1, options, {});
    for (std::size_t n = options.n_from; n <= options.n_to; ++n) {
        found = constant_once(question, n, options, found);
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
        if (auto attained = attaining(family, result, options))
            result.families.push_back(std::move(*attained));
    if (options.stop.requested()) result.complete = false;
    return result;
}

}  // namespace disarray::search::discover
