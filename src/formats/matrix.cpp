// SPDX-License-Identifier: MIT
#include "formats/matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "formats/detail/json_reader.hpp"
#include "formats/lines.hpp"
#include "formats/lists.hpp"

namespace disarray::formats {

namespace {

using Json = nlohmann::json;

/// The entries of a matrix row by row: as integers until the first that is none.
class Entries {
public:
    void start_row(const std::string& where) {
        row_sizes_.push_back(0);
        require_room(row_sizes_.size(), "rows", where);
    }

    void add(std::int64_t value, const std::string& where) {
        if (fractions_.empty()) {
            integers_.push_back(value);
        } else {
            fractions_.emplace_back(value);
        }
        require_room(++row_sizes_.back(), "columns", where);
    }

    void add(Rational value, const std::string& where) {
        if (fractions_.empty()) fractions_.assign(integers_.begin(), integers_.end());
        fractions_.push_back(std::move(value));
        require_room(++row_sizes_.back(), "columns", where);
    }

    std::size_t rows() const { return row_sizes_.size(); }
    std::size_t columns_of_last_row() const { return row_sizes_.back(); }

    /// \throws InputError as Dissimilarity::from_rows, whose messages about rows of wrong length
    /// serve for integers too.
    Dissimilarity dissimilarity(std::string_view name) && {
        const std::size_t n = rows();
        const bool is_square =
            std::ranges::all_of(row_sizes_, [n](std::size_t m) { return m == n; });
        if (is_square && fractions_.empty()) {
            return Dissimilarity::from_integers(n, std::move(integers_), name);
        }
        if (fractions_.empty()) fractions_.assign(integers_.begin(), integers_.end());
        std::vector<std::vector<Rational>> matrix;
        auto next = std::make_move_iterator(fractions_.begin());
        for (const std::size_t size : row_sizes_) {
            const auto end = next + static_cast<std::ptrdiff_t>(size);
            matrix.emplace_back(next, end);
            next = end;
        }
        return Dissimilarity::from_rows(matrix, name);
    }

private:
    static void require_room(std::size_t size, std::string_view what, const std::string& where) {
        if (size <= max_matrix_size) return;
        throw InputError(where, fmt::format("more than {} {}", max_matrix_size, what),
                         fmt::format("a matrix of at most {0}×{0}", max_matrix_size));
    }

    std::vector<std::size_t> row_sizes_;
    std::vector<std::int64_t> integers_;
    std::vector<Rational> fractions_;  ///< all entries, once one is no integer
};

/// Receives the tokens of a JSON list of lists of numbers; refuses every other token where it is.
class MatrixReader final : public detail::JsonReader<Json> {
public:
    MatrixReader(std::string_view text, const std::string& name, std::size_t first_line)
        : JsonReader(text, name, "a JSON list of rows of numbers", first_line) {}

    Entries entries;

    bool start_array(std::size_t) override {
        if (++depth_ > 2) refuse("a list inside a row");
        if (depth_ == 2) entries.start_row(file());
        return true;
    }
    bool end_array() override {
        --depth_;
        return true;
    }
    bool number_integer(std::int64_t value) override { return add(value); }
    bool string(std::string& text) override { return number(text); }

private:
    bool number(const std::string& text) override {
        if (const auto integer = as_integer(text)) return add(*integer);
        return add(Rational::parse(text, where()));
    }

    template <class Number>
    bool add(const Number& value) {
        if (depth_ != 2) refuse(Rational(value).to_string() + " outside a row");
        entries.add(value, file());
        return true;
    }

    /// The place of the next entry.
    std::string where() const override {
        if (entries.rows() == 0) return file();
        return fmt::format("{} row {}, column {}", file(), entries.rows(),
                           entries.columns_of_last_row() + 1);
    }

    std::size_t depth_ = 0;
};

Entries read_json(LineReader& lines) {
    const std::size_t first_line = lines.line();
    const std::string text = lines.rest();
    MatrixReader reader(text, lines.name(), first_line);
    reader.read();
    return std::move(reader.entries);
}

/// The rows from the present line on.
Entries read_plain(LineReader& lines) {
    Entries entries;
    do {
        const std::string where = lines.where();
        entries.start_row(where);
        ListCursor cursor(lines.text(), where);
        while (const auto item = cursor.next()) {
            if (const auto integer = as_integer(*item)) {
                entries.add(*integer, where);
            } else {
                entries.add(number_at(*item, where, cursor.place()), where);
            }
        }
    } while (lines.next());
    return entries;
}

}  // namespace

Dissimilarity read_matrix(const std::string& path) {
    LineReader lines(path);
    Entries entries;
    if (lines.next()) {
        entries = lines.text().starts_with('[') ? read_json(lines) : read_plain(lines);
    }
    if (entries.rows() == 0) throw InputError(lines.name(), "no numbers", "a square matrix");
    return std::move(entries).dissimilarity(lines.name());
}

std::vector<WeightedEdge> read_edges(const std::string& path, const Elements& elements) {
    LineReader lines(path);
    std::vector<WeightedEdge> edges;
    while (lines.next()) {
        const std::string where = lines.where();
        const std::vector<std::string_view> items = list_items(lines.text(), where);
        if (items.size() != 3) {
            throw InputError(where, fmt::format("{} items", items.size()), "an edge: i j length");
        }
        const auto node = [&](std::string_view name) -> std::size_t {
            if (const auto element = elements.find(name)) return *element;
            throw InputError(where, fmt::format("element \"{}\"", printable(name)),
                             elements.are_numbered()
                                 ? fmt::format("a number from 1 to {}", elements.size())
                                 : fmt::format("one of the {} known elements", elements.size()));
        };
        const Rational length = Rational::parse(items[2], where);
        if (length.sign() < 0) {
            throw InputError(where, "length " + length.to_string(), "a length of at least 0");
        }
        edges.push_back({node(items[0]), node(items[1]), length});
    }
    return edges;
}

}  // namespace disarray::formats
