// SPDX-License-Identifier: MIT
#include "base/error.hpp"

#include <fmt/format.h>

namespace disarray {

InputError::InputError(std::string_view where, std::string_view found, std::string_view expected)
    : std::runtime_error(fmt::format("{}: found {}, expected {}", where, found, expected)) {}

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

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
    std::string out;
    for (std::size_t shown = 0; !text.empty(); ++shown) {
        if (shown >= limit) return out + "...";
        const auto byte = static_cast<unsigned char>(text.front());
        const std::size_t length = utf8_sequence_length(text);
        // U+0080 … U+009F are control characters, U+2028 and U+2029 end lines.
        const bool wide_control = text.starts_with("\u2028") || text.starts_with("\u2029") ||
                                  (length == 2 && byte == 0xc2 && text[1] < '\xa0');
        if (length == 0 || byte < 0x20 || byte == 0x7f || wide_control) {
            out += fmt::format("\\x{:02x}", byte);
            text.remove_prefix(1);
        } else {
            out += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return out;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
    return "\"" + printable(text, limit) + "\"";
}

}  // namespace disarray
