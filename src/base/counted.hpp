// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace disarray {

/// "1 vote", "2 votes"; \param many  the plural where it is not `one` and an s: "queries".
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {}) {
    if (count == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

}  // namespace disarray
