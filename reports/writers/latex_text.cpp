// SPDX-License-Identifier: MIT
//
// How text becomes LaTeX. Lines break at blanks and hyphens by themselves; rank vectors, formulas
// and JSON have neither, so \cut marks further places: after punctuation, and anywhere once a word
// is longer than a narrow column. A package for this (seqsplit, url) would take no escaped text.
#include "reports/writers/detail/latex_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports::latex {

namespace {

/// A word longer than this may be broken anywhere; characters.
constexpr std::size_t longest_unbroken = 22;
/// The source gets a line end where there may be one, once a line has so many bytes: TeX reads no
/// line of more than 200000, and the matrices of a witness alone may have more.
constexpr std::size_t source_line = 100;
/// After punctuation a word may be broken if its piece so far is at least this long.
constexpr std::size_t shortest_piece = 8;

bool is_one_of(char32_t c, std::string_view characters) {
    return c < 0x80 && characters.find(static_cast<char>(c)) != std::string_view::npos;
}

/// Marks that stand over the letter before them.
bool is_accent(char32_t c) {
    return (c >= 0x300 && c < 0x370) || (c >= 0x20d0 && c < 0x2100);
}

std::string escaped(CodePoint point) {
    // Latin Modern has them in none of its fonts.
    constexpr char32_t subscript_zero = U'\u2080', subscript_nine = U'\u2089';
    if (subscript_zero <= point.value && point.value <= subscript_nine)
        return fmt::format("\\textsubscript{{{}}}", static_cast<int>(point.value - subscript_zero));
    constexpr char32_t superscript_zero = U'\u2070', superscript_four = U'\u2074';
    const bool is_superscript = point.value == superscript_zero ||
                                (superscript_four <= point.value && point.value < U'\u207a');
    if (is_superscript)
        return fmt::format("\\textsuperscript{{{}}}",
                           static_cast<int>(point.value - superscript_zero));
    if (point.value == U'\u207b') return "\\textsuperscript{−}";
    if (point.value == U'\ufffd') return "?";  // LuaTeX takes it for a broken file
    return latex_escaped(point.bytes);
}

/// Takes the first code point off `rest`, a blank for what ends lines.
CodePoint take(std::string_view& rest) {
    const CodePoint point = next_code_point(rest);
    return is_control(point.value) ? CodePoint{U' ', " "} : point;
}

/// 0 at the end.
char32_t peek(std::string_view rest) {
    return rest.empty() ? 0 : take(rest).value;
}

/// Decides where \cut goes, in the same way for the text and for the estimate of its width.
class Breaks {
public:
    /// True if the line may be broken between `c` and `after`, though there is no blank.
    bool is_cut(char32_t c, char32_t after) {
        length_ = is_one_of(c, " -") ? 0 : length_ + 1;
        const bool is_inside = length_ > 0 && after != 0 && after != U' ' && !is_accent(after);
        const bool is_wanted = (is_one_of(c, ",;:/=)]}|&") && length_ >= shortest_piece) ||
                               length_ >= longest_unbroken;
        if (!is_inside || !is_wanted) return false;
        length_ = 0;
        return true;
    }

private:
    std::size_t length_ = 0;
};

std::string styled(const Span& span) {
    switch (span.style) {
        case Span::Style::strong:
            return fmt::format("\\textbf{{{}}}", escape(span.text));
        case Span::Style::code:
            return fmt::format("\\texttt{{{}}}", escape(span.text));
        case Span::Style::verdict:
            if (const auto verdict = find_verdict(span.text)) {
                return fmt::format("{}~{}", mark(*verdict), span.text);
            }
            if (span.text == documented_convention) {
                return fmt::format("{}~{}", mark_of_word(span.text), span.text);
            }
            break;
        case Span::Style::plain:
            break;
    }
    return escape(span.text);
}

}  // namespace

std::string_view preamble() {
    return "% A place where a line may be broken.\n"
           "\\DeclareRobustCommand*\\cut{\\discretionary{}{}{}}\n"
           "\\pdfstringdefDisableCommands{\\let\\cut\\empty}\n";
}

std::string escape(std::string_view text) {
    std::string out;
    std::size_t line_begin = 0;
    // A line end is a blank for TeX, and nothing after \cut.
    const auto put_break = [&](const char* usual, const char* at_line_end) {
        const bool is_long = out.size() - line_begin >= source_line;
        out += is_long ? at_line_end : usual;
        if (is_long) line_begin = out.size();
    };
    Breaks breaks;
    while (!text.empty()) {
        const CodePoint point = take(text);
        const char32_t after = peek(text);
        if (point.value != U' ') {
            out += escaped(point);
        } else if (after == U' ' || out.ends_with("\\ ")) {
            out += "\\ ";  // TeX makes one of many blanks
        } else {
            put_break(" ", after == 0 ? " " : "\n");
        }
        if (breaks.is_cut(point.value, after)) put_break("\\cut{}", "\\cut\n");
    }
    return out;
}

std::string mark(Verdict verdict) {
    switch (verdict) {
        case Verdict::supported:  // the tilde of ASCII is set as high as an accent
            return "\\ensuremath{\\sim}";
        case Verdict::refuted:  // few fonts for text have these three
            return "\\ding{55}";
        case Verdict::proved:
            return "\\ensuremath{\\forall}";
        case Verdict::certified:
            return "\\ding{52}";
        case Verdict::exhausted:
            return "\\ding{51}";
        default:
            return std::string(mark_of(verdict));
    }
}

std::string inline_text(const Text& text) {
    std::string out;
    for (const Span& span : text) {
        const std::string body = styled(span);
        if (body.empty()) continue;
        out += span.target.empty()
                   ? body
                   : fmt::format("\\hyperlink{{{}}}{{{}}}", safe_id(span.target), body);
    }
    return out;
}

Extent extent(std::string_view text) {
    Extent total;
    std::size_t word = 0;
    Breaks breaks;
    while (!text.empty()) {
        const char32_t c = take(text).value;
        const std::size_t width = is_accent(c) ? 0 : 1;
        total.width += width;
        word = c == U' ' ? 0 : word + width;
        total.longest_word = std::max(total.longest_word, word);
        if (breaks.is_cut(c, peek(text)) || c == U'-') word = 0;
    }
    return total;
}

}  // namespace disarray::reports::latex
