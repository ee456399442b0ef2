// SPDX-License-Identifier: MIT
//
// How a printed decimal stands to the exact value that it prints: sources round, or leave the
// further digits out, and seldom say which. Decided by exact comparison, never through a decimal of
// the value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exact/value.hpp"
#include "verdict/verdict.hpp"

namespace disarray::properties {

struct Agreement {
    bool is_exact = false;
    /// A nearest decimal of so many digits; of two at the same distance, the one away from zero or
    /// the one whose last digit is even.
    bool is_rounded = false;
    bool is_tie = false;        ///< the value lies midway between two such decimals
    bool is_cut = false;        ///< the value without its further digits
    bool is_undecided = false;  ///< a comparison was not settled at Value::max_precision

    /// Whether the figure is the value, in one way or another.
    bool holds() const { return is_exact || is_rounded || is_cut; }
    /// exhausted if it is, else refuted, or undecided.
    Verdict verdict() const;
    /// "exact", "rounded", "cut", "rounded or cut", "neither rounded nor cut", with ties named.
    std::string to_string() const;
};

/// An undefined value agrees with nothing. \param printed  a decimal: "66.6", "-1", "0"
/// \throws InputError for anything else.
Agreement agreement(const Value& exact, std::string_view printed);

/// What stands in a printed line between blanks or commas.
std::vector<std::string_view> printed_words(std::string_view line);

/// Digits after the point: 1 of "66.6", 0 of "24".
int places_of(std::string_view printed);

}  // namespace disarray::properties
