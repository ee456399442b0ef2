// SPDX-License-Identifier: MIT
//
// Small questions about text that readers and writers ask.
#pragma once

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

}  // namespace disarray
