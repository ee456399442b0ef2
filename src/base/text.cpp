// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <algorithm>

namespace disarray {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string shell_quoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

std::string shell_word(std::string_view text) {
    const auto is_plain = [](char c) {
        constexpr std::string_view marks = "_-+./:,@%=";
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               static_cast<unsigned char>(c) >= 0x80 || marks.find(c) != marks.npos;
    };
    return !text.empty() && std::ranges::all_of(text, is_plain) ? std::string(text)
                                                                : shell_quoted(text);
}

std::string latex_escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\textbackslash{}";
        } else if (c == '^') {
            out += "\\textasciicircum{}";
        } else if (c == '~') {
            out += "\\textasciitilde{}";
        } else if (std::string_view("{}$&#_%").find(c) != std::string_view::npos) {
            (out += '\\') += c;
        } else if (std::string_view("[]*").find(c) != std::string_view::npos) {
            ((out += '{') += c) += '}';
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace disarray
