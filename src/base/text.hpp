// SPDX-License-Identifier: MIT
//
// Small questions about text that readers and writers ask.
#pragma once

#include <string>
#include <string_view>

namespace disarray {

/// `text` without the blanks and tabs around it.
std::string_view trimmed(std::string_view text);

/// Whether `c` is a control character of ASCII: below 32, tabs and line ends included, or 127.
constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

/// The same, but for tabs, which separate fields.
constexpr bool is_control_but_tab(char c) {
    return is_control(c) && c != '\t';
}

/// Whether a code point is not seen, though it is text: zero-width marks, U+200B to U+200F,
/// U+2060 to U+206F, U+FEFF and the tags from U+E0000 on, and those that turn text around, U+061C
/// and U+202A to U+202E. A name with one looks like another name.
constexpr bool is_unseen(char32_t c) {
    return c == 0x061c || (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xe0000 && c <= 0xe007f);
}

/// `text` in single quotes, as one word of a shell.
std::string shell_quoted(std::string_view text);

/// The same, but `text` as it stands if that is one word to every shell.
std::string shell_word(std::string_view text);

/// `text` with what LaTeX gives a meaning to as characters; '[', ']' and '*' in braces, since after
/// `\\` and `\item` they would be an argument.
std::string latex_escaped(std::string_view text);

}  // namespace disarray
