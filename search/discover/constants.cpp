// SPDX-License-Identifier: MIT
#include "search/discover/constants.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "search/decision.hpp"
#include "search/families.hpp"
#include "search/functional.hpp"
#include "search/sweep.hpp"

namespace disarray::search::discover {

namespace {

/// With one value more than unknowns: the values come from sweeps that nobody repeats for more n.
constexpr std::size_t spare_constants = 1;
/// Fewer n at which a family attains the constant say nothing.
constexpr std::size_t least_attained = 2;

void sweep_into(ConstantInN& result, const Claim& claim, const ConstantOptions& options) {
    SweepOptions sweep_options;
    sweep_options.claim = claim;
    sweep_options.threads = options.threads;
    sweep_options.stop = options.stop;
    for (const LengthResult& length : sweep(sweep_options).lengths) {
        if (length.n < options.n_from) continue;
        if (!length.complete || !length.found) {
            result.complete = false;
            continue;
        }
        result.certified &= length.certified;
        if (const auto shown = result.question.shown_ratio(length.found->ratio)) {
            result.constants.emplace_back(length.n, *shown);
        } else {
            result.unbounded.push_back(length.n);
        }
    }
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
    for (std::size_t skipped = 0; skipped < all.size(); ++skipped) {
        Formulas found = formulas(all.subspan(skipped), spare_constants);
        if (!found.fits.empty() && found.unexplained.empty()) return found;
    }
    return formulas(all, spare_constants);
}

}  // namespace

ConstantInN constant_in_n(const Question& question, const ConstantOptions& options) {
    ConstantInN result;
    result.question = question;
    result.complete = true;
    Claim claim = sweep_claim(question.inequality, options.n_to);
    if (claim.direct_sums) {
        sweep_into(result, claim, options);
    } else {
        for (std::size_t n = options.n_from; n <= options.n_to; ++n)
            sweep_into(result, sweep_claim(question.inequality, n), options);
    }
    result.formulas = formulas_from_some_n(result.constants);
    for (const Family& family : families())
        if (auto found = attaining(family, result, options))
            result.families.push_back(std::move(*found));
    if (options.stop.requested()) result.complete = false;
    return result;
}

}  // namespace disarray::search::discover
