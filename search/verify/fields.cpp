// SPDX-License-Identifier: MIT
#include "search/verify/fields.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <span>

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::verify {

Rejected::Rejected(std::string step_, std::string expected_, std::string found_)
    : step(std::move(step_)), expected(std::move(expected_)), found(std::move(found_)) {}

std::string Rejected::message() const {
    constexpr std::size_t longest = 400;  // numbers may have a thousand digits
    return printable(fmt::format("{}: expected {}, found {}", step, expected, found), longest);
}

namespace {

/// Reads a line for what a finished Json no longer shows: keys given twice, nesting. A pass of its
/// own, since the library's callback while parsing takes time quadratic in the length of a list.
class Structure : public nlohmann::json_sax<Json> {
public:
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& name) override {
        constexpr std::size_t most = 16;  // no object of the format has as many
        std::vector<std::string>& keys = keys_.back();
        if (std::ranges::find(keys, name) != keys.end() || keys.size() == most) {
            throw Rejected("", "each key once, and known ones only", "\"" + printable(name) + "\"");
        }
        keys.push_back(name);
        return true;
    }

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(std::int64_t) override { return true; }
    bool number_unsigned(std::uint64_t) override { return true; }
    bool number_float(double, const std::string&) override { return true; }
    bool string(std::string&) override { return true; }
    bool binary(Json::binary_t&) override { return true; }
    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override {
        throw Rejected("", "a line of JSON", printable(error.what(), 200));
    }

private:
    bool open() {
        if (keys_.size() == max_nesting) {
            throw Rejected("", fmt::format("at most {} nested brackets", max_nesting), "more");
        }
        keys_.emplace_back();
        return true;
    }
    bool close() {
        keys_.pop_back();
        return true;
    }

    std::vector<std::vector<std::string>> keys_;  // of the objects and arrays that are open
};

/// The value of a short integer in canonical spelling: most numbers of a certificate are such.
std::optional<std::int64_t> short_integer(std::string_view digits) {
    const std::string_view magnitude = digits.substr(digits.starts_with('-') ? 1 : 0);
    const bool zero_first = magnitude.starts_with('0');
    if (digits.size() > 18 || (zero_first && digits.size() > 1)) return std::nullopt;
    std::int64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

/// `digits` as a Rational, if it is spelt as to_string() would spell it.
std::optional<Rational> canonical(const std::string& digits) {
    if (const auto value = short_integer(digits)) return Rational(*value);
    if (digits.size() > max_digits) return std::nullopt;
    try {
        Rational value = Rational::parse(digits, "");
        if (value.to_string() == digits) return value;
    } catch (const InputError&) {
        // No number at all, or a denominator of 0.
    }
    return std::nullopt;
}

}  // namespace

Json parse_object(std::string_view line) {
    // The parser takes a zero byte for the end of its input and would not look behind it.
    if (line.find('\0') != std::string_view::npos) throw Rejected("", "text", "a zero byte");
    // It would also skip a byte-order mark, which is no part of a line.
    if (!line.starts_with('{')) throw Rejected("", "an object", printable(line, 40));
    Structure structure;
    Json::sax_parse(line, &structure);
    return Json::parse(line);
}

std::string shown(const Json& value) {
    if (value.is_array()) return fmt::format("a list of {}", value.size());
    if (value.is_object()) return fmt::format("an object of {} keys", value.size());
    return printable(value.dump());
}

void require_keys(const Json& value, const std::string_view* keys, std::size_t count) {
    const std::span names(keys, count);
    const auto expected = [&] { return fmt::format("the keys {}", fmt::join(names, ", ")); };
    if (!value.is_object()) throw Rejected("", expected(), shown(value));
    for (const std::string_view name : names) {
        if (!value.contains(name)) throw Rejected("", expected(), fmt::format("no {}", name));
    }
    if (value.size() == count) return;
    for (const auto& [key, unused] : value.items()) {
        if (std::ranges::find(names, key) == names.end()) {
            throw Rejected("", expected(), "\"" + printable(key) + "\"");
        }
    }
}

const std::string& text(const Json& value) {
    if (!value.is_string()) throw Rejected("", "a string", shown(value));
    return value.get_ref<const std::string&>();
}

bool boolean(const Json& value) {
    if (!value.is_boolean()) throw Rejected("", "true or false", shown(value));
    return value.get<bool>();
}

const Json::array_t& list(const Json& value) {
    if (!value.is_array()) throw Rejected("", "a list", shown(value));
    return value.get_ref<const Json::array_t&>();
}

const Json::array_t& list(const Json& value, std::size_t length, std::string_view of_what) {
    const Json::array_t& entries = list(value);
    if (entries.size() != length) {
        throw Rejected("", fmt::format("{} {}", length, of_what), shown(value));
    }
    return entries;
}

std::int64_t integer(const Json& value, std::int64_t least, std::int64_t greatest) {
    // Integers beyond 64 bits are no integers to the parser; those beyond 63 need the second test.
    const bool fits = value.is_number_integer() &&
                      !(value.is_number_unsigned() && value.get<std::uint64_t>() >> 63);
    const std::int64_t found = fits ? value.get<std::int64_t>() : 0;
    if (!fits || found < least || found > greatest) {
        throw Rejected("", fmt::format("an integer from {} to {}", least, greatest), shown(value));
    }
    return found;
}

void require_count(const Json& value, std::uint64_t due) {
    const auto most = std::numeric_limits<std::int64_t>::max();
    if (static_cast<std::uint64_t>(integer(value, 0, most)) != due) {
        throw Rejected("", std::to_string(due), shown(value));
    }
}

Rational number(const Json& value) {
    if (value.is_string()) {
        if (auto found = canonical(value.get_ref<const std::string&>())) return std::move(*found);
    }
    throw Rejected("", "an exact number in lowest terms, as \"-3/4\" or \"2\"", shown(value));
}

Rational positive(const Json& value) {
    Rational found = number(value);
    if (found.sign() <= 0) throw Rejected("", "a number > 0", shown(value));
    return found;
}

Rational non_negative(const Json& value) {
    Rational found = number(value);
    if (found.sign() < 0) throw Rejected("", "a number >= 0", shown(value));
    return found;
}

Ranks rank_vector(const Json& value, int n) {
    const Json::array_t& entries = list(value, static_cast<std::size_t>(n), "ranks");
    Ranks ranks{.rank = {}, .size = n};
    std::array<bool, Ranks::max_size> seen{};
    for (int i = 0; i < n; ++i) {
        const auto place = static_cast<std::size_t>(i);
        const auto rank = within("rank", place + 1, [&] {
            const std::int64_t found = integer(entries[place], 1, n);
            bool& taken = seen[static_cast<std::size_t>(found - 1)];
            if (taken) throw Rejected("", "each rank once", fmt::format("{} again", found));
            taken = true;
            return static_cast<int>(found);
        });
        ranks.set(i, rank - 1);
    }
    return ranks;
}

std::string Ranks::to_string() const {
    std::string text;
    for (int i = 0; i < size; ++i)
        text += fmt::format("{}{}", i == 0 ? "" : " ", (*this)[i] + 1);
    return text;
}

}  // namespace disarray::verify
