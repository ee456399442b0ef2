// SPDX-License-Identifier: MIT
#include "base/error.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.hpp"

namespace disarray {

namespace {

/// Length of the well-formed UTF-8 sequence that `text` begins with; 0 if it begins with none.
/// (Unicode, table 3-7.)
std::size_t utf8_sequence_length(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    const std::size_t length = byte < 0x80                    ? 1
                               : byte >= 0xc2 && byte <= 0xdf ? 2
                               : byte >= 0xe0 && byte <= 0xef ? 3
                               : byte >= 0xf0 && byte <= 0xf4 ? 4
                                                              : 0;
    if (length > text.size()) return 0;
    // Longer forms than needed, surrogates, and what lies beyond U+10FFFF.
    const auto second = static_cast<unsigned char>(length > 1 ? text[1] : '\x80');
    const bool excluded = (byte == 0xe0 && second < 0xa0) || (byte == 0xed && second > 0x9f) ||
                          (byte == 0xf0 && second < 0x90) || (byte == 0xf4 && second > 0x8f);
    if (excluded) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
    }
    return length;
}

/// \param sequence  well-formed
char32_t code_point(std::string_view sequence) {
    const auto first = static_cast<unsigned char>(sequence.front());
    char32_t value = sequence.size() == 1 ? first : first & (0x7fU >> sequence.size());
    for (const char c : sequence.substr(1))
        value = value << 6 | (static_cast<unsigned char>(c) & 0x3fU);
    return value;
}

/// U+0080 to U+009F are control characters, U+2028 and U+2029 end lines.
bool is_wide_control(std::string_view sequence) {
    if (sequence.size() < 2) return false;
    const char32_t value = code_point(sequence);
    return value < 0xa0 || value == 0x2028 || value == 0x2029 || is_unseen(value);
}

bool is_plain(char c) {
    return c >= 0x20 && c < 0x7f;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
    std::string out;
    for (std::size_t shown = 0; !text.empty(); ++shown) {
        if (shown >= limit) return out + "...";
        const std::size_t length = utf8_sequence_length(text);
        if (length == 0 || is_control(text.front()) || is_wide_control(text.substr(0, length))) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
            text.remove_prefix(1);
        } else {
            out += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return out;
}

std::string printable_lines(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto end = std::ranges::find_if_not(
            text, [](char c) { return is_plain(c) || c == '\n' || c == '\t'; });
        const auto plain = static_cast<std::size_t>(end - text.begin());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        const std::size_t other = std::min(text.find_first_of("\n\t"), text.size());
        out += printable(text.substr(0, other), std::string_view::npos);
        text.remove_prefix(other);
    }
    return out;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
    return "\"" + printable(text, limit) + "\"";
}

// Whose names and values these are is not known here; what is escaped already stays as it is.
InputError::InputError(std::string_view where, std::string_view found, std::string_view expected)
    : std::runtime_error(printable(fmt::format("{}: found {}, expected {}", where, found, expected),
                                   std::string_view::npos)) {}

}  // namespace disarray
