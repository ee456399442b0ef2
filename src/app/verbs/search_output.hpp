// SPDX-License-Identifier: MIT
//
// What `disarray search` prints: the JSON rows of the contract, and the table with its conclusions.
#pragma once

#include <span>
#include <string>

#include "app/output.hpp"
#include "search/question.hpp"
#include "search/sweep.hpp"

namespace disarray::search {

/// A question with what came out.
struct Answer {
    Question question;
    Claim claim;
    SweepOutcome outcome;
    std::string certificate;  ///< the file in which it is kept; empty if it is not
    std::size_t n_from = 0;   ///< lengths below are not shown
};

/// Rows for "results".
app::Json results_json(std::span<const Answer> answers);
/// \param with_constants  says which c is best in N ≤ c·M beside the verdict on N ≤ M; in its place
///                        where a question asks for it
std::string results_text(std::span<const Answer> answers, bool with_constants);

/// Tells --fail-if the verdicts that both of these show.
void note_verdicts(std::span<const Answer> answers);

/// Ranks, weights, D, N and M, in indented lines.
std::string describe(const Question& question, const Evidence& evidence);

/// "every σ in S_6 and every pseudometric D, w = δ = 1".
std::string scope(const Claim& claim, const LengthResult& length);

}  // namespace disarray::search
