// SPDX-License-Identifier: MIT
//
// How text becomes LaTeX. ASCII is escaped by character; what TeX would join to a ligature ("--",
// "<<", ",,") is kept apart. Everything else goes through a table of code points, so the result
// does not depend on what inputenc happens to know. Lines break at blanks and hyphens by
// themselves; rank vectors, formulas and JSON have neither, so \cut marks further places: after
// punctuation, and anywhere once a word is longer than a narrow column. A package for this
// (seqsplit, url) would take no escaped text.
#include "reports/writers/detail/latex_text.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include <fmt/format.h>

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

struct Symbol {
    char32_t code_point;
    const char* latex;
    bool is_math = true;  ///< else a command for text
};

/// By code point. Commands of amssymb and pifont beside LaTeX's own.
constexpr Symbol symbols[] = {
    {0x00a0, "~", false},
    {0x00a1, "\\textexclamdown{}", false},
    {0x00a3, "\\textsterling{}", false},
    {0x00a7, "\\S{}", false},
    {0x00a9, "\\textcopyright{}", false},
    {0x00ab, "\\guillemotleft{}", false},
    {0x00ac, "\\neg"},
    {0x00ad, "\\-", false},
    {0x00b0, "{}^{\\circ}"},
    {0x00b1, "\\pm"},
    {0x00b2, "{}^{2}"},
    {0x00b3, "{}^{3}"},
    {0x00b5, "\\mu"},
    {0x00b6, "\\P{}", false},
    {0x00b7, "\\cdot"},
    {0x00b9, "{}^{1}"},
    {0x00bb, "\\guillemotright{}", false},
    {0x00bc, "\\tfrac{1}{4}"},
    {0x00bd, "\\tfrac{1}{2}"},
    {0x00be, "\\tfrac{3}{4}"},
    {0x00bf, "\\textquestiondown{}", false},
    {0x00d7, "\\times"},
    {0x00f7, "\\div"},
    {0x0391, "\\mathrm{A}"},
    {0x0392, "\\mathrm{B}"},
    {0x0393, "\\Gamma"},
    {0x0394, "\\Delta"},
    {0x0395, "\\mathrm{E}"},
    {0x0396, "\\mathrm{Z}"},
    {0x0397, "\\mathrm{H}"},
    {0x0398, "\\Theta"},
    {0x0399, "\\mathrm{I}"},
    {0x039a, "\\mathrm{K}"},
    {0x039b, "\\Lambda"},
    {0x039c, "\\mathrm{M}"},
    {0x039d, "\\mathrm{N}"},
    {0x039e, "\\Xi"},
    {0x039f, "\\mathrm{O}"},
    {0x03a0, "\\Pi"},
    {0x03a1, "\\mathrm{P}"},
    {0x03a3, "\\Sigma"},
    {0x03a4, "\\mathrm{T}"},
    {0x03a5, "\\Upsilon"},
    {0x03a6, "\\Phi"},
    {0x03a7, "\\mathrm{X}"},
    {0x03a8, "\\Psi"},
    {0x03a9, "\\Omega"},
    {0x03b1, "\\alpha"},
    {0x03b2, "\\beta"},
    {0x03b3, "\\gamma"},
    {0x03b4, "\\delta"},
    {0x03b5, "\\varepsilon"},
    {0x03b6, "\\zeta"},
    {0x03b7, "\\eta"},
    {0x03b8, "\\theta"},
    {0x03b9, "\\iota"},
    {0x03ba, "\\kappa"},
    {0x03bb, "\\lambda"},
    {0x03bc, "\\mu"},
    {0x03bd, "\\nu"},
    {0x03be, "\\xi"},
    {0x03bf, "o"},
    {0x03c0, "\\pi"},
    {0x03c1, "\\rho"},
    {0x03c2, "\\varsigma"},
    {0x03c3, "\\sigma"},
    {0x03c4, "\\tau"},
    {0x03c5, "\\upsilon"},
    {0x03c6, "\\varphi"},
    {0x03c7, "\\chi"},
    {0x03c8, "\\psi"},
    {0x03c9, "\\omega"},
    {0x03d1, "\\vartheta"},
    {0x03d5, "\\phi"},
    {0x03f5, "\\epsilon"},
    {0x1d49, "{}^{e}"},
    {0x1d62, "{}_{i}"},
    {0x2009, "\\,", false},
    {0x200b, "\\cut{}", false},
    {0x2010, "-", false},
    {0x2011, "\\mbox{-}", false},
    {0x2013, "\\textendash{}", false},
    {0x2014, "\\textemdash{}", false},
    {0x2015, "\\textemdash{}", false},
    {0x2018, "\\textquoteleft{}", false},
    {0x2019, "\\textquoteright{}", false},
    {0x201a, "\\quotesinglbase{}", false},
    {0x201c, "\\textquotedblleft{}", false},
    {0x201d, "\\textquotedblright{}", false},
    {0x201e, "\\quotedblbase{}", false},
    {0x2020, "\\dagger"},
    {0x2022, "\\bullet"},
    {0x2026, "\\textellipsis{}", false},
    {0x202f, "\\,", false},
    {0x2032, "{}^{\\prime}"},
    {0x2033, "{}^{\\prime\\prime}"},
    {0x2070, "{}^{0}"},
    {0x2071, "{}^{i}"},
    {0x2074, "{}^{4}"},
    {0x2075, "{}^{5}"},
    {0x2076, "{}^{6}"},
    {0x2077, "{}^{7}"},
    {0x2078, "{}^{8}"},
    {0x2079, "{}^{9}"},
    {0x207a, "{}^{+}"},
    {0x207b, "{}^{-}"},
    {0x207c, "{}^{=}"},
    {0x207d, "{}^{(}"},
    {0x207e, "{}^{)}"},
    {0x207f, "{}^{n}"},
    {0x2080, "{}_{0}"},
    {0x2081, "{}_{1}"},
    {0x2082, "{}_{2}"},
    {0x2083, "{}_{3}"},
    {0x2084, "{}_{4}"},
    {0x2085, "{}_{5}"},
    {0x2086, "{}_{6}"},
    {0x2087, "{}_{7}"},
    {0x2088, "{}_{8}"},
    {0x2089, "{}_{9}"},
    {0x208a, "{}_{+}"},
    {0x208b, "{}_{-}"},
    {0x208c, "{}_{=}"},
    {0x208d, "{}_{(}"},
    {0x208e, "{}_{)}"},
    {0x2090, "{}_{a}"},
    {0x2096, "{}_{k}"},
    {0x2098, "{}_{m}"},
    {0x2099, "{}_{n}"},
    {0x20ac, "\\texteuro{}", false},
    {0x2102, "\\mathbb{C}"},
    {0x2113, "\\ell"},
    {0x2115, "\\mathbb{N}"},
    {0x211a, "\\mathbb{Q}"},
    {0x211d, "\\mathbb{R}"},
    {0x2124, "\\mathbb{Z}"},
    {0x2153, "\\tfrac{1}{3}"},
    {0x2154, "\\tfrac{2}{3}"},
    {0x2190, "\\leftarrow"},
    {0x2191, "\\uparrow"},
    {0x2192, "\\rightarrow"},
    {0x2193, "\\downarrow"},
    {0x2194, "\\leftrightarrow"},
    {0x21a6, "\\mapsto"},
    {0x21d0, "\\Leftarrow"},
    {0x21d2, "\\Rightarrow"},
    {0x21d4, "\\Leftrightarrow"},
    {0x2200, "\\forall"},
    {0x2202, "\\partial"},
    {0x2203, "\\exists"},
    {0x2204, "\\nexists"},
    {0x2205, "\\varnothing"},
    {0x2206, "\\Delta"},
    {0x2208, "\\in"},
    {0x2209, "\\notin"},
    {0x220b, "\\ni"},
    {0x220e, "\\blacksquare"},
    {0x220f, "\\prod"},
    {0x2211, "\\sum"},
    {0x2212, "-"},
    {0x2213, "\\mp"},
    {0x2216, "\\setminus"},
    {0x2217, "\\ast"},
    {0x2218, "\\circ"},
    {0x2219, "\\bullet"},
    {0x221a, "\\surd"},
    {0x221e, "\\infty"},
    {0x2223, "\\mid"},
    {0x2227, "\\wedge"},
    {0x2228, "\\vee"},
    {0x2229, "\\cap"},
    {0x222a, "\\cup"},
    {0x223c, "\\sim"},
    {0x2248, "\\approx"},
    {0x2260, "\\neq"},
    {0x2261, "\\equiv"},
    {0x2264, "\\leq"},
    {0x2265, "\\geq"},
    {0x226a, "\\ll"},
    {0x226b, "\\gg"},
    {0x227a, "\\prec"},
    {0x227b, "\\succ"},
    {0x2282, "\\subset"},
    {0x2283, "\\supset"},
    {0x2286, "\\subseteq"},
    {0x2287, "\\supseteq"},
    {0x2295, "\\oplus"},
    {0x2297, "\\otimes"},
    {0x22a4, "\\top"},
    {0x22a5, "\\bot"},
    {0x22c5, "\\cdot"},
    {0x22c6, "\\star"},
    {0x22ee, "\\vdots"},
    {0x22ef, "\\cdots"},
    {0x2308, "\\lceil"},
    {0x2309, "\\rceil"},
    {0x230a, "\\lfloor"},
    {0x230b, "\\rfloor"},
    {0x25a0, "\\blacksquare"},
    {0x25a1, "\\square"},
    {0x25cb, "\\circ"},
    {0x25cf, "\\bullet"},
    {0x2713, "\\ding{51}", false},
    {0x2714, "\\ding{52}", false},
    {0x2717, "\\ding{55}", false},
    {0x2718, "\\ding{56}", false},
    {0x27e8, "\\langle"},
    {0x27e9, "\\rangle"},
};

static_assert(std::ranges::is_sorted(symbols, {}, &Symbol::code_point));

struct Accent {
    char32_t code_point;
    const char* command;
};

/// Marks that stand over the letter before them.
constexpr Accent accents[] = {{0x0300, "\\grave"}, {0x0301, "\\acute"}, {0x0302, "\\hat"},
                              {0x0303, "\\tilde"}, {0x0304, "\\bar"},   {0x0305, "\\bar"},
                              {0x0306, "\\breve"}, {0x0307, "\\dot"},   {0x0308, "\\ddot"},
                              {0x030c, "\\check"}, {0x20d7, "\\vec"}};

const Symbol* symbol(char32_t c) {
    const Symbol* found = std::ranges::lower_bound(symbols, c, {}, &Symbol::code_point);
    return found != std::end(symbols) && found->code_point == c ? found : nullptr;
}

const char* accent(char32_t c) {
    for (const Accent& one : accents) {
        if (one.code_point == c) return one.command;
    }
    return nullptr;
}

bool is_ascii_alnum(char32_t c) {
    return (c >= U'0' && c <= U'9') || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

/// Letters of Latin 1 and Latin Extended-A that inputenc knows with T1 (LaTeX's t1enc.dfu) and all
/// of Latin Modern has.
bool is_t1_letter(char32_t c) {
    constexpr std::u32string_view unknown =
        U"\u0126\u0127\u0132\u0133\u0138\u013f\u0140\u0149\u0166\u0167";
    return c >= 0xc0 && c < 0x17f && unknown.find(c) == std::u32string_view::npos;
}

/// U+1D49C … U+1D4B5, script capitals: as "\mathcal{T}".
std::optional<char> script_capital(char32_t c) {
    if (c < 0x1d49c || c > 0x1d4b5) return std::nullopt;
    return static_cast<char>('A' + (c - 0x1d49c));
}

/// What `c` is inside of mathematics, "" if it has no place there.
std::string math_letter(char32_t c) {
    if (is_ascii_alnum(c)) return std::string(1, static_cast<char>(c));
    if (const auto capital = script_capital(c)) return fmt::format("\\mathcal{{{}}}", *capital);
    const Symbol* known = symbol(c);
    return known != nullptr && known->is_math ? known->latex : "";
}

/// An ASCII character; `after` is the next one, with which it could form a ligature.
std::string ascii(char c, char32_t after, Use use) {
    switch (c) {
        case '\\':
            return "\\textbackslash{}";
        case '^':
            return "\\textasciicircum{}";
        case '~':
            return "\\textasciitilde{}";
        case '<':
            return "\\textless{}";
        case '>':
            return "\\textgreater{}";
        case '`':
            return "\\textasciigrave{}";
        case '\'':
            if (use == Use::code || after == U'\'') return "\\textquotesingle{}";
            return "'";
        case '{':
        case '}':
        case '$':
        case '&':
        case '#':
        case '_':
        case '%':
            return std::string("\\") + c;
        case '[':  // after \\ and \item, '[' and '*' would be an argument
        case ']':
        case '*':
            return std::string("{") + c + '}';
        case '-':
        case ',':
            return after == static_cast<char32_t>(c) ? std::string(1, c) + "{}" : std::string(1, c);
        default:
            return std::string(1, c);
    }
}

std::string other(CodePoint point) {
    if (const Symbol* known = symbol(point.value)) {
        return known->is_math ? fmt::format("\\ensuremath{{{}}}", known->latex) : known->latex;
    }
    const std::string letter = math_letter(point.value);
    if (!letter.empty()) return fmt::format("\\ensuremath{{{}}}", letter);
    if (is_t1_letter(point.value)) return std::string(point.bytes);
    return fmt::format("\\nochar{{{:04X}}}", static_cast<std::uint32_t>(point.value));
}

bool is_punctuation(char32_t c) {
    return c < 0x80 &&
           std::string_view(",;:/=)]}|&").find(static_cast<char>(c)) != std::string_view::npos;
}

/// Decides where \cut goes, in the same way for the text and for the estimate of its width.
class Breaks {
public:
    /// True if the line may be broken between `c` and `after`, though there is no blank.
    bool is_cut(char32_t c, char32_t after) {
        const bool breaks_anyway = c == U' ' || c == U'-' || c == 0x2010 || c == 0x00a0;
        length_ = breaks_anyway ? 0 : length_ + 1;
        const bool is_inside = length_ > 0 && after != 0 && after != U' ' && !accent(after);
        const bool is_wanted =
            (is_punctuation(c) && length_ >= shortest_piece) || length_ >= longest_unbroken;
        if (!is_inside || !is_wanted) return false;
        length_ = 0;
        return true;
    }

private:
    std::size_t length_ = 0;
};

/// The first code point, blanks for what ends lines; 0 at the end.
char32_t peek(std::string_view rest) {
    if (rest.empty()) return 0;
    const char32_t c = next_code_point(rest).value;
    return is_control(c) ? U' ' : c;
}

/// Compared with a digit, by and large, in Computer Modern.
double width_of(char32_t c, Use use) {
    if (c >= 0x300 && c < 0x370) return 0;
    if (use == Use::code) return 1;
    constexpr std::string_view narrow = " ijltfrI.,:;'|!()[]/";
    constexpr std::string_view wide = "mwMW%@";
    if (c < 0x80) {
        const char letter = static_cast<char>(c);
        if (narrow.find(letter) != std::string_view::npos) return 0.65;
        if (wide.find(letter) != std::string_view::npos) return 1.6;
        if (letter == '<' || letter == '>' || letter == '=' || letter == '+') return 1.55;
        return letter >= 'A' && letter <= 'Z' ? 1.4 : 1.0;
    }
    if (symbol(c) == nullptr && !is_t1_letter(c) && !script_capital(c)) return 8;  // [U+1F600]
    return c >= 0x2190 && c < 0x2300 ? 1.6 : 1.15;
}

}  // namespace

std::string_view preamble() {
    return "% A place where a line may be broken; a character that is not known here.\n"
           "\\DeclareRobustCommand*\\cut{\\discretionary{}{}{}}\n"
           "\\DeclareRobustCommand*\\nochar[1]{\\textbf{{[}U+#1{]}}\\cut}\n";
}

std::string escape(std::string_view text, Use use) {
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
        CodePoint point = next_code_point(text);
        if (is_control(point.value)) point = {U' ', " "};
        char32_t after = peek(text);
        const char* mark = accent(after);
        const std::string letter = mark != nullptr ? math_letter(point.value) : "";
        if (!letter.empty()) {
            out += fmt::format("\\ensuremath{{{}{{{}}}}}", mark, letter);
            next_code_point(text);
            after = peek(text);
        } else if (point.value == U' ') {
            // TeX makes one of many blanks.
            if (after == U' ' || out.ends_with("\\ ")) {
                out += "\\ ";
            } else {
                put_break(" ", after == 0 ? " " : "\n");
            }
        } else if (point.value < 0x80) {
            out += ascii(static_cast<char>(point.value), after, use);
        } else {
            out += other(point);
        }
        if (breaks.is_cut(point.value, after)) put_break("\\cut{}", "\\cut\n");
    }
    return out;
}

namespace {

std::string styled(const Span& span) {
    switch (span.style) {
        case Span::Style::strong:
            return fmt::format("\\textbf{{{}}}", escape(span.text));
        case Span::Style::code:
            return fmt::format("\\texttt{{{}}}", escape(span.text, Use::code));
        case Span::Style::verdict:
            if (const auto verdict = find_verdict(span.text)) {
                return fmt::format("{}~{}", mark(*verdict), span.text);
            }
            if (span.text == documented_convention) {
                return fmt::format("{}~{}", escape(mark_of_word(span.text)), span.text);
            }
            break;
        case Span::Style::plain:
            break;
    }
    return escape(span.text);
}

}  // namespace

std::string mark(Verdict verdict) {
    // The tilde of ASCII is set as high as an accent.
    return verdict == Verdict::supported ? "\\ensuremath{\\sim}" : escape(mark_of(verdict));
}

std::string inline_text(const Text& text) {
    std::string out;
    for (const Span& span : text) {
        const std::string body = styled(span);
        if (body.empty()) continue;
        // "-" at the end of one span and at the beginning of the next would be a dash.
        if (!out.empty() && std::string_view("-,'").find(out.back()) != std::string_view::npos) {
            out += "{}";
        }
        out += span.target.empty()
                   ? body
                   : fmt::format("\\hyperlink{{{}}}{{{}}}", safe_id(span.target), body);
    }
    return out;
}

std::string title(std::string_view text) {
    const std::string full = escape(text);
    std::string bookmark;
    while (!text.empty()) {
        const char32_t c = next_code_point(text).value;
        const bool is_simple =
            is_ascii_alnum(c) ||
            (c < 0x80 && std::string_view(" .,:;()/+-=!?*").find(static_cast<char>(c)) !=
                             std::string_view::npos);
        bookmark += is_simple ? static_cast<char>(c) : ' ';
    }
    return full == bookmark ? full : fmt::format("\\texorpdfstring{{{}}}{{{}}}", full, bookmark);
}

Extent extent(std::string_view text, Use use) {
    Extent total;
    double word = 0;
    Breaks breaks;
    while (!text.empty()) {
        char32_t c = next_code_point(text).value;
        if (is_control(c)) c = U' ';
        total.width += width_of(c, use);
        word = c == U' ' ? 0 : word + width_of(c, use);
        total.longest_word = std::max(total.longest_word, word);
        if (breaks.is_cut(c, peek(text)) || c == U'-') word = 0;
    }
    return total;
}

Extent extent(const Text& text) {
    Extent total;
    for (const Span& span : text) {
        const bool is_code = span.style == Span::Style::code;
        const Extent part = extent(span.text, is_code ? Use::code : Use::prose);
        const double mark = span.style == Span::Style::verdict ? 1.8 : 0;
        total.width += part.width + mark;
        total.longest_word = std::max(total.longest_word, part.longest_word + mark);
    }
    return total;
}

}  // namespace disarray::reports::latex
