// SPDX-License-Identifier: MIT
//
// Conjectures as text: "K <= F[prefix]", "|K - F[box]| <= 1/2*min(K, F[interval])". A text is read,
// brought to sums with positive coefficients on both sides of ≤, and cut into inequalities that
// hold together exactly if the text does. What linear programs cannot decide is refused, with the
// reason and its place in the text. LANGUAGE.md is the manual.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/statement.hpp"

namespace disarray::search {

/// A text and what it says: for each σ and D the text holds exactly if every part does.
struct Conjecture {
    std::string name;  ///< "kv-lemma-13[box]" if it was asked for by short name, else empty
    std::string text;  ///< the inequality as written
    /// At least one, none twice, none with an empty smaller side. The greater side may be empty.
    std::vector<Inequality> parts;
    /// True if the text asks for the best constant c in small <= c*big (for all parts at once) or,
    /// if `constant_on_small`, in c*small <= big. The parts are without c.
    bool asks_constant = false;
    bool constant_on_small = false;
};

inline constexpr std::size_t max_conjecture_length = 10'000;  ///< bytes of text
inline constexpr std::size_t max_conjecture_depth = 100;      ///< brackets within brackets
inline constexpr std::size_t max_conjecture_parts = 64;       ///< and arguments of a max or min

/// The conjecture that `text`, an inequality or a short name with reading, states.
/// \throws InputError if the text is no inequality of the language, or holds for every D after
/// cancelling. The message is three lines: "conjecture, column 6: found …, expected …", which is
/// complete in itself; the text; a caret under the place. Columns count characters from 1.
/// \throws NotSupported, with a message of the same form, if the inequality is understood but is
/// none that linear programs decide.
Conjecture parse_conjecture(std::string_view text);

/// As `parse_conjecture`, but a short name, or a footrule, without reading stands for one
/// conjecture in each of the four readings, in the order of metrics::all_readings.
std::vector<Conjecture> parse_conjectures(std::string_view text);

}  // namespace disarray::search
