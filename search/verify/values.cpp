// SPDX-License-Identifier: MIT
#include "search/verify/values.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"

namespace disarray::verify {

namespace {

/// Builds a Json, which no longer shows keys given twice. The library's own callback while parsing
/// takes time quadratic in the length of a list.
class Builder : public nlohmann::json_sax<Json> {
public:
    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(std::int64_t value) override { return put(value); }
    bool number_unsigned(std::uint64_t value) override { return put(value); }
    bool number_float(double value, const std::string&) override { return put(value); }
    bool string(std::string& value) override { return put(std::move(value)); }
    bool binary(Json::binary_t&) override { return false; }  // is not in texts
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& name) override {
        constexpr std::size_t most = 16;  // no object of the format has as many
        Json& object = *open_.back();
        if (object.contains(name) || object.size() == most)
            throw Rejected("", "each key once, and known ones only", in_quotes(name));
        under_key_ = &object[name];
        return true;
    }

    bool parse_error(std::size_t, const std::string&,
                     const nlohmann::detail::exception& error) override {
        throw Rejected("", "a line of JSON", printable(error.what(), 200));
    }

    Json built;

private:
    bool put(Json value) {
        place(std::move(value));
        return true;
    }
    bool open(Json value) {
        if (open_.size() == max_nesting)
            throw Rejected("", fmt::format("at most {} nested brackets", max_nesting), "more");
        open_.push_back(place(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }
    /// \return where the value is, until the list or object around it gets another
    Json* place(Json value) {
        if (++count_ > max_values)
            throw Rejected("", fmt::format("at most {} values", max_values), "more");
        if (!open_.empty() && open_.back()->is_array()) {
            open_.back()->push_back(std::move(value));
            return &open_.back()->back();
        }
        Json* const place = open_.empty() ? &built : under_key_;
        *place = std::move(value);
        return place;
    }

    std::vector<Json*> open_;  // the lists and objects around the next value
    Json* under_key_ = nullptr;
    std::size_t count_ = 0;
};

/// Whether Number::to_string() would spell it so.
bool is_canonical(const std::string& spelling) {
    std::int64_t p = 0, q = 1;  // as most are
    const char* const end = spelling.data() + spelling.size();
    const char* const bar = std::from_chars(spelling.data(), end, p).ptr;
    if (bar != end && *bar == '/') std::from_chars(bar + 1, end, q);
    const auto spelt = std::to_string(p) + (q == 1 ? "" : "/" + std::to_string(q));
    if (q > 0 && std::gcd(p, q) == 1 && spelt == spelling) return true;
    try {
        return spelling.size() <= max_digits && Number(spelling).to_string() == spelling;
    } catch (const std::invalid_argument&) {
        return false;  // no number at all, or a denominator of 0
    }
}

}  // namespace

Json parse_object(std::string_view text) {
    // The parser takes a zero byte for the end of its input and would not look behind it.
    if (text.find('\0') != std::string_view::npos) throw Rejected("", "text", "a zero byte");
    // It would also skip a byte-order mark, which is no part of a line.
    if (!text.starts_with('{')) throw Rejected("", "an object", printable(text, 40));
    Builder builder;
    Json::sax_parse(text, &builder);
    return std::move(builder.built);
}

void Value::reject(std::string_view expected, std::string_view found) const {
    throw Rejected(way(), std::string(expected), std::string(found));
}

std::string Value::way() const {
    const std::string before = around_ == nullptr ? "" : around_->way();
    if (name_.empty()) return before;
    return fmt::format("{}{}{}{}", before, before.empty() ? "" : ", ", name_,
                       place_ == 0 ? "" : fmt::format(" {}", place_));
}

/// The value in few words.
std::string Value::shown() const {
    if (json.is_array()) return fmt::format("a list of {}", json.size());
    if (json.is_object()) return fmt::format("an object of {} keys", json.size());
    return printable(json.dump());
}

void Value::require_keys(std::initializer_list<std::string_view> keys) const {
    const auto reject_keys = [&](const std::string& found) {
        reject(fmt::format("the keys {}", fmt::join(keys, ", ")), found);
    };
    if (!json.is_object()) reject_keys(shown());
    for (const std::string_view key : keys)
        if (!json.contains(key)) reject_keys(fmt::format("no {}", key));
    if (json.size() == keys.size()) return;
    for (const auto& [key, unused] : json.items())
        if (std::ranges::find(keys, key) == keys.end()) reject_keys(in_quotes(key));
}

std::size_t Value::list() const {
    if (!json.is_array()) reject("a list");
    return json.size();
}

void Value::require_list(std::size_t length, std::string_view of_what) const {
    if (list() != length) reject(fmt::format("{} {}", length, of_what));
}

const std::string& Value::text() const {
    if (!json.is_string()) reject("a string");
    return json.get_ref<const std::string&>();
}

std::int64_t Value::integer(std::int64_t least, std::int64_t greatest) const {
    // Integers beyond 64 bits are no integers to the parser; those beyond 63 need the second test.
    const bool fits =
        json.is_number_integer() && !(json.is_number_unsigned() && json.get<std::uint64_t>() >> 63);
    const std::int64_t found = fits ? json.get<std::int64_t>() : 0;
    if (!fits || found < least || found > greatest)
        reject(fmt::format("an integer from {} to {}", least, greatest));
    return found;
}

std::int64_t Value::count() const {
    return integer(0, std::numeric_limits<std::int64_t>::max());
}

void Value::require_count(std::uint64_t due) const {
    if (static_cast<std::uint64_t>(count()) != due) reject(std::to_string(due));
}

Number Value::number() const {
    if (!json.is_string() || !is_canonical(json.get_ref<const std::string&>()))
        reject("an exact number in lowest terms, as \"-3/4\" or \"2\"");
    return Number(json.get_ref<const std::string&>());
}

Number Value::positive() const {
    const Number found = number();
    if (found.sign() <= 0) reject("a number > 0");
    return found;
}

Number Value::non_negative() const {
    const Number found = number();
    if (found.sign() < 0) reject("a number >= 0");
    return found;
}

Ranks Value::ranks(int n) const {
    require_list(static_cast<std::size_t>(n), "ranks");
    Ranks found;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const Value rank = entry(i, "rank");
        const int value = static_cast<int>(rank.integer(1, n)) - 1;
        if (std::ranges::find(found, value) != found.end())
            rank.reject("each rank once", fmt::format("{} again", value + 1));
        found.push_back(value);
    }
    return found;
}

}  // namespace disarray::verify
