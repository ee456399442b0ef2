// SPDX-License-Identifier: MIT
#include "formats/lists.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_text.hpp"

namespace disarray::formats {

namespace {

// Line ends come from arguments such as "$(cat ranking.txt)"; files are read line by line.
constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view separators = " \t\r\n,";

void skip_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

}  // namespace

ListCursor::ListCursor(std::string_view text, std::string_view where) : rest_(text), where_(where) {
    skip_blanks(rest_);
}

std::optional<std::string_view> ListCursor::next() {
    if (rest_.empty()) {
        if (item_expected_) empty_item();
        return std::nullopt;
    }
    if (rest_.front() == ',') empty_item();
    const std::string_view item = rest_.substr(0, rest_.find_first_of(separators));
    rest_.remove_prefix(item.size());
    skip_blanks(rest_);
    item_expected_ = rest_.starts_with(',');
    if (item_expected_) {
        rest_.remove_prefix(1);
        skip_blanks(rest_);
    }
    ++place_;
    return item;
}

void ListCursor::empty_item() const {
    throw InputError(where_, fmt::format("nothing at place {}", place_ + 1),
                     "a value between commas");
}

std::vector<std::string_view> list_items(std::string_view text, std::string_view where) {
    std::vector<std::string_view> items;
    ListCursor cursor(text, where);
    while (const auto item = cursor.next())
        items.push_back(*item);
    return items;
}

std::optional<std::int64_t> as_integer(std::string_view text) {
    return as_number<std::int64_t>(text);
}

Rational number_at(std::string_view text, std::string_view where, std::size_t place) {
    // The place is put into words only where it may be needed.
    if (const auto integer = as_integer(text)) return *integer;
    return Rational::parse(text, fmt::format("{}, place {}", where, place));
}

std::vector<Rational> numbers(std::string_view text, std::string_view where) {
    std::vector<Rational> values;
    ListCursor cursor(text, where);
    while (const auto item = cursor.next()) {
        values.push_back(number_at(*item, where, cursor.place()));
    }
    return values;
}

}  // namespace disarray::formats
