// SPDX-License-Identifier: MIT
//
// Checks a law of one subject: on every small case, then on random larger ones, and finds the least
// violation. Parallel within one law; verdict and witness do not depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/stop.hpp"
#include "properties/retrieval/laws.hpp"
#include "properties/runner.hpp"
#include "verdict/verdict.hpp"

namespace disarray::properties {

struct RetrievalCheckOptions {
    /// Every case of at most so many documents (see SmallCases); 0: none.
    std::size_t exhaustive_n = 3;
    std::uint64_t random_cases = 20;
    std::size_t random_n = 8;  ///< most documents of a random case
    std::uint64_t seed = 1;
    Stop stop = {};  ///< what is found before is kept
};

struct RetrievalCheckResult {
    const RetrievalLaw* law = nullptr;
    /// refuted, exhausted, supported, undecided or not-applicable.
    Verdict verdict = Verdict::undecided;
    std::string scope;                     ///< what the verdict speaks of
    std::optional<RetrievalCase> witness;  ///< least violation; the second path violates it too
    std::string explanation;  ///< the violated relation with its numbers; or why not applicable
    Effort effort;            ///< exhaustive_n is the largest n that was done
};

/// The cases that are tried, in words.
std::string description(const RetrievalCheckOptions& options);

/// Checks. Call it within with_threads (base/parallel.hpp) to bound the threads.
/// \throws InputError if the exhaustive part has more than max_exhaustive_cases.
/// \throws InternalError if the second path does not confirm a violation.
RetrievalCheckResult check(const RetrievalSubject& subject, const RetrievalLaw& law,
                           const RetrievalCheckOptions& options);

/// One case, by the first path; a violation is confirmed by the second.
/// \throws InternalError if it is not.
Outcome check_case(const RetrievalSubject& subject, const RetrievalLaw& law,
                   const RetrievalCase& instance);

}  // namespace disarray::properties
