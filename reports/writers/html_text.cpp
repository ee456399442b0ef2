// SPDX-License-Identifier: MIT
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

/// The named or numbered reference for what is markup; empty for what stands for itself.
std::string_view reference(char32_t c) {
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
    put_element(out, "<code>", plain(value),
                "</code> <button type=\"button\" class=\"copy\">copy</button>");
}

void put_span(std::string& out, const Span& span) {
    switch (span.style) {
        case Span::Style::plain:
            put_escaped(out, span.text);
            break;
        case Span::Style::strong:
            put_element(out, "<strong>", span.text, "</strong>");
            break;
        case Span::Style::code:
            put_element(out, "<code>", span.text, "</code>");
            break;
        case Span::Style::verdict:
            out += "<span class=\"verdict";
            if (const auto verdict = find_verdict(span.text)) {
                out += ' ';
                put_verdict_class(out, *verdict);
            } else if (span.text == documented_convention) {
                put(out, " v-", documented_convention);
            }
            put_element(out, "\">", span.text, "</span>");
            break;
    }
}

}  // namespace

void put_escaped(std::string& out, std::string_view text) {
    while (!text.empty()) {
        const CodePoint point = next_code_point(text);
        const std::string_view by = reference(point.value);
        out += !by.empty() ? by : is_allowed(point.value) ? point.bytes : replacement;
    }
}

void put_element(std::string& out, std::string_view open, std::string_view text,
                 std::string_view close) {
    out += open;
    put_escaped(out, text);
    out += close;
}

void put_attribute(std::string& out, std::string_view name, std::string_view value) {
    put(out, " ", name, "=\"");
    put_escaped(out, value);
    out += '"';
}

void put_css_string(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const auto [c, bytes] = next_code_point(text);
        const bool is_safe = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                             (c >= 'A' && c <= 'Z') || c == ' ' || c == '-' || c == '_';
        if (!is_allowed(c)) {
            out += replacement;
        } else if (c >= 0x80 || is_safe) {
            out += bytes;
        } else {  // an escape ends at the blank
            out += fmt::format("\\{:x} ", static_cast<unsigned>(c));
        }
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
        put_element(out, "<dt>", detail.label, "</dt><dd>");
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
