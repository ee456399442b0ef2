// SPDX-License-Identifier: MIT
#include "base/text.hpp"

namespace disarray {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
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
