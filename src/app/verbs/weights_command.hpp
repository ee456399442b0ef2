// SPDX-License-Identifier: MIT
//
// Subcommands of `search` that leave w = δ = 1 behind, or S_n: `weights` (a grid, or climbs, of
// weights), `temper` (σ, w and δ together, up to n = 30), `family` (one σ for each n, and the ratio
// as a function of n).
#pragma once

#include <optional>
#include <string>

#include "app/verb.hpp"

namespace disarray::search {

void add_weight_commands(app::Verb search_verb);

struct FamilyOptions {
    std::string family;             ///< a name as family_named() takes it
    std::string reading = "all";    ///< or one
    std::string side = "min";       ///< min, max or both
    std::string n = "4..14";        ///< a number or a range, 2 … 30
    std::optional<double> seconds;  ///< time budget
    bool json = false;
};

/// Decides σ of the family for each n, looks for formulas, and prints. `search family` and
/// `search --family` are this.
/// \throws InputError for a bad option, or if no n of the range has a member
void run_family(const FamilyOptions& options);

}  // namespace disarray::search
