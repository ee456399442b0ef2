// SPDX-License-Identifier: MIT
//
// Checks a property of a metric, on all of S_n with a grid of weights, on random cases, or both,
// and finds the least violation. Parallel within one property; verdict and witness do not depend on
// the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "properties/property.hpp"
#include "properties/theorems.hpp"
#include "record/field.hpp"
#include "verdict/verdict.hpp"

namespace disarray::properties {

struct CheckOptions {
    /// All of S_1 … S_n; absent: 5, 4 or 3 for one, two or three rankings (7, 5, 4 where no weights
    /// vary), or what the property's domain says; 0: no exhaustive part.
    std::optional<std::size_t> exhaustive_n;
    std::uint64_t random_cases = 0;
    std::size_t random_n = 8;  ///< largest n of a random case
    std::uint64_t seed = 1;
    FixedPointPolicy fixed_points = FixedPointPolicy::one;
    /// Of the metrics that take some; where k is absent, every k from 1 to n−1 is tried.
    metrics::Parameters parameters;
    std::vector<Case> examples;  ///< looked at before random cases: what failed once
    /// Called once, from any thread, with the first violation that is seen, long before the least
    /// one is known: what a caller wants to keep even if the program is killed. May be empty.
    std::function<void(const Case&)> on_violation;
    Stop stop;  ///< time budget; what is found before is kept
};

/// How much was tried.
struct Effort {
    std::size_t exhaustive_n = 0;  ///< all of S_1 … S_n were done; 0: none
    std::uint64_t exhaustive_cases =
        0;  ///< cases of the exhaustive part, those that do not apply too
    std::uint64_t random_cases = 0;
    std::uint64_t examples = 0;    ///< saved ones that were looked at again
    std::uint64_t applicable = 0;  ///< of both, cases to which the property applies
    std::uint64_t undecided = 0;   ///< of these, cases that the precision limit left open
    std::uint64_t seed = 0;        ///< of the random part
    bool complete = true;          ///< false if the time budget or an interrupt cut it short

    DISARRAY_FIELDS(exhaustive_n, exhaustive_cases, examples, random_cases, applicable, undecided,
                    seed, complete)
    static constexpr record::Rules rules[] = {
        {"exhaustive_n exhaustive_cases examples random_cases applicable seed complete",
         record::may_lack},
        {"undecided", record::or_absent}};
};

struct CheckResult {
    const metrics::Metric* metric = nullptr;
    const Property* property = nullptr;
    metrics::Frame frame = metrics::Frame::element;
    FixedPointPolicy fixed_points = FixedPointPolicy::one;
    metrics::Parameters parameters;  ///< as in CheckOptions
    /// refuted, proved, exhausted, supported, undecided (nothing was tried in time) or
    /// not-applicable.
    Verdict verdict = Verdict::undecided;
    const Theorem* theorem = nullptr;  ///< of theorems.hpp, by which it is proved
    std::string scope;                 ///< what the verdict speaks of
    std::optional<Case> witness;       ///< least violation; the naive path violates it too
    std::string explanation;  ///< the violated relation with its numbers; or why not applicable
    Effort effort;
};

/// Why the property cannot be asked of the metric in that frame; empty if it can.
std::optional<std::string> why_not_applicable(const metrics::Metric& metric,
                                              const Property& property, metrics::Frame frame);

/// Largest number of cases that an exhaustive part may have.
inline constexpr double max_exhaustive_cases = 2e9;

/// Cases that the exhaustive part up to n would have; above max_exhaustive_cases, some number
/// above.
double exhaustive_case_count(const Property& property, std::size_t n, FixedPointPolicy policy);

/// Refuses an exhaustive part of n elements that has more cases.
/// \param name   of what is checked
/// \param cases  a number above max_exhaustive_cases may be below that of all
void require_affordable(std::size_t n, std::string_view name, double cases);

/// What a scope says last of a run that was cut short.
inline constexpr std::string_view stopped_early = "stopped before the end";

/// How a check of so much effort came out: what was cut short without a violation is undecided.
/// \param is_violated  whether it found a violation
Verdict verdict_of(const Effort& effort, bool is_violated);
/// What was tried, in words: the parts of a check, whether it was cut short, and to how many of the
/// cases the property applies.
std::string scope_of(std::vector<std::string> parts, const Effort& effort);

/// Checks. Call it within with_threads (base/parallel.hpp) to bound the threads.
/// \throws InputError if the exhaustive part has too many cases, naming their number.
CheckResult check(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                  const CheckOptions& options);

/// A part of a check that can be done by itself: the systematic one, of all of S_1 … S_n and the
/// examples, or the random cases with the numbers begin … end−1.
struct CheckPart {
    std::uint64_t begin = 0, end = 0;  ///< equal: the systematic part
    bool is_systematic() const { return begin == end; }
};

/// What parts have come to. Adding up does not depend on the order.
struct PartTally {
    Effort effort;
    std::optional<Case> least;                  ///< violation of the systematic part
    std::optional<std::uint64_t> first_random;  ///< number of the first violation among random ones
    std::string reason;                         ///< why some case did not apply
    std::string refusal;                        ///< why nothing could be tried
    void add(const PartTally& other);
};

/// The systematic part first; none where the property cannot be asked of the metric.
/// \param block  most random cases in a part, > 0
/// \throws InputError as check()
std::vector<CheckPart> parts_of(const metrics::Metric& metric, const Property& property,
                                metrics::Frame frame, const CheckOptions& options,
                                std::uint64_t block);
PartTally check_part(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                     const CheckOptions& options, const CheckPart& part);
/// Random case `index` of a check.
Case random_case(const metrics::Metric& metric, const Property& property,
                 const CheckOptions& options, std::uint64_t index);
/// The sum of the systematic part and of random ones. These are for what that has left open: where
/// it has found a violation, or could try nothing, they do not count.
PartTally with_random(const PartTally& systematic, const PartTally& random);
/// What check() says where the sum of all parts is this.
CheckResult result_of(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                      const CheckOptions& options, const PartTally& sum);

/// Checks one case, as a replay does: the outcome by the fast path, confirmed by the naive one.
/// \throws InternalError if the two paths disagree about a violation.
Outcome check_case(const metrics::Metric& metric, const Property& property, metrics::Frame frame,
                   const Case& instance);

}  // namespace disarray::properties
