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

enum class LawVerdict {
    refuted,
    documented_convention,  ///< violated, as the exact metric is in the conventions declared
    exhausted,
    supported,
    undecided,
    not_applicable
};
/// "refuted", "documented-convention", …
std::string_view name_of(LawVerdict verdict);

struct LawResult {
    std::string law;
    std::string statement;
    LawVerdict verdict = LawVerdict::undecided;
    std::string scope;  ///< what was tried
    std::string input;  ///< as sent; "" if nothing was found
    std::string expected, got;
    std::string explanation;  ///< the relation with its numbers
};

struct Timing {
    std::size_t n = 0;
    double seconds = 0;  ///< for one call
};

struct AuditReport {
    Description description;
    std::vector<LawResult> laws;
    std::vector<Agreement> agreements;  ///< the best first
    std::vector<Timing> timings;
    std::size_t inputs = 0, restarts = 0;
    bool complete = true;

    /// Whether a law is refuted that is not a documented convention.
    bool is_refuted() const;
};

AuditReport audit(MetricProcess& process, const AuditOptions& options);

}  // namespace disarray::properties::audit
