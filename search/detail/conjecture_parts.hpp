// SPDX-License-Identifier: MIT
//
// The inequalities that hold together exactly if all comparisons of a text do. Of each, small − big
// ≤ 0 is cut into parts. A choice with a positive coefficient splits, one part for each argument.
// One with a negative coefficient becomes −(a + b)/2 − |a − b|/2, which takes a − b linear in D.
// |linear| stays whole on either side, although on the smaller one it could be split: one part is
// one series of linear programs and one certificate.
#pragma once

#include <string_view>

#include "search/conjecture.hpp"
#include "search/detail/conjecture_parser.hpp"

namespace disarray::search::detail {

/// The conjecture that `text` states, of which `compared` was read; without a name.
/// \throws InputError, NotSupported as parse_conjecture
Conjecture cut_into_parts(std::string_view text, const ComparedText& compared);

}  // namespace disarray::search::detail
