// SPDX-License-Identifier: MIT
//
// What several writers need to know about text before they escape it: its code points (documents
// are UTF-8, file names and command lines need not be), ids that are safe in every format, the
// marks of the verdicts, which document a row is from, and where the files of figures are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "reports/content.hpp"
#include "reports/model.hpp"
#include "reports/writers.hpp"
#include "verdict/verdict.hpp"

namespace disarray::reports {

struct CodePoint {
    char32_t value = 0;
    std::string_view bytes;  ///< well-formed UTF-8, always
};

/// Takes the first code point off `rest`; for a byte that begins none (Unicode, table 3-7), and for
/// one that is not seen, U+FFFD. All text of a report but that in JSON passes through here.
/// Before: `rest` is not empty.
inline CodePoint next_code_point(std::string_view& rest) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xc2 && first < 0xe0 ? 2
                               : first >= 0xe0 && first < 0xf0 ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    bool is_valid = length > 0 && length <= rest.size();
    char32_t value = length < 2 ? first : first & (0x7fu >> length);
    for (std::size_t i = 1; is_valid && i < length; ++i) {
        is_valid = (byte(i) & 0xc0u) == 0x80u;
        value = (value << 6) | (byte(i) & 0x3fu);
    }
    const bool is_surrogate = value >= 0xd800 && value < 0xe000;
    const bool is_overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (!is_valid || is_surrogate || is_overlong || value > 0x10ffff) {
        rest.remove_prefix(1);
        return {U'\ufffd', "\ufffd"};
    }
    const CodePoint point{value, rest.substr(0, length)};
    rest.remove_prefix(length);
    return is_unseen(value) ? CodePoint{U'\ufffd', "\ufffd"} : point;
}

/// Control characters and the two that end lines, U+2028 and U+2029.
inline bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

/// `text` with U+FFFD for each byte that is no UTF-8, and for what is not seen.
inline std::string valid_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty())
        out += next_code_point(text).bytes;
    return out;
}

/// `id` if it is one as content.hpp wants it (letters, digits, '-', '.', '_'); any other byte
/// becomes '-'. Links and the places they lead to pass through here alike, so they still meet.
inline std::string safe_id(std::string_view id) {
    std::string out(id);
    for (char& c : out) {
        const bool is_safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                             (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
        if (!is_safe) c = '-';
    }
    return out;
}

/// A verdict as one character.
inline std::string_view mark_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::refuted:
            return "✗";
        case Verdict::proved:
            return "∀";
        case Verdict::certified:
            return "✔";
        case Verdict::exhausted:
            return "✓";
        case Verdict::supported:
            return "~";
        case Verdict::undecided:
            return "?";
        case Verdict::not_applicable:
            return "–";
    }
    return "";
}

/// What an audit says of a law that is violated as the program declares: no failure, and no verdict
/// of a claim.
inline constexpr std::string_view documented_convention = "documented-convention";

/// The verdict of that name, if there is one.
inline std::optional<Verdict> find_verdict(std::string_view name) {
    for (const auto& [word, verdict] : choices(Verdict{})) {
        if (word == name) return verdict;
    }
    return std::nullopt;
}

/// The mark of a verdict word; "" for a word that is none.
inline std::string_view mark_of_word(std::string_view word) {
    if (word == documented_convention) return "§";
    const auto verdict = find_verdict(word);
    return verdict ? mark_of(*verdict) : "";
}

/// The text alone, without styles and links.
inline std::string plain(const Text& text) {
    std::string out;
    for (const Span& span : text)
        out += span.text;
    return out;
}

/// The figures of a document that refers to their files.
struct FigureFiles {
    const Drawings& drawings;
    const std::string& folder;  ///< as the document calls it
};

/// What CSV and JSON call a source: its name, or its path if another source has that name too.
inline std::string document_of(const Model& model, std::size_t source) {
    if (source >= model.sources.size()) return "";
    const std::string& name = model.sources[source].name;
    std::size_t namesakes = 0;
    for (const Source& other : model.sources)
        namesakes += other.name == name ? 1u : 0u;
    return namesakes == 1 ? name : model.sources[source].path;
}

}  // namespace disarray::reports
