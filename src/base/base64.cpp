// SPDX-License-Identifier: MIT
#include "base/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace disarray {

std::string in_base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            group = group << 8 | (j < count ? static_cast<std::uint8_t>(bytes[i + j]) : 0U);
        }
        std::array<char, 4> four = {'=', '=', '=', '='};
        for (std::size_t j = 0; j <= count; ++j) {
            four[j] = digits[group >> (18 - 6 * j) & 63U];
        }
        out.append(four.data(), four.size());
    }
    return out;
}

}  // namespace disarray
