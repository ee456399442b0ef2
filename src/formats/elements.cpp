// SPDX-License-Identifier: MIT
#include "formats/elements.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "formats/lists.hpp"

namespace disarray::formats {

namespace {

/// The items as integers, or nothing if one of them is no integer.
std::optional<std::vector<std::int64_t>> as_integers(std::span<const std::string_view> items) {
    std::vector<std::int64_t> values;
    values.reserve(items.size());
    for (const std::string_view item : items) {
        const auto value = as_integer(item);
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

[[noreturn]] void repeated(std::string_view name, std::size_t first, std::size_t second,
                           std::string_view where) {
    throw InputError(where,
                     fmt::format("element {} at places {} and {}", in_quotes(name), first, second),
                     "each element once, no ties");
}

/// Elements are many or few; a message about them is one short line.
[[noreturn]] void wrong_count(std::size_t found, std::size_t expected, std::string_view where) {
    throw InputError(where, fmt::format("{} elements", found), fmt::format("{}", expected));
}

}  // namespace

Elements::Elements(std::vector<std::string> names, std::string_view where)
    : size_(names.size()), names_(std::move(names)) {
    if (names_.empty()) throw InputError(where, "no elements", "at least one");
    by_name_.reserve(size_);
    for (std::size_t i = 0; i < size_; ++i) {
        const auto [first, is_new] = by_name_.emplace(names_[i], static_cast<Rank>(i));
        if (!is_new) repeated(names_[i], first->second + std::size_t{1}, i + 1, where);
    }
}

Elements Elements::numbered(std::size_t n) {
    return Elements(n);
}

Elements Elements::listed(std::span<const std::string_view> names, std::string_view where) {
    return Elements(std::vector<std::string>(names.begin(), names.end()), where);
}

Elements Elements::of_order(std::span<const std::string_view> order, std::string_view where) {
    if (order.empty()) throw InputError(where, "no elements", "at least one");
    if (as_integers(order)) return numbered(order.size());  // that they are 1..n is checked there
    std::vector<std::pair<std::string_view, std::size_t>> placed;  // name and place, from 1
    placed.reserve(order.size());
    for (const std::string_view name : order)
        placed.emplace_back(name, placed.size() + 1);
    std::ranges::sort(placed);
    std::vector<std::string> names;
    names.reserve(order.size());
    for (const auto& [name, place] : placed) {
        if (!names.empty() && names.back() == name) {
            repeated(name, placed[names.size() - 1].second, place, where);
        }
        names.emplace_back(name);
    }
    return Elements(std::move(names), where);
}

std::string Elements::name(std::size_t element) const {
    return are_numbered() ? std::to_string(element + 1) : names_.at(element);
}

std::optional<Rank> Elements::find(std::string_view name) const {
    if (!are_numbered()) {
        const auto found = by_name_.find(std::string(name));
        return found == by_name_.end() ? std::nullopt : std::optional(found->second);
    }
    const auto number = as_integer(name);
    if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > size_) return std::nullopt;
    return static_cast<Rank>(*number - 1);
}

Permutation Elements::permutation_of_order(std::span<const std::string_view> order,
                                           std::string_view where) const {
    if (are_numbered()) {
        if (const auto values = as_integers(order)) {
            if (values->size() != size_) wrong_count(values->size(), size_, where);
            return Permutation::from_order(*values, where);
        }
    }
    std::vector<std::size_t> place_of(size_, 0);  // from 1; 0 where not seen
    for (std::size_t r = 0; r < order.size(); ++r) {
        const auto element = find(order[r]);
        if (!element) {
            throw InputError(
                where, fmt::format("unknown element {} at place {}", in_quotes(order[r]), r + 1),
                are_numbered() ? fmt::format("a number from 1 to {}", size_)
                               : fmt::format("one of the {} known elements", size_));
        }
        std::size_t& place = place_of[*element];
        if (place != 0) repeated(order[r], place, r + 1, where);
        place = r + 1;
    }
    std::vector<Rank> ranks(size_);
    for (std::size_t i = 0; i < size_; ++i) {
        if (place_of[i] == 0) {
            throw InputError(
                where, fmt::format("{} elements without {}", order.size(), in_quotes(name(i))),
                fmt::format("all {} elements", size_));
        }
        ranks[i] = static_cast<Rank>(place_of[i] - 1);
    }
    return Permutation::from_ranks_unchecked(std::move(ranks));
}

}  // namespace disarray::formats
