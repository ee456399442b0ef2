// SPDX-License-Identifier: MIT
//
// A reader of JSON that takes what it expects, event by event, and refuses the rest: a file of
// gigabytes is then never a tree in memory, and a message names the place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/strtod.hpp"
#include "formats/detail/refused.hpp"

namespace disarray::formats::detail {

/// Where a reader of JSON is, for messages.
class JsonPlace {
protected:
    /// \param file        its name
    /// \param expected    the form, as a message shows it
    /// \param first_line  the number of the text's first line in the file
    JsonPlace(std::string_view text, std::string file, std::string_view expected,
              std::size_t first_line)
        : text_(text), file_(std::move(file)), expected_(expected), first_line_(first_line) {}
    virtual ~JsonPlace() = default;

    /// The present place: the file, the query, …
    virtual std::string where() const { return file_; }

    std::string_view text() const { return text_; }
    const std::string& file() const { return file_; }
    [[noreturn]] void refuse(std::string_view found) const { refuse(found, expected_); }
    [[noreturn]] void refuse(std::string_view found, std::string_view expected) const {
        throw InputError(where(), found, expected);
    }
    /// Text that is no JSON. \param position, token, error  as json_sax::parse_error gets them
    [[noreturn]] void refuse_text(std::size_t position, const std::string& token,
                                  const nlohmann::detail::exception& error) const {
        // The position counts the characters that were read, and the end of the file as one.
        const std::string_view read = text_.substr(0, std::min(position, text_.size()));
        const std::size_t line_begin = read.rfind('\n') + 1;  // npos + 1 is 0
        const auto line = first_line_ + static_cast<std::size_t>(std::ranges::count(read, '\n'));
        const std::string place =
            fmt::format("{} line {}, column {}", file_, line, position - line_begin);
        constexpr int out_of_range = 406;  // a number without room, as nlohmann numbers it
        if (error.id == out_of_range)
            throw InputError(place, in_quotes(token), "a number of less than 10^4900");
        // The token that nlohmann hands over begins too early.
        const bool is_at_end = position == 0 || position > text_.size();
        throw InputError(
            place, is_at_end ? "the end of the file" : in_quotes(text_.substr(position - 1, 1)),
            expected_);
    }
    /// A byte 0 would end the text for the parser, and what follows would not be read.
    void require_no_zero() const {
        const std::size_t zero = text_.find('\0');
        if (zero == std::string_view::npos) return;
        const std::string_view before = text_.substr(0, zero);
        const auto line = first_line_ + static_cast<std::size_t>(std::ranges::count(before, '\n'));
        throw InputError(fmt::format("{} line {}", file_, line), "byte 0x00",
                         "text: the file is binary");
    }
    /// Runs `call` and adds the place to what it refuses.
    template <class Call>
    void checked(const Call& call) const {
        try {
            call();
        } catch (const Refused& refused) {
            refuse(refused.found, refused.expected);
        }
    }

private:
    std::string_view text_;
    std::string file_;
    std::string_view expected_;
    std::size_t first_line_;
};

/// Refuses all values; a form of files overrides what it has a place for.
/// \tparam Json  the type whose numbers are handed over
template <class Json>
class JsonReader : public nlohmann::json_sax<Json>, protected JsonPlace {
public:
    bool start_object(std::size_t) override { refuse("an object"); }
    bool end_object() override { return true; }
    bool key(std::string& text) override { refuse("the key " + in_quotes(text)); }
    bool start_array(std::size_t) override { refuse("a list"); }
    bool end_array() override { return true; }
    bool number_integer(std::int64_t value) override { return number(std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) override { return number(std::to_string(value)); }
    bool number_float(typename Json::number_float_t, const std::string& text) override {
        return number(as_in_json(text));
    }
    bool string(std::string& text) override { refuse("the string " + in_quotes(text)); }
    bool null() override { refuse("null"); }
    bool boolean(bool value) override { refuse(value ? "true" : "false"); }
    bool binary(typename Json::binary_t&) override { refuse("binary data"); }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error) override {
        refuse_text(position, token, error);
    }

    /// Reads all of the text. \throws InputError
    void read() {
        require_no_zero();
        Json::sax_parse(text(), this);
    }

protected:
    JsonReader(std::string_view text, std::string file, std::string_view expected,
               std::size_t first_line = 1)
        : JsonPlace(text, std::move(file), expected, first_line) {}

    /// A number of any kind, in the spelling of the file where that may matter.
    virtual bool number(const std::string& text) { refuse("the number " + printable(text)); }
};

}  // namespace disarray::formats::detail
