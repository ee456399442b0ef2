// SPDX-License-Identifier: MIT
#include "formats/position_table.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/csv_field.hpp"
#include "base/error.hpp"
#include "base/near_names.hpp"
#include "base/text.hpp"
#include "formats/byte_source.hpp"
#include "formats/detail/json_reader.hpp"
#include "formats/detail/refused.hpp"
#include "formats/detail/text_blocks.hpp"
#include "formats/lists.hpp"

namespace disarray::formats {

namespace {

using detail::Refused;

constexpr std::string_view synthetic_key = "synthetic";
constexpr std::string_view synthetic_comment = "# synthetic: ";

TableForm form_of(std::string_view path, TableForm form) {
    if (form != TableForm::automatic) return form;
    if (path.ends_with(".gz")) path.remove_suffix(3);
    if (path.ends_with(".json")) return TableForm::json;
    return path.ends_with(".csv") ? TableForm::csv : TableForm::text;
}

// --- rows, whatever the form ------------------------------------------------------------------

/// Takes rows and checks what all forms have in common.
class Rows {
public:
    explicit Rows(const TableOptions& options) : options_(options) {}

    /// \param line  0 where there are no lines
    void start(std::string_view query, std::size_t line) {
        if (query.empty()) throw Refused{"a query without a name", "a name"};
        if (const auto control = std::ranges::find_if(query, is_control_but_tab);
            control != query.end()) {
            throw Refused{fmt::format("byte 0x{:02x}", static_cast<unsigned char>(*control)),
                          "text: the file is binary"};
        }
        const auto [before, is_new] = line_of_.try_emplace(std::string(query), line);
        if (!is_new) {
            throw Refused{
                fmt::format("query {} a second time", in_quotes(query)),
                "each query once" + (before->second > 0
                                         ? fmt::format("; first in line {}", before->second)
                                         : std::string())};
        }
        table_.queries.emplace_back(query);
    }

    void add(std::string_view number) {
        const auto value = as_integer(number);
        if (!value || *value < 0 || *value > options_.greatest) refuse_number(number);
        table_.values.push_back(*value);
        ++in_row_;
    }

    void end() {
        const std::size_t count = std::exchange(in_row_, 0);
        if (table_.positions > 0) {
            if (count == table_.positions) return;
            throw Refused{fmt::format("{} numbers", count),
                          fmt::format("{}, one for each position, as in the {}", table_.positions,
                                      has_header_ ? "header" : "first query")};
        }
        if (count < 2 || count > max_positions) refuse_positions(count);
        table_.positions = count;
    }

    /// That the table has n positions. 0: a header says nothing of them.
    void set_positions(std::size_t n) {
        if (n == 1 || n > max_positions) refuse_positions(n);
        table_.positions = n;
        has_header_ = n > 0;
    }
    void set_synthetic(std::string text) { table_.synthetic = std::move(text); }
    void stop() { table_.is_complete = false; }

    PositionTable take(const std::string& name) {
        if (table_.queries.empty() && table_.is_complete) {
            throw InputError(name, "no query",
                             fmt::format("queries, each with {} by position", options_.value));
        }
        return std::move(table_);
    }

private:
    [[noreturn]] void refuse_number(std::string_view number) const {
        throw Refused{
            fmt::format("{} at position {}", in_quotes(number), in_row_ + 1),
            fmt::format("{}, a whole number from 0 to {}", options_.value, options_.greatest)};
    }

    [[noreturn]] void refuse_positions(std::size_t count) const {
        throw Refused{counted(count, "number"),
                      fmt::format("{} at 2 to {} positions", options_.value, max_positions)};
    }

    const TableOptions& options_;
    PositionTable table_;
    std::unordered_map<std::string, std::size_t> line_of_;
    std::size_t in_row_ = 0;
    bool has_header_ = false;  ///< one that says how many positions there are
};

// --- lines ------------------------------------------------------------------------------------

/// The quoted name that `text` begins with, and what follows it.
std::pair<std::string, std::string_view> unquoted(std::string_view text) {
    std::string name;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            if (i + 1 == text.size() || text[i + 1] != '"') return {name, text.substr(i + 1)};
            ++i;
        }
        name += text[i];
    }
    throw Refused{"a quote that is not closed", "a closing quote in the same line"};
}

/// Splits off what stands before the next separator. Empty after the last field.
class FieldCursor {
public:
    FieldCursor(std::string_view text, char separator) : rest_(text), separator_(separator) {}

    std::optional<std::string_view> next() {
        if (!rest_) return std::nullopt;
        // Any number of blanks is one separator; between commas and tabs nothing is an empty field.
        if (separator_ == ' ') *rest_ = trimmed(*rest_);
        const std::size_t end = rest_->find(separator_);
        const std::string_view field = trimmed(rest_->substr(0, end));
        rest_ =
            end == std::string_view::npos ? std::nullopt : std::optional(rest_->substr(end + 1));
        return field;
    }
    void set_rest(std::optional<std::string_view> rest) { rest_ = rest; }

private:
    std::optional<std::string_view> rest_;
    char separator_;
};

/// The lines of a file in text or CSV form, one after the other.
class LineTable {
public:
    LineTable(TableForm form, Rows& rows) : is_csv_(form == TableForm::csv), rows_(rows) {}

    void take(std::string_view raw, std::size_t line) {
        const std::string_view text = trimmed(raw);
        if (text.empty()) return;
        if (text == "#" || text.starts_with("# ")) {
            if (text.starts_with(synthetic_comment)) {
                rows_.set_synthetic(std::string(text.substr(synthetic_comment.size())));
            }
            return;
        }
        const bool is_first = std::exchange(is_first_, false);
        if (is_first && take_header(text)) return;
        if (is_first && is_csv_) {
            throw Refused{"the first line " + in_quotes(text), "the header query,1,2,…"};
        }
        row(text, line);
    }

private:
    char separator_of(std::string_view text) const {
        if (is_csv_) return ',';
        return text.find('\t') == std::string_view::npos ? ' ' : '\t';
    }

    /// False if it is none.
    bool take_header(std::string_view text) {
        FieldCursor fields(text, separator_of(text));
        if (fields.next() != "query") return false;
        // "query 3 5" is a query of that name.
        std::int64_t places = 0;
        bool counts_up = true, has_number = false;
        while (const auto field = fields.next()) {
            const auto number = as_integer(*field);
            has_number |= number.has_value();
            counts_up &= number == ++places;
        }
        if (counts_up) rows_.set_positions(static_cast<std::size_t>(places));
        return counts_up || (!is_csv_ && !has_number);
    }

    void row(std::string_view text, std::size_t line) {
        FieldCursor fields(text, separator_of(text));
        if (is_csv_ && text.starts_with('"')) {
            const auto [name, after] = unquoted(text);
            const std::string_view rest = trimmed(after);
            if (!rest.empty() && rest.front() != ',') {
                throw Refused{in_quotes(rest.substr(0, 1)) + " after a closing quote", "a comma"};
            }
            fields.set_rest(rest.empty() ? std::nullopt : std::optional(rest.substr(1)));
            rows_.start(name, line);
        } else {
            rows_.start(*fields.next(), line);
        }
        while (const auto field = fields.next())
            rows_.add(*field);
        rows_.end();
    }

    bool is_csv_;
    Rows& rows_;
    bool is_first_ = true;
};

PositionTable read_lines(const std::string& path, TableForm form, const TableOptions& options) {
    detail::TextBlocks blocks(path, options.block_size);
    Rows rows(options);
    LineTable lines(form, rows);
    detail::TextBlock block;
    while (blocks.next(block)) {
        detail::LineCursor cursor(block);
        try {
            while (cursor.next())
                lines.take({cursor.begin(), cursor.end()}, cursor.line());
        } catch (const Refused& refused) {
            throw InputError(fmt::format("{} line {}", blocks.name(), cursor.line()), refused.found,
                             refused.expected);
        }
        if (block.failure) std::rethrow_exception(block.failure);
        if (options.stop.requested()) {
            rows.stop();
            break;
        }
    }
    return rows.take(blocks.name());
}

// --- JSON -------------------------------------------------------------------------------------

constexpr std::string_view expected_table = R"(a JSON table {"query": [numbers]})";

class JsonTable final : public detail::JsonReader<nlohmann::json> {
public:
    JsonTable(std::string_view text, const std::string& name, Rows& rows)
        : JsonReader(text, name, expected_table), rows_(rows) {}

    bool start_object(std::size_t) override {
        if (is_open_) refuse("an object");
        return is_open_ = true;
    }
    bool key(std::string& text) override {
        query_ = text;
        return true;
    }
    bool start_array(std::size_t) override {
        if (!is_open_) refuse("a list");
        if (is_in_list_) refuse("a list in a list");
        checked([&] { rows_.start(query_, 0); });
        return is_in_list_ = true;
    }
    bool end_array() override {
        checked([&] { rows_.end(); });
        is_in_list_ = false;
        return true;
    }
    bool string(std::string& text) override {
        if (is_in_list_ || query_ != synthetic_key) refuse("the string " + in_quotes(text));
        rows_.set_synthetic(text);
        return true;
    }

private:
    bool number(const std::string& text) override {
        if (!is_in_list_) refuse("the number " + printable(text));
        checked([&] { rows_.add(text); });
        return true;
    }
    std::string where() const override {
        return is_open_ && !query_.empty() ? file() + ": query " + in_quotes(query_) : file();
    }

    Rows& rows_;
    std::string query_;
    bool is_open_ = false;
    bool is_in_list_ = false;
};

/// A name as the reader takes it back: bare, "# x" would begin a comment and blanks would be lost.
std::string name_field(const std::string& name) {
    if (!name.starts_with('#') && trimmed(name).size() == name.size()) return csv_field(name);
    const std::string field = csv_field(name);
    return field.starts_with('"') ? field : '"' + field + '"';
}

PositionTable read_json(const std::string& path, const TableOptions& options) {
    ByteSource source(path);
    const std::string text = read_all(source);
    Rows rows(options);
    JsonTable(text, source.name(), rows).read();
    return rows.take(source.name());
}

}  // namespace

PositionTable read_position_table(const std::string& path, const TableOptions& options) {
    const TableForm form = form_of(path, options.form);
    return form == TableForm::json ? read_json(path, options) : read_lines(path, form, options);
}

void write_csv(const PositionTable& table, const std::function<void(std::string_view)>& write) {
    constexpr std::size_t piece = 1 << 16;
    std::string text;
    if (!table.synthetic.empty()) text += fmt::format("{}{}\n", synthetic_comment, table.synthetic);
    text += "query";
    for (std::size_t i = 1; i <= table.positions; ++i)
        text += fmt::format(",{}", i);
    text += '\n';
    for (std::size_t query = 0; query < table.size(); ++query) {
        text += name_field(table.queries[query]);
        for (const std::int64_t value : table.row(query))
            fmt::format_to(std::back_inserter(text), ",{}", value);
        text += '\n';
        if (text.size() < piece) continue;
        write(text);
        text.clear();
    }
    write(text);
}

}  // namespace disarray::formats
