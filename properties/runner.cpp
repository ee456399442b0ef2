// SPDX-License-Identifier: MIT
//
// The least violation is looked for n by n: the order of cases begins with n, so the first n that
// has a violation settles it, once all its cases are seen.
#include "properties/runner.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include <fmt/format.h>

#include "base/error.hpp"
#include "properties/case_sweep.hpp"
#include "properties/catalogue.hpp"
#include "properties/generators/cases.hpp"
#include "properties/generators/shrinking.hpp"
#include "properties/grid.hpp"
#include "properties/kept_cases.hpp"
#include "properties/outcome.hpp"
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

std::uint64_t power(std::uint64_t base, std::size_t exponent) {
    std::uint64_t product = 1;
    for (std::size_t k = 0; k < exponent; ++k)
        product *= base;
    return product;
}

/// The values of k and |R| that are tried for n elements; one setting if the metric takes none; no
/// setting where it is not defined.
std::vector<metrics::Parameters> parameter_grid(const metrics::Metric& metric,
                                                const Property& property, std::size_t n,
                                                const metrics::Parameters& given) {
    if (n < metric.least_n) return {};
    if (metric.takes.relevant_count && given.relevant_count && *given.relevant_count >= n)
        return {};
    const bool takes_k = metric.takes.k && !(metric.takes.relevant && given.relevant);
    if (!takes_k) return {given};
    std::vector<metrics::Parameters> grid;
    for (std::size_t k = 1; k < n; ++k) {
        if (given.k && *given.k != k) continue;
        metrics::Parameters parameters = given;
        parameters.k = k;
        if (!property.varies_relevant_count) {
            grid.push_back(parameters);
            continue;
        }
        for (std::size_t relevant = 1; relevant < n; ++relevant) {
            parameters.relevant_count = relevant;
            grid.push_back(parameters);
        }
    }
    return grid;
}

/// Cases without rankings: all weightings and parameters for n elements.
std::vector<Case> settings_to_try(const metrics::Metric& metric, const Property& property,
                                  std::size_t n, const CheckOptions& options) {
    std::vector<Case> all;
    const auto parameters = parameter_grid(metric, property, n, options.parameters);
    for (const Weighting& weighting : weighting_grid(n, property, options.fixed_points)) {
        for (const metrics::Parameters& chosen : parameters) {
            Case& setting = all.emplace_back();
            setting.weighting = weighting;
            setting.parameters = chosen;
        }
    }
    return all;
}

/// How many tuples a property has for n elements.
std::uint64_t tuple_count(const Property& property, std::size_t n) {
    return property.domain ? property.domain->count(n) : power(factorial_64(n), property.rankings);
}

/// All tuples of S_n, or of the property's domain, under one setting.
class TupleSweep {
public:
    TupleSweep(const Subject& subject, const Property& property, const Case& setting, std::size_t n,
               Halt& halt, FirstViolation& first)
        : subject_(subject),
          property_(property),
          setting_(setting),
          n_(n),
          halt_(halt),
          first_(first) {
        // A table pays where every value is asked many times: for pairs and triples.
        if (property.rankings >= 2 && n <= max_table_n && !property.domain) {
            subject_ = subject.with_table(n, setting);
            permutations_ = all_permutations(n);
        }
    }

    CaseTally<Case> run() {
        return sum_of_parts<CaseTally<Case>>(
            0, tuple_count(property_, n_), 256, halt_,
            [this](std::uint64_t begin, std::uint64_t end, CaseTally<Case>& tally) {
                Case instance = setting_;
                instance.rankings.resize(property_.rankings);
                const Subject subject = subject_.at(instance);
                for (std::uint64_t tuple = begin; tuple != end; ++tuple) {
                    set_rankings(tuple, instance.rankings);
                    const Outcome outcome = property_.check(subject, instance);
                    if (outcome.is_violated()) first_.seen(instance);
                    tally.add(outcome, instance);
                }
            });
    }

private:
    void set_rankings(std::uint64_t tuple, std::vector<Permutation>& rankings) const {
        if (property_.domain) {
            rankings = property_.domain->at(n_, tuple);
            return;
        }
        const std::uint64_t base = factorial_64(n_);
        for (Permutation& ranking : rankings) {
            ranking = permutations_.empty() ? lexicographic_unrank(n_, tuple % base)
                                            : permutations_[tuple % base];
            tuple /= base;
        }
    }

    Subject subject_;
    const Property& property_;
    const Case& setting_;  ///< without rankings
    std::size_t n_;
    Halt& halt_;
    FirstViolation& first_;
    std::vector<Permutation> permutations_;  ///< S_n for small n, at most 5! of them
};

/// All tuples of S_n at once, by the property's own method.
CaseTally<Case> swept(const Subject& subject, const Property& property, const Case& setting,
                      std::size_t n, FirstViolation& first) {
    Sweep::Found found = property.sweep->run(subject.at(setting), setting, n);
    if (found.least) first.seen(*found.least);
    return {tuple_count(property, n), found.applicable, found.undecided, std::move(found.least),
            ""};
}

/// One n: all settings, all tuples.
CaseTally<Case> sweep_length(const Subject& subject, const Property& property, std::size_t n,
                             const CheckOptions& options, Halt& halt, FirstViolation& first) {
    const std::vector<Case> grid = settings_to_try(subject.metric(), property, n, options);
    return sum_of_parts<CaseTally<Case>>(
        0, grid.size(), 1, halt,
        [&](std::uint64_t begin, std::uint64_t end, CaseTally<Case>& tally) {
            for (std::uint64_t g = begin; g != end && !halt.requested(); ++g) {
                tally.add(property.sweep
                              ? swept(subject, property, grid[g], n, first)
                              : TupleSweep(subject, property, grid[g], n, halt, first).run());
            }
        });
}

generators::CaseShape shape_of_random(const Property& property, const CheckOptions& options) {
    generators::CaseShape shape = generators::shape_of(property);
    shape.most_n = options.random_n;
    shape.fixed_points = options.fixed_points;
    return shape;
}

/// The random cases of a check.
class RandomCases {
public:
    /// \param property  as used(): keeps references to all
    RandomCases(const Subject& subject, const Property& property, const CheckOptions& options)
        : subject_(subject),
          property_(property),
          options_(options),
          shape_(shape_of_random(property, options)) {}

    Case at(std::uint64_t index) const {
        Case instance = generators::case_at(shape_, options_.seed, index).value;
        const auto parameters = grid_of(instance);
        // Of the values of k one after the other: as many cases for each.
        if (!parameters.empty()) instance.parameters = parameters[index % parameters.size()];
        return instance;
    }

    Outcome outcome_of(const Case& instance) const {
        const auto parameters = grid_of(instance);
        if (std::ranges::find(parameters, instance.parameters) == parameters.end()) {
            return does_not_apply("no such k for so few elements");
        }
        return property_.check(subject_.at(instance), instance);
    }

    Case shrunk(std::uint64_t index) const {
        return generators::shrunk(at(index), shape_, [this](const Case& instance) {
            return outcome_of(instance).is_violated();
        });
    }

private:
    std::vector<metrics::Parameters> grid_of(const Case& instance) const {
        return parameter_grid(subject_.metric(), property_, instance.n(), options_.parameters);
    }

    const Subject& subject_;
    const Property& property_;
    const CheckOptions& options_;
    generators::CaseShape shape_;
};

/// The number of the first violation, and counts.
PartTally sweep_random(const RandomCases& cases, const CheckPart& part, const CheckOptions& options,
                       FirstViolation& first) {
    Halt halt(options.stop);
    PartTally tally = sum_of_parts<PartTally>(
        part.begin, part.end, 16, halt,
        [&](std::uint64_t begin, std::uint64_t end, PartTally& seen) {
            for (std::uint64_t index = begin; index != end && !halt.requested(); ++index) {
                const Case instance = cases.at(index);
                const Outcome outcome = cases.outcome_of(instance);
                ++seen.effort.random_cases;
                if (outcome.kind == Outcome::Kind::does_not_apply) continue;
                ++seen.effort.applicable;
                if (outcome.kind == Outcome::Kind::undecided) ++seen.effort.undecided;
                if (!outcome.is_violated()) continue;
                first.seen(instance);
                if (!seen.first_random || index < *seen.first_random) seen.first_random = index;
            }
        });
    tally.effort.seed = options.seed;
    tally.effort.complete = !halt.was_requested();
    return tally;
}

std::size_t default_exhaustive_n(const metrics::Metric& metric, const Property& property) {
    if (property.sweep) return property.sweep->exhaustive_n(metric);
    if (property.domain) return property.domain->exhaustive_n;
    const Varies& varies = property.varies;
    const bool one_weighting =
        !varies.element_weights && !varies.swap_costs && !varies.dissimilarity;
    if (one_weighting) return property.rankings == 1 ? 7 : property.rankings == 2 ? 5 : 4;
    return property.rankings == 1 ? 5 : property.rankings == 2 ? 4 : 3;
}

/// The grid of parameters in words.
std::string parameter_description(const Property& property, const metrics::Parameters& given) {
    std::string text = given.k ? fmt::format("k = {}", *given.k) : "every k";
    if (property.varies_relevant_count) text += ", every |R|";
    if (given.first_k == metrics::FirstK::printed) text += ", first k as printed";
    if (given.as_printed) text += ", formula as printed";
    for (const std::string& number : metrics::unusual_numbers(given))
        text += ", " + number;
    return text;
}

std::string scope_of_check(const Property& property, const CheckResult& result) {
    std::vector<std::string> parts;
    const Effort& effort = result.effort;
    if (effort.exhaustive_n > 0) {
        const std::string_view tuples = property.domain          ? property.domain->words
                                        : property.rankings == 1 ? "every σ"
                                        : property.rankings == 2 ? "every pair"
                                                                 : "every triple";
        std::string settings_to_try = grid_description(property, effort.exhaustive_n);
        if (result.metric->takes.k)
            settings_to_try = parameter_description(property, result.parameters);
        parts.push_back(fmt::format("{} in S_n, n <= {}{}{}", tuples, effort.exhaustive_n,
                                    settings_to_try.empty() ? "" : "; ", settings_to_try));
    }
    if (effort.examples > 0) parts.push_back(fmt::format("{} saved examples", effort.examples));
    if (effort.random_cases > 0) {
        parts.push_back(fmt::format("{} random cases, seed {}", effort.random_cases, effort.seed));
    }
    return scope_of(std::move(parts), effort);
}

/// Of the metrics that take a k, one that no n is large enough for.
void require_possible_k(const metrics::Metric& metric, const CheckOptions& options,
                        std::size_t last_n) {
    if (!metric.takes.k) return;
    const std::size_t largest =
        std::max(last_n, options.random_cases > 0 ? options.random_n : std::size_t{0});
    const auto require = [&](std::string_view option, const std::optional<std::size_t>& given) {
        if (!given || *given < std::max(largest, std::size_t{1})) return;
        throw InputError(option, std::to_string(*given),
                         fmt::format("less than {}, the largest n that is tried for {}", largest,
                                     metric.full_name()));
    };
    require("--k", options.parameters.k);
    if (metric.takes.relevant_count) require("--relevant-count", options.parameters.relevant_count);
}

void require_affordable_check(const metrics::Metric& metric, const Property& property,
                              std::size_t n, FixedPointPolicy policy) {
    if (property.sweep) {
        const std::size_t most = property.sweep->most_n(metric);
        if (n <= most) return;
        throw InputError("--exhaustive",
                         fmt::format("{} ({} of {})", n, property.name, metric.full_name()),
                         fmt::format("at most {}; --random samples instead", most));
    }
    require_affordable(n, property.name, exhaustive_case_count(property, n, policy));
}

}  // namespace

void require_affordable(std::size_t n, std::string_view name, double cases) {
    if (cases <= max_exhaustive_cases) return;
    throw InputError(
        "--exhaustive", fmt::format("{} ({}: {:.3g} cases or more)", n, name, cases),
        fmt::format("at most {:.3g} cases; --random samples instead", max_exhaustive_cases));
}

Verdict verdict_of(const Effort& effort, bool is_violated) {
    if (is_violated) return Verdict::refuted;
    if (effort.applicable == 0) {
        const bool tried = effort.exhaustive_cases + effort.random_cases + effort.examples > 0;
        return tried && effort.complete ? Verdict::not_applicable : Verdict::undecided;
    }
    if (effort.undecided > 0 || !effort.complete) return Verdict::undecided;
    return effort.exhaustive_n > 0 ? Verdict::exhausted : Verdict::supported;
}

std::string scope_of(std::vector<std::string> parts, const Effort& effort) {
    if (!effort.complete) parts.emplace_back(stopped_early);
    if (parts.empty()) return "nothing";
    std::string text = fmt::format("{}", fmt::join(parts, " + "));
    const std::uint64_t tried = effort.exhaustive_cases + effort.examples + effort.random_cases;
    if (effort.applicable < tried) {
        text += fmt::format("; applies to {} of {} cases", effort.applicable, tried);
    }
    return text;
}

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
        const double tuples = property.domain ? static_cast<double>(property.domain->count(m))
                                              : std::pow(std::tgamma(static_cast<double>(m) + 1),
                                                         static_cast<double>(property.rankings));
        // The grid has all 2^(m−1) cuts: its size is known without making it.
        const double grid =
            m <= 12 ? static_cast<double>(weighting_grid(m, property, policy).size()) : 1;
        sum += tuples * grid;
    }
    return sum;
}

namespace {

/// A result that says what is asked, and nothing yet of the answer.
CheckResult question(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                     const CheckOptions& options) {
    CheckResult result;
    result.metric = &metric;
    result.property = &property;
    result.frame = frame;
    result.fixed_points = options.fixed_points;
    result.parameters = options.parameters;
    return result;
}

/// Weights that a metric does not take would only repeat every case.
Property used(const metrics::Metric& metric, Property property) {
    if (!metric.takes.weights) property.varies = no_weights;
    return property;
}

std::size_t last_n_of(const metrics::Metric& metric, const Property& property,
                      const CheckOptions& options) {
    return options.exhaustive_n.value_or(default_exhaustive_n(metric, property));
}

/// All of S_1 … S_n until there is a violation, then what failed once.
PartTally sweep_systematically(const Subject& subject, const Property& property,
                               const CheckOptions& options, FirstViolation& first) {
    const std::size_t last_n = last_n_of(subject.metric(), property, options);
    Halt halt(options.stop);
    PartTally part;
    CaseTally<Case> all;
    for (std::size_t n = 1; n <= last_n && !all.least && !halt.was_requested(); ++n) {
        all.add(sweep_length(subject, property, n, options, halt, first));
        if (!halt.was_requested()) part.effort.exhaustive_n = n;
    }
    part.effort.exhaustive_cases = all.cases;
    if (!all.least && !halt.was_requested()) {
        CaseTally<Case> saved;
        for (const Case& example : options.examples) {
            saved.add(property.check(subject.at(example), example), example);
        }
        part.effort.examples = saved.cases;
        all.add(saved);
    }
    part.effort.applicable = all.applicable;
    part.effort.undecided = all.undecided;
    part.effort.complete = !halt.was_requested();
    part.least = all.least;
    part.reason = all.reason;
    return part;
}

}  // namespace

void PartTally::add(const PartTally& other) {
    effort.exhaustive_n = std::max(effort.exhaustive_n, other.effort.exhaustive_n);
    effort.exhaustive_cases += other.effort.exhaustive_cases;
    effort.random_cases += other.effort.random_cases;
    effort.examples += other.effort.examples;
    effort.applicable += other.effort.applicable;
    effort.undecided += other.effort.undecided;
    effort.seed = std::max(effort.seed, other.effort.seed);
    effort.complete = effort.complete && other.effort.complete;
    if (other.least && (!least || compare(*other.least, *least) < 0)) least = other.least;
    if (other.first_random && (!first_random || *other.first_random < *first_random)) {
        first_random = other.first_random;
    }
    keep_least(reason, other.reason);
    keep_least(refusal, other.refusal);
}

std::vector<CheckPart> parts_of(const metrics::Metric& metric, const Property& asked,
                                metrics::Frame frame, const CheckOptions& options,
                                std::uint64_t block) {
    const Property property = used(metric, asked);
    if (why_not_applicable(metric, property, frame)) return {};
    const std::size_t last_n = last_n_of(metric, property, options);
    require_affordable_check(metric, property, last_n, options.fixed_points);
    require_possible_k(metric, options, last_n);
    std::vector<CheckPart> parts{{}};
    if (property.domain) return parts;
    for (std::uint64_t begin = 0; begin < options.random_cases;) {
        const std::uint64_t size = std::min(block, options.random_cases - begin);
        parts.push_back({begin, begin + size});
        begin += size;
    }
    return parts;
}

PartTally check_part(const metrics::Metric& metric, const Property& asked, metrics::Frame frame,
                     const CheckOptions& options, const CheckPart& part) {
    const Property property = used(metric, asked);
    const Subject subject(metric, frame);
    FirstViolation first(options.on_violation);
    try {
        if (part.is_systematic()) return sweep_systematically(subject, property, options, first);
        return sweep_random(RandomCases(subject, property, options), part, options, first);
    } catch (const NotSupported& reason) {
        // A transform whose maximum is not known for this n, or these weights.
        PartTally tally;
        tally.refusal = reason.what();
        return tally;
    }
}

Case random_case(const metrics::Metric& metric, const Property& asked, const CheckOptions& options,
                 std::uint64_t index) {
    const Property property = used(metric, asked);
    // What is drawn does not depend on the frame.
    return RandomCases(Subject(metric, metrics::Frame::element), property, options).at(index);
}

namespace {

/// What no case contradicts, and a theorem says, is proved.
void look_up_theorem(CheckResult& result) {
    const bool stands =
        result.verdict == Verdict::exhausted || result.verdict == Verdict::supported;
    if (!stands || !is_in_catalogue(*result.property)) return;
    const Property& listed = property_named(result.property->name, "a theorem");
    if (listed.statement != result.property->statement) return;
    result.theorem = theorem_of_law(*result.metric, *result.property, result.frame,
                                    result.fixed_points, result.parameters);
    if (!result.theorem) return;
    result.verdict = Verdict::proved;
    result.scope = fmt::format("every n; tried: {}", result.scope);
}

}  // namespace

PartTally with_random(const PartTally& systematic, const PartTally& random) {
    PartTally sum = systematic;
    if (!sum.least && sum.refusal.empty()) sum.add(random);
    return sum;
}

CheckResult result_of(const metrics::Metric& metric, const Property& asked, metrics::Frame frame,
                      const CheckOptions& options, const PartTally& sum) {
    CheckResult result = question(metric, asked, frame, options);
    const Property property = used(metric, asked);
    const auto why_not = why_not_applicable(metric, property, frame);
    if (why_not || !sum.refusal.empty()) {
        result.verdict = Verdict::not_applicable;
        result.explanation = why_not.value_or(sum.refusal);
        return result;
    }
    result.effort = sum.effort;
    result.witness = sum.least;
    if (!result.witness && sum.first_random) {
        const Subject subject(metric, frame);
        result.witness = RandomCases(subject, property, options).shrunk(*sum.first_random);
    }
    result.scope = scope_of_check(property, result);
    if (!result.witness) {
        result.witness =
            least_violation(metric, property, frame, options.fixed_points, kept_cases());
        if (result.witness) {
            ++result.effort.examples;
            ++result.effort.applicable;
            result.scope += fmt::format(" + a kept case, n = {}", result.witness->n());
        }
    }
    result.verdict = verdict_of(result.effort, result.witness.has_value());
    if (result.witness) {
        result.explanation = check_case(metric, property, frame, *result.witness).explanation;
    } else if (result.verdict == Verdict::not_applicable) {
        result.explanation = sum.reason;
    }
    look_up_theorem(result);
    return result;
}

CheckResult check(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                  const CheckOptions& options) {
    PartTally sum;
    const std::uint64_t all = std::max<std::uint64_t>(options.random_cases, 1);
    for (const CheckPart& part : parts_of(metric, property, frame, options, all)) {
        const bool is_open = !sum.least && sum.effort.complete && sum.refusal.empty();
        if (is_open) sum.add(check_part(metric, property, frame, options, part));
    }
    return result_of(metric, property, frame, options, sum);
}

Outcome check_case(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                   const Case& instance) {
    const Outcome fast = property.check(Subject(metric, frame).at(instance), instance);
    const Outcome naive =
        property.check(Subject(metric, frame, Path::naive).at(instance), instance);
    if (fast.kind != naive.kind || fast.explanation != naive.explanation) {
        throw InternalError(fmt::format("{} of {}: the fast path finds {}, the naive one {}, at {}",
                                        property.name, metric.full_name(), fast.explanation,
                                        naive.explanation, to_string(instance)));
    }
    return fast;
}

}  // namespace disarray::properties
