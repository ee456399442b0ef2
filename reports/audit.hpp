// SPDX-License-Identifier: MIT
//
// What a report keeps of a document of `disarray audit`: the laws of a metric that another program
// computes, or two such programs against each other. The names are those of the document. All that
// is text in here may be the foreign program's: its name, its answers, its error messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "properties/audit/audit.hpp"
#include "record/field.hpp"
#include "record/saved_json.hpp"

namespace disarray::reports {

using properties::audit::Direction;
using properties::audit::LawVerdict;
using properties::audit::MetricKind;
using record::Json;
using record::SavedJson;

/// What the program says of itself. Documents of earlier versions have name, kind, direction and
/// conventions only.
struct DescribedMetric {
    std::string name;
    MetricKind kind = MetricKind::two_rankings;
    Direction direction = Direction::greatest;
    std::vector<std::pair<std::string, std::string>> conventions;
    bool has_range = false;  ///< in the document; the ends may be absent all the same
    std::optional<Rational> least_value, greatest_value;
    std::optional<bool> takes_cutoff, takes_not_retrieved;
    std::optional<bool> takes_cutoffs, takes_batches, takes_weights;
    std::uint64_t least_length = 0;                               ///< of what it takes
    std::string reference;                                        ///< an exact metric; "" for none
    std::vector<std::string> claims;                              ///< laws that not all obey
    std::vector<std::pair<std::string, std::string>> exceptions;  ///< laws not claimed, and why not

    DISARRAY_FIELDS(name, kind, direction, takes_cutoff, takes_not_retrieved, takes_cutoffs,
                    takes_batches, takes_weights, least_length, conventions, reference, claims,
                    exceptions)
    static constexpr record::Rules rules[] = {
        {"takes_cutoff takes_not_retrieved least_length exceptions", record::may_lack},
        {"takes_cutoffs takes_batches takes_weights claims", record::may_lack},
        {"reference", record::or_null | record::may_lack}};
};

/// Another input that a law compares with the one at which it is violated, and the answer to it.
struct RelatedAnswer {
    SavedJson input;
    std::string got;

    DISARRAY_FIELDS(input, got)
    static constexpr record::Rules rules[] = {{"got", record::words}};
};

struct AuditedLaw {
    std::string id;       ///< of its row; unique in the report
    std::string card_id;  ///< of the card of its finding; "" if there is none
    std::string law, statement;
    LawVerdict verdict = LawVerdict::undecided;
    std::string scope;  ///< what was tried; may be empty where nothing was
    SavedJson input;    ///< at which it is violated; null if nothing was found
    /// The answer that the law wants there, and the one that came; the first may be empty where the
    /// law only compares answers with each other.
    std::string expected, got;
    std::string explanation;  ///< the relation with its numbers, or why the law does not apply
    std::vector<RelatedAnswer> related;  ///< in the order in which the law asked

    /// Refuted, or a documented convention.
    bool is_violated() const;

    DISARRAY_FIELDS(law, statement, verdict, scope, input, expected, got, explanation, related)
    static constexpr record::Rules rules[] = {{"law statement", record::words},
                                              {"input", record::or_null | record::may_lack},
                                              {"related", record::may_lack}};
};

/// How the program compares with an exact metric.
struct ReferenceAgreement {
    std::string reference;                      ///< name and conventions
    std::uint64_t compared = 0, differing = 0;  ///< inputs
    std::uint64_t worst_units = 0;              ///< in the last place, where they do not differ
    SavedJson input;                            ///< the first that differs; null if none does
    std::string expected, got;                  ///< exact and found answer to that

    DISARRAY_FIELDS(reference, compared, differing, worst_units, input, expected, got)
    static constexpr record::Rules rules[] = {{"reference", record::words},
                                              {"input", record::or_null | record::may_lack}};
};

/// One call.
struct CallTime {
    std::uint64_t n = 0;  ///< elements or documents of the input
    double seconds = 0;

    DISARRAY_FIELDS(n, seconds)
};

/// A document about one program.
struct Audit {
    std::size_t source = 0;
    std::string id;  ///< "audit-1": of its section, and the beginning of its tables' ids
    DescribedMetric metric;
    std::vector<AuditedLaw> laws;
    std::vector<ReferenceAgreement> agreements;  ///< the best first
    std::uint64_t inputs = 0;                    ///< asked, each counted once
    std::uint64_t restarts = 0;
    bool complete = true;  ///< false: a time budget or an interrupt ended it
    std::vector<CallTime> timings;

    DISARRAY_FIELDS(metric, laws, agreements, inputs, restarts, complete, timings)
    static constexpr record::Rules rules[] = {{"timings", record::may_lack}};
};

/// A document about two programs (--against). Neither is taken to be right.
struct ProgramDifference {
    std::size_t source = 0;
    std::string id;                             ///< "programs-1": of its section
    std::string against;                        ///< command line of the second program
    std::uint64_t compared = 0, differing = 0;  ///< inputs
    std::uint64_t worst_units = 0;              ///< of 2^−52, where they agree
    SavedJson input;                            ///< the least that differs; null if none does
    std::string first, second;                  ///< both answers to it
    std::uint64_t failing = 0;                  ///< inputs without two answers; not in `compared`
    SavedJson failing_input;                    ///< the shortest of these; null if there is none
    std::string failing_first, failing_second;
    bool complete = true;

    bool is_found() const { return differing > 0 || failing > 0; }

    DISARRAY_FIELDS(against, compared, differing, worst_units, input, first, second, failing,
                    failing_input, failing_first, failing_second, complete)
    static constexpr record::Rules rules[] = {
        {"against", record::words}, {"input failing_input", record::or_null | record::may_lack}};
};

/// An input in one line, as it goes to a program: {"first": [1, 2], "second": [2, 1]}.
std::string one_line(const Json& input);

}  // namespace disarray::reports
