// SPDX-License-Identifier: MIT
//
// The ledger: every claim of the sources, once for each reading, frame and fixed-point policy in
// which it makes sense, each with a verdict that is computed when it is asked for. No verdict is
// written down anywhere in the source.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "properties/runner.hpp"
#include "properties/theorems.hpp"
#include "verdict/extreme_ratio.hpp"

namespace disarray::properties {

struct LedgerOptions {
    std::optional<std::size_t> exhaustive_n;  ///< as in CheckOptions
    std::uint64_t random_cases = 0;
    std::uint64_t seed = 1;
    std::size_t program_n = 6;  ///< largest n of the linear programs over all D
    Stop stop;
    ExtremeRatioDecider extreme_ratio;  ///< may be empty: then no claim is decided over all D
};

/// One row: a claim in one reading, frame and policy.
struct ClaimRow {
    std::string id;
    std::string source;
    std::string statement;
    std::string metric;  ///< full name, "" where none is under test
    std::optional<metrics::Reading> reading;
    std::string frame;         ///< "element", "literal", or "either" for one argument
    std::string fixed_points;  ///< "one", "local", or "" where no element has swap costs
    std::string variant;       ///< which part or version of the claim, "" if it has one only
    Verdict verdict = Verdict::undecided;
    std::string scope;
    std::optional<Case> witness;     ///< of a refutation, or of an existence claim that holds
    std::string explanation;         ///< the relation with its numbers
    std::optional<Theorem> theorem;  ///< that says so for every n, if there is one
    std::string replay;  ///< what check --replay takes; "" if no property is behind the row
    std::string
        property;  ///< of the catalogue, if the row says that it holds of the metric; else ""
    std::vector<std::string> repairs;  ///< changes of a refuted claim that survive the same effort
    Effort effort;

    DISARRAY_FIELDS(id, metric, reading, frame, fixed_points, variant, verdict, scope, statement,
                    source, witness, explanation, theorem, repairs, effort, replay, property)
    static constexpr record::Rules rules[] = {{"reading witness", record::or_null},
                                              {"theorem replay property", record::or_absent}};
};

struct Claim {
    std::string_view id;
    std::string_view source;
    std::string_view statement;
    /// All rows, with the three fields above left to the caller.
    std::function<std::vector<ClaimRow>(const LedgerOptions&)> decide;
};

/// Every claim, in the order of the sources.
std::span<const Claim> claims();

/// The claim of that id. \throws InputError naming all, the nearest suggested.
const Claim& claim_named(std::string_view id, std::string_view where);

/// The rows of a claim, complete. Where the stop was asked for before they were done, all but the
/// counterexamples are undecided, and their effort is not complete; some rows may be missing.
std::vector<ClaimRow> decide(const Claim& claim, const LedgerOptions& options);

}  // namespace disarray::properties
