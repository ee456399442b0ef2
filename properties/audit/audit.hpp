// SPDX-License-Identifier: MIT
//
// The audit of a foreign metric: laws on all small inputs and random ones, what a program owes
// beside its values, and the exact metric that it follows. Every finding has the least input that
// was found, in the program's own protocol, so that it can be sent again by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/near_names.hpp"
#include "base/stop.hpp"
#include "properties/audit/audited_metric.hpp"
#include "properties/audit/reference.hpp"

namespace disarray::properties::audit {

struct AuditOptions {
    std::size_t exhaustive_n = 3;  ///< every input of at most so many elements
    std::uint64_t random_cases = 200;
    std::size_t random_n = 12;  ///< most elements of a random input
    std::uint64_t seed = 1;
    std::vector<std::size_t> sizes{10, 1000, 100'000};  ///< of long inputs; ascending
    std::uint64_t tolerance = 16;  ///< units of 2^−52 by which floating point may miss
    Stop stop = {};
    std::function<void(std::string_view)> progress = {};  ///< is told which law is next
};

/// Of a metric of that kind, where nothing else is asked for.
constexpr std::size_t default_exhaustive_n(MetricKind kind) {
    return kind == MetricKind::relevance_by_rank ? 4 : 3;  // without ties there are few lists
}

enum class LawVerdict {
    refuted,
    documented_convention,  ///< violated, as the program declares by a convention or an exception
    exhausted,
    supported,
    undecided,
    not_applicable
};
constexpr auto choices(LawVerdict) {
    return std::to_array<Choice<LawVerdict>>(
        {{"refuted", LawVerdict::refuted},
         {"documented-convention", LawVerdict::documented_convention},
         {"exhausted", LawVerdict::exhausted},
         {"supported", LawVerdict::supported},
         {"undecided", LawVerdict::undecided},
         {"not-applicable", LawVerdict::not_applicable}});
}

struct LawResult {
    std::string law;
    std::string statement;
    LawVerdict verdict = LawVerdict::undecided;
    std::string scope = {};  ///< what was tried
    std::string input = {};  ///< as sent; "" if nothing was found
    std::string expected = {}, got = {};
    std::string explanation = {};  ///< the relation with its numbers; or why nothing is decided
    /// The other inputs that the law asked for at this one, in its order; those of a relation that
    /// was seen to fail are the last.
    std::vector<std::string> related = {};
    std::vector<std::string> related_got = {};  ///< the answers to them
    std::uint64_t tolerance_factor = 1;         ///< of AuditOptions::tolerance, for `expected`
};

struct Timing {
    std::size_t n = 0;
    double seconds = 0;       ///< for one call
    bool is_answered = true;  ///< false: too slow, or a failure
};

struct AuditReport {
    Description description;
    std::vector<LawResult> laws;
    /// The best first; where all differ, first the metric that the program claims to be.
    std::vector<Agreement> agreements;
    std::vector<Timing> timings;
    std::size_t inputs = 0, restarts = 0;
    std::size_t refused = 0;  ///< inputs that the program answered with an error
    std::string least_refused, least_refused_why;
    bool complete = true;
    double seconds = 0;          ///< from the first input to the last answer
    double seconds_waiting = 0;  ///< of these, for the program

    /// Whether a law is refuted that is not a documented convention.
    bool is_refuted() const;
    /// Whether a law other than those of is_of_hygiene() is refuted.
    bool is_metric_refuted() const;
};

/// Whether a law speaks of inputs that no metric need take: NaN, infinite numbers, grades below 0.
bool is_of_hygiene(std::string_view law);

/// \param elsewhere  answers inputs as well; may be empty
/// \throws InputError if the description names a law that there is not.
AuditReport audit(ForeignMetric& process, const AuditOptions& options, AskElsewhere elsewhere = {});

}  // namespace disarray::properties::audit
