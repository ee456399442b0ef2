// SPDX-License-Identifier: MIT
#include "formats/detail/fields.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/counted.hpp"
#include "base/near_names.hpp"
#include "formats/detail/refused.hpp"

namespace disarray::formats::detail {

namespace {

enum class Kind : std::uint8_t { ordinary, blank, control };

/// A line has no line end any more, so a CR in it is a control character as any other.
constexpr std::array<Kind, 256> kinds = [] {
    std::array<Kind, 256> all{};
    for (std::size_t byte = 0; byte < 0x20; ++byte)
        all[byte] = Kind::control;
    all[0x7f] = Kind::control;
    for (const char blank : {' ', '\t', '\v', '\f'})
        all[static_cast<unsigned char>(blank)] = Kind::blank;
    return all;
}();

Kind kind_of(char c) {
    return kinds[static_cast<unsigned char>(c)];
}

[[noreturn]] void refuse_control(char c) {
    throw Refused{fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c)),
                  "text: the file is binary"};
}

/// In CSV, other white space than this has no use.
bool is_csv_blank(char c) {
    return c == ' ' || c == '\t';
}

char* skip_csv_blanks(char* at, const char* end) {
    while (at != end && is_csv_blank(*at))
        ++at;
    return at;
}

/// Undoes the quotes of the field that begins at `begin`, after the opening one, in its place.
/// \returns the end of the field, and the place after its closing quote.
std::pair<char*, char*> unquote(char* begin, char* end) {
    char* out = begin;
    for (char* at = begin; at != end; ++at) {
        if (*at == '"') {
            if (at + 1 == end || at[1] != '"') return {out, at + 1};
            ++at;
        }
        *out++ = *at;
    }
    throw Refused{"a quote that is not closed", "a closing quote in the same line"};
}

std::string count_of(std::size_t count) {
    return counted(count, "field");
}

/// \param add  is called with begin and end of each field
template <class Add>
void split_at_blanks(const char* at, const char* end, const Add& add) {
    while (true) {
        while (at != end && kind_of(*at) == Kind::blank)
            ++at;
        if (at == end) return;
        const char* const begin = at;
        while (at != end && kind_of(*at) == Kind::ordinary)
            ++at;
        if (at != end && kind_of(*at) == Kind::control) refuse_control(*at);
        add(begin, at);
    }
}

bool is_comment(const char* at, const char* end) {
    while (at != end && kind_of(*at) == Kind::blank)
        ++at;
    return at != end && *at == '#';
}

/// \param add  is called with begin and end of each field
template <class Add>
void split_at_commas(char* at, char* end, const Add& add) {
    const auto control = std::find_if(
        at, end, [](char c) { return kind_of(c) != Kind::ordinary && !is_csv_blank(c); });
    if (control != end) refuse_control(*control);
    if (skip_csv_blanks(at, end) == end) return;
    while (true) {
        at = skip_csv_blanks(at, end);
        if (at != end && *at == '"') {
            char* const begin = at + 1;
            const auto [field_end, after] = unquote(begin, end);
            add(begin, field_end);
            at = skip_csv_blanks(after, end);
            if (at != end && *at != ',') {
                throw Refused{"text after a closing quote", "a comma, or the quote doubled"};
            }
        } else {
            char* const comma = std::find(at, end, ',');
            if (std::find(at, comma, '"') != comma) {
                throw Refused{"a quote inside a field", "the field in quotes, its quotes doubled"};
            }
            const char* last = comma;
            while (last != at && is_csv_blank(last[-1]))
                --last;
            add(at, last);
            at = comma;
        }
        if (at == end) return;
        ++at;  // the comma; what follows is a field, also if it is empty
    }
}

}  // namespace

bool Layout::has(std::size_t field) const {
    return std::ranges::find(field_at, field) != field_at.end();
}

Layout trec_layout(const Shape& shape, bool lenient) {
    Layout layout;
    layout.count = shape.trec_count;
    layout.may_go_on = lenient;
    layout.field_at.assign(shape.trec_count, Layout::absent);
    for (std::size_t field = 0; field < shape.in_trec.size(); ++field)
        layout.field_at[shape.in_trec[field]] = field;
    layout.expected = fmt::format("{}: {}", count_of(shape.trec_count), shape.trec);
    return layout;
}

void Fields::add(const char* from, const char* to, const Layout& layout) {
    const bool is_expected = count_ < layout.field_at.size();
    text_[is_expected ? layout.field_at[count_] : Layout::absent] = std::string_view(from, to);
    ++count_;
}

Fields::Fields(char* begin, char* end, const Layout& layout) {
    const auto add_next = [&](const char* from, const char* to) { add(from, to, layout); };
    if (layout.is_csv) {
        split_at_commas(begin, end, add_next);
    } else if (!is_comment(begin, end)) {
        split_at_blanks(begin, end, add_next);
    }
    if (count_ == layout.count || count_ == 0) return;
    const bool goes_on = count_ > layout.count && !layout.is_csv;
    if (goes_on && layout.may_go_on) return;
    throw Refused{count_of(count_),
                  layout.expected + (goes_on ? "; --lenient passes over words after them" : "")};
}

Fields Fields::of_comment(char* begin, char* end, const Layout& layout) {
    Fields fields;
    if (layout.is_csv) return fields;
    char* const sign = std::find(begin, end, '#');
    const bool has_name =
        sign != end && sign + 1 != end && kind_of(sign[1]) == Kind::ordinary && sign[1] != '#';
    if (!has_name) return fields;
    split_at_blanks(sign, end,
                    [&](const char* from, const char* to) { fields.add(from, to, layout); });
    return fields.count_ == layout.count ? fields : Fields();
}

namespace {

std::string names_of(std::span<const Column> columns) {
    std::string names;
    for (const Column& column : columns)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", column.name);
    return names;
}

/// The field that a column of this name has. \throws Refused
std::size_t field_named(std::string_view name, const Shape& shape, bool lenient) {
    const auto column = std::ranges::find(shape.columns, name, &Column::name);
    if (column != shape.columns.end()) return column->field;
    if (lenient) return Layout::absent;
    std::vector<std::string_view> known;
    for (const Column& other : shape.columns)
        known.push_back(other.name);
    throw Refused{"column " + in_quotes(name),
                  expected_one_of(name, known) + "; --lenient passes over others"};
}

void require_columns(const Layout& layout, const Shape& shape) {
    for (const Column& column : shape.columns) {
        if (!column.is_required || layout.has(column.field)) continue;
        throw Refused{fmt::format("no column \"{}\"", column.name),
                      fmt::format("a header line with {}", names_of(shape.columns))};
    }
}

}  // namespace

std::optional<Layout> csv_layout(char* begin, char* end, const Shape& shape, bool lenient) {
    std::vector<std::string_view> names;
    split_at_commas(begin, end,
                    [&](const char* from, const char* to) { names.emplace_back(from, to); });
    if (names.empty()) return std::nullopt;
    Layout layout;
    layout.is_csv = true;
    layout.count = names.size();
    for (const std::string_view name : names) {
        const std::size_t field = field_named(name, shape, lenient);
        if (field != Layout::absent && layout.has(field)) {
            throw Refused{"column " + in_quotes(name) + " as another one of its kind",
                          "each column once"};
        }
        layout.field_at.push_back(field);
    }
    require_columns(layout, shape);
    layout.expected = fmt::format("{}: {}", count_of(layout.count), fmt::join(names, ","));
    return layout;
}

}  // namespace disarray::formats::detail
