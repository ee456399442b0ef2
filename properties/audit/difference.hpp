// SPDX-License-Identifier: MIT
//
// Two foreign metrics of one kind, answer by answer: the smallest input on which they disagree.
// Neither is taken to be right. The inputs are those of the audit: every small one, then random
// ones; a random one on which they disagree is shrunk, unless a small one is known already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "properties/audit/audit.hpp"
#include "properties/audit/metric_process.hpp"

namespace disarray::properties::audit {

struct Difference {
    std::size_t compared = 0;       ///< different inputs to which both programs gave an answer
    std::size_t differing = 0;      ///< of these, where the answers disagree
    std::string input;              ///< the least of these, an empty list last; "" if there is none
    std::string first, second;      ///< both answers to it, in words
    std::uint64_t worst_units = 0;  ///< units_between of the inputs that agree, at most

    std::size_t refused = 0;  ///< inputs that both programs refuse; not in `compared`

    std::size_t failing = 0;    ///< inputs at which a program failed, or both; not in `compared`
    std::string failing_input;  ///< the shortest of these as it was asked, not shrunk
    std::string failing_first, failing_second;

    bool complete = true;  ///< false: stopped, or a program could not be asked any more

    bool is_found() const { return differing > 0 || failing > 0; }
};

/// How far two answers are apart: |x − y| in units of 2^−52·max(1, |x|, |y|), rounded up; 0 if both
/// are undefined, or both refuse the input, for whatever reason. Empty if they are of two kinds.
std::optional<std::uint64_t> units_between(const Answer& a, const Answer& b);

/// Answers disagree if units_between is empty or above options.tolerance, n times that at long
/// inputs of n, which are compared where no short one tells the two apart. Inputs have a cutoff if
/// both programs take one. A failing input is asked once, since each failure costs restarts and
/// time: it is not shrunk. Which answers are best (`direction`) is not looked at.
/// \throws InputError if they are of two kinds, naming both; or if there are too many small inputs.
Difference compare_metrics(MetricProcess& a, MetricProcess& b, const AuditOptions& options);

}  // namespace disarray::properties::audit
