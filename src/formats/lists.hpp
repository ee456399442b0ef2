// SPDX-License-Identifier: MIT
//
// Lists in one line of text: items separated by commas, blanks, or a comma among blanks. An empty
// item ("1,,2", "1,2,") is an error and not skipped: where a value was forgotten, the rest of the
// list would silently belong to other elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"

namespace disarray::formats {

/// Walks over the items of a list without copying them.
class ListCursor {
public:
    /// \param where  begins the error messages
    ListCursor(std::string_view text, std::string_view where);

    /// The next item, empty after the last. \throws InputError for an empty item.
    std::optional<std::string_view> next();
    /// How many items next() has returned: the place of the last one, counted from 1.
    std::size_t place() const { return place_; }

private:
    [[noreturn]] void empty_item() const;

    std::string_view rest_;
    std::string_view where_;
    std::size_t place_ = 0;
    bool item_expected_ = false;  ///< a comma stands before rest_
};

/// The items themselves; views into `text`. \throws InputError for an empty item. O(length).
std::vector<std::string_view> list_items(std::string_view text, std::string_view where);

/// The decimal integer `text`, if it is one and fits; a minus sign is accepted, a plus is not.
std::optional<std::int64_t> as_integer(std::string_view text);

/// The exact number `text` at `place`, counted from 1, of a list. \throws InputError naming both.
Rational number_at(std::string_view text, std::string_view where, std::size_t place);

/// Exact numbers: "1,2,1/2". \throws InputError naming the value and its place, counted from 1.
std::vector<Rational> numbers(std::string_view text, std::string_view where);

}  // namespace disarray::formats
