// SPDX-License-Identifier: MIT
#include "formats/detail/json_table.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "formats/detail/refused.hpp"

namespace disarray::formats::detail {

namespace {

/// With long double, since nlohmann refuses numbers that its type has no room for: 1e400 is a
/// score.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t,
                                  std::uint64_t, long double>;

constexpr std::string_view expected_table = R"(a JSON table {"query": {"document": number}})";

/// A byte that has no place in a name; tables of results have one line for each.
bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

class TableHandler final : public nlohmann::json_sax<Json> {
public:
    TableHandler(std::string_view text, const std::string& name, TextStore& store,
                 const JsonReceiver& receiver)
        : text_(text), name_(name), store_(store), receiver_(receiver) {}

    bool start_object(std::size_t) override {
        if (depth_ == 2) refuse("an object");
        ++depth_;
        return true;
    }
    bool end_object() override {
        --depth_;
        document_.reset();
        if (depth_ == 0) query_.reset();
        return true;
    }
    bool key(std::string& text) override {
        std::optional<std::string_view>& name = depth_ == 1 ? query_ : document_;
        name = store_.keep(text);
        if (depth_ == 1) document_.reset();
        const std::string_view what = depth_ == 1 ? "query" : "document";
        if (text.empty() || std::ranges::any_of(text, is_control)) {
            refuse(fmt::format("{} {}", what, in_quotes(text)),
                   fmt::format("the name of a {}", what));
        }
        if (depth_ == 1) receiver_.start_query(*query_);
        return true;
    }

    bool number_integer(number_integer_t value) override { return add(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return add(std::to_string(value)); }
    bool number_float(number_float_t, const std::string& text) override { return add(text); }

    bool start_array(std::size_t) override { refuse("a list"); }
    bool end_array() override { refuse("the end of a list"); }
    bool string(std::string& text) override { refuse("the string " + in_quotes(text)); }
    bool null() override { refuse("null"); }
    bool boolean(bool value) override { refuse(value ? "true" : "false"); }
    bool binary(binary_t&) override { refuse("binary data"); }

    bool parse_error(std::size_t position, const std::string& token,
                     const Json::exception& error) override {
        // The position counts the characters that were read, and the end of the file as one.
        const std::string_view read = text_.substr(0, std::min(position, text_.size()));
        const auto line = std::ranges::count(read, '\n') + 1;
        const std::size_t line_begin = read.rfind('\n') + 1;  // npos + 1 is 0
        const std::string where =
            fmt::format("{} line {}, column {}", name_, line, position - line_begin);
        constexpr int out_of_range = 406;  // number overflow, as nlohmann numbers its exceptions
        if (error.id == out_of_range) {
            throw InputError(where, "\"" + printable(token) + "\"",
                             "a number of less than 10^4900");
        }
        // The token that nlohmann hands over begins too early.
        const bool is_at_end = position == 0 || position > text_.size();
        throw InputError(
            where, is_at_end ? "the end of the file" : in_quotes(text_.substr(position - 1, 1)),
            expected_table);
    }

private:
    bool add(const std::string& number) {
        if (depth_ < 2) refuse("the number " + printable(number));
        try {
            receiver_.add(*document_, store_.keep(number));
        } catch (const Refused& refused) {
            refuse(refused.found, refused.expected);
        }
        return true;
    }

    std::string where() const {
        std::string where = name_;
        if (query_) where += ": query " + in_quotes(*query_);
        if (document_) where += ", document " + in_quotes(*document_);
        return where;
    }

    [[noreturn]] void refuse(std::string_view found,
                             std::string_view expected = expected_table) const {
        throw InputError(where(), found, expected);
    }

    std::string_view text_;
    const std::string& name_;
    TextStore& store_;
    const JsonReceiver& receiver_;
    int depth_ = 0;
    std::optional<std::string_view> query_;
    std::optional<std::string_view> document_;
};

}  // namespace

void read_json_table(ByteSource& source, TextStore& store, const JsonReceiver& receiver) {
    const std::string text = read_all(source);
    TableHandler handler(text, source.name(), store, receiver);
    Json::sax_parse(text, &handler);
}

}  // namespace disarray::formats::detail
