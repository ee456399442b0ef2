// SPDX-License-Identifier: MIT
//
// The cases of one n are numbered: σ by its lexicographic rank, for a pair rank(σ)·n! + rank(τ).
// Each part of the ranks of σ keeps its own least violation and looks at a case only if it would
// come before that; the merge takes the smaller one, so the split does not show in the result.
#include "properties/proofs/run_step.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "properties/case_sweep.hpp"
#include "ranking/enumeration.hpp"
#include "ranking/inversions.hpp"

namespace disarray::properties::proofs {

namespace {

/// Where a case stands in the order of preference within one n.
using CasePlace = std::pair<std::uint64_t, std::uint64_t>;  // inversions, number of the case

struct StepTally {
    std::optional<CasePlace> place;
    std::optional<StepViolation> least;
    std::uint64_t cases = 0;

    void add(const StepTally& other) {
        cases += other.cases;
        if (other.place && (!place || *other.place < *place)) {
            place = other.place;
            least = other.least;
        }
    }
};

/// One member of S_n with its number of inversions.
struct Member {
    Permutation ranking;
    std::uint64_t inversions = 0;
};

class LengthRun {
public:
    LengthRun(const ProofStep& step, std::size_t n, Halt& halt) : step_(step), n_(n), halt_(halt) {
        if (step.rankings == 1) {
            taus_ = {{Permutation::identity(n), 0}};
            return;
        }
        for_each_permutation(n, {0, factorial_64(n)}, [&](const std::vector<Rank>& ranks) {
            Permutation tau = Permutation::from_ranks_unchecked(ranks);
            const std::uint64_t count = inversion_count(tau);
            taus_.push_back({std::move(tau), count});
            return true;
        });
    }

    StepTally run() {
        return sum_of_parts<StepTally>(
            0, factorial_64(n_), 16, halt_,
            [this](std::uint64_t begin, std::uint64_t end, StepTally& tally) {
                std::uint64_t rank = begin;
                for_each_permutation(n_, {begin, end}, [&](const std::vector<Rank>& ranks) {
                    if (halt_.requested()) return false;
                    look_at(Permutation::from_ranks_unchecked(ranks), rank++, tally);
                    return true;
                });
            });
    }

private:
    void look_at(const Permutation& sigma, std::uint64_t rank, StepTally& tally) const {
        const std::uint64_t of_sigma = inversion_count(sigma);
        for (std::uint64_t t = 0; t < taus_.size(); ++t) {
            ++tally.cases;
            const CasePlace place{of_sigma + taus_[t].inversions, rank * taus_.size() + t};
            if (tally.place && *tally.place < place) continue;
            const Permutation& tau = taus_[t].ranking;
            if (Fault fault = step_.check(sigma, tau)) {
                tally.place = place;
                tally.least = {sigma, step_.rankings == 1 ? std::nullopt : std::optional(tau),
                               *std::move(fault)};
            }
        }
    }

    const ProofStep& step_;
    std::size_t n_;
    Halt& halt_;
    std::vector<Member> taus_;
};

}  // namespace

StepVerdict run_step(const ProofStep& step, std::size_t most_n, unsigned threads, Stop stop) {
    const std::size_t limit = step.rankings == 1 ? max_step_n_one : max_step_n_two;
    if (most_n == 0 || most_n > limit) {
        throw UsageError(
            fmt::format("run_step: n = {} for {}, expected 1 to {}", most_n, step.id, limit));
    }
    return with_threads(threads, [&] {
        StepVerdict verdict;
        Halt halt(stop);
        for (std::size_t n = 1; n <= most_n && !verdict.least; ++n) {
            StepTally tally = LengthRun(step, n, halt).run();
            verdict.cases += tally.cases;
            verdict.least = std::move(tally.least);
            if (halt.was_requested()) break;
            verdict.n_done = n;
        }
        return verdict;
    });
}

}  // namespace disarray::properties::proofs
