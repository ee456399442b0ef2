// SPDX-License-Identifier: MIT
//
// Choices given by name (metric, reading, frame, claim): one lookup that lists the valid names on
// error and suggests the nearest.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace disarray {

/// Number of insertions, deletions and substitutions that turn `a` into `b` (Levenshtein 1966).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// "one of prefix, interval, box (did you mean prefix?)": what to say when `name` is none of
/// `known`. The suggestion is left out when no name is within a third of the letters.
std::string expected_one_of(std::string_view name, std::span<const std::string_view> known);

/// The value that stands beside `name` in `choices`.
/// \throws InputError naming `where` and every valid choice.
template <class T, std::size_t N>
T choice_named(const std::pair<std::string_view, T> (&choices)[N], std::string_view name,
               std::string_view where) {
    std::vector<std::string_view> known;
    for (const auto& [key, value] : choices) {
        if (key == name) return value;
        known.push_back(key);
    }
    throw InputError(where, in_quotes(name), expected_one_of(name, known));
}

/// The name that stands beside `value` in `choices`.
template <class T, std::size_t N>
constexpr std::string_view name_of_choice(const std::pair<std::string_view, T> (&choices)[N],
                                          T value) {
    for (const auto& [key, choice] : choices) {
        if (choice == value) return key;
    }
    throw InternalError("a choice without a name");
}

}  // namespace disarray
