// SPDX-License-Identifier: MIT
//
// What the two sides of a conjecture say, read by recursive descent from its tokens. Here is
// refused what no sum of distances times constants can be: products of distances, powers, numbers
// that stand alone, strict inequalities.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/reading.hpp"
#include "search/detail/conjecture_algebra.hpp"
#include "search/detail/conjecture_lexer.hpp"

namespace disarray::search::detail {

/// The names of the language; any other word is perhaps a short name.
inline constexpr std::array<std::string_view, 8> conjecture_names = {
    "K", "kendall", "F", "footrule", "max", "min", "abs", "c"};

/// The readings, and the one that `name` may have meant.
std::string expected_reading(std::string_view name);
std::optional<metrics::Reading> reading_of(std::string_view name);

/// One comparison of two neighbours, before anything is moved.
struct ComparedSides {
    AffineValue small;
    AffineValue big;
    TextPlace comparison;
};

/// A footrule without a reading.
struct BareFootrule {
    TextPlace name;
    TextPlace next;  ///< what stands where its bracket is missing
};

/// What the text says: all of the comparisons, an equation being two.
struct ComparedText {
    std::vector<ComparedSides> comparisons;
    std::optional<TextPlace> c;                ///< where c is first mentioned
    std::vector<BareFootrule> bare_footrules;  ///< read as F[box]
};

/// \throws InputError, NotSupported as parse_conjecture
ComparedText compared_in(std::string_view text);

}  // namespace disarray::search::detail
