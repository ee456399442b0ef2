// SPDX-License-Identifier: MIT
//
// As in properties/runner.cpp: the order of cases begins with n, so the first n that has a
// violation settles it once all its cases are seen.
#include "properties/retrieval/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "properties/case_sweep.hpp"
#include "properties/outcome.hpp"
#include "properties/retrieval/domain.hpp"

namespace disarray::properties {

namespace {

using RetrievalTally = CaseTally<RetrievalCase>;

/// The cases that options ask for, in words. \param small  whether there are exhaustive ones
std::string cases_in_words(const RetrievalCheckOptions& options, bool small, bool every_cutoff) {
    std::vector<std::string> parts;
    if (small) {
        parts.push_back(fmt::format(
            "every list of <= {} documents of grades 0 to {}, with every tie, and at most one "
            "relevant document not retrieved{}",
            options.exhaustive_n, greatest_case_grade, every_cutoff ? ", every cutoff" : ""));
    }
    if (options.random_cases > 0) {
        parts.push_back(fmt::format("{} random lists of <= {} documents, seed {}",
                                    options.random_cases, options.random_n, options.seed));
    }
    return fmt::format("{}", fmt::join(parts, " + "));
}

/// The run of one law on one subject.
class LawRun {
public:
    LawRun(const RetrievalSubject& subject, const RetrievalLaw& law,
           const RetrievalCheckOptions& options)
        : subject_(subject), law_(law), options_(options), halt_(options.stop) {}

    RetrievalCheckResult result() {
        RetrievalCheckResult result;
        result.law = &law_;
        RetrievalTally all;
        for (std::size_t n = 0; n <= options_.exhaustive_n && options_.exhaustive_n > 0; ++n) {
            all.add(small_cases(n));
            if (halt_.was_requested()) break;
            result.effort.exhaustive_n = n;
            if (all.least) break;
        }
        result.effort.exhaustive_cases = all.cases;
        if (!all.least && !halt_.was_requested() && options_.random_cases > 0) {
            const RetrievalTally random = random_cases();
            result.effort.random_cases = random.cases;
            result.effort.seed = options_.seed;
            all.add(random);
        }
        result.effort.applicable = all.applicable;
        result.effort.undecided = all.undecided;
        result.effort.complete = !halt_.was_requested();
        result.witness = all.least;
        result.scope = scope(result.effort);
        result.verdict = verdict_of(result.effort, result.witness.has_value());
        if (result.witness) {
            result.explanation = check_case(subject_, law_, *result.witness).explanation;
        } else if (result.verdict == Verdict::not_applicable) {
            result.explanation = all.reason;
        }
        return result;
    }

private:
    /// Tries cases number 0, 1, … below count.
    template <class At>
    RetrievalTally sweep(std::uint64_t count, std::uint64_t grain, const At& at) {
        return sum_of_parts<RetrievalTally>(
            0, count, grain, halt_,
            [&](std::uint64_t begin, std::uint64_t end, RetrievalTally& tally) {
                for (std::uint64_t index = begin; index != end; ++index) {
                    const RetrievalCase instance = at(index);
                    tally.add(law_.check(subject_, instance), instance);
                }
            });
    }

    RetrievalTally small_cases(std::size_t n) {
        const SmallCases cases(n, subject_.cutoffs);
        return sweep(cases.size(), 256, [&](std::uint64_t index) { return cases.at(index); });
    }

    /// The least violation as it was drawn, shrunk: shrinking each would cost more than it finds.
    RetrievalTally random_cases() {
        RetrievalTally tally = sweep(options_.random_cases, 8, [&](std::uint64_t index) {
            return random_case(options_.random_n, subject_.cutoffs, options_.seed, index);
        });
        if (tally.least) {
            tally.least = shrunk(*tally.least, subject_.cutoffs, [&](const RetrievalCase& smaller) {
                return law_.check(subject_, smaller).is_violated();
            });
        }
        return tally;
    }

    std::string scope(const Effort& effort) const {
        RetrievalCheckOptions done = options_;
        done.exhaustive_n = effort.exhaustive_n;
        done.random_cases = effort.random_cases;
        const bool small = effort.exhaustive_cases > 0;
        std::vector<std::string> parts;
        if (small || effort.random_cases > 0) {
            parts.push_back(cases_in_words(done, small, subject_.cutoffs.every));
        }
        return scope_of(std::move(parts), effort);
    }

    const RetrievalSubject& subject_;
    const RetrievalLaw& law_;
    const RetrievalCheckOptions& options_;
    Halt halt_;
};

double small_case_count(const RetrievalSubject& subject, std::size_t n) {
    double cases = 0;
    for (std::size_t m = 0; m <= n && cases <= max_exhaustive_cases; ++m)
        cases += SmallCases::count(m, subject.cutoffs);
    return cases;
}

}  // namespace

std::string description(const RetrievalCheckOptions& options) {
    return cases_in_words(options, options.exhaustive_n > 0, false);
}

RetrievalCheckResult check(const RetrievalSubject& subject, const RetrievalLaw& law,
                           const RetrievalCheckOptions& options) {
    require_affordable(options.exhaustive_n, subject.name,
                       small_case_count(subject, options.exhaustive_n));
    return LawRun(subject, law, options).result();
}

Outcome check_case(const RetrievalSubject& subject, const RetrievalLaw& law,
                   const RetrievalCase& instance) {
    Outcome outcome = law.check(subject, instance);
    if (!outcome.is_violated()) return outcome;
    RetrievalSubject again = subject;
    again.value = subject.second;
    const Outcome confirmed = law.check(again, instance);
    const Order paths = detail::order_for_equality(subject.value(instance), again.value(instance));
    if (confirmed.is_violated() && paths == Order::equal) return outcome;
    throw InternalError(fmt::format(
        "{} of {}: {} by one path, {} by the other, for {}", law.name, subject.name,
        outcome.explanation, confirmed.explanation.empty() ? "no violation" : confirmed.explanation,
        to_string(instance)));
}

}  // namespace disarray::properties
