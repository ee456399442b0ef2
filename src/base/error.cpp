// SPDX-License-Identifier: MIT
#include "base/error.hpp"

#include <fmt/format.h>

namespace disarray {

InputError::InputError(std::string_view where, std::string_view found, std::string_view expected)
    : std::runtime_error(fmt::format("{}: found {}, expected {}", where, found, expected)) {}

std::string printable(std::string_view text, std::size_t limit) {
    std::string out;
    for (const char c : text) {
        if (out.size() >= limit) return out + "...";
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte >= 0x7f) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace disarray
