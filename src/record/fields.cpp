// SPDX-License-Identifier: MIT
#include "record/fields.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace disarray::record {

Fields::Fields(const Json& object, std::string where) : object_(&object), where_(std::move(where)) {
    if (!object.is_object()) {
        throw InputError(where_,
                         printable(object.dump(-1, ' ', false, Json::error_handler_t::replace)),
                         "an object");
    }
}

bool Fields::has(const char* key) const {
    return object_->contains(key) && !(*object_)[key].is_null();
}

void Fields::refuse(const char* key, std::string_view kind) const {
    if (!object_->contains(key)) throw InputError(where_, fmt::format("no \"{}\"", key), kind);
    const Json& value = (*object_)[key];
    const bool says = value.is_string() && !value.get_ref<const std::string&>().empty();
    const std::string found = says ? value.get<std::string>()
                                   : value.dump(-1, ' ', false, Json::error_handler_t::replace);
    throw InputError(where_, json_member(key, found), kind);
}

const Json& Fields::value(const char* key, std::string_view kind) const {
    if (!object_->contains(key)) refuse(key, kind);
    return (*object_)[key];
}

std::string Fields::text(const char* key) const {
    const Json& json = value(key, "a text");
    if (!json.is_string()) refuse(key, "a text");
    return json.get<std::string>();
}

std::string Fields::text_or(const char* key, std::string otherwise) const {
    return has(key) ? text(key) : std::move(otherwise);
}

std::string Fields::words(const char* key) const {
    std::string found = text(key);
    if (found.empty()) refuse(key, "a text that is not empty");
    return found;
}

std::uint64_t Fields::count(const char* key) const {
    const Json& json = value(key, "a number of things");
    if (!json.is_number_unsigned()) refuse(key, "a number of things");
    return json.get<std::uint64_t>();
}

std::optional<std::uint64_t> Fields::count_if_any(const char* key) const {
    return has(key) ? std::optional(count(key)) : std::nullopt;
}

double Fields::seconds(const char* key) const {
    const Json& json = value(key, "a number of seconds");
    if (!json.is_number()) refuse(key, "a number of seconds");
    return json.get<double>();
}

bool Fields::flag(const char* key) const {
    if (!has(key)) throw InputError(where_, fmt::format("no \"{}\"", key), "true or false");
    return flag_or(key, true);
}

bool Fields::flag_or(const char* key, bool otherwise) const {
    if (!has(key)) return otherwise;
    if (!(*object_)[key].is_boolean()) refuse(key, "true or false");
    return (*object_)[key].get<bool>();
}

Rational Fields::rational(const char* key) const {
    return Rational::parse(text(key), fmt::format("{} \"{}\"", where_, key));
}

std::optional<Rational> Fields::rational_if_any(const char* key) const {
    return has(key) ? std::optional(rational(key)) : std::nullopt;
}

std::vector<std::string> Fields::texts(const char* key) const {
    const Json& json = value(key, "a list of texts");
    const auto is_text = [](const Json& item) { return item.is_string(); };
    if (!json.is_array() || !std::ranges::all_of(json, is_text)) refuse(key, "a list of texts");
    return json.get<std::vector<std::string>>();
}

std::vector<std::uint64_t> Fields::counts(const char* key) const {
    const Json& json = value(key, "a list of numbers");
    const auto is_count = [](const Json& item) { return item.is_number_unsigned(); };
    if (!json.is_array() || !std::ranges::all_of(json, is_count)) refuse(key, "a list of numbers");
    return json.get<std::vector<std::uint64_t>>();
}

std::vector<std::string> Fields::keys() const {
    std::vector<std::string> found;
    for (const auto& [name, value] : object_->items())
        found.push_back(name);
    return found;
}

std::vector<std::pair<std::string, std::string>> Fields::named_texts() const {
    std::vector<std::pair<std::string, std::string>> found;
    for (const auto& [name, value] : object_->items()) {
        if (!value.is_string()) {
            throw InputError(where_, "\"" + printable(name) + "\" of no text", "a text");
        }
        found.emplace_back(name, value.get<std::string>());
    }
    return found;
}

Verdict Fields::verdict() const {
    return choice_named<Verdict>(text("verdict"), where_);
}

Fields Fields::object(const char* key) const {
    return {value(key, "an object"), fmt::format("{} {}", where_, key)};
}

void Fields::each(const char* key, const std::function<void(const Fields&)>& visit) const {
    const Json& json = value(key, "a list");
    if (!json.is_array()) refuse(key, "a list");
    for (std::size_t k = 0; k < json.size(); ++k)
        visit(Fields(json[k], fmt::format("{} {}[{}]", where_, key, k)));
}

void refuse(const Fields& fields, std::string_view found, std::string_view expected) {
    throw InputError(fields.where(), found, expected);
}

std::string json_member(const char* key, std::string_view value) {
    return fmt::format("\"{}\": {}", key, printable(value));
}

bool is_decimal(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    const std::size_t point = std::min(text.find('.'), text.size());
    const auto are_digits = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    };
    return are_digits(text.substr(0, point)) &&
           (point == text.size() || are_digits(text.substr(point + 1)));
}

std::size_t places_of(std::string_view decimal) {
    const std::size_t point = decimal.find('.');
    return point == decimal.npos ? 0 : decimal.size() - point - 1;
}

}  // namespace disarray::record
