// SPDX-License-Identifier: MIT
//
// Cells of the table metric × property, as check, check atlas, check claims and check retrieval
// show them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "properties/case_json.hpp"
#include "properties/runner.hpp"

namespace disarray::properties {

/// "disarray check --replay '…'". \param replay  as to_replay (examples.hpp) writes it
std::string replay_line(std::string_view replay);
/// The same for a refuted cell.
std::string replay_line(const CheckResult& result);

/// "theorem kendall_le_box (EveryN.v): forall n …".
std::string theorem_line(const Theorem& theorem);

/// A verdict on one subject, to be shown.
struct VerdictCell {
    std::string_view law, statement;  ///< what was asked
    std::string subject;
    Verdict verdict;
};

/// A row a law, a column a subject, if these fit on a line; else a law after the other, with the
/// subjects of each verdict.
/// \param title  of the column of laws
/// \param cells  those of one law after those of another, each for the same subjects
std::string text_of(std::string_view title, std::span<const VerdictCell> cells);

/// "cells" of the JSON contract.
Json to_json(const CheckResult& result);

}  // namespace disarray::properties
