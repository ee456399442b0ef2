// SPDX-License-Identifier: MIT
//
// The least violation is looked for n by n: the order of cases begins with n, so the first n that
// has a violation settles it, once all its cases are seen. Reductions keep the smaller of two
// cases, which is associative and commutative: how TBB splits the work does not matter.
#include "properties/runner.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include "base/error.hpp"
#include "properties/generators/cases.hpp"
#include "properties/generators/shrinking.hpp"
#include "properties/grid.hpp"
#include "ranking/enumeration.hpp"

namespace disarray::properties {

namespace {

/// Passes on the first violation only.
class FirstViolation {
public:
    explicit FirstViolation(const std::function<void(const Case&)>& pass_on) : pass_on_(pass_on) {}
    void seen(const Case& instance) {
        if (pass_on_ && !done_.exchange(true)) pass_on_(instance);
    }

private:
    const std::function<void(const Case&)>& pass_on_;
    std::atomic<bool> done_ = false;
};

/// What a part of a run has seen.
struct Tally {
    std::uint64_t cases = 0;
    std::uint64_t applicable = 0;
    std::optional<Case> least;  ///< violation
    std::string reason;         ///< why some case did not apply

    void add(const Outcome& outcome, const Case& instance) {
        ++cases;
        if (outcome.kind == Outcome::Kind::does_not_apply) {
            if (reason.empty()) reason = outcome.explanation;
            return;
        }
        ++applicable;
        if (outcome.is_violated() && (!least || compare(instance, *least) < 0)) least = instance;
    }

    void merge(Tally other) {
        cases += other.cases;
        applicable += other.applicable;
        if (reason.empty() || (!other.reason.empty() && other.reason < reason)) {
            reason = other.reason.empty() ? reason : other.reason;
        }
        if (other.least && (!least || compare(*other.least, *least) < 0)) {
            least = std::move(other.least);
        }
    }
};

Tally merged(Tally a, Tally b) {
    a.merge(std::move(b));
    return a;
}

std::uint64_t power(std::uint64_t base, std::size_t exponent) {
    std::uint64_t product = 1;
    for (std::size_t k = 0; k < exponent; ++k)
        product *= base;
    return product;
}

/// All tuples of S_n under one weighting.
class TupleSweep {
public:
    TupleSweep(const Subject& subject, const Property& property, const Weighting& weighting,
               std::size_t n, const Stop& stop, std::atomic<bool>& stopped, FirstViolation& first)
        : subject_(subject),
          property_(property),
          weighting_(weighting),
          n_(n),
          stop_(stop),
          stopped_(stopped),
          first_(first) {
        // A table pays where every value is asked many times: for pairs and triples.
        if (property.rankings >= 2 && n <= max_table_n) {
            subject_ = subject.with_table(n, weighting);
            permutations_ = all_permutations(n);
        }
    }

    Tally run() {
        const std::uint64_t total = power(factorial_64(n_), property_.rankings);
        return tbb::parallel_reduce(
            tbb::blocked_range<std::uint64_t>(0, total, 256), Tally{},
            [this](const tbb::blocked_range<std::uint64_t>& part, Tally tally) {
                sweep(part.begin(), part.end(), tally);
                return tally;
            },
            merged);
    }

private:
    void sweep(std::uint64_t begin, std::uint64_t end, Tally& tally) const {
        if (stopped_ || stop_.requested()) {
            stopped_ = true;
            return;
        }
        Case instance;
        instance.rankings.resize(property_.rankings);
        instance.weighting = weighting_;
        const Subject subject = subject_.with_table_for(instance.weighting);
        const std::uint64_t base = factorial_64(n_);
        for (std::uint64_t tuple = begin; tuple != end; ++tuple) {
            std::uint64_t rest = tuple;
            for (Permutation& ranking : instance.rankings) {
                ranking = permutations_.empty() ? lexicographic_unrank(n_, rest % base)
                                                : permutations_[rest % base];
                rest /= base;
            }
            const Outcome outcome = property_.check(subject, instance);
            if (outcome.is_violated()) first_.seen(instance);
            tally.add(outcome, instance);
        }
    }

    Subject subject_;
    const Property& property_;
    const Weighting& weighting_;
    std::size_t n_;
    const Stop& stop_;
    std::atomic<bool>& stopped_;
    FirstViolation& first_;
    std::vector<Permutation> permutations_;  ///< S_n for small n, at most 5! of them
};

/// One n: all weightings, all tuples.
Tally sweep_length(const Subject& subject, const Property& property, std::size_t n,
                   const CheckOptions& options, std::atomic<bool>& stopped, FirstViolation& first) {
    const std::vector<Weighting> grid = weighting_grid(n, property, options.fixed_points);
    return tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, grid.size(), 1), Tally{},
        [&](const tbb::blocked_range<std::size_t>& part, Tally tally) {
            for (std::size_t g = part.begin(); g != part.end(); ++g) {
                tally.merge(
                    TupleSweep(subject, property, grid[g], n, options.stop, stopped, first).run());
            }
            return tally;
        },
        merged);
}

generators::CaseShape shape_of(const Property& property, const CheckOptions& options) {
    generators::CaseShape shape;
    shape.rankings = property.rankings;
    shape.varies = property.varies;
    shape.dissimilarity = property.dissimilarity;
    shape.positive_swap_costs = property.positive_swap_costs;
    shape.least_n = 1;
    shape.most_n = options.random_n;
    shape.fixed_points = options.fixed_points;
    return shape;
}

/// Random cases 0, 1, …: the violation with the lowest number, shrunk.
Tally sweep_random(const Subject& subject, const Property& property, const CheckOptions& options,
                   std::atomic<bool>& stopped, FirstViolation& first) {
    struct Numbered {
        Tally tally;
        std::optional<std::uint64_t> first;  ///< number of the first violation
    };
    const generators::CaseShape shape = shape_of(property, options);
    const auto drawn = [&](std::uint64_t index) {
        return generators::case_at(shape, options.seed, index).value;
    };
    const Numbered found = tbb::parallel_reduce(
        tbb::blocked_range<std::uint64_t>(0, options.random_cases, 16), Numbered{},
        [&](const tbb::blocked_range<std::uint64_t>& part, Numbered seen) {
            for (std::uint64_t index = part.begin(); index != part.end(); ++index) {
                if (stopped || options.stop.requested()) {
                    stopped = true;
                    break;
                }
                const Case instance = drawn(index);
                const Outcome outcome = property.check(subject, instance);
                ++seen.tally.cases;
                if (outcome.kind == Outcome::Kind::does_not_apply) continue;
                ++seen.tally.applicable;
                if (!outcome.is_violated()) continue;
                first.seen(instance);
                if (!seen.first || index < *seen.first) seen.first = index;
            }
            return seen;
        },
        [](Numbered a, const Numbered& b) {
            a.tally.merge(b.tally);
            if (b.first && (!a.first || *b.first < *a.first)) a.first = b.first;
            return a;
        });
    Tally tally = found.tally;
    if (found.first) {
        tally.least = generators::shrunk(drawn(*found.first), shape, [&](const Case& instance) {
            return property.check(subject, instance).is_violated();
        });
    }
    return tally;
}

std::size_t default_exhaustive_n(const Property& property) {
    const Varies& varies = property.varies;
    const bool one_weighting =
        !varies.element_weights && !varies.swap_costs && !varies.dissimilarity;
    if (one_weighting) return property.rankings == 1 ? 7 : property.rankings == 2 ? 5 : 4;
    return property.rankings == 1 ? 5 : property.rankings == 2 ? 4 : 3;
}

std::string scope_of(const Property& property, const CheckResult& result) {
    std::vector<std::string> parts;
    const Effort& effort = result.effort;
    if (effort.exhaustive_n > 0) {
        const std::string_view tuples = property.rankings == 1   ? "every σ"
                                        : property.rankings == 2 ? "every pair"
                                                                 : "every triple";
        parts.push_back(fmt::format("{} in S_n, n <= {}; {}", tuples, effort.exhaustive_n,
                                    grid_description(property, effort.exhaustive_n)));
    }
    if (effort.examples > 0) parts.push_back(fmt::format("{} saved examples", effort.examples));
    if (effort.random_cases > 0) {
        parts.push_back(fmt::format("{} random cases, seed {}", effort.random_cases, effort.seed));
    }
    if (!effort.complete) parts.emplace_back("stopped before the end");
    if (parts.empty()) return "nothing";
    std::string text = fmt::format("{}", fmt::join(parts, " + "));
    const std::uint64_t tried = effort.exhaustive_cases + effort.examples + effort.random_cases;
    if (effort.applicable < tried) {
        text += fmt::format("; applies to {} of {} cases", effort.applicable, tried);
    }
    return text;
}

Verdict verdict_of(const CheckResult& result) {
    if (result.witness) return Verdict::refuted;
    const Effort& effort = result.effort;
    if (effort.applicable == 0) {
        const bool tried = effort.exhaustive_cases + effort.random_cases + effort.examples > 0;
        return tried && effort.complete ? Verdict::not_applicable : Verdict::undecided;
    }
    if (effort.exhaustive_n > 0 && effort.complete) return Verdict::exhausted;
    return Verdict::supported;
}

void require_affordable(const Property& property, std::size_t n, FixedPointPolicy policy) {
    const double cases = exhaustive_case_count(property, n, policy);
    if (cases <= max_exhaustive_cases) return;
    throw InputError(
        "--exhaustive", fmt::format("{} ({}: {:.3g} cases or more)", n, property.name, cases),
        fmt::format("at most {:.3g} cases; --random samples instead", max_exhaustive_cases));
}

}  // namespace

std::optional<std::string> why_not_applicable(const metrics::Metric& metric,
                                              const Property& property, metrics::Frame frame) {
    if (auto reason = property.why_not(metric)) return reason;
    // At τ = id alone a statement about pairs would hold for want of cases.
    if (metric.is_one_argument && property.rankings >= 2 && frame == metrics::Frame::element) {
        return fmt::format("{} takes one argument in the element frame", metric.full_name());
    }
    return std::nullopt;
}

double exhaustive_case_count(const Property& property, std::size_t n, FixedPointPolicy policy) {
    double sum = 0;
    for (std::size_t m = 1; m <= n && sum <= max_exhaustive_cases; ++m) {
        const double tuples = std::pow(std::tgamma(static_cast<double>(m) + 1),
                                       static_cast<double>(property.rankings));
        // The grid has all 2^(m−1) cuts: its size is known without making it.
        const double grid =
            m <= 12 ? static_cast<double>(weighting_grid(m, property, policy).size()) : 1;
        sum += tuples * grid;
    }
    return sum;
}

CheckResult check(const metrics::Metric& metric, const Property& asked, metrics::Frame frame,
                  const CheckOptions& options) {
    Property property = asked;
    // Weights that a metric does not take would only repeat every case.
    if (!metric.takes_weights) property.varies = {false, false, false};
    CheckResult result;
    result.metric = &metric;
    result.property = &asked;
    result.frame = frame;
    result.fixed_points = options.fixed_points;
    if (auto reason = why_not_applicable(metric, property, frame)) {
        result.verdict = Verdict::not_applicable;
        result.explanation = std::move(*reason);
        return result;
    }
    const Subject subject(metric, frame);
    const std::size_t last_n = options.exhaustive_n.value_or(default_exhaustive_n(property));
    require_affordable(property, last_n, options.fixed_points);

    std::atomic<bool> stopped = false;
    FirstViolation first(options.on_violation);
    Tally all;
    for (std::size_t n = 1; n <= last_n && !all.least && !stopped; ++n) {
        all.merge(sweep_length(subject, property, n, options, stopped, first));
        if (!stopped) result.effort.exhaustive_n = n;
    }
    result.effort.exhaustive_cases = all.cases;
    if (!all.least && !stopped) {
        Tally saved;
        for (const Case& example : options.examples) {
            saved.add(property.check(subject, example), example);
        }
        result.effort.examples = saved.cases;
        all.merge(saved);
    }
    if (!all.least && !stopped && options.random_cases > 0) {
        const Tally random = sweep_random(subject, property, options, stopped, first);
        result.effort.random_cases = random.cases;
        result.effort.seed = options.seed;
        all.merge(random);
    }
    result.effort.applicable = all.applicable;
    result.effort.complete = !stopped;
    result.witness = all.least;
    result.verdict = verdict_of(result);
    result.scope = scope_of(property, result);
    if (result.witness) {
        result.explanation = check_case(metric, property, frame, *result.witness).explanation;
    } else if (result.verdict == Verdict::not_applicable) {
        result.explanation = all.reason;
    }
    return result;
}

Outcome check_case(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                   const Case& instance) {
    const Outcome fast = property.check(Subject(metric, frame), instance);
    const Outcome naive = property.check(Subject(metric, frame, Subject::Path::naive), instance);
    if (fast.kind != naive.kind || fast.explanation != naive.explanation) {
        throw InternalError(fmt::format("{} of {}: the fast path finds {}, the naive one {}, at {}",
                                        property.name, metric.full_name(), fast.explanation,
                                        naive.explanation, to_string(instance)));
    }
    return fast;
}

}  // namespace disarray::properties
