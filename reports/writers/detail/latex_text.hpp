// SPDX-License-Identifier: MIT
//
// Text in LaTeX: the one place where text from outside becomes TeX. The result is ASCII and a few
// accented letters that T1 has, so pdflatex takes it whatever fonts and packages it finds.
#pragma once

#include <string>
#include <string_view>

#include "reports/content.hpp"
#include "verdict/verdict.hpp"

namespace disarray::reports::latex {

enum class Use { prose, code };

/// The definitions that escaped text needs, for the preamble: \cut, \nochar.
std::string_view preamble();

/// `text` without any character that TeX would act on. Mathematical symbols become commands, a
/// letter with a mark over it an accent, and what is not known is shown as [U+1F600]. Long words
/// get places where a line may be broken.
std::string escape(std::string_view text, Use use = Use::prose);

/// The mark of a verdict.
std::string mark(Verdict verdict);

/// Spans with their styles, verdict marks and links.
std::string inline_text(const Text& text);

/// The argument of \section and the like, with a plain version for the bookmarks of the PDF.
std::string title(std::string_view text);

/// How wide text is set, in digits of its font, estimated.
struct Extent {
    double width = 0;
    double longest_word = 0;  ///< what a line cannot break
};
Extent extent(std::string_view text, Use use = Use::prose);
Extent extent(const Text& text);

}  // namespace disarray::reports::latex
