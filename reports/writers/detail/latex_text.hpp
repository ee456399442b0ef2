// SPDX-License-Identifier: MIT
//
// Text in LaTeX: the one place where text from outside becomes TeX. The result is UTF-8 for
// lualatex, in which TeX's special characters alone are escaped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "reports/content.hpp"
#include "verdict/verdict.hpp"

namespace disarray::reports::latex {

/// The definition that escaped text needs, for the preamble: \cut.
std::string_view preamble();

/// `text` without any character that TeX would act on. Long words get places where a line may be
/// broken.
std::string escape(std::string_view text);

/// The mark of a verdict.
std::string mark(Verdict verdict);

/// Spans with their styles, verdict marks and links.
std::string inline_text(const Text& text);

/// How wide text is set, by and large, in digits of its font.
struct Extent {
    std::size_t width = 0;
    std::size_t longest_word = 0;  ///< what a line cannot break
};
Extent extent(std::string_view text);

}  // namespace disarray::reports::latex
