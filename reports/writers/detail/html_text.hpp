// SPDX-License-Identifier: MIT
//
// Text in HTML: the one place where text from outside becomes markup. What it lets through is well
// formed in HTML and in XML, and valid: characters that one of them forbids become U+FFFD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/content.hpp"
#include "verdict/verdict.hpp"

namespace disarray::reports::html {

/// Appends strings, as they are, one after the other.
template <typename... Parts>
void put(std::string& out, const Parts&... parts) {
    (out.append(parts), ...);
}

/// Appends `text` for use between tags and in quoted attributes.
void put_escaped(std::string& out, std::string_view text);

/// Appends `text` so escaped between two pieces of markup: "<h2>", text, "</h2>".
void put_element(std::string& out, std::string_view open, std::string_view text,
                 std::string_view close);

/// Appends ` name="value"`.
void put_attribute(std::string& out, std::string_view name, std::string_view value);

/// Appends `text` as a quoted CSS string.
void put_css_string(std::string& out, std::string_view text);

/// Appends spans with their links, styles and verdict marks.
void put_text(std::string& out, const Text& text);

/// Appends a description list; what is to be copied is code with a button behind it.
void put_details(std::string& out, const std::vector<Detail>& details);

/// Appends "v-refuted", the class that gives a verdict its mark and colour.
void put_verdict_class(std::string& out, Verdict verdict);

}  // namespace disarray::reports::html
