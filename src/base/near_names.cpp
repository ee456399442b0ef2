// SPDX-License-Identifier: MIT
#include "base/near_names.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace disarray {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
        }
    }
    return row.back();
}

std::string expected_one_of(std::string_view name, std::span<const std::string_view> known) {
    // Only the head of an absurdly long name is compared: the table is quadratic in length.
    const std::string_view head = name.substr(0, 64);
    std::string_view nearest;
    std::size_t least = std::max<std::size_t>(1, head.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(head, candidate);
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    std::string text = fmt::format("one of {}", fmt::join(known, ", "));
    if (!nearest.empty()) text += fmt::format(" (did you mean {}?)", nearest);
    return text;
}

}  // namespace disarray
