// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "reports/writers/detail/html_text.hpp"
#include "reports/writers/detail/text.hpp"

namespace disarray::reports::html {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// XML 1.0 forbids controls other than tab and line ends, and U+FFFE and U+FFFF; HTML calls all
/// non-characters and U+007F to U+009F errors as well.
bool is_allowed(char32_t c) {
    if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
    if (c >= 0x7F && c <= 0x9F) return false;
    if (c >= 0xD800 && c <= 0xDFFF) return false;
    if (c >= 0xFDD0 && c <= 0xFDEF) return false;
    return (c & 0xFFFE) != 0xFFFE && c <= 0x10FFFF;
}

/// Length of the character that `text` begins with; 0 if it is not UTF-8 in shortest form or not
/// allowed.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return is_allowed(first) ? 1 : 0;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    char32_t c = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
        c = c << 6 | (byte(i) & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return c >= least[length] && is_allowed(c) ? length : 0;
}

/// The named or numbered reference for what is markup; empty for what stands for itself.
std::string_view reference(char c) {
    switch (c) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        default:
            return "";
    }
}

void put_code_to_copy(std::string& out, const Text& value) {
    out += "<code>";
    put_escaped(out, plain(value));
    out += "</code> <button type=\"button\" class=\"copy\">copy</button>";
}

void put_span(std::string& out, const Span& span) {
    switch (span.style) {
        case Span::Style::plain:
            put_escaped(out, span.text);
            break;
        case Span::Style::strong:
            out += "<strong>";
            put_escaped(out, span.text);
            out += "</strong>";
            break;
        case Span::Style::code:
            out += "<code>";
            put_escaped(out, span.text);
            out += "</code>";
            break;
        case Span::Style::verdict:
            out += "<span class=\"verdict";
            if (const auto verdict = find_verdict(span.text)) {
                out += ' ';
                put_verdict_class(out, *verdict);
            } else if (span.text == documented_convention) {
                put(out, " v-", documented_convention);
            }
            out += "\">";
            put_escaped(out, span.text);
            out += "</span>";
            break;
    }
}

}  // namespace

void put_escaped(std::string& out, std::string_view text) {
    std::size_t begin = 0;  // of the run that can be copied as it is
    std::size_t i = 0;
    const auto replace = [&](std::string_view by) {
        put(out, text.substr(begin, i - begin), by);
        begin = ++i;
    };
    while (i < text.size()) {
        const std::string_view by = reference(text[i]);
        if (!by.empty()) {
            replace(by);
        } else if (const std::size_t length = character_length(text.substr(i))) {
            i += length;
        } else {
            replace(replacement);
        }
    }
    out += text.substr(begin);
}

void put_attribute(std::string& out, std::string_view name, std::string_view value) {
    put(out, " ", name, "=\"");
    put_escaped(out, value);
    out += '"';
}

void put_css_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = character_length(text.substr(i));
        const char c = text[i];
        const bool is_safe = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                             (c >= 'A' && c <= 'Z') || c == ' ' || c == '-' || c == '_';
        if (length == 0) {
            out += replacement;
        } else if (length > 1 || is_safe) {
            out += text.substr(i, length);
        } else {  // an escape ends at the blank
            out += fmt::format("\\{:x} ", static_cast<unsigned>(c));
        }
        i += length == 0 ? 1 : length;
    }
    out += '"';
}

void put_text(std::string& out, const Text& text) {
    for (const Span& span : text) {
        if (!span.target.empty()) {
            out += "<a";
            put_attribute(out, "href", "#" + span.target);
            out += '>';
        }
        put_span(out, span);
        if (!span.target.empty()) out += "</a>";
    }
}

void put_details(std::string& out, const std::vector<Detail>& details) {
    out += "<dl>";
    for (const Detail& detail : details) {
        out += "<dt>";
        put_escaped(out, detail.label);
        out += "</dt><dd>";
        if (detail.copy) {
            put_code_to_copy(out, detail.value);
        } else {
            put_text(out, detail.value);
        }
        out += "</dd>";
    }
    out += "</dl>";
}

void put_verdict_class(std::string& out, Verdict verdict) {
    put(out, "v-", name_of(verdict));
}

}  // namespace disarray::reports::html
