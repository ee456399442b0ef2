// SPDX-License-Identifier: MIT
#include "base/near_names.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

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

namespace {

// Only the head of an absurdly long name is compared: the table is quadratic in length.
constexpr std::size_t longest_compared = 64;
// Convention: what a terminal of usual width shows in a line or two.
constexpr std::size_t longest_list = 100;

std::string in_small_letters(std::string_view text) {
    std::string small(text.substr(0, longest_compared));
    std::ranges::transform(small, small.begin(), [](char c) {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return small;
}

/// How far `candidate` is from the name that was asked for; of two that are as far, what counts.
std::pair<std::size_t, std::size_t> steps_between(const std::string& name,
                                                  std::string_view candidate) {
    const std::string other = in_small_letters(candidate);
    // Shorter pieces are in half of all names.
    const bool holds = std::min(name.size(), other.size()) >= 3 &&
                       (name.find(other) != name.npos || other.find(name) != other.npos);
    const std::size_t distance = edit_distance(name, other);
    return {holds ? std::min<std::size_t>(1, distance) : distance, distance};
}

}  // namespace

std::vector<std::string_view> nearest_names(std::string_view name,
                                            std::span<const std::string_view> known,
                                            std::size_t most) {
    const std::string asked = in_small_letters(name);
    std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::string_view>> by_steps;
    for (const std::string_view candidate : known)
        by_steps.emplace_back(steps_between(asked, candidate), candidate);
    std::ranges::stable_sort(by_steps, {}, [](const auto& entry) { return entry.first; });
    std::vector<std::string_view> nearest;
    for (std::size_t i = 0; i < std::min(most, by_steps.size()); ++i)
        nearest.push_back(by_steps[i].second);
    return nearest;
}

std::string expected_one_of(std::string_view name, std::span<const std::string_view> known,
                            std::string_view whole_list) {
    const std::string all = fmt::format("{}", fmt::join(known, ", "));
    if (all.size() > longest_list) {
        const std::string where =
            whole_list.empty() ? "" : fmt::format(" ({} lists all)", whole_list);
        return fmt::format("one of {} names, the nearest {}{}", known.size(),
                           fmt::join(nearest_names(name, known), ", "), where);
    }
    const std::string_view head = name.substr(0, longest_compared);
    const std::size_t tolerated = std::max<std::size_t>(1, head.size() / 3);
    std::string_view meant;
    for (const std::string_view nearest : nearest_names(name, known, 1)) {
        if (edit_distance(head, nearest) <= tolerated) meant = nearest;
    }
    return fmt::format("one of {}{}", all,
                       meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant));
}

}  // namespace disarray
