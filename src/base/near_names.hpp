// SPDX-License-Identifier: MIT
//
// Choices given by name (metric, reading, frame, claim): one lookup that on error lists the valid
// names where they are few, the nearest three where they are many.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/near_names.hpp"

namespace disarray {

/// Number of insertions, deletions and substitutions that turn `a` into `b` (Levenshtein 1966).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Those of `known` that are nearest to `name`, at most `most`, the nearest first: by edit
/// distance, in which capitals count as small letters, and a name that holds the other one is one
/// step away.
std::vector<std::string_view> nearest_names(std::string_view name,
                                            std::span<const std::string_view> known,
                                            std::size_t most = 3);

/// What to say when `name` is none of `known`. A list of a line is given whole: "one of prefix,
/// interval, box (did you mean prefix?)", where the suggestion is left out when no name is within a
/// third of the letters. Of a longer one the nearest are: "one of 61 names, the nearest kendall,
/// ndpm, mae (disarray metrics lists all)".
/// \param whole_list  the command or page that has the long list; empty if there is none
std::string expected_one_of(std::string_view name, std::span<const std::string_view> known,
                            std::string_view whole_list = {});

/// A value of an enumeration and its name.
template <class Enum>
using Choice = std::pair<std::string_view, Enum>;

/// An enumeration whose values have names: beside it stands a function choices(Enum) with the list.
/// \code
///     enum class Frame { element, literal };
///     constexpr auto choices(Frame) {
///         return std::to_array<Choice<Frame>>({{"element", Frame::element}, …});
///     }
/// \endcode
template <class Enum>
concept NamedChoice = requires(Enum value) {
    choices(value)[0].second == value;
};

/// The value that stands beside `name` in a list of choices.
/// \throws InputError naming `where` and every valid choice.
template <class Choices>
auto choice_named(const Choices& choices, std::string_view name, std::string_view where) {
    std::vector<std::string_view> known;
    for (const auto& [key, value] : choices) {
        if (key == name) return value;
        known.push_back(key);
    }
    throw InputError(where, in_quotes(name), expected_one_of(name, known));
}

/// The value of that name, likewise.
template <NamedChoice Enum>
Enum choice_named(std::string_view name, std::string_view where) {
    return choice_named(choices(Enum{}), name, where);
}

/// The name of a value.
template <NamedChoice Enum>
constexpr std::string_view name_of(Enum value) {
    for (const auto& [key, choice] : choices(value)) {
        if (choice == value) return key;
    }
    throw InternalError("a choice without a name");
}

}  // namespace disarray
