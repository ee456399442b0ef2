// SPDX-License-Identifier: MIT
//
// The fields of a line: between white space (TREC), or between commas (CSV, RFC 4180), where a
// header line says which is which. A TREC line that begins with '#' is a comment, as trec_eval 10
// has it.
//
// In CSV a field may be quoted, a quote in it is doubled, and, unlike in RFC 4180, a line ends a
// field, so that a quote forgotten does not swallow the file. Blanks around a field that is not
// quoted are not part of it: a name that differs by a blank would silently be another one.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace disarray::formats::detail {

/// No form has more fields that are read.
constexpr std::size_t max_fields = 6;

/// A column that a CSV header may name, and what it is: an index into the fields of a Shape.
struct Column {
    std::string_view name;
    std::size_t field;
    bool is_required = true;
};

/// What the lines of a kind of file say, whatever the form.
struct Shape {
    std::string_view trec;                 ///< the line in words, for messages
    std::span<const std::size_t> in_trec;  ///< where the fields stand in a TREC line
    std::size_t trec_count;                ///< fields of a TREC line
    std::span<const Column> columns;       ///< of CSV; two names of the same field exclude another
};

/// Where the fields stand in the lines of one file.
struct Layout {
    static constexpr std::size_t absent = max_fields;

    bool has(std::size_t field) const;

    bool is_csv = false;
    std::size_t count = 0;              ///< fields of each line
    bool may_go_on = false;             ///< words after the last field are passed over
    std::vector<std::size_t> field_at;  ///< by place in the line; absent for one that is not read
    std::string expected;               ///< for messages: how many fields, and which
};

/// \param lenient  words after the last field are no fault: a run's tag may have blanks
Layout trec_layout(const Shape& shape, bool lenient);

/// The fields of one line.
class Fields {
public:
    /// Splits the line, and, where a field has doubled quotes, changes it.
    /// \throws Refused for a wrong number of fields, a control character, quotes out of place.
    Fields(char* begin, char* end, const Layout& layout);

    /// Those of a TREC comment, as if it were none; blank where '#' has nothing or a blank behind
    /// it, as most comments have, or their number is another.
    static Fields of_comment(char* begin, char* end, const Layout& layout);

    /// A blank line, or a comment, has no fields and does not count.
    bool is_blank() const { return count_ == 0; }
    /// The field of the shape's number; empty where the layout has it not.
    std::string_view operator[](std::size_t field) const { return text_[field]; }

private:
    Fields() = default;
    void add(const char* from, const char* to, const Layout& layout);

    std::array<std::string_view, max_fields + 1> text_;  ///< the last one takes what is not read
    std::size_t count_ = 0;
};

/// What the header line of a CSV file says; empty if the line is blank.
/// \param lenient  columns of other names are passed over
/// \throws Refused for a name that is unknown, twice there, or missing.
std::optional<Layout> csv_layout(char* begin, char* end, const Shape& shape, bool lenient);

}  // namespace disarray::formats::detail
